"""ORK-4: class ids and names; settings may replace the table with `ORK_CLASSES`."""

from __future__ import annotations

from django.conf import settings

ORK_CLASSES: dict[int, str] = {
    1: "Anti-Paladin",
    2: "Archer",
    3: "Assassin",
    4: "Barbarian",
    5: "Bard",
    6: "Color",
    7: "Druid",
    8: "Healer",
    9: "Monk",
    10: "Monster",
    11: "Paladin",
    12: "Peasant",
    14: "Reeve",
    15: "Scout",
    16: "Warrior",
    17: "Wizard",
}


def class_table() -> dict[int, str]:
    """Class names by ORK id, as this portal is set."""
    return getattr(settings, "ORK_CLASSES", ORK_CLASSES)


def plain(name: str) -> str:
    """A class name without what ORK-4 says to ignore: case, blanks and hyphens."""
    return "".join(name.casefold().replace("-", "").split())


def class_of(class_id: int, name: str) -> int:
    """ORK-4: the known class id, by id first and by name where the id is not known; 0: unknown."""
    table = class_table()
    if class_id in table:
        return class_id
    wanted = plain(name)
    return next((known for known, text in table.items() if plain(text) == wanted), 0)


def class_name(class_id: int) -> str:
    """The name of a known class, or an empty text."""
    return class_table().get(class_id, "")
