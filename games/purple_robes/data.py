"""Constants and tables of the court (PR-2): literals, and what follows from them alone.

Every name of the setting stands here, so a club may relabel it without touching a rule (PR-1.5).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

PREFIX = "pr"
SLUG = "purple-robes"
NAME = "The Court of the Purple Robes"

# PR-2.1
PLAYERS = (4, 6)
BID_ROUNDS = (2, 3)
BANDS = 5
MARKERS_PER_SEAT = 3
QUEUE_SIZE = 8
TAKEOVER_MARGIN = 2
CLAN_VOTE = 1
CLAN_SUPPORT_DIVISOR = 3
PAIR_BONUS = 2
MAX_IDLE_ROUNDS = 2
ABSENT_AFTER = 3
ABANDONED_BELOW = 2
ITEM_SET_COPIES = MappingProxyType({4: 2, 5: 3, 6: 4})

# PR-8.1, PR-8.2: points of a casting
LEAD, TIED, WITH = 4, 2, 1
ALL_ADVISORS, ALL_CRONIES, ALL_CLANS, SOME_CLANS = 12, 3, 8, 3
CLANS_NEEDED = 3

# PR-4.2: what the window collects
BID, INFLUENCE, CAST, FINISHED = "bid", "influence", "cast", "finished"
A, B = "A", "B"


class Advisor(NamedTuple):
    """PR-2.2."""

    id: str
    name: str
    short: str
    palace: str


class Clan(NamedTuple):
    """PR-2.3: colours never stand alone, so each has a badge and a pattern."""

    id: str
    name: str
    badge: str
    colour: str
    pattern: str


class Crony(NamedTuple):
    """PR-2.4: `power` is what it adds for its controller toward its Advisor."""

    id: str
    name: str
    advisor: str
    clan: str
    power: int


class Kind(NamedTuple):
    """PR-2.6: a kind of item; `group` is its class, an Advisor kind's the palace."""

    id: str
    group: str
    label: str
    value: int
    copies: int


class DecisionType(NamedTuple):
    """PR-2.8: `weights` of the four Advisors in board order."""

    id: str
    name: str
    weights: tuple[int, int, int, int]


class Question(NamedTuple):
    """PR-2.9: a decision that the Emperor may put before the court."""

    id: str
    type: str
    title: str
    a: str
    b: str


ADVISORS = (
    Advisor("adv_realm", "Palace of the Realm", "Realm", "realm"),
    Advisor("adv_war", "Palace of Everglorious War", "War", "war"),
    Advisor("adv_priest", "Palace of the Priesthoods", "Priesthoods", "priest"),
    Advisor("adv_foreign", "Palace of Foreign Affairs", "Foreign", "foreign"),
)

CLANS = (
    Clan("cl_golden_bough", "Golden Bough Clan", "GB", "#8D5A1B", "diagonal"),
    Clan("cl_azure_gems", "Cloak of Azure Gems Clan", "AG", "#2BA6DE", "dots"),
    Clan("cl_blade", "Blade Raised High Clan", "BR", "#B3202C", "vertical"),
    Clan("cl_blue_sea", "Blue Sea Clan", "BS", "#1B2F73", "waves"),
    Clan("cl_golden_sun", "Golden Sun Clan", "GS", "#F0B800", "rays"),
    Clan("cl_jade", "Jade Diadem Clan", "JD", "#1E8A55", "checks"),
)

CRONIES = (
    Crony("cr_treasurer", "Lord Treasurer", "adv_realm", "cl_golden_sun", 2),
    Crony("cr_rolls", "Keeper of the Rolls", "adv_realm", "cl_golden_bough", 1),
    Crony("cr_royalist", "Royalist Party", "adv_realm", "cl_azure_gems", 2),
    Crony("cr_commander", "High Commander of Avanthár", "adv_war", "cl_blade", 1),
    Crony("cr_military", "Military Party", "adv_war", "cl_golden_sun", 2),
    Crony("cr_quartermaster", "Quartermaster General", "adv_war", "cl_blue_sea", 2),
    Crony("cr_priestly", "Priestly Party", "adv_priest", "cl_jade", 2),
    Crony("cr_rites", "Master of Rites", "adv_priest", "cl_azure_gems", 1),
    Crony("cr_almoner", "Temple Almoner", "adv_priest", "cl_golden_bough", 2),
    Crony("cr_embassies", "Master of Embassies", "adv_foreign", "cl_blue_sea", 3),
    Crony("cr_factors", "Merchant Factors", "adv_foreign", "cl_jade", 2),
)

GENERAL, MONKEY, CLAN, CRONY = "general", "monkey", "clan", "crony"
GOLD, THREAT = "gold", "threat"


def _label(word: str, value: int) -> str:
    """PR-2.6: +1 and −1 are shown without the digit."""
    sign = "+" if value > 0 else "−"
    return f"{word} {sign}{abs(value) if abs(value) > 1 else ''}"


def _kinds(group: str, word: str, counts: tuple[int, int, int]) -> tuple[Kind, ...]:
    """Bribes and threats of one class: counts of each at 1, 2 and 3 points."""
    return tuple(
        Kind(f"{group}{value:+d}", group, _label(word, value), value, counts[points - 1])
        for points in (1, 2, 3)
        for value in (points, -points)
    )


