"""Routes of the pages about people and parks."""

from __future__ import annotations

from django.urls import path, register_converter

from accounts.veils import VeiledNumber
from accounts.views import notices, outward, own, parks, tokens


class PictureName:
    """The random name of a heraldry."""

    regex = r"[0-9a-f]{32}\.webp"

    def to_python(self, value: str) -> str:
        """As it is."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


class TokenText(PictureName):
    """A token as invitations and signed links have it."""

    regex = r"[A-Za-z0-9_.:-]{16,1200}"


register_converter(PictureName, "picture")
register_converter(TokenText, "token")
register_converter(VeiledNumber, "veiled")

urlpatterns = [
    path("profile/", own.profile, name="profile"),
    path("profile/persona", own.set_persona, name="set_persona"),
    path("profile/claim", own.claim, name="claim"),
    path("profile/vacation", own.add_vacation, name="add_vacation"),
    path("profile/vacation/<int:pk>/drop", own.drop_vacation, name="drop_vacation"),
    path("profile/leave", own.leave_park, name="leave_park"),
    path("profile/export", own.export, name="export_account"),
    path("profile/empty/", own.empty, name="empty_account"),
    path("settings/", own.preferences, name="preferences"),
    path("settings/theme", own.set_theme, name="set_theme"),
    path("settings/push/subscribe", outward.subscribe, name="push_subscribe"),
    path("settings/push/unsubscribe", outward.unsubscribe, name="push_unsubscribe"),
    path("settings/push/<int:pk>/drop", outward.drop_device, name="push_drop"),
    path("settings/webhook", outward.own_webhook, name="own_webhook"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke", tokens.revoke, name="token_revoke"),
    path("notices/", notices.notices, name="notices"),
    path("notices/count", notices.count, name="notices_count"),
    path("notices/read", notices.read_all, name="notices_read"),
    path("notices/<veiled:pk>/", notices.notice, name="notice"),
    path("notices/stop/<token:token>/", notices.stop, name="notices_stop"),
    path("mail/", notices.mailbox, name="mailbox"),
    path("join/<token:token>/", parks.join, name="join"),
    path("join/<token:token>/accept", parks.accept, name="accept_invitation"),
    path("heraldry/<picture:name>", parks.heraldry, name="heraldry"),
    path("parks/<slug:slug>/people/", parks.people, name="park_people"),
    path("parks/<slug:slug>/appoint", parks.appoint, name="park_appoint"),
    path("parks/<slug:slug>/offices/<int:pk>/end", parks.end_appointment, name="park_end_office"),
    path("parks/<slug:slug>/hand-over", parks.hand_over, name="park_hand_over"),
    path("parks/<slug:slug>/claims/<int:pk>", parks.decide, name="park_decide"),
    path("parks/<slug:slug>/members/<int:pk>/remove", parks.remove_member, name="park_remove"),
    path("parks/<slug:slug>/invite", parks.invite, name="park_invite"),
    path("parks/<slug:slug>/invitations/<int:pk>/revoke", parks.revoke, name="park_revoke"),
    path("parks/<slug:slug>/webhook", outward.park_webhook, name="park_webhook"),
    path("parks/<slug:slug>/heraldry", parks.set_heraldry, name="park_heraldry"),
]
