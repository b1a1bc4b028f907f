"""What the layers above call; each name is defined in the module of its topic."""

from __future__ import annotations

from accounts.appointments import (
    appoint,
    cancel_vacation,
    end_appointment,
    hand_over,
    plan_appointment,
    plan_end_appointment,
    plan_hand_over,
    set_vacation,
)
from accounts.auditing import address_of, audit, audit_entry
from accounts.emptying import deactivate, empty_account, export_of, reactivate
from accounts.heraldry import remove_heraldry, set_heraldry
from accounts.invitations import accept, invite, revoke
from accounts.memberships import ask_claim, decide_claim, join_park, leave_park, rename
from accounts.notices import Telling, mark_read, notify, notify_all, unread_count
from accounts.refusals import Refused
from accounts.rights import (
    acting_users,
    general_personas,
    masters,
    may_act_for,
    may_manage,
    member_users,
    members_of,
    offices,
    personas,
)
from accounts.second_factor import gm_required
from accounts.sessions import end_sessions

__all__ = [
    "Refused",
    "Telling",
    "accept",
    "acting_users",
    "address_of",
    "appoint",
    "ask_claim",
    "audit",
    "audit_entry",
    "cancel_vacation",
    "deactivate",
    "decide_claim",
    "empty_account",
    "end_appointment",
    "end_sessions",
    "export_of",
    "general_personas",
    "gm_required",
    "hand_over",
    "invite",
    "join_park",
    "leave_park",
    "mark_read",
    "masters",
    "may_act_for",
    "may_manage",
    "member_users",
    "members_of",
    "notify",
    "notify_all",
    "offices",
    "personas",
    "plan_appointment",
    "plan_end_appointment",
    "plan_hand_over",
    "reactivate",
    "remove_heraldry",
    "rename",
    "revoke",
    "set_heraldry",
    "set_vacation",
    "unread_count",
]
