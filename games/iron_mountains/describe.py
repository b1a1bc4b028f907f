"""One plain line per submitted action, for the receipt; from the action alone."""

from __future__ import annotations

from games.engine.protocol import Action

from . import actions as act


def describe(action: Action) -> str:
    """What was submitted, without anything that only the state knows."""
    match action:
        case act.SubmitCapture():
            return f"Week {action.week}: capture {action.tile}"
        case act.SubmitBuild():
            return f"Week {action.week}: build {action.fort} at {action.corner}"
        case act.CancelOrder():
            return f"Week {action.week}: cancel order {action.order}"
        case act.ReplaceOrder():
            return f"Week {action.week}: replace order {action.order}"
        case act.ReorderOrders():
            listed = ", ".join(str(number) for number in action.orders)
            return f"Week {action.week}: order of funding {listed}"
        case act.PickPrize():
            return f"Pick prize {action.prize}"
        case act.SetPrizeWishes():
            return f"Wish list with {len(action.prizes)} prizes"
        case act.Resolve():
            return f"Week {action.week}: resolve"
        case act.Attendance():
            return f"Attendance of {len(action.days)} dates"
    return _plain(action)


def _plain(action: Action) -> str:
    """The action's name and its short fields."""
    name = str(action.__struct_config__.tag).replace("_", " ")
    skipped = {"now", "reason"}
    facts = [
        f"{field.replace('_', ' ')} {value}"
        for field in action.__struct_fields__
        if field not in skipped and isinstance(value := getattr(action, field), int | str)
    ]
    line = f"{name}: {', '.join(facts)}" if facts else name
    return line[0].upper() + line[1:]
