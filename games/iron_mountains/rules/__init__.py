"""The rules by topic; every function is pure and cites the rule it carries out."""
