"""Requests to addresses that people gave us (T-14): push services and webhooks.

https only, hosts from a list, no redirects, no proxy; the name is resolved once, every address it
has must lie outside, and the connection goes to exactly that address, so that a name that changes
its mind gains nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.util.connection import create_connection

from accounts.refusals import Refused

SECONDS = 10.0
MAX_URL = 500
HTTPS = 443
_NAT64 = IPv6Network("64:ff9b::/96")


class AddressRefused(OSError):
    """The host's address is not one the portal may talk to."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The status of an answer, and how long it asks us to stay away."""

    status: int
    wait: int = 0

    @property
    def is_ok(self) -> bool:
        """Whether it was taken."""
        return 200 <= self.status < 300


def check_url(url: str, hosts: Iterable[str], *, most: int = MAX_URL) -> str:
    """The address as it is kept, or a refusal that says why.

    `hosts` holds names, `.example.org` for all names under it, or `*` for any.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as error:
        raise Refused("address_invalid") from error
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or len(url) > most or not host or parts.username is not None:
        raise Refused("address_invalid")
    if parts.scheme != "https" or port not in (None, HTTPS):
        raise Refused("address_https")
    if not _is_listed(host, tuple(hosts)) or not _is_outside_name(host):
        raise Refused("address_host", host=host[:80])
    return url


def _is_listed(host: str, hosts: tuple[str, ...]) -> bool:
    return any(
        known in (host, "*") or (known.startswith(".") and host.endswith(known)) for known in hosts
    )


def _is_outside_name(host: str) -> bool:
    """A number must be public already; a name is looked up when something is sent."""
    try:
        return is_public(host)
    except ValueError:
        return "." in host and not host.rsplit(".", 1)[1].isdigit() and host != "localhost"


def is_public(text: str) -> bool:
    """Whether an address lies outside: not private, loopback, link-local, multicast or a tunnel."""
    address = _unwrapped(ip_address(text.partition("%")[0]))
    return address is not None and address.is_global and not address.is_multicast


def _unwrapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address | None:
    """The address that packets end at; none where a tunnel hides it."""
    if isinstance(address, IPv4Address):
        return address
    if address.teredo is not None:
        return None
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and address in _NAT64:
        inner = IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address


def addresses_of(host: str, port: int) -> list[str]:
    """Every address a name has now; refused if one of them lies inside."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    if not addresses or not all(is_public(address) for address in addresses):
        raise AddressRefused("address inside")
    return addresses


class _CheckedConnection(HTTPSConnection):
    """Connects to the address that was looked at; the certificate is still the name's."""

    def _new_conn(self) -> socket.socket:
        failed: OSError = AddressRefused("no address")
        for address in addresses_of(self.host, self.port):
            try:
                return create_connection(
                    (address, self.port), self.timeout, socket_options=self.socket_options
                )
            except OSError as error:
                failed = error
        raise failed


class _CheckedPool(HTTPSConnectionPool):
    ConnectionCls = _CheckedConnection


class _CheckedAdapter(HTTPAdapter):
    """Knows no other way out than the checked one."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": _CheckedPool}


def post(url: str, hosts: Iterable[str], body: bytes, headers: Mapping[str, str]) -> Answered:
    """Send a body; the answer's own body is never read. Raises what the way there raises."""
    check_url(url, hosts, most=1000)
    with requests.Session() as session:
        session.trust_env = False
        session.adapters.clear()
        session.mount("https://", _CheckedAdapter(max_retries=0))
        with session.post(
            url,
            data=body,
            headers={**headers, "Accept-Encoding": "identity"},
            timeout=SECONDS,
            allow_redirects=False,
            stream=True,
        ) as answer:
            return Answered(answer.status_code, _wait(answer.headers.get("Retry-After", "")))


def _wait(text: str) -> int:
    """Seconds of a `Retry-After`, a day at most; dates are not understood."""
    whole = text.strip().partition(".")[0]
    return min(int(whole), 86_400) if whole.isascii() and whole.isdecimal() else 0
