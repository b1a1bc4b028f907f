"""Every numbered rule of a title stands in its code and in a test; every number cited exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .titles import SLUGS, named, package

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {".py", ".js", ".mjs", ".html", ".md"}
# sources, open points, examples and screens need no line of code of their own
WITHOUT_CODE = {"1", "11", "12", "13"}


def ids(slug: str) -> set[str]:
    """The numbers that head a rule or a section of the title's RULES.md."""
    prefix = named(slug).meta.prefix.upper()
    text = (package(slug) / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^#+ ({prefix}-[\d.]*\d)\b", text, re.MULTILINE))


def leaves(found: set[str]) -> set[str]:
    """Those that have no numbers below them."""
    return {rule for rule in found if not any(other.startswith(rule + ".") for other in found)}


def texts(folder: Path) -> dict[Path, str]:
    """Source files of a folder."""
    return {
        path: path.read_text(encoding="utf-8", errors="replace")
        for path in folder.rglob("*")
        if path.suffix in SOURCES and path.name != "RULES.md"
    }


def cited(folder: Path, prefix: str) -> dict[str, Path]:
    """Numbers cited as IM-4.3 or, in names, as im_4_3."""
    found: dict[str, Path] = {}
    for path, text in texts(folder).items():
        for rule in re.findall(rf"\b{prefix}-\d+(?:\.\d+)*", text):
            found.setdefault(rule, path)
    return found


def named_in_tests(prefix: str) -> set[str]:
    """Rules cited by test names; a value may follow the number."""
    found = set()
    for text in texts(ROOT / "tests").values():
        for name in re.findall(rf"{prefix.lower()}(?:_\d+)+", text):
            numbers = name.split("_")[1:]
            found |= {f"{prefix}-{'.'.join(numbers[:n])}" for n in range(1, len(numbers) + 1)}
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_cited_in_code(slug):
    prefix = named(slug).meta.prefix.upper()
    found = set(cited(ROOT / "games", prefix))
    needed = {r for r in leaves(ids(slug)) if r.split("-")[1].split(".")[0] not in WITHOUT_CODE}
    assert sorted(needed - found) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_cited_in_a_test(slug):
    prefix = named(slug).meta.prefix.upper()
    found = set(cited(ROOT / "tests", prefix)) | named_in_tests(prefix)
    needed = {r for r in leaves(ids(slug)) if r.split("-")[1].split(".")[0] not in {"1", "11"}}
    screens = {rule for rule in needed if rule.startswith(f"{prefix}-13.")}
    assert sorted(needed - screens - found) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_cited_number_exists(slug):
    prefix = named(slug).meta.prefix.upper()
    known = ids(slug)
    known |= {rule.rpartition(".")[0] for rule in known}
    for folder in ("games", "tests", "static", "templates", "docs"):
        unknown = {
            rule: str(path.relative_to(ROOT))
            for rule, path in cited(ROOT / folder, prefix).items()
            if rule not in known
        }
        assert unknown == {}
