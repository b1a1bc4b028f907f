#!/usr/bin/env python3
"""Record the games of tests/playthroughs anew; read the difference before you commit it.

Usage: python tools/regen_playthroughs.py [TITLE …]
A stored state (`state-N.json`) is written once per schema and never changed afterwards.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def main() -> None:
    """Write every recording of the titles named, or of all."""
    from rules.playthroughs import folder, record, replay, text_of
    from rules.titles import SLUGS, hooks, named

    from games.engine import codec

    for slug in sys.argv[1:] or SLUGS:
        target = folder(slug)
        target.mkdir(parents=True, exist_ok=True)
        for name in hooks(slug).RECORDINGS:
            recording = record(slug, name)
            (target / f"{name}.game.json").write_text(text_of(recording), encoding="utf-8")
            print(f"{slug}: {name}, {len(recording['entries'])} entries")
            sample = target / f"state-{named(slug).schema}.json"
            if not sample.exists():
                recording["entries"] = recording["entries"][: len(recording["entries"]) // 2]
                sample.write_bytes(codec.encode(replay(slug, recording)))


if __name__ == "__main__":
    main()
