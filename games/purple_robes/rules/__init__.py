"""One file per topic of RULES.md."""
