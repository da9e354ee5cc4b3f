"""What is declared of the docks holds in the window, its menu and its tour."""

from __future__ import annotations

import pytest

from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.tour import list_stops
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library


def declared(window: Window) -> Docks:
    return window._docks


def test_every_dock_stands_on_its_side_and_is_shown_as_declared(window: Window) -> None:
    for entry in declared(window).entries:
        assert window.dockWidgetArea(entry.dock) == entry.area
        assert entry.dock.isVisible() == entry.is_shown


def test_the_command_of_a_dock_has_its_shortcut_and_shows_it(window: Window) -> None:
    commands = [entry for entry in declared(window).entries if entry.command]
    names = {"Labels", "Graph", "Tasks", "Reading list", "Annotations", "Agent activity", "Ask"}
    assert {entry.command for entry in commands} == names
    for entry in commands:
        assert window.commands.keys_of(entry.command) == ((entry.shortcut,) if entry.shortcut else ())
        window.commands.find(entry.command).trigger()
        assert entry.dock.isVisible()


def test_the_tour_stops_at_the_docks_that_say_something(window: Window) -> None:
    docks = declared(window)
    stops = list_stops(docks, window.toolbar, window.centre, window.menus.bar)
    told = [entry.dock for entry in docks.entries if entry.tour is not None]
    assert [stop.target for stop in stops if stop.target in told] == told and len(stops) == 4 + len(told)


def test_panes_for_f6_come_from_the_docks(window: Window) -> None:
    panes = window._list_panes()
    assert all(pane in panes for entry in declared(window).entries for pane in entry.dock.panes())
