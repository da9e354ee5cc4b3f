"""Near targets of broken links, documents that are named without a link, and names that several have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.diagnostics import InspectRequest, InspectView, LinkFinding
from bookwheel.domain.search import Filter, Scope
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]
PAGES = {
    "Core Statuses.md": "# Core Statuses\n\nOf the core.\n",
    "QuickAdd.md": "# QuickAdd\n\nAdds quickly.\n",
    "Breaking changes.md": "# Breaking changes\n\nWhat broke.\n",
    "guide/setup.md": "# Set up\n\nHow to begin. See [the report](../guide/rapport.md).\n",
    "guide/report.md": "# The report\n\nA report.\n",
    "named.md": "# Named\n\n```\nQuickAdd in code\n```\n\nThere are Core Statuses, and QuickAdd adds. Breaking "
    "changes break.\n",
    "linked.md": "# Linked\n\nAll [Core Statuses](<Core Statuses.md>) and again Core Statuses; "
    "[QuickAdd](https://x.example).\n",
    "longer.md": "# Longer\n\nSee My Core Statuses, QuickAdd=on, `QuickAdd`, <b title='QuickAdd'>it</b> "
    "and #QuickAdd.\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    return shelf


def find(shelf: Shelf, view: InspectView, scope: Scope | None = None) -> tuple[LinkFinding, ...]:
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf.library.inspect(InspectRequest(view), scope or Scope()).findings


def test_a_broken_link_names_documents_of_similar_names(full: Shelf):
    (broken,) = find(full, InspectView.BROKEN)
    assert broken.near == ("notes/guide/report.md",)


def test_near_targets_of_one_name_begin_with_the_nearest_path(full: Shelf, write: Write):
    root = full.folder / "notes"
    for folder in ("a", "b/deep", "c"):
        write(root, f"{folder}/index.md", f"# Page of {folder}\n\nText.\n")
        write(root, f"{folder}/topic.md", f"# Topic in {folder}\n\nText.\n")
    write(root, "b/from.md", "# From\n\n[gone](deep/topik.md), [a folder](../x/deep/index.md), ![none](topic.png)\n")
    near = {one.text: one.near for one in find(full, InspectView.BROKEN) if one.doc == "notes/b/from.md"}
    assert near["gone"][0] == "notes/b/deep/topic.md" and len(near["gone"]) == 3
    assert near["a folder"] == ("notes/b/deep/index.md",)
    assert near.get("none", ()) == ()


def test_near_targets_come_from_what_the_scope_shows(full: Shelf):
    (broken,) = find(full, InspectView.BROKEN, Scope(filters=(Filter("path", ("guide/report.md",), is_negated=True),)))
    assert broken.near == ()


def test_a_name_counts_where_it_is_written_as_a_name_outside_of_links_and_code(full: Shelf):
    found = find(full, InspectView.UNLINKED)
    assert [(one.section, one.line, one.other) for one in found] == [
        ("notes/named.md#named", 7, "notes/Core Statuses.md"),
        ("notes/named.md#named", 7, "notes/QuickAdd.md"),
    ]
    assert found[1].text == "There are Core Statuses, and QuickAdd adds. Breaking changes break."


def test_a_name_of_two_documents_is_no_mention_of_either_but_ambiguous(full: Shelf, write: Write):
    root = full.folder / "notes"
    write(root, "other/quick.md", "---\ntitle: Quick\naliases: [quickadd]\n---\nText.\n")
    shelf = full
    assert [one.other for one in find(shelf, InspectView.UNLINKED)] == ["notes/Core Statuses.md"]
    (ambiguous,) = find(shelf, InspectView.AMBIGUOUS)
    assert (ambiguous.text, ambiguous.near) == ("QuickAdd", ("notes/QuickAdd.md", "notes/other/quick.md"))
    assert ambiguous.links == 2 and {ambiguous.doc, ambiguous.other} == set(ambiguous.near)


def test_a_page_and_its_translation_are_not_ambiguous(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    for name in ("Props", "Slots", "Emits"):
        write(root, f"en/{name}.md", f"# {name}\n\nThese are the words of a page.\n")
        write(root, f"de/{name}.md", f"# {name}\n\nDas sind die Wörter einer Seite, und sie ist deutsch.\n")
    assert find(shelf, InspectView.AMBIGUOUS) == ()


def test_things_of_one_name_are_ambiguous_where_different_places_state_them(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    write(root, "one.md", "# One\n\nThe elastic network interface (ENI) is here.\n\n## More\n\nENI again.\n")
    write(root, "two.md", "# Two\n\nThe enterprise node index (ENI) is there.\n")
    (one,) = find(shelf, InspectView.AMBIGUOUS)
    assert one.text == "ENI" and len(one.near) == 2
    assert (one.section, one.line, one.other_section, one.other_line) == (
        "notes/one.md#one", 3, "notes/two.md#two", 3,
    )  # fmt: skip


def test_hostile_names_and_marks_are_only_text(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    write(root, "a.md", '---\ntitle: "X) [Y](z) \\" <b>Q1</b>"\n---\nText.\n')
    write(root, "b.md", '# B\n\nX) [Y](z) " <b>Q1</b> \u202e and (?P<Q1> [[[ Q1.\n')
    assert len(find(shelf, InspectView.UNLINKED)) <= 1
    assert find(shelf, InspectView.AMBIGUOUS) == ()
