"""Constants of the game."""

from __future__ import annotations

LARGEST = 9
PREFIX = "pr"
SEATS = (2, 6)
ROUND_SECONDS = 3600

RUNNING, OVER, ABORTED = "running", "over", "aborted"
