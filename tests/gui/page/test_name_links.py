"""Names in a page's text that lead to their things."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.gui.page.name_links import names_of
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import ask, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

NOTES = "offices/notes.md"
_NOTES = """# Acme notes

Acme tells us that the US office moved. Acme `Acme` [Acme](ada.md) Acmeville, Acme's.

## Later at Acme

*Acme* again, and Acme.

```
Acme
```
"""
_ADA = "---\nname: Ada\ncompany: Acme\n---\n\n# Ada\n\nUnited States (US).\n"


@pytest.fixture
def offices(served: Client, tmp_path: Path) -> Iterator[Path]:
    """Three documents that speak of a company."""
    folder = tmp_path / "offices"
    folder.mkdir()
    (folder / "notes.md").write_text(_NOTES, "utf-8")
    for name in ("ada", "ben"):
        (folder / f"{name}.md").write_text(_ADA.replace("Ada", name.title()), "utf-8")
    served.add(AddRequest(str(folder)))

    def is_in_graph() -> bool:
        status = served.status()
        return status.graph_revision == status.revision and any(
            card.slug == "offices" and card.documents == 3 for card in served.collections().collections
        )

    until(is_in_graph)
    yield folder
    served.remove(RemoveRequest("offices"))


def linked(qtbot: QtBot, window: Window) -> list[list[object]]:
    """The names that lead to things: words, end of the address, whether Tab stops there, the element around."""
    view = window.reader.view
    assert view is not None
    source = (
        "JSON.stringify([...document.querySelectorAll('a.name-link')].map((made) =>"
        " [made.textContent, decodeURIComponent(made.href).split('/doc/')[1], made.tabIndex, made.parentNode.tagName]))"
    )
    with qtbot.waitCallback() as called:
        view.web_page.runJavaScript(source, 1, called)
    return json.loads(str((called.args or ["[]"])[0]))


def test_the_first_name_of_each_section_leads_to_its_thing_while_the_setting_says_so(
    qtbot: QtBot, window: Window, offices: Path
) -> None:
    acme = "entity:company/acme"
    go(qtbot, window, Location(NOTES))
    qtbot.waitUntil(lambda: len(linked(qtbot, window)) >= 3, timeout=30_000)
    assert linked(qtbot, window) == [
        ["Acme", acme, 0, "P"], ["US", "term:united state", 0, "P"], ["Acme", acme, -1, "EM"],
    ]  # fmt: skip
    preferences = window.shell.session.preferences
    preferences.set("name_links", "false")
    qtbot.waitUntil(lambda: not linked(qtbot, window), timeout=30_000)
    preferences.set("name_links", "true")
    qtbot.waitUntil(lambda: len(linked(qtbot, window)) == 3, timeout=30_000)
    assert ask(qtbot, window, "press", "Acme")
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == acme, timeout=30_000)
    qtbot.waitUntil(lambda: not linked(qtbot, window), timeout=30_000)


def test_words_that_mean_two_things_or_are_a_line_about_one_lead_nowhere() -> None:
    doc = Node("a/b.md", NodeKind.DOCUMENT, "B", "a/b.md")
    ada, other, bus = (
        Node("person:ada", NodeKind.PERSON, "Ada"),
        Node("entity:ship/ada", NodeKind.ENTITY, "Ada"),
        Node("term:event bus", NodeKind.TERM, "event bus", detail="EB"),
    )
    edges = (
        Edge(doc.id, "mentions", ada.id, text="Ada"),
        Edge(doc.id, "mentions", other.id, text="ship: Ada"),
        Edge(doc.id, "mentions", bus.id, text="event buses"),
    )
    names = names_of(ExploreAnswer((doc, ada, other, bus), edges, 4, 1, 1))
    assert [(words, address.rpartition("/")[2]) for words, address, _ in names] == [
        ("event bus", "term%3Aevent%20bus"),
        ("event buses", "term%3Aevent%20bus"),
    ]


def test_a_large_page_gets_its_links_in_slices(qtbot: QtBot, window: Window, offices: Path) -> None:
    go(qtbot, window, Location(NOTES))
    qtbot.waitUntil(lambda: len(linked(qtbot, window)) == 3, timeout=30_000)
    view = window.reader.view
    assert view is not None
    fill = (
        "sheet.insertAdjacentHTML('beforeend', ('<h2>Part</h2><p>Zork ' + 'word '.repeat(60) + '</p>').repeat(3000));"
        "bookwheel.link_names([['Zork', 'bookwheel://doc/term%3Azork', 'Zork']]); 1"
    )
    with qtbot.waitCallback() as called:
        view.web_page.runJavaScript(fill, 1, called)
    qtbot.waitUntil(lambda: len(linked(qtbot, window)) == 3000, timeout=30_000)
