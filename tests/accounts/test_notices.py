"""Notices: once each, after the commit, mailed as people chose, stopped without sign-in (R-11)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from accounts import sending, services
from accounts.kinds import GM_KINDS, KINDS
from accounts.models import MailState, Notice, Preferences
from accounts.notices import choose, stop_token, worded
from accounts.veils import unveiled, veiled

NOON = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def _tell(*users, kind: str = "your_turn", game: int | None = 7, key: str = "turn-1", **params):
    services.notify([u.pk for u in users], kind, game_id=game, key=key, params=params)


@pytest.fixture
def edda(make_user):
    return make_user("edda")


@pytest.mark.parametrize("game", [7, None])
def test_r_11_one_notice_per_recipient_game_key_and_kind(edda, game) -> None:
    for _ in range(3):
        _tell(edda, edda, game=game)
    assert Notice.objects.count() == 1
    _tell(edda, game=game, key="turn-2")
    _tell(edda, game=game, kind="nudge")
    _tell(edda, game=8)
    assert Notice.objects.count() == 4


def test_a_turn_that_has_passed_waits_for_nobody(edda, make_user) -> None:
    finn = make_user("finn")
    _tell(edda, finn)
    _tell(edda, kind="clock_half")
    _tell(edda, kind="mention")
    _tell(edda, game=8)
    _tell(edda)  # told again, and still not read
    assert services.unread_count(edda) == 4
    _tell(edda, key="turn-2")
    unread = Notice.objects.filter(recipient=edda, read_at=None).order_by("pk")
    found = [(n.kind, n.game_id, n.key) for n in unread]
    assert found == [
        ("mention", 7, "turn-1"),
        ("your_turn", 8, "turn-1"),
        ("your_turn", 7, "turn-2"),
    ]
    passed = Notice.objects.filter(recipient=edda, kind__in=("your_turn", "clock_half"), game_id=7)
    assert {n.mail for n in passed.exclude(key="turn-2")} == {MailState.NEVER}
    _tell(edda, kind="game_over", key="end")
    assert not Notice.objects.filter(recipient=edda, game_id=7, kind="your_turn", read_at=None)
    assert services.unread_count(finn) == 1


def test_r_11_nothing_is_told_of_what_was_rolled_back(edda, no_nudges) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        _tell(edda)
        raise ZeroDivisionError
    assert not Notice.objects.exists() and no_nudges == []


def test_r_11_the_task_is_woken_after_the_commit(
    edda, no_nudges, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        _tell(edda)
        assert no_nudges == []
    assert no_nudges == ["accounts.tasks.send_notices"]


def test_the_number_of_statements_does_not_grow_with_recipients(
    make_user, django_assert_num_queries
) -> None:
    users = [make_user(f"name {letter}") for letter in "abcdefgh"]
    with django_assert_num_queries(4):
        _tell(*users)


def test_banned_and_unknown_people_are_told_nothing(edda) -> None:
    services.deactivate(edda, by=None)
    services.notify([edda.pk, 10**9], "news", game_id=None, key="x")
    assert not Notice.objects.exists()


@pytest.mark.parametrize("kind", ["../etc", "Your turn", "", "x" * 33])
def test_a_kind_is_a_plain_word(edda, kind: str) -> None:
    with pytest.raises(ValueError, match="kind"):
        _tell(edda, kind=kind)


def test_r_11_mail_goes_out_once(edda) -> None:
    _tell(edda, game_name="Winter")
    assert sending.send_due() == 1
    assert sending.send_due() == 0
    sent = mail.outbox[0]
    assert sent.to == [edda.email] and "Winter" in sent.subject
    assert Notice.objects.get().mail == MailState.SENT


def test_r_11_the_message_id_is_stable(edda, make_user) -> None:
    _tell(edda)
    sending.send_due()
    first = mail.outbox[0].extra_headers["Message-ID"]
    Notice.objects.all().delete()
    _tell(edda)
    sending.send_due()
    assert mail.outbox[1].extra_headers["Message-ID"] == first
    _tell(make_user("bjorn"))
    sending.send_due()
    assert mail.outbox[2].extra_headers["Message-ID"] != first


def test_r_11_a_worker_that_dies_after_sending_repeats_the_same_mail(edda, monkeypatch) -> None:
    _tell(edda)
    taken = sending._take(datetime.now(UTC))
    assert len(taken) == 1 and mail.outbox == []
    _tell(edda, key="turn-2")  # arrives meanwhile, and must not hide in the repeated mail
    assert sending.send_due() == 0
    later = datetime.now(UTC) + timedelta(minutes=3)
    assert sending.send_due(later) == 1
    assert mail.outbox[0].extra_headers["Message-ID"] == taken[0]
    assert sending.send_due(later + 2 * HOUR) == 1
    assert Notice.objects.filter(mail=MailState.SENT).count() == 2


def test_r_15_mail_down_loses_nothing(edda, settings) -> None:
    _tell(edda)
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.accounts.broken_mail.Backend"
    now = datetime.now(UTC)
    for minute in range(0, 9, 3):
        assert sending.send_due(now + timedelta(minutes=minute)) == 0
    settings.EMAIL_BACKEND = working
    assert sending.send_due(now + timedelta(minutes=12)) == 1


def test_mail_is_given_up_in_the_end(edda, settings) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.broken_mail.Backend"
    _tell(edda)
    now = datetime.now(UTC)
    for minute in range(0, 60, 3):
        sending.send_due(now + timedelta(minutes=minute))
    assert Notice.objects.get().mail == MailState.FAILED


def test_one_mail_per_game_and_hour(edda) -> None:
    now = datetime.now(UTC)
    _tell(edda, key="1")
    assert sending.send_due(now) == 1
    _tell(edda, key="2")
    _tell(edda, key="3", kind="nudge")
    _tell(edda, key="1", game=8)
    assert sending.send_due(now + HOUR / 2) == 1  # the other game's
    assert sending.send_due(now + HOUR * 1.1) == 1
    assert mail.outbox[-1].subject.endswith("2 notices")


def test_what_was_read_is_not_mailed(edda) -> None:
    _tell(edda)
    services.mark_read(edda)
    assert sending.send_due() == 0
    assert services.unread_count(edda) == 0


def test_the_daily_digest_comes_in_the_morning_of_ones_zone(edda) -> None:
    Preferences.objects.create(user=edda, zone="America/Denver")  # 12:00 UTC is 06:00 there
    _tell(edda, kind="resolved", key="1")
    _tell(edda, kind="resolved", key="2", game=8)
    assert sending.send_due(NOON) == 0
    assert sending.send_due(NOON + 3 * HOUR) == 1
    assert mail.outbox[0].subject.endswith("2 notices")
    _tell(edda, kind="resolved", key="3")
    assert sending.send_due(NOON + 5 * HOUR) == 0
    assert sending.send_due(NOON + 27 * HOUR) == 1


def test_the_digest_tells_when_in_ones_own_zone(edda) -> None:
    Preferences.objects.create(user=edda, zone="Asia/Tokyo")
    for key in ("1", "2"):
        _tell(edda, kind="resolved", key=key)
    Notice.objects.update(created_at=NOON)
    assert sending.send_due(NOON + 12 * HOUR) == 1  # 9:00 in Tokyo
    assert mail.outbox[0].body.count("Thu 1 May, 21:00 JST") == 2


def test_a_digest_of_every_kind_has_a_link_that_stops_them_all(edda) -> None:
    for kind in [*KINDS, *GM_KINDS]:
        choose(edda, {kind: {"mail": "digest"}})
        _tell(edda, kind=kind)
    assert sending.send_due(datetime.now(UTC).replace(hour=23)) == 1
    path = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert Client().post(path.removeprefix("http://testserver")).status_code == 200
    own = Preferences.objects.get(user=edda).notices
    assert {own[kind]["mail"] for kind in KINDS} == {"never"}


def test_who_chose_never_gets_no_mail_but_the_notice(edda) -> None:
    choose(edda, {"your_turn": {"page": True, "browser": True, "mail": "never"}})
    _tell(edda)
    assert sending.send_due() == 0
    assert services.unread_count(edda) == 1


def test_who_chose_no_page_gets_mail_only(edda, sign_in) -> None:
    choose(edda, {"your_turn": {"page": False, "browser": False, "mail": "once"}})
    _tell(edda)
    assert services.unread_count(edda) == 0
    assert sending.send_due() == 1


def test_a_new_choice_holds_for_mail_that_waits(edda) -> None:
    _tell(edda)
    choose(edda, {"your_turn": {"page": True, "browser": True, "mail": "never"}})
    assert sending.send_due() == 0


def test_r_11_unsubscribing_works_without_sign_in(edda) -> None:
    _tell(edda)
    sending.send_due()
    link = next(x for x in mail.outbox[0].body.split() if "/notices/stop/" in x)
    path = link.removeprefix("http://testserver")
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200
    _tell(edda, key="2", game=8)
    assert Notice.objects.get(key="2").mail == MailState.WAITING  # a look changed nothing
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert sending.send_due() == 0
    _tell(edda, key="3", game=9)
    assert sending.send_due() == 0
    _tell(edda, key="3", game=9, kind="nudge")
    assert sending.send_due() == 1


def test_r_11_the_mail_program_has_a_one_click_header(edda) -> None:
    _tell(edda)
    sending.send_due()
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = headers["List-Unsubscribe"].strip("<>").removeprefix("http://testserver")
    assert Client(enforce_csrf_checks=True).post(path).status_code == 200
    edda.preferences.refresh_from_db()
    assert edda.preferences.notices["your_turn"]["mail"] == "never"


def test_a_forged_token_stops_nothing(edda) -> None:
    token = stop_token(edda.pk, ["your_turn"])
    forged = token[:-2] + ("AA" if token[-2:] != "AA" else "BB")
    assert Client().post(f"/notices/stop/{forged}/").status_code == 404
    assert not Preferences.objects.exists()


def test_the_list_shows_ones_own_and_leads_on(edda, make_user, sign_in) -> None:
    other = make_user("bjorn")
    _tell(edda, game_name="Winter", url="/games/winter/")
    _tell(other, game_name="Summer")
    client = sign_in(edda)
    assert client.get("/notices/count").json()["unread"] == 1
    text = client.get("/notices/").content.decode()
    assert "Winter" in text and "Summer" not in text
    own = Notice.objects.get(recipient=edda)
    assert client.get(f"/notices/{veiled(own.pk)}/").url == "/games/winter/"
    assert client.get("/notices/count").json() == {"unread": 0, "latest": []}
    others = Notice.objects.get(recipient=other)
    assert client.get(f"/notices/{veiled(others.pk)}/").status_code == 404


def test_r_4_no_number_of_a_notice_counts_what_others_are_told(edda, make_user, sign_in) -> None:
    """A trade that failed is told to two people between other notices of the same window."""
    _tell(edda)
    _tell(make_user("bjorn"), kind="offer")
    _tell(edda, kind="mention", key="turn-2")
    client, rows = sign_in(edda), list(Notice.objects.filter(recipient=edda))
    latest = client.get("/notices/count").json()["latest"]
    assert [entry["id"] for entry in latest] == [veiled(row.pk) for row in rows]
    assert [entry["url"] for entry in latest] == [f"/notices/{veiled(row.pk)}/" for row in rows]
    page = client.get("/notices/").content.decode()
    assert all(f"/notices/{row.pk}/" not in page for row in rows)
    assert client.get(f"/notices/{rows[0].pk}/").status_code == 404


@pytest.mark.parametrize("number", [1, 2, 2**31, 2**63 - 1])
def test_r_4_a_veiled_number_is_found_again_and_tells_no_order(number: int) -> None:
    assert unveiled(veiled(number)) == number
    assert len(veiled(number)) == 32 and veiled(number)[:16] != veiled(number - 1)[:16]


@pytest.mark.parametrize("text", ["", "7", "0" * 32, "A" * 32, "f" * 33, "\u0661" * 32])
def test_what_is_no_veiled_number_names_nothing(text: str) -> None:
    assert unveiled(text) is None


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "//evil.example", "/\\evil", "javascript:1"]
)
def test_a_notice_leads_nowhere_outside(edda, sign_in, url: str) -> None:
    _tell(edda, url=url)
    client = sign_in(edda)
    assert client.get(f"/notices/{veiled(Notice.objects.get().pk)}/").url == "/notices/"


def test_marking_all_as_read(edda, sign_in) -> None:
    _tell(edda, key="1")
    _tell(edda, key="2")
    client = sign_in(edda)
    client.post("/notices/read")
    assert services.unread_count(edda) == 0


def test_visitors_have_no_notices(db: None, client) -> None:
    assert client.get("/notices/count").json() == {"unread": 0, "latest": []}
    assert client.get("/notices/").status_code == 302


def test_t_8_markup_in_a_notice_is_text(edda, sign_in) -> None:
    _tell(edda, game_name="<script>alert(1)</script>", prompt="a & b")
    text = sign_in(edda).get("/notices/").content.decode()
    assert "<script>alert" not in text and "&lt;script&gt;" in text
    sending.send_due()
    assert "a & b" in mail.outbox[0].body and "&amp;" not in mail.outbox[0].body


def test_t_13_no_header_is_injected_by_a_name(edda) -> None:
    _tell(edda, game_name="Winter\r\nBcc: c@d.org")
    sending.send_due()
    assert "\n" not in mail.outbox[0].subject
    assert "Bcc" not in mail.outbox[0].message()


def test_r_14_people_stand_in_notices_by_number(edda, make_user, make_park) -> None:
    member = make_user("bjorn")
    make_park("Frost Hold", general=edda)
    services.appoint(edda.player.appointments.get().park, member.player, "deputy", by=edda.pk)
    notice = Notice.objects.filter(kind="appointment", recipient=edda).latest("id")
    assert "Bjorn" not in str(notice.params)
    assert "Bjorn is now deputy" in worded([notice])[0][1]
    services.empty_account(member, by=None)
    assert "Former member" in worded([notice])[0][1]


def test_a_titles_own_words_stand_as_they_are(edda) -> None:
    _tell(edda, kind="resolved", text="Week 6 of Winter is resolved.", game_name="Winter")
    assert worded(Notice.objects.all())[0][1] == "Week 6 of Winter is resolved."


@pytest.mark.parametrize("kind", [*KINDS, *GM_KINDS, "of_tomorrow"])
def test_every_kind_has_a_sentence(edda, kind: str) -> None:
    _tell(edda, kind=kind)
    text = worded(Notice.objects.all())[0][1]
    assert text.endswith(".") and len(text) > 8


def test_old_notices_go(edda) -> None:
    from accounts.tasks import tidy

    _tell(edda)
    Notice.objects.update(created_at=NOON.replace(year=2020))
    tidy()
    assert not Notice.objects.exists()
