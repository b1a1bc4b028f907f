"""Webhooks: an address of Discord's kind where a person's or a park's notices go besides.

A person's hears what they chose; a park's hears public facts alone. The address is a secret: it is
written once, never shown, never logged, and known again by its host.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import outside, rights
from accounts.auditing import audit
from accounts.models import AuditEntry, Delivery, Park, User, Webhook
from accounts.notices import notify
from accounts.nudging import nudge_after_commit
from accounts.refusals import Refused

MOST_FAILURES = 10
MOST_WORDS = 20  # first words that one person may send in an hour (T-13)
MAX_TEXT = 1800
_NO_PREVIEW = 4  # Discord: no picture of what the link leads to
_WORDS = ("webhook_set", "webhook_tried")
_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#@])")

Owner = User | Park


def _owner(owner: Owner) -> dict[str, Owner]:
    return {"user": owner} if isinstance(owner, User) else {"park": owner}


def of(owner: Owner) -> Webhook | None:
    """The webhook of a person or a park."""
    return Webhook.objects.filter(**_owner(owner)).first()


@transaction.atomic
def set_webhook(
    owner: Owner, address: str, *, by: int | None, request: HttpRequest | None = None
) -> Webhook:
    """Keep an address in place of the one before, and send a first word there."""
    outside.check_url(address, settings.WEBHOOK_HOSTS)
    Webhook.objects.filter(**_owner(owner)).delete()
    hook = Webhook.objects.create(**_owner(owner), address=address, made_by=by or 0)
    _first_word(hook, "webhook_set", by, request)
    return hook


@transaction.atomic
def drop_webhook(owner: Owner, *, by: int | None, request: HttpRequest | None = None) -> None:
    """Forget it."""
    hook = of(owner)
    if hook is None:
        raise Refused("already_ended")
    _note(hook, "webhook_dropped", by, request)
    hook.delete()


def _note(hook: Webhook, what: str, by: int | None, request: HttpRequest | None) -> None:
    target, number = ("park", hook.park_id) if hook.park_id else ("user", hook.user_id)
    host = {"host": host_of(hook)}
    audit(by=by, what=what, target=target, target_id=number or "", after=host, request=request)


@transaction.atomic
def try_out(owner: Owner, *, by: int | None, request: HttpRequest | None = None) -> None:
    """A word, so that its owner sees that it works; one that was off is switched on again."""
    hook = of(owner)
    if hook is None:
        raise Refused("already_ended")
    Webhook.objects.filter(pk=hook.pk).update(off_at=None, failures=0)
    _first_word(hook, "webhook_tried", by, request)


def _first_word(hook: Webhook, what: str, by: int | None, request: HttpRequest | None) -> None:
    """T-13: on its way, unless somebody makes a cannon of it."""
    since = timezone.now() - timedelta(hours=1)
    words = AuditEntry.objects.filter(by=by, at__gt=since, what__in=_WORDS)
    if by is not None and words.count() >= MOST_WORDS:
        raise Refused("webhook_too_often", most=MOST_WORDS)
    _note(hook, what, by, request)
    Delivery.objects.create(hook=hook, kind="webhook_test", key=timezone.now().isoformat())
    nudge_after_commit("accounts.tasks.send_outward")


def shown(owner: Owner) -> dict[str, Any] | None:
    """What its owner is shown of it."""
    hook = of(owner)
    if hook is None:
        return None
    return {"host": host_of(hook), "made_at": hook.made_at, "used_at": hook.used_at,
            "off_at": hook.off_at}  # fmt: skip


def host_of(hook: Webhook) -> str:
    """What may be shown of an address."""
    return urlsplit(hook.address).hostname or ""


def tell_parks(
    park_ids: Iterable[int], kind: str, *, game_id: int, key: str, params: dict[str, Any]
) -> None:
    """Tell parks' webhooks once per game, key and kind, in the caller's transaction.

    `params` are public facts only: whoever reads the park's channel may know them.
    """
    hooks = list(Webhook.objects.filter(park_id__in=set(park_ids), off_at=None))
    if not hooks:
        return
    Delivery.objects.bulk_create(
        [
            Delivery(hook=hook, game_id=game_id, kind=kind, key=key[:120], params=params)
            for hook in hooks
        ],
        ignore_conflicts=True,
    )
    nudge_after_commit("accounts.tasks.send_outward")


def body_of(text: str, url: str) -> bytes:
    """One message as Discord takes it: plain text, nobody is called by name."""
    plain = _MARKUP.sub(r"\\\1", text)[:MAX_TEXT]
    return json.dumps(
        {
            "username": settings.SITE_NAME[:80],
            "content": f"{plain}\n{url}" if url else plain,
            "allowed_mentions": {"parse": []},
            "flags": _NO_PREVIEW,
        }
    ).encode()


def send(hook: Webhook, text: str, url: str) -> outside.Answered:
    """Post one message to it."""
    headers = {"Content-Type": "application/json"}
    return outside.post(hook.address, settings.WEBHOOK_HOSTS, body_of(text, url), headers)


@transaction.atomic
def failed(hook: Webhook, *, is_gone: bool) -> None:
    """Count what was given up; after too many, or where nothing is there, it is switched off."""
    locked = Webhook.objects.select_for_update().filter(pk=hook.pk, off_at=None).first()
    if locked is None:
        return
    locked.failures += 1
    if is_gone or locked.failures >= MOST_FAILURES:
        locked.off_at = timezone.now()
        _tell_owner(locked)
    locked.save(update_fields=["failures", "off_at"])


def _tell_owner(hook: Webhook) -> None:
    """The person, or whoever acts for the park."""
    if hook.park is None:
        users = [hook.user_id] if hook.user_id else []
        params: dict[str, Any] = {"url": "/settings/"}
    else:
        users = rights.acting_users([hook.park.pk]).get(hook.park.pk, [])
        params = {"url": f"/parks/{hook.park.slug}/people/", "park": hook.park.name}
    assert hook.off_at is not None
    key = f"{hook.pk}:{hook.off_at.isoformat()}"
    notify(users, "webhook_off", game_id=None, key=key, params=params)
