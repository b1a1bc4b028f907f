"""Figures of speed and memory: `./dev bench [rules|door|season|live|page|peer]` (README.md)."""
