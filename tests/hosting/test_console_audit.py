"""R-9: a crawl of the whole console posts every form: rows = changes; nothing is deleted."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib import admin
from django.db import DatabaseError, connection, transaction
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver, reverse

from accounts.models import AuditEntry
from games.hosting.models import FailedTask, Game, LogEntry, Update
from games.registry import rules_of
from tests.hosting.console_steps import Console, make_console, messages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def console(make_user: Any, make_park: Any, settings: Any) -> Console:
    made = make_console(make_user, make_park, settings)
    made.gm.raise_request_exception = True
    return made


class Forms(HTMLParser):
    """The POST forms of a page with what their fields hold at first."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self._open = False
        self._select = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        told = dict(attrs)
        if tag == "form":
            self._open = (told.get("method") or "").lower() == "post"
            if self._open:
                self.forms.append((told.get("action") or "", {}))
        elif self._open and tag == "input" and told.get("name"):
            if told.get("type") != "checkbox" or "checked" in told:
                self._add(told["name"], told.get("value") or "")
        elif self._open and tag == "select":
            self._select = told.get("name") or ""
        elif self._open and tag == "option" and self._select and told.get("value"):
            if "selected" in told or self._select not in self.forms[-1][1]:
                self._add(self._select, told["value"])
        elif self._open and tag == "textarea":
            self._add(told.get("name") or "", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = ""

    def _add(self, name: str, value: str) -> None:
        if name and name != "csrfmiddlewaretoken":
            self.forms[-1][1].setdefault(name, []).append(value)


def forms_of(page: Any) -> list[tuple[str, dict[str, list[str]]]]:
    parser = Forms()
    parser.feed(page.content.decode())
    return parser.forms


def filled(data: dict[str, list[str]], game: Any) -> dict[str, Any]:
    """A form with something sensible in its empty fields."""
    later = int(game.due_at.timestamp()) + 7200 if game.due_at else 0
    from datetime import datetime
    from zoneinfo import ZoneInfo

    local = datetime.fromtimestamp(later, ZoneInfo("America/Denver")).strftime("%Y-%m-%dT%H:%M")
    given = {"n": "1", "q": "4", "until": local, "reason": "a crawl", "weeks": "5", "tile": "1,0",
             "corner": "N:0,0", "side": "0"}  # fmt: skip
    out: dict[str, Any] = {}
    for name, values in data.items():
        out[name] = values if any(values) else [given.get(name, "")]
    return out


def test_r_9_every_button_leaves_exactly_one_row_for_its_change(console: Console) -> None:
    """Each GM action's form is filled in, looked at and confirmed, in a game of its own step."""
    changed = 0
    kinds = [b.action.__struct_config__.tag for b in rules_of(console.game.title).meta.gm_actions]
    last = {"cancel_season", "undo_resolution", "withdraw"}
    for kind in sorted(kinds, key=lambda k: k in last):
        url = console.url("act", kind)
        page = console.gm.get(url)
        if page.status_code == 302:  # not possible now
            continue
        for _ in range(2):
            (_, data), *_rest = [f for f in forms_of(page) if "step" in f[1]]
            seq, rows = console.game.seq, len(console.rows())
            page = console.gm.post(url, filled(data, console.game))
            if page.status_code == 302:
                break
            assert console.game.seq == seq, kind
            assert len(console.rows()) == rows, kind
        moved = console.game.seq - seq
        assert len(console.rows()) - rows == moved, (kind, messages_of(console.gm.get(page.url)))
        changed += moved
    assert changed >= 10
    assert len(console.rows()) == changed


@pytest.mark.parametrize("kind", ["pause", "refresh", "feed", "hide"])
def test_r_9_host_buttons_leave_one_row_if_they_did_something(console: Console, kind: str) -> None:
    before = AuditEntry.objects.count()
    console.gm.post(console.url("host", kind), {"reason": "a crawl"})
    assert AuditEntry.objects.count() - before == (0 if kind == "feed" else 1)


def routes(resolver: Any = None, prefix: str = "/") -> list[str]:
    found = []
    for part in (resolver or get_resolver()).url_patterns:
        whole = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            found += routes(part, whole)
        elif whole.startswith("/admin/"):
            found.append(whole)
    return found


def test_r_9_a_crawl_of_all_add_forms_rows_are_changes(console: Console) -> None:
    """Every model the console can add to: an empty form changes nothing and leaves no row."""
    before = AuditEntry.objects.count()
    seen = 0
    for route in routes():
        if not route.endswith("/add/"):
            continue
        page = console.gm.get(route)
        if page.status_code != 200:
            assert page.status_code in (302, 403, 404), route
            continue
        seen += 1
        again = console.gm.post(route, {})
        assert again.status_code in (200, 302), route
    assert seen >= 3
    assert AuditEntry.objects.count() == before


def test_r_9_every_registered_model_is_audited_or_read_only(console: Console) -> None:
    from accounts.gm_admin import GmAdmin

    for model, shown in admin.site._registry.items():
        assert isinstance(shown, GmAdmin), model


def test_nothing_of_a_game_can_be_deleted(console: Console) -> None:
    request = RequestFactory().get("/")
    request.user = console.league.people["gm"]
    for model in (Game, FailedTask):
        assert not admin.site._registry[model].has_delete_permission(request)
        assert "delete_selected" not in admin.site._registry[model].get_actions(request)
    assert not admin.site.is_registered(LogEntry)
    assert not admin.site.is_registered(Update)
    assert console.gm.post(console.url("delete"), {"post": "yes"}).status_code == 403
    listed = {"action": "delete_selected", "_selected_action": [console.game.pk], "post": "yes"}
    console.gm.post(reverse("admin:games_game_changelist"), listed)
    assert Game.objects.filter(pk=console.game.pk).exists()


@pytest.mark.parametrize("table", ["games_logentry", "games_update", "accounts_auditentry"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_r_9_the_log_refuses_change_and_deletion(
    console: Console, table: str, statement: str
) -> None:
    console.act("grant_moves", side=0, n=1)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


def test_other_addresses_of_a_game_show_no_row(console: Console) -> None:
    assert console.gm.get(f"/admin/games/game/{console.game.pk} /change/").status_code == 404
    assert console.gm.get(f"/admin/games/game/{console.game.pk}%20/change/").status_code == 404


def test_foreign_models_that_hold_secrets_are_not_in_the_console(console: Console) -> None:
    names = {model._meta.label for model in admin.site._registry}
    assert not names & {"account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession"}


def test_a_failed_task_is_sent_again_once(
    console: Console, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from games.hosting.console import sending

    sent: list[Any] = []
    monkeypatch.setattr(sending, "_in_the_background", lambda *task: sent.append(task))
    row = FailedTask.objects.create(
        name="games.hosting.tasks.run_due", arguments=[[[1, 2]]], error="OSError", incident="aa11"
    )
    page = console.gm.get("/admin/").content.decode()
    assert "aa11" in page
    url = reverse("admin:games_failedtask_retry", args=[row.pk])
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            console.gm.post(url)
    assert sent == [("games.hosting.tasks.run_due", [[[1, 2]]])]
    row.refresh_from_db()
    assert row.retried_at is not None
    assert AuditEntry.objects.get(what="task.retried").target_id == str(row.pk)
    assert "aa11" not in console.gm.get("/admin/").content.decode()
    assert console.gm.get(url).status_code == 405


def test_a_task_that_is_none_is_not_sent(console: Console) -> None:
    row = FailedTask.objects.create(name="os.system", arguments=["x"], error="E", incident="bb22")
    answer = console.gm.post(reverse("admin:games_failedtask_retry", args=[row.pk]))
    assert "no such task" in messages_of(console.gm.get(answer.url))[0]
    assert not AuditEntry.objects.filter(what="task.retried").exists()


def test_the_audit_log_of_a_game_is_found_from_its_page(console: Console) -> None:
    console.act("grant_moves", side=0, n=1)
    page = console.gm.get(console.url("change")).content.decode()
    link = re.search(r'href="(/admin/accounts/auditentry/\?[^"]+)"', page)
    assert link
    listed = console.gm.get(link.group(1).replace("&amp;", "&"))
    assert "game.grant_moves" in listed.content.decode()


def test_csrf_guards_every_button(console: Console) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(console.league.people["gm"])
    for parts in (("act", "grant_moves"), ("resolve",), ("host", "pause"), ("look",)):
        assert strict.post(console.url(*parts), {"step": "confirm"}).status_code == 403, parts
