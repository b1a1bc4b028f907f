"""A sample kingdom with a season of sign-ins, as the ORK would tell it; all names are invented.

The same word gives the same files. Among the sign-ins is all that a season knows: visits between
parks, events at a park and at none, people without a home, guests without a record, corrected
classes, sign-ins twice, and names that the server's number mangling spoils (ORK-2.10).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from games.league.classes import ORK_CLASSES
from games.league.fake_ork import ENDING, SUCCESS

KINGDOM_ID, KINGDOM = 903, "Kingdom of the Sample Peaks"
NEIGHBOUR_ID, NEIGHBOUR = 904, "Principality of Testmere"
PARKS = {
    9001: ("Copper Gate", "CG"),
    9003: ("Tarn Watch", "TW"),
    9004: ("Willow Cross", "WC"),
    9005: ("Ember Hollow", "EH"),
    9006: ("Stone Harrow", "SH"),
    9007: ("Larkspur Fell", "LF"),
}
OUTSIDE = 9051
RETIRED = 9002
FIRST_PLAYER, FIRST_ROW, FIRST_EVENT = 61001, 810001, 5101
MEMBERS = (9, 19)  # per park, fewest and most
UNKNOWN_CLASS = (21, "Jester")

_FIRST = [
    "Hedda", "Osric", "Maelis", "Corwyn", "Tamsin", "Brannoc", "Isaura", "Fenric", "Ysolde",
    "Garrick", "Liora", "Tobin", "Sefa", "Alaric", "Nimue", "Draven", "Rowena", "Calder", "Junia",
    "Bertil", "Odalys", "Wystan", "Petra", "Halvard", "Mirela", "Quillon", "Aster", "Einar",
    "Sabelle", "Torvin",
]  # fmt: skip
_LAST = [
    "Brightspear", "Ashdown", "of the Fens", "Two-Rivers", "Greymantle", "the Late", "Oakenshade",
    "Saltmarsh", "Vane", "Thistledown", "the Patient", "Hollowhill", "Ravensworth", "Nettle",
    "of Long Barrow", "Quickstep",
]  # fmt: skip
_MANGLED: tuple[Any, ...] = (404, 7, 1000)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who signs in; `name` as the server sends it."""

    player_id: int
    name: Any
    home: int
    class_id: int


@dataclass(frozen=True, slots=True)
class Sample:
    """What was written: for whoever sets a league up around it."""

    folder: Path
    kingdom_id: int
    parks: dict[int, tuple[str, str]]
    people: tuple[Person, ...]
    days: tuple[date, ...]


def write_sample(folder: Path, first_saturday: date, weekends: int, seed: str) -> Sample:
    """Write a kingdom and the sign-ins of `weekends` weekends into `folder`."""
    people = _people(Random(f"{seed} people"))
    _write_places(folder)
    _write_people(folder, people)
    season = _Season(people, Random(f"{seed} season"))
    days = []
    for week in range(weekends):
        for offset in (0, 1):
            day = first_saturday + timedelta(days=7 * week + offset)
            rows = list(season.day(day, week, is_sunday=bool(offset)))
            if rows:
                _write(folder, f"AttendanceForDate/k{KINGDOM_ID}/{day}.json", Attendance=rows)
            days.append(day)
    return Sample(folder, KINGDOM_ID, PARKS, tuple(people), tuple(days))


def _people(random: Random) -> list[Person]:
    names = [f"{first} {last}" for first in _FIRST for last in _LAST]
    random.shuffle(names)
    people: list[Person] = []
    for park in PARKS:
        for _ in range(random.randint(*MEMBERS)):
            number = FIRST_PLAYER + len(people)
            people.append(Person(number, names.pop(), park, random.choice(list(ORK_CLASSES))))
    strangers = [Person(0, names.pop(), 0, 12) for _ in range(4)]
    outsiders = [
        Person(FIRST_PLAYER + len(people) + n, names.pop(), OUTSIDE, random.choice([2, 8, 16]))
        for n in range(5)
    ]
    for position, name in enumerate(_MANGLED):
        changed = people[position * 9]
        people[position * 9] = Person(changed.player_id, name, changed.home, changed.class_id)
    return [*people, *outsiders, *strangers]


