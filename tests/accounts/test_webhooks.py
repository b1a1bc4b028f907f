"""Webhooks: who sets them, what is shown of them, what a park's hears."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import responses
from django.test import Client

from accounts import delivering, webhooks
from accounts.models import AuditEntry, Delivery, Notice, Webhook
from accounts.refusals import Refused

HOOK = "https://discord.com/api/webhooks/1/very-secret-word"


@pytest.fixture
def edda(make_user: Callable[..., Any]) -> Any:
    return make_user("edda")


@pytest.fixture
def park(edda: Any, make_park: Callable[..., Any]) -> Any:
    return make_park("Frost Hold", general=edda)


def test_a_person_sets_tries_replaces_and_drops_their_own(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    client.post("/settings/webhook", {"address": HOOK})
    client.post("/settings/webhook", {"do": "try"})
    assert Delivery.objects.filter(kind="webhook_test").count() == 2
    client.post("/settings/webhook", {"address": HOOK + "2"})
    assert Webhook.objects.get().address == HOOK + "2"
    client.post("/settings/webhook", {"do": "drop"})
    assert not Webhook.objects.exists()
    assert client.post("/settings/webhook", {"do": "try"}, follow=True).status_code == 200
    assert not Delivery.objects.exists()


def test_t_13_a_webhook_is_no_cannon(edda: Any) -> None:
    webhooks.set_webhook(edda, HOOK, by=edda.pk)
    for _ in range(webhooks.MOST_WORDS - 1):
        webhooks.try_out(edda, by=edda.pk)
    with pytest.raises(Refused, match="webhook_too_often"):
        webhooks.try_out(edda, by=edda.pk)
    with pytest.raises(Refused, match="webhook_too_often"):
        webhooks.set_webhook(edda, HOOK + "2", by=edda.pk)
    assert Webhook.objects.get().address == HOOK


def test_the_address_is_never_shown_again(edda: Any, park: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    client.post("/settings/webhook", {"address": HOOK})
    client.post(f"/parks/{park.slug}/webhook", {"address": HOOK})
    for page in ("/settings/", f"/parks/{park.slug}/people/", "/profile/export"):
        text = client.get(page).content.decode()
        assert "very-secret-word" not in text, page
    assert "discord.com" in client.get("/settings/").content.decode()
    assert "very-secret-word" not in json.dumps(list(AuditEntry.objects.values()), default=str)


def test_t_14_an_address_inside_is_refused_in_words(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    for address in ("http://discord.com/x", "https://10.0.0.1/x", "https://[::ffff:7f00:1]/", "x"):
        page = client.post("/settings/webhook", {"address": address}, follow=True)
        assert "flash-error" in page.content.decode(), address
    assert not Webhook.objects.exists()


def test_only_who_manages_a_park_sets_its_webhook(
    edda: Any, park: Any, make_user: Any, sign_in: Any
) -> None:
    other = sign_in(make_user("bjorn"))
    answer = other.post(f"/parks/{park.slug}/webhook", {"address": HOOK})
    assert answer.status_code == 403
    assert Client().post(f"/parks/{park.slug}/webhook", {"address": HOOK}).status_code == 302
    assert not Webhook.objects.exists()
    sign_in(edda).post(f"/parks/{park.slug}/webhook", {"address": HOOK})
    assert Webhook.objects.get().park == park
    assert AuditEntry.objects.filter(what="webhook_set", target="park").count() == 1


def test_the_settings_have_a_column_for_it_only_where_there_is_one(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    assert "your_turn-hook" not in client.get("/settings/").content.decode()
    client.post("/settings/webhook", {"address": HOOK})
    assert "your_turn-hook" in client.get("/settings/").content.decode()


@responses.activate
def test_a_park_is_told_public_news_once(park: Any) -> None:
    responses.post(HOOK, status=204)
    webhooks.set_webhook(park, HOOK, by=None)
    assert delivering.send_due() == 1
    facts = {"game_name": "Winter", "url": "/games/winter/", "when": "Saturday 3 May, 18:00"}
    for _ in range(2):
        webhooks.tell_parks([park.pk], "resolved", game_id=7, key="week:1", params=facts)
        delivering.send_due()
    assert len(responses.calls) == 2
    said = json.loads(responses.calls[1].request.body)["content"]
    assert said.startswith("Winter: ") and "Next: Saturday 3 May, 18:00." in said
    assert said.endswith("http://testserver/games/winter/")


def test_a_park_without_webhook_costs_one_question(
    park: Any, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        webhooks.tell_parks([park.pk], "resolved", game_id=7, key="1", params={})


@responses.activate
def test_a_parks_webhook_that_is_gone_is_told_to_who_acts_for_it(edda: Any, park: Any) -> None:
    responses.post(HOOK, status=404)
    webhooks.set_webhook(park, HOOK, by=None)
    delivering.send_due()
    notice = Notice.objects.get(kind="webhook_off")
    assert (notice.recipient, notice.params["park"]) == (edda, "Frost Hold")


def test_t_8_markup_of_the_channel_is_text() -> None:
    said = json.loads(webhooks.body_of("<@1> `x` ~~y~~ # z", ""))["content"]
    assert said == "\\<\\@1\\> \\`x\\` \\~\\~y\\~\\~ \\# z"
    assert len(json.loads(webhooks.body_of("*" * 5000, "/x"))["content"]) < 2000