KINDS = (
    Kind(GOLD, GENERAL, "Gold", 1, 9),
    Kind(THREAT, GENERAL, "Generic Threat", -1, 9),
    Kind(MONKEY, MONKEY, "Monkey", 1, 6),
    *_kinds(CLAN, "Clan", (7, 3, 2)),
    *_kinds(CRONY, "Crony", (5, 2, 1)),
    *(kind for adv in ADVISORS for kind in _kinds(adv.palace, adv.short, (4, 2, 1))),
)

TYPES = (
    DecisionType("FIN", "Financial", (3, 1, 2, 5)),
    DecisionType("DIP", "Diplomatic", (1, 3, 2, 5)),
    DecisionType("MIL", "Military", (2, 5, 1, 3)),
    DecisionType("FRO", "Frontier", (3, 5, 1, 2)),
    DecisionType("REL", "Religious", (1, 2, 5, 3)),
    DecisionType("DYN", "Dynastic", (2, 3, 5, 1)),
    DecisionType("JUD", "Judicial", (5, 2, 3, 1)),
    DecisionType("PUB", "Public Works", (5, 1, 3, 2)),
)

DECISIONS = (
    Question("D01", "FIN", "The Empty Treasury", "Raise Taxes", "Lower Spending"),
    Question("D02", "FIN", "The Clipped Coinage", "Recall and Remint", "Let It Circulate"),
    Question("D03", "FIN", "Tolls on Foreign Hulls", "Double the Tolls", "Waive the Tolls"),
    Question("D04", "DIP", "The Northern Envoys", "Receive Them", "Send Them Home"),
    Question("D05", "DIP", "The Treaty of Passage", "Set the Seal", "Refuse the Seal"),
    Question("D06", "DIP", "The Disputed Isle", "Press the Claim", "Cede It Gracefully"),
    Question("D07", "MIL", "The Autumn Levy", "Raise New Legions", "Keep the Old Strength"),
    Question("D08", "MIL", "The Rival Generals", "Promote the Veteran", "Promote the Noble"),
    Question("D09", "MIL", "The Worn Armouries", "Issue New Arms", "Mend the Old"),
    Question("D10", "FRO", "The Border Forts", "Build in Stone", "Trust to Patrols"),
    Question("D11", "FRO", "Raiders in the Hills", "Send a Column", "Pay Them Off"),
    Question("D12", "FRO", "Settlers Beyond the Wall", "Protect Them", "Call Them Back"),
    Question("D13", "REL", "The Two Processions", "Stability Walks First", "Change Walks First"),
    Question("D14", "REL", "The Unlicensed Rite", "License It", "Suppress It"),
    Question("D15", "REL", "The Temple Lands", "Confirm the Grants", "Reclaim the Fields"),
    Question("D16", "DYN", "The Hidden Heir", "Acknowledge the Child", "Deny the Claim"),
    Question("D17", "DYN", "The Imperial Wedding", "Marry Within the Realm", "Marry Abroad"),
    Question("D18", "DYN", "The Trials of Succession", "Hold Them Now", "Postpone Them"),
    Question("D19", "JUD", "The Slain Magistrate", "Hunt the Ringleaders", "Accept a Blood-Price"),
    Question("D20", "JUD", "The Feuding Lineages", "Forbid Duels", "Permit Duels"),
    Question("D21", "JUD", "The Prison Quarries", "Proclaim an Amnesty", "Lengthen the Terms"),
    Question("D22", "PUB", "The Broken Causeway", "Rebuild in Stone", "Patch with Timber"),
    Question("D23", "PUB", "Water for the Capital", "A New Aqueduct", "Deeper Wells"),
    Question("D24", "PUB", "The Grain Stores", "Open the Granaries", "Hold the Reserve"),
)

# what follows from the tables, for look-up
ADVISOR_IDS = tuple(advisor.id for advisor in ADVISORS)
CRONY_IDS = tuple(crony.id for crony in CRONIES)
CLAN_IDS = tuple(clan.id for clan in CLANS)
BOARD = (*ADVISOR_IDS, *CRONY_IDS, *CLAN_IDS)  # PR-2.5
CRONY_OF = MappingProxyType({crony.id: crony for crony in CRONIES})
CRONIES_OF = MappingProxyType(
    {at: tuple(crony for crony in CRONIES if crony.advisor == at) for at in ADVISOR_IDS}
)
KIND_OF = MappingProxyType({kind.id: kind for kind in KINDS})
KIND_ORDER = MappingProxyType({kind.id: at for at, kind in enumerate(KINDS)})
TYPE_OF = MappingProxyType({kind.id: kind for kind in TYPES})
DECISION_OF = MappingProxyType({decision.id: decision for decision in DECISIONS})


def _groups_on(member: str) -> frozenset[str]:
    """PR-2.7: classes of items that work on a member."""
    if member in CLAN_IDS:
        return frozenset({GENERAL, MONKEY, CLAN})
    crony = CRONY_OF.get(member)
    palace = next(adv.palace for adv in ADVISORS if adv.id in {member, crony and crony.advisor})
    return frozenset({MONKEY, palace} if crony is None else {GENERAL, MONKEY, CRONY, palace})


# PR-2.7: member → the kinds that work on it, in kind order
WORKS = MappingProxyType(
    {
        member: tuple(kind.id for kind in KINDS if kind.group in _groups_on(member))
        for member in BOARD
    }
)
