"""The ORK as the portal reads it: calls of ORK-3 under the contract of ORK-5. Read only, no token.

Every parameter is an integer parsed here or a date formatted here (ORK-1.8): the server does not
escape what it puts into SQL.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from types import TracebackType
from typing import Any

from games.league import ork_answers
from games.league.ork_answers import INVALID_PARAMETER, Failure, Kind, SignIn, Unusable
from games.league.ork_answers import as_id as _id
from games.league.ork_answers import as_text as _text
from games.league.ork_transport import Transport

FAILURES_TO_STOP = 5


@dataclass(frozen=True, slots=True)
class DayResult:
    """ORK-5.1: the rows of a day, or why there are none.

    `empty` holds the calls that said status 4 without rows: an empty day and a failed query look
    alike (ORK-3.3.1), and which call was empty decides what is suspicious (ORK-5.6).
    """

    rows: tuple[SignIn, ...] = ()
    empty: tuple[str, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Kingdom:
    """ORK-3.1."""

    kingdom_id: int
    name: str
    abbreviation: str
    parent_id: int


@dataclass(frozen=True, slots=True)
class OrkPark:
    """ORK-3.2 and ORK-3.8: `kingdom_id` is the one asked for, or ORK-3.8's own."""

    park_id: int
    kingdom_id: int
    name: str
    abbreviation: str
    active: bool


@dataclass(frozen=True, slots=True)
class OrkPlayer:
    """ORK-3.5 and ORK-3.6: all the portal reads of a player; the rest is dropped on arrival."""

    player_id: int
    persona: str
    park: int
    kingdom_id: int
    active: bool