class _Season:
    """Draws who signs in where, one day after the other."""

    def __init__(self, people: list[Person], random: Random) -> None:
        self._people = people
        self._random = random
        self._row_id = FIRST_ROW

    def day(self, day: date, week: int, *, is_sunday: bool) -> Iterator[dict[str, Any]]:
        """The rows of one day, ordered by park and persona as the server does."""
        found: list[dict[str, Any]] = []
        event = self._event(week) if not is_sunday else None
        for person in self._people:
            found += self._person(day, person, event, is_sunday=is_sunday)
        yield from sorted(found, key=lambda row: (row["ParkName"] or "", str(row["Persona"])))

    def _event(self, week: int) -> tuple[int, int] | None:
        """Every fourth weekend an event: at a park, and once in a while at none."""
        if week % 4 != 3:
            return None
        hosts = [9001, 0, *list(PARKS)[1:]]
        return FIRST_EVENT + week, hosts[week // 4 % len(hosts)]

    def _person(
        self, day: date, person: Person, event: tuple[int, int] | None, *, is_sunday: bool
    ) -> Iterator[dict[str, Any]]:
        draw = self._random.random
        is_local = person.home in PARKS
        if event is not None and draw() < 0.25:
            yield self._row(day, person, event[1], event_id=event[0])
            return
        if draw() > (0.12 if is_sunday else 0.55 if is_local else 0.15):
            return
        is_travelling = not is_local or draw() < 0.1
        park = self._random.choice(list(PARKS)) if is_travelling else person.home
        yield self._row(day, person, park)
        if draw() < 0.02:  # the class was wrong and was entered again
            yield self._row(day, person, park, class_id=self._random.choice(list(ORK_CLASSES)))
        elif draw() < 0.01:  # entered twice
            yield self._row(day, person, park)
        elif draw() < 0.005:
            yield self._row(day, person, park, class_id=UNKNOWN_CLASS[0])

    def _row(
        self, day: date, person: Person, park: int, *, class_id: int = 0, event_id: int = 0
    ) -> dict[str, Any]:
        row_id, self._row_id = self._row_id, self._row_id + 1
        number = class_id or person.class_id
        title = ORK_CLASSES.get(number, UNKNOWN_CLASS[1])
        here = PARKS[park][0] if park else None
        return {
            "AttendanceId": row_id,
            "MundaneId": person.player_id,
            "ClassId": number,
            "Date": day.isoformat(),
            "ParkId": park or None,
            "KingdomId": KINGDOM_ID,
            "ParentKingdomId": None,
            "FromParkId": person.home or None,
            "FromKingdomId": _kingdom_of(person.home)[0],
            "FromParentKingdomId": None,
            "EventId": event_id or None,
            "EventCalendarDetailId": event_id * 10 if event_id else None,
            "EventName": "Gathering of the Peaks" if event_id else None,
            "EventStart": f"{day} 00:00:00" if event_id else None,
            "EventEnd": f"{day + timedelta(days=1)} 00:00:00" if event_id else None,
            "Credits": 1.5 if event_id else 1,
            "KingdomName": KINGDOM,
            "ParkName": here,
            "FromKingdomName": _kingdom_of(person.home)[1],
            "FromParkName": _park_name(person.home),
            "UnitName": None,
            "EnteredBy": "Registrar Quill",
            "EnteredById": 61900,
            "EnteredAt": f"{day} 19:{row_id % 60:02}:11",
            "Persona": person.name if person.player_id else None,
            "ClassName": title,
            "AttendancePersona": person.name if not person.player_id else "",
            "Note": "",
            "Flavor": "blue" if number == 6 else "",
        }


def _kingdom_of(park: int) -> tuple[int | None, str | None]:
    if not park:
        return None, None
    return (NEIGHBOUR_ID, NEIGHBOUR) if park == OUTSIDE else (KINGDOM_ID, KINGDOM)


def _park_name(park: int) -> str | None:
    if not park:
        return None
    return "Mirror Mere" if park == OUTSIDE else PARKS[park][0]


def _write_places(folder: Path) -> None:
    kingdoms = {
        str(number): {
            "KingdomId": number,
            "KingdomName": name,
            "Abbreviation": short,
            "KingdomColor": color,
            "ParentKingdomId": parent,
            "Active": "Active",
        }
        for number, name, short, color, parent in (
            (KINGDOM_ID, KINGDOM, "SP", 6600, 0),
            (NEIGHBOUR_ID, NEIGHBOUR, "TM", "AA3300", KINGDOM_ID),
        )
    }
    _write(folder, "GetKingdoms.json", Kingdoms=kingdoms)
    own = [_place(number, *names) for number, names in PARKS.items()]
    retired = _place(RETIRED, "Old Ferry", 77) | {"KingdomId": None, "Active": "Retired"}
    _write(folder, f"GetParks/{KINGDOM_ID}.json", Parks=[*own, retired])
    mirror = _place(OUTSIDE, "Mirror Mere", "MM") | {"KingdomId": NEIGHBOUR_ID}
    _write(folder, f"GetParks/{NEIGHBOUR_ID}.json", Parks=[mirror])
    for park in (*own, mirror):
        info = {"ParkName": park["Name"], **park}
        name = f"GetParkShortInfo/{park['ParkId']}.json"
        _write(folder, name, ParkInfo=info, KingdomInfo={"KingdomId": park["KingdomId"]})
    classes = [{"ClassId": n, "Name": name, "Active": 1} for n, name in ORK_CLASSES.items()]
    _write(folder, "GetClasses.json", Classes=classes)


def _place(number: int, name: str, short: Any) -> dict[str, Any]:
    return {
        "ParkId": number,
        "KingdomId": KINGDOM_ID,
        "Name": name,
        "Abbreviation": short,
        "Location": "",
        "Url": "",
        "Directions": "Behind the mill<br />\nlower field",
        "Description": "",
        "ParkTitleId": 41,
        "Active": "Active",
        "Title": "Barony",
        "Class": 30,
        "HasHeraldry": 1,
        "City": "Millford",
        "Province": "CO",
    }


def _write_people(folder: Path, people: list[Person]) -> None:
    for person in people:
        if person.player_id:
            facts = {
                "MundaneId": person.player_id,
                "Persona": person.name,
                "ParkId": person.home,
                "KingdomId": _kingdom_of(person.home)[0],
                "Active": 1,
                "GivenName": "",
                "Surname": "",
                "Email": "",
            }
            _write(folder, f"GetPlayer/{person.player_id}.json", Player=facts)
    for park in Counter(person.home for person in people if person.player_id):
        roster = [
            {
                "MundaneId": person.player_id,
                "Persona": person.name,
                "ParkId": park,
                "KingdomId": _kingdom_of(park)[0],
                "ParkName": _park_name(park),
                "LastSignIn": None,
            }
            for person in people
            if person.home == park
        ]
        _write(folder, f"GetPlayerRoster/{park}.json", Roster=roster)


def _write(folder: Path, name: str, **data: Any) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    answer = {**data, "Status": SUCCESS, **ENDING}
    path.write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
