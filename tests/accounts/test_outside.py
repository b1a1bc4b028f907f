"""T-14: the portal talks to addresses that people gave only where nothing inside can be meant."""

from __future__ import annotations

import socket
from typing import Any

import pytest
import requests
import responses

from accounts import outside
from accounts.refusals import Refused

HOSTS = ("discord.com", ".push.example.org")

BAD = [
    ("http://discord.com/api", "address_https"),
    ("https://discord.com:8443/api", "address_https"),
    ("ftp://discord.com/", "address_https"),
    ("javascript:alert(1)", "address_invalid"),
    ("https://", "address_invalid"),
    ("https://user:pw@discord.com/", "address_invalid"),
    ("https://@discord.com/", "address_invalid"),
    ("https://discord.com\\@127.0.0.1/", "address_invalid"),
    ("https://discord.com/a b", "address_invalid"),
    ("https://discord.com/\x00", "address_invalid"),
    ("https://dïscord.com/", "address_invalid"),
    ("https://discord.com:99999/", "address_invalid"),
    ("https://discord.com/" + "x" * 500, "address_invalid"),
    ("https://evil.example/", "address_host"),
    ("https://discord.com.evil.example/", "address_host"),
    ("https://evildiscord.com/", "address_host"),
    ("https://push.example.org.evil.example/", "address_host"),
    ("https://xpush.example.org/", "address_host"),
]


@pytest.mark.parametrize(("url", "code"), BAD, ids=range(len(BAD)))
def test_t_14_an_address_off_the_list_or_out_of_shape_is_refused(url: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        outside.check_url(url, HOSTS)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com/api/webhooks/1/abc",
        "https://discord.com:443/x",
        "https://one.push.example.org/y?z=1",
    ],
)
def test_t_14_an_address_on_the_list_is_kept_as_it_is(url: str) -> None:
    assert outside.check_url(url, HOSTS) == url


INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
    "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::1",
    "64:ff9b::7f00:1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_t_14_private_addresses_are_inside_in_every_clothing(address: str) -> None:
    assert not outside.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_public_addresses_are_outside(address: str) -> None:
    assert outside.is_public(address)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "localhost", "2130706433", "127.1", "router"],
)
def test_t_14_even_where_any_host_may_be_named_none_inside_is(host: str) -> None:
    with pytest.raises(Refused):
        outside.check_url(f"https://{host}/", ("*",))


def _resolves(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Each look-up gets the next answer; the names that were looked up."""
    asked: list[str] = []
    waiting = list(answers)

    def look_up(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        asked.append(host)
        found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def _reached(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Where connections would have gone; none is made."""
    reached: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], *args: Any, **kwargs: Any) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outside, "create_connection", connect)
    return reached


@pytest.mark.parametrize("found", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::ffff:127.0.0.1"]])
def test_t_14_a_name_that_leads_inside_is_never_connected_to(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    _resolves(monkeypatch, found)
    reached = _reached(monkeypatch)
    with pytest.raises((OSError, requests.RequestException)):
        outside.post("https://discord.com/x", HOSTS, b"{}", {})
    assert reached == []


def test_t_14_a_name_that_changes_its_mind_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _resolves(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])
    reached = _reached(monkeypatch)
    with pytest.raises((OSError, requests.RequestException)):
        outside.post("https://discord.com/x", HOSTS, b"{}", {})
    assert asked == ["discord.com"]
    assert reached == [("1.1.1.1", 443)]


@responses.activate
def test_t_14_a_redirect_is_an_answer_and_not_followed() -> None:
    responses.post("https://discord.com/x", status=302, headers={"Location": "https://10.0.0.1/"})
    answer = outside.post("https://discord.com/x", HOSTS, b"{}", {})
    assert (answer.status, answer.is_ok) == (302, False)
    assert len(responses.calls) == 1


@responses.activate
def test_plain_http_has_no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused):
        outside.post("http://discord.com/x", HOSTS, b"{}", {})


@pytest.mark.parametrize(
    ("said", "wait"), [("7", 7), ("2.5", 2), ("999999", 86_400), ("soon", 0), ("-1", 0), ("", 0)]
)
@responses.activate
def test_a_host_may_ask_to_be_left_alone(said: str, wait: int) -> None:
    responses.post("https://discord.com/x", status=429, headers={"Retry-After": said})
    assert outside.post("https://discord.com/x", HOSTS, b"{}", {}).wait == wait
