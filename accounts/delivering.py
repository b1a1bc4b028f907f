"""Sending to devices and webhooks (R-11): at least once, apart from every game and every mail.

A notice says that it wants out (`to_push`); a task turns it into one delivery per device and
webhook, as its person wants at that moment, and tries each until it is taken, is worthless, or was
tried too often. Repeats carry the notice's number, so that a browser shows one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from datetime import datetime, timedelta

import structlog
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts import devices, gamefacts, pushes, webhooks
from accounts.kinds import told
from accounts.models import Delivery, Device, Notice, Preferences, Webhook
from accounts.notices import said_outside, wording
from accounts.outside import Answered
from accounts.refusals import Refused
from accounts.sending import full
from accounts.veils import veiled

BATCH = 50
MAX_AGE = timedelta(days=1)  # nobody wants yesterday's turn
STUCK_AFTER = timedelta(minutes=2)
MAX_TRIES = 6
FIRST_PAUSE = 30
RUN_SECONDS = 20.0  # a run stops here and the next goes on: others wait for this worker too
DEVICE_FAILURES = 20
GONE = frozenset({404, 410})
NOT_OURS = frozenset({401, 403})
BUSY = 429
_RUNNING = "accounts:delivering"

log = structlog.get_logger()


def send_due(now: datetime | None = None) -> int:
    """Send what is due; answers how many were taken. One run at a time, whoever asks."""
    if not cache.add(_RUNNING, 1, timeout=3 * int(RUN_SECONDS)):
        return 0
    try:
        now = now or timezone.now()
        _spread(now)
        return _send(_take(now))
    finally:
        cache.delete(_RUNNING)


def _spread(now: datetime) -> None:
    """One delivery per device and webhook for each notice that wants out."""
    with transaction.atomic():
        waiting = Notice.objects.select_for_update(skip_locked=True).filter(to_push=True)
        notices = list(waiting.order_by("id")[:BATCH])
        if not notices:
            return
        fresh = [n for n in notices if n.read_at is None and n.created_at > now - MAX_AGE]
        rows = _deliveries(fresh, now)
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        Notice.objects.filter(pk__in=[n.pk for n in notices]).update(to_push=False)


def _deliveries(notices: list[Notice], now: datetime) -> list[Delivery]:
    people = {n.recipient_id for n in notices}
    own = dict(Preferences.objects.filter(user_id__in=people).values_list("user_id", "notices"))
    found = Device.objects.filter(user_id__in=people, user__is_active=True)
    at_hand: dict[int, list[Device]] = defaultdict(list)
    for device in devices.still_signed_in(found.select_related("session")):
        at_hand[device.user_id].append(device)
    hooks = {
        hook.user_id: hook
        for hook in Webhook.objects.filter(user_id__in=people, user__is_active=True, off_at=None)
    }
    rows = []
    for notice in notices:
        how = told(notice.kind, own.get(notice.recipient_id))
        if how.browser:
            rows += [
                Delivery(notice=notice, device=device, due_at=now)
                for device in at_hand[notice.recipient_id]
            ]
        if how.hook and notice.recipient_id in hooks:
            rows.append(Delivery(notice=notice, hook=hooks[notice.recipient_id], due_at=now))
    return rows


def _take(now: datetime) -> list[Delivery]:
    """Deliveries that are due; a worker that dies leaves them to the next after a while."""
    with transaction.atomic():
        due = (
            Delivery.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(done_at=None, due_at__lte=now)
            .select_related("notice", "device", "hook")
        )
        taken = list(due.order_by("due_at", "id")[:BATCH])
        for delivery in taken:
            delivery.tries += 1
            delivery.due_at = now + STUCK_AFTER
        Delivery.objects.bulk_update(taken, ["tries", "due_at"])
    return taken


def _send(taken: list[Delivery]) -> int:
    until = time.monotonic() + RUN_SECONDS
    notices = [delivery.notice for delivery in taken if delivery.notice is not None]
    texts = {notice.pk: text for notice, text in said_outside(notices)}
    silent: set[int] = set()
    sent = 0
    for delivery in taken:
        is_late = time.monotonic() > until or (delivery.hook_id or 0) in silent
        if is_late:
            Delivery.objects.filter(pk=delivery.pk).update(
                due_at=timezone.now(), tries=delivery.tries - 1
            )
            continue
        is_sent = _try(delivery, texts)
        sent += is_sent
        if not is_sent and delivery.hook_id:
            silent.add(delivery.hook_id)
    return sent


def _try(delivery: Delivery, texts: dict[int, str]) -> bool:
    """One try; whatever it comes to is written down here."""
    if _is_worthless(delivery):
        _done(delivery)
        return False
    try:
        answer = _post(delivery, texts)
    except Refused as refusal:  # its host left the list since
        answer = None
        log.info("delivery_refused", delivery=delivery.pk, code=refusal.code)
        delivery.tries = MAX_TRIES
    except Exception as error:  # network, certificate, address inside: the type tells enough
        answer = None
        log.info("delivery_failed", delivery=delivery.pk, error=type(error).__name__)
    if answer is not None and answer.is_ok:
        _taken(delivery)
        return True
    _not_taken(delivery, answer)
    return False


def _is_worthless(delivery: Delivery) -> bool:
    """Read meanwhile, too old, or its webhook was switched off."""
    notice = delivery.notice
    is_old = delivery.created_at < timezone.now() - MAX_AGE
    is_read = notice is not None and notice.read_at is not None
    return is_old or is_read or (delivery.hook is not None and delivery.hook.off_at is not None)


def _post(delivery: Delivery, texts: dict[int, str]) -> Answered:
    notice = delivery.notice
    if delivery.device is not None:
        assert notice is not None
        url = reverse("notice", args=[notice.pk])
        return pushes.send(delivery.device, veiled(notice.pk), texts[notice.pk], url)
    assert delivery.hook is not None
    if notice is not None:
        url = full(reverse("notice", args=[notice.pk]))
        return webhooks.send(delivery.hook, texts[notice.pk], url)
    return webhooks.send(delivery.hook, _news(delivery), full(str(delivery.params.get("url", ""))))


def _news(delivery: Delivery) -> str:
    """A park's news; where the title asks for it no more than game and phase."""
    little = gamefacts.discreet([delivery.game_id])
    return little.get(delivery.game_id or 0) or wording(f"public_{delivery.kind}", delivery.facts())