class OrkClient:
    """ORK-5.1: one client per refresh; counts failed calls in a row (ORK-5.2)."""

    def __init__(
        self,
        *,
        kingdom_ids: Iterable[int] = (),
        park_ids: Iterable[int] = (),
        transport: Transport | None = None,
    ) -> None:
        self._kingdoms = sorted({found for value in kingdom_ids if (found := _id(value))})
        self._parks = sorted({found for value in park_ids if (found := _id(value))})
        self._transport = transport or Transport()
        self.failures = 0

    def __enter__(self) -> OrkClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._transport.close()

    @property
    def requests(self) -> int:
        """How many requests went out, repeated tries included."""
        return self._transport.requests

    @property
    def is_given_up(self) -> bool:
        """ORK-5.2: too many failed calls in a row to go on."""
        return self.failures >= FAILURES_TO_STOP

    def fetch_day(self, day: date) -> DayResult:
        """ORK-5.1, ORK-5.4: every configured call of a day; one failure fails the day."""
        asked = [(f"k{k}", {"KingdomId": k}) for k in self._kingdoms]
        asked += [(f"p{p}", {"ParkId": p}) for p in self._parks]
        rows: list[SignIn] = []
        empty: list[str] = []
        for scope, wanted in asked:
            arguments = {**wanted, "Date": day.isoformat()}
            try:
                found = ork_answers.read_day(self._get("Report/AttendanceForDate", arguments), day)
            except Unusable as error:
                return DayResult(failure=self._failed(error))
            self.failures = 0
            rows += (row.within(scope) for row in found)
            if not found:
                empty.append(scope)
        return DayResult(rows=ork_answers.unique(rows), empty=tuple(empty))

    def get_kingdoms(self) -> list[Kingdom] | Failure:
        """ORK-3.1: the active kingdoms."""
        found = self._listed("Kingdom/GetKingdoms", None, "Kingdoms")
        if isinstance(found, Failure):
            return found
        return [
            Kingdom(
                kingdom_id=_id(item.get("KingdomId")),
                name=_text(item.get("KingdomName")),
                abbreviation=_text(item.get("Abbreviation"), 40),
                parent_id=_id(item.get("ParentKingdomId")),
            )
            for item in found
            if _id(item.get("KingdomId"))
        ]

    def get_parks(self, kingdom_id: int) -> list[OrkPark] | Failure:
        """ORK-3.2: the kingdom's active parks, under the kingdom that was asked for."""
        found = self._listed("Kingdom/GetParks", {"KingdomId": _id(kingdom_id)}, "Parks")
        if isinstance(found, Failure):
            return found
        parks = (_park(item, kingdom_id, "Name") for item in found)
        return [park for park in parks if park.park_id and park.active]

    def get_park_short_info(self, park_id: int) -> OrkPark | Failure:
        """ORK-3.8: one park, wherever it lies."""
        found = self._object("Park/GetParkShortInfo", {"ParkId": _id(park_id)}, "ParkInfo")
        if isinstance(found, Failure):
            return found
        return _park(found, _id(found.get("KingdomId")), "ParkName")

    def get_player(self, player_id: int) -> OrkPlayer | Failure:
        """ORK-3.5."""
        found = self._object("Player/GetPlayer", {"MundaneId": _id(player_id)}, "Player")
        return found if isinstance(found, Failure) else _player(found)

    def get_roster(self, park_id: int) -> list[OrkPlayer] | Failure:
        """ORK-3.6: the active members of a park, for invitations."""
        arguments = {"Type": "Park", "Id": _id(park_id), "Active": 1}
        found = self._listed("Report/GetPlayerRoster", arguments, "Roster")
        if isinstance(found, Failure):
            return found
        players = (_player({"Active": 1, **item}) for item in found)
        return [player for player in players if player.player_id]

    def get_attendance_of(self, player_id: int, start: date) -> list[SignIn] | Failure:
        """ORK-3.4: where one player signed in since `start`, for the GM's look-up."""
        arguments = {"MundaneId": _id(player_id), "date_start": start.isoformat()}
        found = self._listed("Player/AttendanceForPlayer", arguments, "Attendance")
        if isinstance(found, Failure):
            return found
        try:
            return [ork_answers.sign_in(item) for item in found]
        except Unusable as error:
            return self._failed(error)

    def _get(self, call: str, arguments: dict[str, Any] | None) -> bytes:
        """ORK-1.2, ORK-1.3: bracketed fields, or the empty `request` of a call without any."""
        fields = {f"request[{name}]": str(value) for name, value in (arguments or {}).items()}
        return self._transport.get({"call": call, **(fields or {"request": ""})})

    def _listed(
        self, call: str, arguments: dict[str, Any] | None, key: str
    ) -> list[dict[str, Any]] | Failure:
        try:
            answer = ork_answers.load(self._get(call, arguments))
            number = ork_answers.status_of(answer)
            if number == INVALID_PARAMETER and not answer.get(key):
                found = []
            else:
                found = ork_answers.listed(answer, key)
        except Unusable as error:
            return self._failed(error)
        self.failures = 0
        return found

    def _object(self, call: str, arguments: dict[str, Any], key: str) -> dict[str, Any] | Failure:
        try:
            answer = ork_answers.load(self._get(call, arguments))
            if ork_answers.status_of(answer) == INVALID_PARAMETER:
                raise Unusable(Kind.STATUS, "status 4: no such id")
            found = answer.get(key)
            if not isinstance(found, dict):
                raise Unusable(Kind.SHAPE, f"no object {key}")
        except Unusable as error:
            return self._failed(error)
        self.failures = 0
        return found

    def _failed(self, error: Unusable) -> Failure:
        self.failures += 1
        return error.failure


def _park(item: dict[str, Any], kingdom_id: int, name_key: str) -> OrkPark:
    return OrkPark(
        park_id=_id(item.get("ParkId")),
        kingdom_id=kingdom_id,
        name=_text(item.get(name_key)),
        abbreviation=_text(item.get("Abbreviation"), 40),
        active=item.get("Active") == "Active",
    )


def _player(item: dict[str, Any]) -> OrkPlayer:
    return OrkPlayer(
        player_id=_id(item.get("MundaneId")),
        persona=_text(item.get("Persona")),
        park=_id(item.get("ParkId")),
        kingdom_id=_id(item.get("KingdomId")),
        active=bool(_id(item.get("Active"))),
    )
