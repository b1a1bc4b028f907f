"""Tables and constants of Iron Mountains (IM-2), literals only."""

from __future__ import annotations

from types import MappingProxyType

TYPES = ("S", "R", "M", "U")  # soldier, ranger, mage, support
BASIC = ("S", "R", "M")
CATEGORIES = ("home", "travel", "host", "afield", "guest")  # IM-16.4
QUARTERS = 4  # q in 1.00

# IM-2.2: ORK class id → type; 13 is unused there
CLASS_TYPES = MappingProxyType(
    {
        2: "S", 4: "S", 11: "S", 16: "S",  # Archer, Barbarian, Paladin, Warrior
        1: "R", 3: "R", 9: "R", 15: "R",  # Anti-Paladin, Assassin, Monk, Scout
        5: "M", 7: "M", 8: "M", 17: "M",  # Bard, Druid, Healer, Wizard
        6: "U", 10: "U", 12: "U", 14: "U",  # Color, Monster, Peasant, Reeve
    }
)  # fmt: skip
CLASS_IDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17)

# IM-2.3: terrain → its types in the order always, usually, sometimes
TERRAINS = MappingProxyType(
    {
        "desert": "MSR",
        "field": "SMR",
        "forest": "RSM",
        "mountain": "MRS",
        "swamp": "RMS",
        "tundra": "SRM",
    }
)
PATTERNS = ((4, 2, 0), (3, 2, 1), (5, 1, 0), (6, 0, 0), (4, 1, 1), (4, 0, 2))

# IM-2.7.5: how sector k renames the types
RENAMINGS = (
    MappingProxyType({"S": "S", "R": "R", "M": "M"}),
    MappingProxyType({"S": "R", "R": "M", "M": "S"}),
    MappingProxyType({"S": "M", "M": "R", "R": "S"}),
    MappingProxyType({"S": "R", "R": "S", "M": "M"}),
    MappingProxyType({"R": "M", "M": "R", "S": "S"}),
    MappingProxyType({"S": "M", "M": "S", "R": "R"}),
)

FREE_PRICE = 24  # IM-2.1.3: q for an unowned standard tile, ruin or temple
OWNED_PRICE = 32  # IM-2.1.4: q for an owned tile, before its forts
OWNED_AWARD = 3  # IM-2.1.9
OWNED_LOSS = 2  # IM-2.1.9
STANDARD_AWARD = 3  # IM-2.1.6: 1 … 3, uniform

# IM-2.4
FORTS = ("palisade", "tower", "castle")
FORT_LEVEL = MappingProxyType({"palisade": 1, "tower": 2, "castle": 3})
FORT_PRICE = MappingProxyType({"palisade": 5, "tower": 10, "castle": 15})
FORT_DEFENCE = MappingProxyType({"palisade": 0, "tower": 4, "castle": 8})  # q
FORT_POINTS = MappingProxyType({"palisade": 1, "tower": 3, "castle": 8})

# IM-2.7 and IM-2.8: what differs between the two boards
CLASSIC_RADIUS = 9  # IM-2.1.1: 271 tiles; IM-2.1.2: 600 corners
GRAND_RADIUS = 12
CLASSIC_SIDES = 6
BASE_SITES = MappingProxyType({9: ((3, 3),), 12: ((7, 2), (3, 6))})  # of the base sector
RUIN_BANDS = MappingProxyType(
    {
        9: ((2, 3, 0), (4, 5, 0), (6, 7, 0), (8, 9, 0)),
        12: (
            (2, 3, 0), (4, 5, 0), (6, 7, 0), (6, 7, 1),
            (8, 9, 0), (8, 9, 1), (10, 12, 0), (10, 12, 1),
        ),
    }
)  # fmt: skip
BAND_NUMBERS = MappingProxyType({2: 1, 4: 2, 6: 3, 8: 4, 10: 5})  # first distance → band
PATTERN_COUNTS = MappingProxyType({9: (14, 10, 8, 4, 2, 2), 12: (24, 17, 13, 7, 4, 3)})
TERRAIN_COUNTS = MappingProxyType({9: (7, 7, 7, 7, 6, 6), 12: (12, 12, 11, 11, 11, 11)})
# IM-2.1.8
TEMPLE_AWARD = MappingProxyType({9: 10, 12: 11})

# IM-3.3: base sites used, by number of sides
SITES_USED = MappingProxyType(
    {6: (0, 1, 2, 3, 4, 5), 5: (0, 1, 2, 3, 4), 4: (0, 1, 3, 4), 3: (0, 2, 4), 2: (0, 3)}
)
GRAND_SITES = (0, 2, 4, 6, 8, 10, 1, 5, 9, 3, 7, 11)

# IM-3.8
SIMULATED_HOME = 12
SIMULATED_TRAVEL = 4  # draw(4): 0 … 3 travellers

# IM-17.2
REVIEW_SECONDS = 72 * 3600

# order outcomes and reasons of IM-17's list
CAPTURED = "CAPTURED"
LOST_FLIP = "LOST_FLIP"
BUILT = "BUILT"
INELIGIBLE = "INELIGIBLE"
COST_CHANGED = "COST_CHANGED"
NO_MOVE = "NO_MOVE"
UNFUNDED = "UNFUNDED"
CORNER_LOST = "CORNER_LOST"
NOT_HIGHER = "NOT_HIGHER"
VOID = "VOID"
UNDONE = "CANCELLED"

NOT_WEEKEND = "NOT_WEEKEND"
BEFORE_START = "BEFORE_START"
DUPLICATE = "DUPLICATE"
OVER_LIMIT = "OVER_LIMIT"
NO_SIDE = "NO_SIDE"
UNKNOWN_CLASS = "UNKNOWN_CLASS"
EXCLUDED = "EXCLUDED"
SHIELDED = "SHIELDED"
