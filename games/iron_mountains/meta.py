"""Static facts of the title: options, seats, and the game master's buttons (IM-3.1, IM-5.5)."""

from __future__ import annotations

from games.engine.protocol import ClockPreset, GmAction, TitleMeta

from . import actions as act
from .rules.setup import SIDES
from .settings import LIVE, Settings

VERSION = 1

GM_ACTIONS = (
    GmAction(act.Publish, "Publish", "Show the map and freeze the settings.", "setup", grave=True),
    GmAction(act.Reseed, "Draw another map", "Only before publication.", "setup"),
    GmAction(act.AssignSites, "Assign base sites", "One per side; empty: by lot.", "setup"),
    GmAction(act.EditSide, "Edit a side", "Name and ORK parks, before the start.", "setup"),
    GmAction(act.ChangeSettings, "Change settings", "After publication only live ones.", "setup"),
    GmAction(act.SetPrizes, "Set the prizes", "The whole list in order.", "season"),
    GmAction(act.SetSeasonEnd, "Set the season's end", "Weeks in all, or a last day.", "season"),
    GmAction(act.Hold, "Hold the deadline", "Move this week's deadline to later.", "week"),
    GmAction(act.Release, "Release the hold", "Bring a held deadline forward.", "week"),
    GmAction(act.UndoResolution, "Undo the resolution", "Back to review.", "week", grave=True),
    GmAction(act.Reopen, "Reopen the orders", "In review, until an instant.", "week"),
    GmAction(act.Rerun, "Resolve again", "In review: run the week again.", "week", grave=True),
    GmAction(act.GrantMoves, "Grant moves", "Bonus moves; negative to correct.", "grants"),
    GmAction(act.GrantResources, "Grant resources", "In quarter points.", "grants"),
    GmAction(act.GrantSupplies, "Grant supplies", "Negative to correct.", "grants"),
    GmAction(act.AdjustPoints, "Adjust points", "Victory points of a side.", "grants"),
    GmAction(act.SetTile, "Repair a tile", "Give it to a side, or to nobody.", "board", grave=True),
    GmAction(act.SetFort, "Repair a corner", "Set or clear a fort.", "board", grave=True),
    GmAction(act.InspectOrders, "Inspect orders", "Leaves a public note.", "sides", grave=True),
    GmAction(act.SetGeneral, "Change the general", "Publicly noted.", "sides"),
    GmAction(act.SetDeputies, "Change the deputies", "Publicly noted.", "sides"),
    GmAction(act.Seat, "Seat or unseat the bot", "Publicly noted.", "sides"),
    GmAction(act.Withdraw, "Withdraw a side", "Its queue is void.", "sides", grave=True),
    GmAction(act.CancelSeason, "Cancel the season", "Stops it for good.", "season", grave=True),
)

META = TitleMeta(
    slug="iron-mountains",
    name="Iron Mountains",
    prefix="im",
    seats=SIDES,
    options=Settings,
    version=VERSION,
    gm_actions=GM_ACTIONS,
    clocks=(ClockPreset("season", "By the season's own deadlines"),),
    live=LIVE,
    uses_attendance=True,
    has_team_streams=True,
    person="park",
)
