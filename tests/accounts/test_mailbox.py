"""The mail of a demonstration, kept on a page."""

from __future__ import annotations

from django.test import Client

from accounts.mailbox import BACKEND
from accounts.models import KeptMail, Letter


def test_a_demonstration_shows_its_mail(make_user, settings, client) -> None:
    from accounts.tasks import send_letters

    settings.EMAIL_BACKEND = BACKEND
    user = make_user("edda")
    Client().post("/account/login/code/", {"email": user.email})
    assert Letter.objects.count() == 1
    send_letters()
    assert not Letter.objects.exists()
    text = client.get("/mail/").content.decode()
    assert user.email in text and KeptMail.objects.get().subject in text


def test_t_8_markup_in_kept_mail_is_text(db: None, settings, client) -> None:
    settings.EMAIL_BACKEND = BACKEND
    KeptMail.objects.create(recipients="a@b.org", subject="<b>x</b>", body="<script>1</script>")
    text = client.get("/mail/").content.decode()
    assert "<b>x</b>" not in text and "<script>1" not in text


def test_elsewhere_there_is_no_such_page(db: None, client) -> None:
    KeptMail.objects.create(recipients="a@b.org", subject="secret code", body="123456")
    answer = client.get("/mail/")
    assert answer.status_code == 404 and b"123456" not in answer.content
