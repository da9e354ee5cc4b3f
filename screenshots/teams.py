"""The pictures of teams: connecting to one, the code, the list of teams, and a search of both libraries."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel.client.teams.sign_in import DeviceCode
from bookwheel.client.teams.team_reader import TeamStanding
from bookwheel.client.teams.teams import Team
from bookwheel.domain.errors import TeamUnavailable, Unauthorised
from bookwheel.domain.team import SignInDescription
from tests.gui.sources.team_reader import reading

if TYPE_CHECKING:
    from bookwheel.gui.theme.theme import Theme
    from bookwheel.gui.window.window import Window

Steps = Iterator[Callable[[], object]]

NAME, QUERY = "Mill Street", "keep the wheel turning"
SHOWN = {
    "Handbook": {
        "wheel.md": "# Keep the wheel turning\n\nGrease the axle each Monday, and keep the gears of the wheel free of "
        "dust. See [the gears](gears.md).\n\n## Before the first turn\n\nLook whether every shelf is level.\n",
        "gears.md": "# Gears\n\nA gear of oak lasts ten years when the wheel turns slowly. See [wheel](wheel.md).\n",
        "rules/visitors.md": "# Visitors\n\nVisitors may turn the wheel while a carpenter keeps watch.\n",
    },
    "Reading room": {
        "opening-hours.md": "# Opening hours\n\nThe room is open from nine to five.\n",
        "desks.md": "# Desks\n\nKeep one desk beside the wheel free for a second reader.\n",
    },
}
"""What the team shows: collections, and their texts by path."""

_SIGN_IN = SignInDescription("https://login.example.org", "bookwheel-desktop", "bookwheel")


def walk(window: Window, theme: Theme, take: Callable[[str], None], rest: Callable[[int], Callable[[], bool]]) -> Steps:
    """Take each picture, light and dark."""
    yield from _connect(window, theme, take, rest)
    with tempfile.TemporaryDirectory() as folder, reading(Path(folder), SHOWN) as team:
        dialog = window.dialogs.teams.connect_to_team()
        dialog.address.setText(team.address)
        dialog.name.setText(NAME)
        dialog.button.click()
        yield lambda: dialog.pages.currentWidget() is dialog.done_page
        dialog.hide()
        tree = window.library_dock.model
        yield lambda: tree.index_of("team-handbook/gears.md").isValid() or _is_listed(window)
        window.toolbar.box.setText(QUERY)
        yield lambda: window.results_panel.isVisible() and not window.search.is_waiting
        for scheme in ("light", "dark"):
            theme.set_colour_scheme(scheme)
            yield rest(40)
            take(f"team-search-{scheme}")
        window.toolbar.box.clear()
        window.shell.leave_search()
        teams = dialog.sign_in._teams
        for known in teams.all():
            teams.remove(known)


def _is_listed(window: Window) -> bool:
    cards = window.library_dock.model.cards()
    return sum(bool(card.team) and card.state == "ready" for card in cards.values()) == len(SHOWN)


def _connect(
    window: Window, theme: Theme, take: Callable[[str], None], rest: Callable[[int], Callable[[], bool]]
) -> Steps:
    """The dialogs, which show addresses that anyone may have: nothing is asked of them."""
    team = Team(NAME, "https://docs.example.org", _SIGN_IN)
    dialog = window.dialogs.teams.connect_to_team()
    dialog.move(420, 240)
    yield rest(40)
    for scheme in ("light", "dark"):
        theme.set_colour_scheme(scheme)
        dialog.address.setText("docs.example.org")
        yield rest(12)
        take(f"connect-team-{scheme}")
    code = DeviceCode(
        "WDJB-MJHT", "https://login.example.org/device", "", 5.0, 0.0, _SIGN_IN, "", device_code="",
    )  # fmt: skip
    dialog._show_code(team, code)
    for scheme in ("light", "dark"):
        theme.set_colour_scheme(scheme)
        yield rest(12)
        take(f"team-code-{scheme}")
    dialog.hide()
    shown = window.dialogs.teams.show()
    shown.move(310, 200)
    yield rest(20)
    away, out = (
        TeamUnavailable("{team} does not answer.", team="Harbour"),
        "You are not signed in to {team}. Sign in again.",
    )
    shown._show(
        (
            TeamStanding(
                Team("City archive", "https://archive.example.net", _SIGN_IN), ("Deeds", "Maps"),
                Unauthorised(out, team="City archive").message, needs_sign_in=True,
            ),
            TeamStanding(Team("Harbour", "https://harbour.example.com", _SIGN_IN), ("Charts",), away.message),
            TeamStanding(team, tuple(SHOWN)),
        ),
        is_checked=True,
    )  # fmt: skip
    shown.table.choose_where(lambda row: row.standing.team.name == "Harbour")
    for scheme in ("light", "dark"):
        theme.set_colour_scheme(scheme)
        yield rest(12)
        take(f"teams-{scheme}")
    shown.hide()