def _taken(delivery: Delivery) -> None:
    now = timezone.now()
    _done(delivery)
    if delivery.device is not None:
        Device.objects.filter(pk=delivery.device.pk).update(used_at=now, failures=0)
    if delivery.hook is not None:
        Webhook.objects.filter(pk=delivery.hook.pk).update(used_at=now, failures=0)


def _done(delivery: Delivery) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(done_at=timezone.now())


def _not_taken(delivery: Delivery, answer: Answered | None) -> None:
    status = answer.status if answer is not None else 0
    if delivery.device is not None and not _keeps(delivery.device, status):
        return
    is_gone = status in GONE | NOT_OURS
    if is_gone or delivery.tries >= MAX_TRIES:
        _done(delivery)
        if delivery.hook is not None:
            webhooks.failed(delivery.hook, is_gone=is_gone)
        return
    asked = answer.wait if answer is not None else 0
    pause = max(asked, FIRST_PAUSE * 2 ** (delivery.tries - 1))
    Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now() + timedelta(seconds=pause))


def _keeps(device: Device, status: int) -> bool:
    """Whether a device that did not take it is kept: a subscription that ended is forgotten."""
    if status in GONE | NOT_OURS or device.failures + 1 >= DEVICE_FAILURES:
        device.delete()
        return False
    if status != BUSY:
        Device.objects.filter(pk=device.pk).update(failures=device.failures + 1)
    return True
