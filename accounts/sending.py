"""Mail about notices: at once or as a daily digest, at least once, never before the commit (R-11).

A batch is taken in one transaction and gets its Message-Id there; a worker that dies between
sending and marking leaves it `sending`, and the next sweep sends the same mail under the same id.
At most one mail per person, game and hour: what comes in between travels with the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.letters import MAX_TRIES, STUCK_AFTER, message_id
from accounts.models import MailState, Notice, Preferences, User
from accounts.notices import address, stop_token, worded

BATCHES = 100
SCANNED = 5000
PAUSE = timedelta(hours=1)
DIGEST_HOUR = 8
MAX_AGE = timedelta(days=3)

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
    zone = ZoneInfo(preferences.zone) if preferences.zone else UTC
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
    """The same for the same recipient, game, key and kind, so that repeats collapse."""
    text = f"{first.recipient_id}|{first.game_id}|{first.kind}|{first.key}"
    return f"notice-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


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
    lines = [{"text": text, "url": _full(address(n))} for n, text in worded(notices)]
    stops = [
        {"kind": kind, "url": _stop(user, [kind])} for kind in _unique(n.kind for n in notices)
    ]
    facts = {
        "site_name": settings.SITE_NAME,
        "lines": lines,
        "stops": stops,
        "settings_url": _full(reverse("preferences")),
    }
    subject = " ".join(render_to_string("accounts/mail/notices_subject.txt", facts).split())
    all_kinds = _stop(user, [n.kind for n in notices])
    return EmailMessage(
        subject,
        render_to_string("accounts/mail/notices.txt", facts),
        to=[user.email],
        headers={
            "Message-ID": mail_id,
            "List-Unsubscribe": f"<{all_kinds}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _full(path: str) -> str:
    return f"{settings.SITE_URL}{path}" if path else ""


def _stop(user: User, kinds: Iterable[str]) -> str:
    return _full(reverse("notices_stop", args=[stop_token(user.pk, kinds)]))


def _unique(kinds: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(kinds))
