"""One ORK call over the wire: what is sent, how long is waited, whom we let ourselves talk to.

The address comes from settings, but what a name resolves to is not ours to trust (T-14): https
only, hosts from an allow-list, no redirects, and the address of the open connection is looked at
before anything is sent over it, so that a name that changes its mind gains nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import ip_address
from socket import socket
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, TimeoutError

from accounts.outside import AddressRefused, is_public
from games.league.ork_answers import Kind, Unusable

BODY_LIMIT = 20 * 1024 * 1024
CHUNK = 64 * 1024
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
RETRIED = frozenset({429, *range(500, 600)})


class Passing(Exception):  # noqa: N818 - caught by the retry loop alone
    """A fault that may be gone at the next try (ORK-5.2)."""

    def __init__(self, kind: Kind, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class _PublicConnection(HTTPSConnection):
    def _new_conn(self) -> socket:
        sock = super()._new_conn()
        if not is_public(sock.getpeername()[0]):
            sock.close()
            raise AddressRefused("address inside")
        return sock


class _LoopbackConnection(HTTPConnection):
    def _new_conn(self) -> socket:
        sock = super()._new_conn()
        if not ip_address(sock.getpeername()[0]).is_loopback:
            sock.close()
            raise AddressRefused("not loopback")
        return sock


class _PublicPool(HTTPSConnectionPool):
    ConnectionCls = _PublicConnection


class _LoopbackPool(HTTPConnectionPool):
    ConnectionCls = _LoopbackConnection


class _CheckedAdapter(HTTPAdapter):
    """Opens only connections whose far end has been looked at."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        pools = {"https": _PublicPool, "http": _LoopbackPool}
        self.poolmanager.pool_classes_by_scheme = pools


def check_address(url: str) -> None:
    """T-14: https to an allowed host; plain http to this machine only where settings allow it."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme == "http" and host in LOOPBACK_NAMES:
        if getattr(settings, "ORK_ALLOW_LOOPBACK", False):
            return
        raise Unusable(Kind.NETWORK, "plain http is not allowed")
    if parts.scheme != "https" or parts.username or host not in settings.ORK_ALLOWED_HOSTS:
        raise Unusable(Kind.NETWORK, "address is not on the list")


def user_agent() -> str:
    """ORK-5.2: portal name and contact, in characters a header can carry."""
    text = f"{settings.SITE_NAME} ({settings.SITE_CONTACT})"
    return "".join(c if " " <= c <= "~" else "?" for c in text)


class Transport:
    """Sends calls one after another, at least `ORK_CALL_INTERVAL` apart (ORK-5.2)."""

    def __init__(
        self,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._clock = clock
        self._last: float | None = None
        self.requests = 0
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.headers.update(
            {
                "User-Agent": user_agent(),
                "Accept": "application/json",
                "Accept-Encoding": "identity",
            }
        )
        for prefix in ("https://", "http://"):
            self._session.mount(prefix, _CheckedAdapter(max_retries=0))

    def close(self) -> None:
        """Let go of the connection."""
        self._session.close()

    def get(self, parameters: dict[str, str]) -> bytes:
        """ORK-5.2: the body of one call after at most three tries, or `Unusable`."""
        check_address(settings.ORK_URL)
        waits = (*settings.ORK_RETRY_WAITS, None)
        for wait in waits:
            self._keep_distance()
            try:
                return self._once(parameters)
            except Passing as fault:
                if wait is None:
                    raise Unusable(fault.kind, fault.detail) from fault
                self._sleep(wait)
        raise AssertionError("the last try either answers or raises")

    def _keep_distance(self) -> None:
        if self._last is not None:
            rest = self._last + settings.ORK_CALL_INTERVAL - self._clock()
            if rest > 0:
                self._sleep(rest)
        self._last = self._clock()
        self.requests += 1

    def _once(self, parameters: dict[str, str]) -> bytes:
        deadline = self._clock() + settings.ORK_TIMEOUT
        try:
            with self._session.get(
                settings.ORK_URL,
                params=parameters,
                timeout=settings.ORK_TIMEOUT,
                allow_redirects=False,
                stream=True,
            ) as response:
                if response.status_code in RETRIED:
                    raise Passing(Kind.HTTP, f"HTTP {response.status_code}")
                if response.status_code != requests.codes.ok:
                    raise Unusable(Kind.HTTP, f"HTTP {response.status_code}")
                return self._body(response, deadline)
        except (requests.Timeout, TimeoutError) as error:
            if isinstance(error, requests.ConnectTimeout):
                raise Passing(Kind.TIMEOUT, "no connection in time") from error
            raise Unusable(Kind.TIMEOUT, f"no answer in {settings.ORK_TIMEOUT:g} s") from error
        except (requests.RequestException, HTTPError, OSError) as error:
            raise Passing(Kind.NETWORK, type(error).__name__) from error

    def _body(self, response: requests.Response, deadline: float) -> bytes:
        body = bytearray()
        while chunk := response.raw.read1(CHUNK, decode_content=False):
            body += chunk
            if len(body) > BODY_LIMIT:
                raise Unusable(Kind.SHAPE, "body over 20 MB")
            if self._clock() > deadline:
                raise Unusable(Kind.TIMEOUT, f"no end in {settings.ORK_TIMEOUT:g} s")
        return bytes(body)
