"""T-22: tokens are shown once, kept as a hash, bounded, revocable, and never staff."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from accounts import gamefacts, services, tokens
from accounts.models import ApiToken, AuditEntry, Bearer, Notice
from accounts.refusals import Refused
from tests.accounts.conftest import PASSWORD


@pytest.fixture
def edda(make_user: Callable[..., Any]) -> Any:
    return make_user("edda")


@pytest.fixture(autouse=True)
def seats() -> Iterator[None]:
    """Everybody acts for seats 1 and 2 of one game."""
    before = gamefacts._facts()
    own = [gamefacts.OwnSeat("abcdefghjk", "Winter", number, f"Seat {number}") for number in (1, 2)]
    gamefacts.register(gamefacts.GameFacts(seats=lambda user: own))
    yield
    gamefacts.register(before)


def make(user: Any, **more: Any) -> tuple[ApiToken, str]:
    return tokens.make(user, "bot", **{"scopes": frozenset({"act"}), **more})


@pytest.fixture
def fresh(edda: Any, sign_in: Any) -> Client:
    """Edda's browser, with her password asked for just now."""
    client: Client = sign_in(edda)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def test_t_22_only_a_hash_is_kept(edda: Any) -> None:
    token, secret = make(edda)
    kept = str(list(ApiToken.objects.values()))
    assert secret not in kept and secret.startswith(token.head)
    assert len(secret) > 40 and len(token.head) < 12
    grant = tokens.find(secret)
    assert grant is not None and grant.user == edda.pk and grant.scopes == {"watch", "act"}


def test_t_22_its_secret_is_shown_once(fresh: Client) -> None:
    form = {"name": "bot at home", "act": "on", "where": "abcdefghjk:2"}
    page = fresh.post("/account/tokens/", form, follow=True).content.decode()
    token = ApiToken.objects.get()
    assert (token.game, token.seat, token.may_act, token.may_chat) == ("abcdefghjk", 2, True, False)
    secret = page.split('readonly value="')[1].split('"')[0]
    assert tokens.find(secret) is not None
    again = fresh.get("/account/tokens/").content.decode()
    assert secret not in again and token.head in again and "Winter, Seat 2" in again


def test_making_one_needs_a_fresh_sign_in(edda: Any) -> None:
    client = Client()
    client.force_login(edda)
    answer = client.post("/account/tokens/", {"name": "bot"})
    assert "/reauthenticate/" in answer["Location"]
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    "form", [{}, {"name": " "}, {"name": "x" * 61}, {"name": "x", "where": "y"}]
)
def test_what_cannot_be_one_is_said_on_the_form(fresh: Client, form: dict[str, str]) -> None:
    answer = fresh.post("/account/tokens/", form)
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    "place", [{"game": "other"}, {"game": "abcdefghjk", "seat": 3}, {"seat": 1}]
)
def test_t_22_it_is_bound_to_seats_its_owner_holds_only(edda: Any, place: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="no_such_seat"):
        make(edda, **place)


def test_its_owner_is_told_and_the_log_knows(edda: Any) -> None:
    make(edda)
    assert Notice.objects.filter(recipient=edda, kind="token").count() == 1
    assert AuditEntry.objects.get(what="token_made").by == edda.pk


def test_there_are_at_most_so_many(edda: Any) -> None:
    for _ in range(tokens.MOST):
        make(edda)
    with pytest.raises(Refused, match="too_many_tokens"):
        make(edda)


def test_t_22_a_revoked_token_finds_nobody_and_its_sockets_close(
    edda: Any, heard: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    from accounts.live import session_tag

    token, secret = make(edda)
    with django_capture_on_commit_callbacks(execute=True):
        tokens.revoke(token)
    assert tokens.find(secret) is None
    ended = [message for message in heard if message["kind"] == "user_ended"]
    assert [message["session"] for message in ended] == [session_tag(f"token:{token.pk}")]
    with pytest.raises(Refused, match="already_ended"):
        tokens.revoke(token)


def test_others_tokens_are_not_found(edda: Any, make_user: Any, sign_in: Any) -> None:
    token, secret = make(edda)
    client = sign_in(make_user("bjorn"))
    assert client.post(f"/account/tokens/{token.pk}/revoke").status_code == 404
    assert token.head not in client.get("/account/tokens/").content.decode()
    assert tokens.find(secret) is not None


def test_a_banned_or_emptied_account_has_no_tokens_that_work(edda: Any, make_user: Any) -> None:
    _, secret = make(edda)
    services.deactivate(edda, by=None)
    assert tokens.find(secret) is None
    other = make_user("bjorn")
    make(other)
    services.empty_account(other, by=None)
    assert not ApiToken.objects.filter(user=other).exists()


def test_t_22_a_token_never_gives_staff_powers(make_user: Any) -> None:
    master = make_user("grix", staff=True)
    _, secret = make(master, scopes=frozenset({"act", "chat"}))
    grant = tokens.find(secret)
    assert grant is not None and grant.scopes == {"watch", "act"}  # GMs' rooms stay theirs
    who = tokens.bearer(grant)
    assert isinstance(who, Bearer) and who.pk == master.pk
    assert not (who.is_staff or who.is_superuser or who.has_perm("games.change_game"))
    assert not who.has_module_perms("games") and not who.has_perms(["games.change_game"])
    with pytest.raises(TypeError):
        who.save()


@pytest.mark.parametrize("secret", ["", "portal_", "ü", "x" * 101, "portal_" + "A" * 43])
def test_t_22_what_is_no_token_finds_nobody(db: None, secret: str) -> None:
    assert tokens.find(secret) is None


def test_its_last_use_is_written_seldom(edda: Any, django_assert_num_queries: Any) -> None:
    _, secret = make(edda)
    tokens.find(secret)
    first = ApiToken.objects.get().used_at
    assert first is not None
    with django_assert_num_queries(1):
        tokens.find(secret)
    assert ApiToken.objects.get().used_at == first
