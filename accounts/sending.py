"""Mail about notices: at once or as a daily digest, at least once, never before the commit (R-11).

A batch is taken in one transaction and gets its Message-Id there; a worker that dies between
sending and marking leaves it `sending`, and the next sweep sends the same mail under the same id.
At most one mail per person, game and hour: what comes in between travels with the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import gamefacts
from accounts.letters import MAX_TRIES, STUCK_AFTER, message_id
from accounts.middleware import zone_of
from accounts.models import MailState, Notice, Preferences, User
from accounts.notices import ALL, address, said_outside, stop_token

BATCHES = 100
SCANNED = 5000
PAUSE = timedelta(hours=1)
DIGEST_HOUR = 8
MAX_AGE = timedelta(days=3)
_SALT = "accounts.sending"

log = structlog.get_logger()


def send_due(now: datetime | None = None) -> int:
    """Send every mail that is due; answers how many were sent."""
    now = now or timezone.now()
    return sum(_send(mail_id, now) for mail_id in _left_behind(now) + _take(now) + _digests(now))


def _left_behind(now: datetime) -> list[str]:
    """Batches taken but never marked as sent, by a worker that is no more."""
    stuck = Notice.objects.filter(mail=MailState.SENDING, mail_at__lt=now - STUCK_AFTER)
    with transaction.atomic():
        ids = sorted(set(stuck.values_list("mail_id", flat=True)))[:BATCHES]
        stuck.filter(mail_tries__gte=MAX_TRIES).update(mail=MailState.FAILED)
        stuck.filter(mail_id__in=ids).update(mail_at=now)
    return ids


def _take(now: datetime) -> list[str]:
    """Turn waiting notices into batches, one per person and game whose pause is over."""
    old = Notice.objects.filter(mail=MailState.WAITING, created_at__lt=now - MAX_AGE)
    old.update(mail=MailState.FAILED)
    recent = set(
        Notice.objects.filter(
            mail__in=(MailState.SENT, MailState.SENDING),
            mail_at__gt=now - PAUSE,
            game_id__isnull=False,
        ).values_list("recipient_id", "game_id")
    )
    waiting = Notice.objects.filter(mail=MailState.WAITING).order_by("id")
    groups: dict[tuple[int, int | None], list[int]] = {}
    for pk, user_id, game_id in waiting.values_list("pk", "recipient_id", "game_id")[:SCANNED]:
        group = (user_id, game_id)
        if group not in recent and (group in groups or len(groups) < BATCHES):
            groups.setdefault(group, []).append(pk)
    taken = (_claim(ids, MailState.WAITING, now) for ids in groups.values())
    return [mail_id for mail_id in taken if mail_id]


def _digests(now: datetime) -> list[str]:
    """One batch per person whose morning it is, with all that waits for a digest."""
    waiting = Notice.objects.filter(mail=MailState.DIGEST).order_by("id")
    people: dict[int, list[int]] = {}
    for pk, user_id in waiting.values_list("pk", "recipient_id")[:SCANNED]:
        people.setdefault(user_id, []).append(pk)
    own = {p.user_id: p for p in Preferences.objects.filter(user_id__in=list(people))}
    taken = []
    for user_id, ids in people.items():
        preferences = own.get(user_id) or Preferences(user_id=user_id)
        if _is_morning(preferences, now):
            Preferences.objects.update_or_create(user_id=user_id, defaults={"digest_at": now})
            taken.append(_claim(ids, MailState.DIGEST, now))
    return [mail_id for mail_id in taken if mail_id]


def _is_morning(preferences: Preferences, now: datetime) -> bool:
    zone = zone_of(preferences) or UTC
    here = now.astimezone(zone)
    last = preferences.digest_at
    return here.hour >= DIGEST_HOUR and (last is None or last.astimezone(zone).date() < here.date())


def _claim(ids: list[int], state: MailState, now: datetime) -> str:
    """Take these notices as one mail; empty if another worker was faster."""
    with transaction.atomic():
        notices = list(
            Notice.objects.select_for_update(skip_locked=True)
            .filter(pk__in=ids, mail=state)
            .order_by("id")
        )
        if not notices:
            return ""
        mail_id = message_id(_stable(notices[0]))
        Notice.objects.filter(pk__in=[n.pk for n in notices]).update(
            mail=MailState.SENDING, mail_id=mail_id, mail_at=now
        )
    return mail_id


def _stable(first: Notice) -> str:
    """The same for the same recipient, game, key and kind, so that repeats collapse.

    Keyed, so that nobody who carries the mail can try what it is about.
    """
    text = f"{first.recipient_id}|{first.game_id}|{first.kind}|{first.key}"
    return f"notice-{salted_hmac(_SALT, text, algorithm='sha256').hexdigest()[:32]}"


def _send(mail_id: str, now: datetime) -> int:
    batch = Notice.objects.filter(mail=MailState.SENDING, mail_id=mail_id)
    notices = list(batch.select_related("recipient").order_by("id"))
    if not notices:
        return 0
    user = notices[0].recipient
    if not user.is_active:
        batch.update(mail=MailState.NEVER)
        return 0
    for notice in notices:
        notice.mail_tries += 1
    Notice.objects.bulk_update(notices, ["mail_tries"])
    try:
        _mail(user, notices, mail_id).send()
    except Exception as error:  # whatever the mail server or its library raises: tried again
        log.warning("notice_not_sent", user=user.pk, error=type(error).__name__)
        return 0
    batch.update(mail=MailState.SENT, mail_at=now)
    return 1


def _mail(user: User, notices: list[Notice], mail_id: str) -> EmailMessage:
    little = gamefacts.discreet(n.game_id for n in notices)
    told = [n for n in notices if n.game_id not in little]
    lines = [
        {"text": text, "url": full(address(n)), "at": n.created_at}
        for n, text in said_outside(notices)
    ]
    stops = [{"kind": kind, "url": _stop(user, [kind])} for kind in _unique(n.kind for n in told)]
    # which kinds a discreet game's mail is of would tell too much: its link stops all
    is_discreet = len(told) < len(notices)
    kinds = [ALL] if is_discreet else [n.kind for n in notices]
    facts = {
        "site_name": settings.SITE_NAME,
        "lines": lines,
        "stops": stops,
        "stop_all": _stop(user, [ALL]) if is_discreet else "",
        "settings_url": full(reverse("preferences")),
    }
    subject = " ".join(render_to_string("accounts/mail/notices_subject.txt", facts).split())
    with timezone.override(_zone(user)):
        body = render_to_string("accounts/mail/notices.txt", facts)
    return EmailMessage(
        subject,
        body,
        to=[user.email],
        headers={
            "Message-ID": mail_id,
            "List-Unsubscribe": f"<{_stop(user, kinds)}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _zone(user: User) -> tzinfo:
    return zone_of(Preferences.objects.filter(user=user).first()) or UTC


def full(path: str) -> str:
    """A path of the portal as whoever is outside reaches it."""
    return f"{settings.SITE_URL}{path}" if path else ""


def _stop(user: User, kinds: Iterable[str]) -> str:
    return full(reverse("notices_stop", args=[stop_token(user.pk, kinds)]))


def _unique(kinds: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(kinds))
