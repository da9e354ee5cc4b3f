"""The models keep Qt's rules while they change, and the small words and places around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.domain.browse import TreeEntry, TreeGroup
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.document import Dialect
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.domain.search import Hit
from bookwheel.domain.service.activity import Activity
from bookwheel.gui.agents.activity_model import ActivityModel
from bookwheel.gui.library_tree.branch import Branch
from bookwheel.gui.library_tree.model import LibraryModel
from bookwheel.gui.outline.model import OutlineModel
from bookwheel.gui.page.html import page_template
from bookwheel.gui.search.hits_model import HitsModel
from bookwheel.gui.state.locations import Location, Trail, address, location_of
from bookwheel.gui.status.status_bar import time_left
from bookwheel.gui.theme.theme import tokens
from bookwheel.gui.widgets.row_delegate import COUNT, NOTE

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal


def card(slug: str, documents: int) -> CollectionCard:
    return CollectionCard(slug, slug.title(), "root", 1.0, Dialect.GFM, documents, 0, 0, "ready")


def entries(*names: str) -> list[TreeEntry]:
    return [
        TreeEntry(f"shelves/{name}", name, name.rpartition("/")[2].removesuffix(".md"), name.rpartition("/")[0])
        for name in names
    ]


def folders(*paths: str) -> list[TreeGroup]:
    return [TreeGroup(path, path.rpartition("/")[2], path.rpartition("/")[0]) for path in paths]


def fill(model: LibraryModel, slug: str, entries: list[TreeEntry], groups: Sequence[TreeGroup] = ()) -> None:
    """Give a collection these documents."""
    rows = Branch(slug)
    rows.add(entries, groups)
    model.set_branch(rows.finish())


def titles(model: LibraryModel) -> list[str]:
    """Every row with its depth, in the order shown."""
    found: list[str] = []

    def walk(parent: object, depth: int) -> None:
        for row in range(model.rowCount(parent)):  # type: ignore[arg-type]
            at = model.index(row, 0, parent)  # type: ignore[arg-type]
            found.append("  " * depth + str(at.data()))
            walk(at, depth + 1)

    from PySide6.QtCore import QModelIndex  # noqa: PLC0415

    walk(QModelIndex(), 0)
    return found


def pages(model: LibraryModel) -> dict[str, str]:
    """What every document's row shows, by the document's id; each row is where the tree has it."""
    found = model.pages_of("shelves")
    assert all(model.node(model.index_of(doc)) is node for doc, node in found.items())
    return {doc: str(model.index_of(doc).data()) for doc in found}


@given(st.lists(st.sets(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz")), min_size=1), min_size=2, max_size=4))
def test_every_page_leads_to_its_row_however_the_tree_changes(trees: list[set[tuple[str, str]]]) -> None:
    model = LibraryModel()
    model.set_collections([card("shelves", 4)])
    for number, tree in enumerate(trees):
        names = sorted(f"{folder}/{page}.md" for folder, page in tree)
        groups = [TreeGroup(one, f"{one}{number // 2}", "", f"shelves/{one}/x.md") for one in "ab"]
        fill(model, "shelves", entries(*names), groups)
        heads = {f"shelves/{one}/x.md": f"{one}{number // 2}" for one in {folder for folder, _ in tree}}
        assert pages(model) == {f"shelves/{name}": name[2] for name in names} | heads


def test_library_tree_follows_every_change_by_qts_rules(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 3), card("notes", 0)])
    fill(model, "shelves", entries("a/deep/y.md", "a/x.md", "b.md"), folders("a", "a/deep"))
    assert titles(model) == ["Notes", "Shelves", "  a", "    deep", "      y", "    x", "  b"]
    fill(model, "shelves", entries("a/x.md", "a/z.md", "c.md", "b.md"), folders("a"))
    assert titles(model) == ["Notes", "Shelves", "  a", "    x", "    z", "  c", "  b"]
    assert model.index_of("shelves/a/z.md").isValid()
    assert not model.index_of("shelves/a/deep/y.md").isValid()
    model.set_collections([card("shelves", 4)])
    assert titles(model)[0] == "Shelves"
    tester.deleteLater()


def test_library_tree_says_which_collection_is_not_ready(qtbot: QtBot) -> None:
    model = LibraryModel()
    QAbstractItemModelTester(model, STRICT, model)
    notes: list[object] = []
    for state in ("counting", "indexing", "ready", "paused", "missing"):
        model.set_collections([replace(card("shelves", 3), state=state)])
        notes.append(model.data(model.index(0, 0), NOTE))
    assert notes == ["counting files", "indexing", None, "indexing paused", "folder is missing"]


def test_rows_stay_open_while_the_rest_of_a_large_folder_comes(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 3000)])
    names = [f"{'many' if number < 1500 else 'more'}/{number:04}.md" for number in range(3000)]
    fill(model, "shelves", entries(*names[:700]), folders("many"))
    first = QPersistentModelIndex(model.index_of(f"shelves/{names[0]}"))
    many = QPersistentModelIndex(first.parent())
    fill(model, "shelves", entries(*names), folders("many", "more"))
    assert many.isValid() and first.isValid() and first.data() == "0000"
    assert (many.data(COUNT), model.rowCount(many)) == ("1,500", 1500)
    assert model.index_of(f"shelves/{names[-1]}").row() == 1499
    fill(model, "shelves", entries(*names[1500:]), folders("more"))
    assert not many.isValid() and not model.index_of(f"shelves/{names[0]}").isValid()
    assert titles(model)[:3] == ["Shelves", "  more", "    1500"]
    tester.deleteLater()


def test_folders_stay_open_while_every_other_document_among_them_goes(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 300)])
    names = [f"{number:03}.md" for number in range(300)]
    inner = ["kept/one.md", "kept/two.md"]
    fill(model, "shelves", entries(*names, *inner), folders("kept"))
    folder = QPersistentModelIndex(model.index_of("shelves/kept/one.md").parent())
    runs: list[int] = []
    model.rowsRemoved.connect(lambda _parent, first, last: runs.append(last - first))
    model.rowsInserted.connect(lambda _parent, first, last: runs.append(last - first))
    fill(model, "shelves", entries(*names[::2], *inner), folders("kept"))
    assert folder.isValid() and model.rowCount(folder) == 2
    assert len(titles(model)) == 1 + 150 + 3 and len(runs) <= 4
    assert set(pages(model)) == {f"shelves/{name}" for name in [*names[::2], *inner]}
    tester.deleteLater()


def test_many_new_titles_are_told_of_at_once(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 1000)])
    rows = entries(*(f"many/{number:04}.md" for number in range(1000)))
    fill(model, "shelves", rows, folders("many"))
    told: list[tuple[str, int, int]] = []
    model.dataChanged.connect(lambda first, last, _roles: told.append((first.parent().data(), first.row(), last.row())))
    renamed = [replace(each, title=f"No. {at}") if 10 <= at < 900 else each for at, each in enumerate(rows)]
    fill(model, "shelves", renamed, folders("many"))
    assert [each for each in told if each[0] == "many"] == [("many", 10, 899)]
    assert model.index_of("shelves/many/0500.md").data() == "No. 500"
    assert model.index_of("shelves/many/0900.md").data() == "0900"
    tester.deleteLater()


def test_library_tree_shows_the_order_and_the_titles_given(qtbot: QtBot) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 5)])
    groups = [
        TreeGroup("book", "The book", doc="shelves/book/index.md"),
        TreeGroup("#part", "Second part", "book", "shelves/book/two.md"),
    ]
    rows = [("book/index.md", "book"), ("book/b.md", "book"), ("book/a.md", "book"), ("book/two.md", "#part")]
    rows += [("book/three.md", "#part"), ("left.md", "")]
    tree = [TreeEntry(f"shelves/{path}", path, path.rpartition("/")[2], group) for path, group in rows]
    fill(model, "shelves", tree, groups)
    shown = ["Shelves", "  The book", "    b.md", "    a.md", "    Second part", "      three.md", "  left.md"]
    assert titles(model) == shown
    book = model.index_of("shelves/book/index.md")
    assert (book.data(), book.data(COUNT)) == ("The book", "5")
    assert model.index_of("shelves/book/two.md").data() == "Second part"
    fill(
        model,
        "shelves",
        [tree[5], tree[0], tree[4], tree[3], tree[2], tree[1]],
        [groups[0], replace(groups[1], title="II")],
    )
    shown = ["Shelves", "  left.md", "  The book", "    II", "      three.md", "    a.md", "    b.md"]
    assert titles(model) == shown
    assert model.front_page(model.index(0, 0)) == "shelves/left.md"
    tester.deleteLater()


@pytest.mark.parametrize(("tongue", "page"), [("en", "en/start.md"), ("de", "de/start.md"), ("ja", "de/start.md")])
def test_a_site_in_several_languages_opens_in_the_one_that_the_window_speaks(
    qtbot: QtBot, request: pytest.FixtureRequest, tongue: str, page: str
) -> None:
    was = QLocale()
    request.addfinalizer(lambda: QLocale.setDefault(was))
    QLocale.setDefault(QLocale(tongue))
    model = LibraryModel()
    model.set_collections([card("site", 2)])
    groups = [
        TreeGroup("content", "Content"),
        *(TreeGroup(f"content/{each}", each, "content") for each in ("de", "en")),
    ]
    rows = [TreeEntry(f"site/content/{each}/start.md", each, "start.md", f"content/{each}") for each in ("de", "en")]
    fill(model, "site", rows, groups)
    assert model.front_page(model.index(0, 0)) == f"site/content/{page}"


def test_library_tree_says_in_how_many_languages_a_page_stands(qtbot: QtBot) -> None:
    model = LibraryModel()
    model.set_collections([card("shelves", 1)])
    fill(model, "shelves", [TreeEntry("shelves/de/a.md", "de/a.md", "A", "", ("en", "de"))])
    assert model.index_of("shelves/de/a.md").data(NOTE) == "2 languages"


@given(st.lists(st.permutations(range(6)).map(lambda row: row[:4]), min_size=2, max_size=4))
def test_library_tree_takes_any_order_by_qts_rules(orders: list[list[int]]) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.set_collections([card("shelves", 4)])
    for order in orders:
        fill(model, "shelves", entries(*(f"{number}.md" for number in order)))
        assert titles(model)[1:] == [f"  {number}" for number in order]
        assert pages(model) == {f"shelves/{number}.md": str(number) for number in order}
        assert all(model.index_of(f"shelves/{number}.md").isValid() == (number in order) for number in range(6))
    tester.deleteLater()


def test_hits_outline_and_activity_change_by_qts_rules(qtbot: QtBot) -> None:
    hit = Hit("d", "d#a", "A", "D", ("D",), (1, 2), "words", (), 1.0, "", "d")
    hits, outline, activity = HitsModel(), OutlineModel(), ActivityModel()
    testers = [QAbstractItemModelTester(model, STRICT) for model in (hits, outline, activity)]
    hits.set_hits((hit, hit), has_more=True)
    hits.add_hits((hit,), has_more=False)
    assert hits.rowCount() == 3
    outline.set_outline(OutlineAnswer("d", "D", 2, (OutlineEntry("d#a", "A", 1, 0, 2, 2, (1, 2)),), 1, 0, 0.0))
    assert outline.set_here("a").row() == 0
    for sequence, client in ((1, "claude"), (2, "window"), (3, "claude"), (3, "claude")):
        activity.add(Activity(sequence, "", client, "search", "words", ("d#a",), 1, 10, 2.0))
    assert activity.rowCount() == 2
    for tester in testers:
        tester.deleteLater()


def test_a_deep_link_names_the_same_place_again() -> None:
    for doc, anchor in (("shelves/a b.md", ""), ("书/读书之法.md", "三到"), ("s/a#b?.md", "x y")):
        assert location_of(address(doc, anchor)) == Location(doc, anchor)
    assert location_of("https://example.org/") is None


def test_a_trail_forgets_what_lay_ahead_once_another_way_is_taken() -> None:
    trail = Trail()
    for doc in ("a", "b", "c"):
        trail.push(Location(doc))
    assert trail.step(-1) == Location("b")
    trail.push(Location("d"))
    assert [place.doc for place in trail.places] == ["a", "b", "d"]
    assert trail.step(1) is None


def test_a_page_is_framed_without_letting_its_words_out() -> None:
    answer = PageAnswer(
        *("d", "<b>Title</b>", "<p>Body</p>", ("Shelf", "<i>x</i>"), ("<u>tag</u>",), "essay", "ar"),
        *(True, 10, 1, "2026-01-01T00:00:00+00:00", "d.md", 0, 1),
    )
    html = page_template.render_page(answer, is_dark=True, now=datetime(2026, 1, 3, tzinfo=UTC)).decode()
    assert 'dir="rtl"' in html and 'data-theme="dark"' in html and "changed 2 days ago" in html
    assert "<b>Title" not in html and "<i>x" not in html and "<u>" not in html
    assert "script-src" not in page_template.POLICY and "default-src 'none'" in html


@pytest.mark.parametrize(
    ("least_s", "most_s", "words"),
    [
        *((-1, -1, ""), (2, 40, "less than a minute left"), (31, 150, "1 to 2 min left"), (130, 140, "2 min left")),
        *((700, 1300, "10 to 20 min left"), (5000, 9000, "1 to 2 h left"), (150, -1, "2 min left")),
    ],
)
def test_time_left_is_said_as_a_range(least_s: float, most_s: float, words: str) -> None:
    assert time_left(least_s, most_s) == words


@pytest.mark.parametrize("is_dark", [False, True])
def test_text_is_legible_on_every_ground(is_dark: bool) -> None:
    of = tokens(is_dark)
    for ground in ("ground", "panel", "page"):
        for ink in ("text", "soft", "faint", "accent", "warm"):
            assert contrast(of[ink], of[ground]) >= 4.5, (ink, ground)
    assert contrast(of["accent"], of["tint"]) >= 4.5


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminances. Source: WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
