"""ORK-5.9: a server that speaks ORK-1 to ORK-3 from files, and fails in every way the ORK can.

Files lie in one folder: `GetKingdoms.json`, `GetClasses.json`, `GetParks/<kingdom>.json`,
`AttendanceForDate/k<kingdom>/<date>.json` (or `p<park>`), `GetPlayer/<id>.json`,
`AttendanceForPlayer/<id>.json`, `GetPlayerRoster/<park>.json`, `GetParkShortInfo/<park>.json`.
A day without a file is an empty day. `faults.json` there maps a date or a call to a fault's name.
"""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

Start = Callable[..., Any]

ENDING = {"Code": 0, "Details": "The status indicated failure but no code was returned."}
SUCCESS = {"Status": 0, "Error": "Success", "Detail": None}
EMPTY = {"Status": 4, "Error": "You have set a parameter incorrectly.", "Detail": None}
ARGUMENTS = {
    "Kingdom/GetKingdoms": (),
    "Kingdom/GetParks": ("KingdomId",),
    "Report/AttendanceForDate": ("Date",),
    "Player/AttendanceForPlayer": ("MundaneId",),
    "Player/GetPlayer": ("MundaneId",),
    "Report/GetPlayerRoster": ("Id",),
    "Attendance/GetClasses": (),
    "Park/GetParkShortInfo": ("ParkId",),
}
NOTHING: dict[str, dict[str, Any]] = {
    "Kingdom/GetKingdoms": {"Kingdoms": [], "Status": SUCCESS},
    "Kingdom/GetParks": {"Parks": [], "Status": EMPTY},
    "Player/AttendanceForPlayer": {"Attendance": [], "Status": SUCCESS},
    "Report/GetPlayerRoster": {"Roster": [], "Status": SUCCESS},
}
CHALLENGE = b"<!DOCTYPE html><html><title>Just a moment...</title><body>Checking.</body></html>"


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to fail: HTTP status, and what is done to the true body."""

    status: str = "200 OK"
    spoil: Callable[[bytes], bytes] = bytes
    cut: bool = False
    seconds: float = 0.0
    headers: tuple[tuple[str, str], ...] = ()


def _with(**fields: Any) -> Callable[[bytes], bytes]:
    """Replace top-level fields of a JSON body; None takes a field out."""

    def spoil(body: bytes) -> bytes:
        answer = {**json.loads(body), **fields}
        return json.dumps({k: v for k, v in answer.items() if v is not None}).encode()

    return spoil


def _each_row(**fields: Any) -> Callable[[bytes], bytes]:
    def spoil(body: bytes) -> bytes:
        answer = json.loads(body)
        rows = answer.get("Attendance", [{}])
        return json.dumps({**answer, "Attendance": [{**row, **fields} for row in rows]}).encode()

    return spoil


def _missing(what: str) -> dict[str, Any]:
    return {
        "Result": None,
        "Status": False,
        "Code": 2,
        "ClassCode": 0,
        "ErrorMessage": "Missing arguments or arguments are mis-typed.",
        "Trace": f"Parameter request [{what}] is not set and it is not optional; ",
    }


FAULTS: dict[str, Fault] = {
    "http500": Fault("500 Internal Server Error", lambda body: b""),
    "http429": Fault("429 Too Many Requests", lambda body: b""),
    "http403": Fault("403 Forbidden", lambda body: CHALLENGE),
    "redirect": Fault("302 Found", lambda body: b"", headers=(("Location", "/elsewhere"),)),
    "challenge": Fault(spoil=lambda body: CHALLENGE),
    "no_body": Fault(spoil=lambda body: b""),
    "truncated": Fault(spoil=lambda body: body[: len(body) // 2]),
    "dropped": Fault(cut=True),
    "leading_text": Fault(spoil=lambda body: b"Notice: undefined index\n" + body),
    "error_shape": Fault(spoil=lambda body: json.dumps(_missing("request")).encode()),
    "status3": Fault(spoil=_with(Status={"Status": 3, "Error": "Processing", "Detail": None})),
    "bare_status": Fault(spoil=_with(Status=0)),
    "no_list": Fault(spoil=_with(Status=SUCCESS, Attendance={})),
    "no_row_id": Fault(spoil=_each_row(AttendanceId=None)),
    "wrong_date": Fault(spoil=_each_row(AttendanceId=1, Date="1999-12-31")),
    "empty": Fault(spoil=_with(Status=EMPTY, Attendance=None)),
    "slow": Fault(seconds=1.5),
    "huge": Fault(spoil=lambda body: b" " * (20 * 1024 * 1024) + body),
}


@dataclass(slots=True)
class _Order:
    fault: str
    times: int
    date: str = ""
    call: str = ""

    def takes(self, call: str, arguments: dict[str, str]) -> bool:
        """Whether this request is one of those that shall fail."""
        wanted = self.times and self.date in {"", arguments.get("Date")}
        return bool(wanted and self.call in {"", call})


@dataclass(slots=True)
class FakeOrk:
    """The WSGI application; `seen` holds what it was asked, for tests."""

    folder: Path
    seen: list[dict[str, Any]] = field(default_factory=list)
    _orders: list[_Order] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def fail(self, fault: str, *, times: int = 1, date: str = "", call: str = "") -> None:
        """Let the next requests of a date or call fail in one of `FAULTS`."""
        assert fault in FAULTS, fault
        self._orders.append(_Order(fault, times, date, call))

    def heal(self) -> None:
        """Take all orders to fail back."""
        self._orders.clear()

    def __call__(self, environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        call, arguments = self._read(environ)
        if isinstance(arguments, str):
            start_response(arguments, [("Content-Type", "text/html")])
            return [b""]
        body = json.dumps(self._answer(call, arguments)).encode()
        fault = FAULTS.get(self._fault(call, arguments or {}), Fault())
        time.sleep(fault.seconds)
        body = fault.spoil(body)
        length = len(body) + (100 if fault.cut else 0)
        headers = [
            ("Content-Type", "application/json; charset=utf-8"),
            ("Access-Control-Allow-Origin", "*"),
            ("Content-Length", str(length)),
            *fault.headers,
        ]
        start_response(fault.status, headers)
        return [body]

    def _read(self, environ: dict[str, Any]) -> tuple[str, dict[str, str] | str | None]:
        """ORK-1.2 to ORK-1.4: call and arguments; None without `request`, text to die with."""
        query = environ.get("QUERY_STRING", "")
        if environ.get("REQUEST_METHOD") == "POST":
            length = int(environ.get("CONTENT_LENGTH") or 0)
            query = environ["wsgi.input"].read(length).decode()
        sent = {name: values[-1] for name, values in parse_qs(query, True).items()}
        with self._lock:
            self.seen.append(
                {"query": query, "sent": sent, "agent": environ.get("HTTP_USER_AGENT", "")}
            )
        call = sent.get("call", "")
        fields = {
            name[len("request[") : -1]: value
            for name, value in sent.items()
            if name.startswith("request[") and name.endswith("]")
        }
        if sent.get("request"):
            return call, "500 Internal Server Error"
        return call, fields if fields or "request" in sent else None

    def _fault(self, call: str, arguments: dict[str, str]) -> str:
        with self._lock:
            for order in self._orders:
                if order.takes(call, arguments):
                    order.times -= 1
                    return order.fault
        written = self._file("faults.json") or {}
        return str(written.get(arguments.get("Date", ""), written.get(call, "")))

    def _answer(self, call: str, arguments: dict[str, str] | None) -> dict[str, Any]:
        if call not in ARGUMENTS:
            return {**_missing("call"), "ErrorMessage": "Unknown call."}
        if arguments is None:
            return _missing("request")
        if missing := [name for name in ARGUMENTS[call] if name not in arguments]:
            return _missing(missing[0])
        found = self._file(*self._place(call, arguments))
        if found is None:
            return {**NOTHING.get(call, {"Status": EMPTY}), **ENDING}
        return found

    def _place(self, call: str, arguments: dict[str, str]) -> tuple[str, ...]:
        method = call.partition("/")[2]
        if call == "Report/AttendanceForDate":
            kingdom, park = arguments.get("KingdomId"), arguments.get("ParkId")
            scope = f"k{kingdom}" if kingdom else f"p{park}"
            return method, scope, f"{arguments['Date']}.json"
        needed = ARGUMENTS[call]
        return (method, f"{arguments[needed[0]]}.json") if needed else (f"{method}.json",)

    def _file(self, *parts: str) -> dict[str, Any] | None:
        path = self.folder.joinpath(*parts)
        if self.folder.resolve() not in path.resolve().parents or not path.is_file():
            return None
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of single requests."""


class _Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up early is no error of ours."""


def build_server(app: FakeOrk, port: int = 0) -> WSGIServer:
    """A loopback server of the application, not started yet."""
    return make_server("127.0.0.1", port, app, server_class=_Server, handler_class=_Quiet)


@contextmanager
def serving(app: FakeOrk) -> Iterator[str]:
    """Run the application in a thread; gives its base URL."""
    server = build_server(app)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/orkservice/Json/index.php"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
