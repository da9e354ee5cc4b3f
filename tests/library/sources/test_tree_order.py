"""Documents in the order that their own source states."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, Sort, TreeRequest, View
from bookwheel.domain.page import PageRequest
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.reading import ReadRequest
from bookwheel.domain.search import NamesRequest, SearchRequest
from bookwheel.library.snapshot.source_order import stated_order
from bookwheel.library.sources.tree_arrangement import arrange, natural
from bookwheel.library.sources.tree_order import Facts, Order, Spot
from bookwheel.parsing.nav_files import Category, Nav


def _tree(shelf) -> list[str]:
    """Every row of the tree, with two spaces for each group around it, and `+` for a page that is its group's row."""
    answer = shelf.library.tree(TreeRequest("notes"))
    groups = {group.key: group for group in answer.groups}
    shown: list[str] = []
    said: set[str] = set()

    def say(key: str) -> int:
        if not key:
            return 0
        depth = say(groups[key].above)
        if key not in said:
            said.add(key)
            shown.append("  " * depth + groups[key].title + ("+" if groups[key].doc else ""))
        return depth + 1

    for entry in answer.entries:
        depth = say(entry.group)
        if not entry.group or groups[entry.group].doc != entry.doc:
            shown.append("  " * depth + entry.title)
    return shown


@pytest.fixture
def grow(shelf, write):
    root = shelf.add()

    def grown(**texts: str) -> None:
        for path, text in texts.items():
            write(root, path, text)
        shelf.index()

    return grown


def test_a_book_stands_in_the_order_of_its_summary(shelf, grow):
    summary = "# Summary\n\n[Preface](preface.md)\n\n- [Second](b.md)\n  - [Inner](in/c.md)\n- [First](a.md)\n"
    summary += "\n# Part\n\n- [Last](./d.md)\n- [Draft]()\n- [Gone](gone.md)\n"
    names = ("preface", "a", "b", "in/c", "d", "left")
    grow(**{"src/SUMMARY.md": summary, **{f"src/{name}.md": f"# Page {name}\n" for name in names}})
    assert _tree(shelf) == [
        *("src", "  Preface", "  Second+", "    Inner", "  First", "  Part", "    Last"),
        *("  Page left", "  Summary"),
    ]


def test_neighbours_follow_the_book_and_stop_at_its_ends(shelf, grow):
    names = ("a", "b", "c", "left")
    summary = "- [C](c.md)\n- [A](a.md)\n  - [B](b.md)\n"
    grow(**{"SUMMARY.md": summary, **{f"{name}.md": f"# Page {name}\n" for name in names}})

    def ways(path: str) -> tuple[str, str]:
        page = shelf.library.page(PageRequest(f"notes/{path}"))
        return (page.previous.title if page.previous else "", page.next.title if page.next else "")

    assert [ways("c.md"), ways("a.md"), ways("b.md")] == [("", "A"), ("C", "B"), ("A", "")]
    passage = shelf.library.read(ReadRequest(("notes/a.md#page-a",), metadata=True)).passages[0]
    assert (passage.previous, passage.next) == ("notes/c.md", "notes/b.md")
    assert shelf.library.read(ReadRequest(("notes/a.md",))).passages[0].next == ""
    assert ways("left.md") == ("", "SUMMARY")


def test_a_page_without_a_title_of_its_own_is_called_as_in_the_tree(shelf, grow):
    summary = "- [The Slice Type](ch04-03.md)\n- [Short](own.md)\n"
    grow(**{"SUMMARY.md": summary, "ch04-03.md": "## One\n\n## Two\n", "own.md": "# Its own\n"})
    titles = {name: shelf.library.page(PageRequest(f"notes/{name}.md")).title for name in ("ch04-03", "own")}
    assert titles == {"ch04-03": "The Slice Type", "own": "Its own"}


def test_a_page_without_a_title_of_its_own_is_found_as_its_table_of_contents_calls_it(shelf, grow):
    summary = "- [The `Slice` Type](./parts/ch04-03.md)\n- [Short](own.md)\n"
    pages = {"parts/ch04-03.md": "Words first.\n\n## One\n\n## Two\n", "own.md": "# Its own\n", "other.md": "None.\n"}
    grow(**{"book/SUMMARY.md": summary, **{f"book/{path}": text for path, text in pages.items()}})
    named = shelf.library.names(NamesRequest("slice type")).documents
    assert [(card.doc, card.title) for card in named] == [("notes/book/parts/ch04-03.md", "The Slice Type")]
    hits = shelf.library.search(SearchRequest("the slice type")).hits
    assert (hits[0].doc, hits[0].document_title) == ("notes/book/parts/ch04-03.md", "The Slice Type")
    titles = {entry.path: entry.title for entry in shelf.library.tree(TreeRequest("notes")).entries}
    assert (titles["book/own.md"], titles["book/other.md"]) == ("Short", "Other")


class _Interrupted(list[Spot]):
    """Documents during whose first walk another caller looks for words."""

    order: Order
    other: list[int] | None = None

    def __iter__(self) -> Iterator[Spot]:
        for at, spot in enumerate(list.__iter__(self)):
            if at == 1 and self.other is None:
                self.other = []
                with ThreadPoolExecutor(1) as beside:
                    self.other = beside.submit(self.order.holding, "page").result(30)
            yield spot


def test_who_looks_for_words_while_another_looks_first_finds_all():
    spots = _Interrupted(Spot(f"{name}.md", f"Page {name}", "") for name in "abc")
    spots.order = Order(spots, {}, {})
    assert spots.order.holding("page") == spots.other == [0, 1, 2]
    assert spots.order.holding("page") == [0, 1, 2]


def test_a_page_opens_with_an_earlier_order_while_files_are_taken_in(shelf, grow, write):
    write(shelf.add("other"), "x.md", "# X\n")
    grow(**{"a.md": "# A\n", "c.md": "# C\n"})

    def after(path: str) -> str:
        way = shelf.library.page(PageRequest(f"notes/{path}")).next
        return way.title if way else ""

    assert [after("a.md"), shelf.library.tree(TreeRequest("other")).total] == ["C", 1]
    kept = shelf.library._now().orders["other"]
    grow(**{"b.md": "# B\n"})
    assert shelf.library._now().orders == {"other": kept}
    shelf.library.readiness = lambda: Readiness({"notes": 1, "other": 0})
    assert [after("a.md"), after("b.md")] == ["C", ""]
    shelf.library.readiness = Readiness
    assert [after("a.md"), after("b.md")] == ["B", "C"]


def test_documents_are_listed_in_the_order_of_the_book_when_asked(shelf, grow, write):
    write(shelf.add("other"), "x.md", "# X\n")
    grow(**{"SUMMARY.md": "- [B](b.md)\n- [A](a.md)\n", "a.md": "# A\n", "b.md": "# B\n"})
    first = shelf.library.browse(BrowseRequest(View.DOCUMENTS, sort=Sort.BOOK, limit=3))
    rest = shelf.library.browse(BrowseRequest(View.DOCUMENTS, sort=Sort.BOOK, limit=3, cursor=first.cursor))
    assert [card.path for card in (*first.documents, *rest.documents)] == ["b.md", "a.md", "SUMMARY.md", "x.md"]


def test_orders_found_before_they_are_asked_for_are_those_of_the_tree(shelf, grow):
    grow(**{"SUMMARY.md": "- [B](b.md)\n- [A](a.md)\n", "a.md": "# A\n", "b.md": "# B\n"})
    shelf.library.put_in_order()
    kept = shelf.library._now().orders["notes"]
    assert _tree(shelf) == ["B", "A", "SUMMARY"]
    assert shelf.library._now().orders["notes"] is kept


def test_an_order_holds_while_words_alone_change(shelf, grow):
    pages = {"SUMMARY.md": "- [B](b.md)\n- [A](a.md)\n", "a.md": "# A\n", "b.md": "---\nlabel: x\n---\n# B\n"}
    grow(**pages)
    kept = stated_order(shelf.library._now(), "notes")
    grow(**{"a.md": "# A\n\nMore words.\n", "b.md": "---\nlabel: y\n---\n# B\n\n## Part\n"})
    assert shelf.library._now().orders == {"notes": kept}
    assert _tree(shelf) == ["B", "A", "SUMMARY"]


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        pytest.param({"a.md": "# Other\n"}, ["B", "Other", "C"], id="title"),
        pytest.param({"c.md": "---\nnav_order: 1\n---\n# C\n"}, ["C", "B", "A"], id="position"),
        pytest.param({"b.md": "---\nnav_order: 2\nsidebar_label: Short\n---\n# B\n"}, ["Short", "A", "C"], id="label"),
        pytest.param({"b.md": "# B\n"}, ["A", "B", "C"], id="no position"),
        pytest.param({"d.md": "# D\n"}, ["B", "A", "C", "D"], id="new"),
        pytest.param({"SUMMARY.md": "- [C](c.md)\n- [A](a.md)\n"}, ["C", "A", "B", "SUMMARY"], id="contents"),
    ],
)
def test_an_order_is_made_anew_where_what_it_was_made_of_changes(shelf, grow, change, rows):
    grow(**{"a.md": "# A\n", "b.md": "---\nnav_order: 2\n---\n# B\n", "c.md": "# C\n"})
    assert _tree(shelf) == ["B", "A", "C"]
    grow(**change)
    assert _tree(shelf) == rows


def test_a_page_that_comes_to_be_in_another_language_folds_anew(shelf, grow):
    grow(**{"a.md": "---\nlang: en\n---\n# A\n", "de/a.md": "---\nlang: en\n---\n# A\n"})
    assert shelf.library.tree(TreeRequest("notes")).total == 2
    grow(**{"de/a.md": "---\nlang: de\n---\n# A\n"})
    assert shelf.library.tree(TreeRequest("notes")).total == 1


def test_a_changed_table_of_contents_orders_anew(shelf, grow):
    names = {"a.md": "# A\n", "b.md": "# B\n"}
    grow(**{"SUMMARY.md": "- [B](b.md)\n- [A](a.md)\n", **names})
    assert _tree(shelf) == ["B", "A", "SUMMARY"]
    grow(**{"SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n"})
    assert _tree(shelf) == ["A", "B", "SUMMARY"]


def test_a_list_of_links_that_is_no_books_summary_orders_nothing(shelf, grow):
    grow(**{"SUMMARY.md": "# Summary\n\n- [X](x.md)\n- [Y](y.md)\n- [B](b.md)\n", "a.md": "# A\n", "b.md": "# B\n"})
    assert _tree(shelf) == ["A", "B", "Summary"]


def test_a_site_stands_in_the_order_of_its_navigation(shelf, grow):
    nav = "nav:\n- Home: index.md\n- Guide:\n  - b.md\n  - Short: a.md\n- all/\nplugins: [!!python/name:x {}]\n"
    pages = {f"docs/{name}.md": f"# Page {name}\n" for name in ("index", "a", "b", "all/10", "all/9", "left")}
    grow(**{"mkdocs.yml": nav, **pages})
    assert _tree(shelf) == [
        *("docs", "  Home", "  Guide", "    Page b", "    Short", "  all", "    Page all/9", "    Page all/10"),
        "  Page left",
    ]


def test_a_changed_navigation_is_seen_without_a_new_revision(shelf, grow):
    grow(**{"mkdocs.yml": "nav: [a.md, b.md]\n", "docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    assert _tree(shelf) == ["docs", "  A", "  B"]
    config = shelf.folder / "notes" / "mkdocs.yml"
    config.write_text("nav: [b.md, a.md]\n", "utf-8")
    os.utime(config, ns=(1, 1))
    assert _tree(shelf) == ["docs", "  B", "  A"]
    config.unlink()
    assert _tree(shelf) == ["docs", "  A", "  B"]


def test_a_configuration_beside_the_folder_counts_and_one_behind_a_link_does_not(shelf, write, tmp_path):
    write(tmp_path, "site/mkdocs.yml", "nav: [b.md, a.md]\n")
    root = tmp_path / "site" / "docs"
    write(root, "a.md", "# A\n")
    write(root, "b.md", "# B\n")
    shelf.add(root=str(root))
    shelf.index()
    assert _tree(shelf) == ["B", "A"]
    outside = write(tmp_path, "outside.yml", "nav: [b.md, a.md]\n")
    (tmp_path / "site" / "mkdocs.yml").unlink()
    (tmp_path / "site" / "mkdocs.yml").symlink_to(outside)
    assert _tree(shelf) == ["A", "B"]


def test_a_mirror_stands_in_the_order_of_the_site_that_it_was_fetched_from(shelf, write, tmp_path):
    nav = 'nav: [{"Zulu": "z.html"}, {"Group": [{"Group": "g/index.html"}, {"Alpha": "g/a.html"}]}]'
    write(tmp_path, "mirror/mkdocs.yml", f"docs_dir: documents\n{nav}\n")
    root = tmp_path / "mirror" / "documents"
    for path in ("z.html", "g/index.html", "g/a.html", "index.html", "other/index.html", "other/b.html"):
        write(root, path, f"<html><head><title>{path}</title></head><body><p>words</p></body></html>")
    shelf.add(root=str(root))
    shelf.index()
    assert _tree(shelf) == [
        *("index.html", "Zulu", "Group", "  Group", "  Alpha", "other/index.html+", "  other/b.html"),
    ]


def test_sections_and_pages_stand_by_weight_where_hugo_made_them(shelf, grow):
    def page(title: str, weight: int) -> str:
        return f"---\ntitle: {title}\nweight: {weight}\n---\n\ntext\n"

    grow(
        **{
            "content/_index.md": page("Manual", 0),
            "content/zoo/_index.md": page("Start here", 10),
            "content/zoo/b.md": page("B", 2),
            "content/zoo/a.md": page("A", 30),
            "content/zoo/none.md": page("None", 0),
            "content/alpha/_index.md": page("Later", 20),
            "content/middle.md": page("Middle", 15),
            "content/overview/_index.md": page("Overview", 40),
        }
    )
    assert _tree(shelf) == [
        *("Manual+", "  Start here+", "    B", "    A", "    None", "  Middle", "  Later+", "  Overview+"),
    ]


def test_a_weight_is_no_place_outside_of_a_site(shelf, grow):
    grow(**{"a.md": "---\nweight: 90\n---\n# A\n", "b.md": "---\nweight: 60\n---\n# B\n"})
    assert _tree(shelf) == ["A", "B"]


def test_sidebars_and_categories_order_a_docusaurus_site(shelf, grow):
    grow(
        **{
            "docs/a/_category_.json": '{"label": "Advanced", "position": 2}',
            "docs/a/x.md": "---\nsidebar_position: 2\nsidebar_label: Ex\n---\n# Long title\n",
            "docs/a/y.md": "---\nsidebar_position: 1\n---\n# Y\n",
            "docs/b/_category_.yml": "label: Basics\nposition: 1\n",
            "docs/b/z.md": "# Z\n",
            "docs/c/_category_.yml": "label: Appendix\nposition: 3\n",
            "docs/c/deep/w.md": "# W\n",
        }
    )
    appendix = ["  Appendix", "    deep", "      W"]
    assert _tree(shelf) == ["docs", "  Basics", "    Z", "  Advanced", "    Y", "    Ex", *appendix]
    sidebars = '{"docs": [{"type": "category", "label": "All", "items": ["b/z", {"type": "doc", "id": "a/x"}]}]}'
    (shelf.folder / "notes" / "sidebars.json").write_text(sidebars, "utf-8")
    assert _tree(shelf) == ["docs", "  All", "    Z", "    Ex", "  Advanced", "    Y", *appendix]


def test_nav_order_places_pages_of_jekyll(shelf, grow):
    grow(**{"a.md": "---\nnav_order: 2\n---\n# A\n", "z.md": "---\nnav_order: 1\n---\n# Z\n", "b.md": "# B\n"})
    assert _tree(shelf) == ["Z", "A", "B"]


def test_names_stand_as_people_count_and_a_folders_own_page_is_its_row(shelf, grow):
    grow(
        **{
            "10.md": "# Ten\n",
            "2.md": "# Two\n",
            "README.md": "# Welcome\n",
            "Topic/Topic.md": "# About the topic\n",
            "Topic/a.md": "# A\n",
            "guide/README.md": "# Introduction\n",
            "guide/introduction.md": "# Introduction\n",
            "empty/deep/x.md": "# X\n",
        }
    )
    assert _tree(shelf) == [
        *("Welcome", "empty", "  deep", "    X", "Guide+", "  Introduction"),
        *("About the topic+", "  A", "Two", "Ten"),
    ]


def test_the_nearest_table_of_contents_places_a_page():
    titles = {path: path for path in ("book/a.md", "book/b.md", "c.md")}
    navs = {"": (Nav("Outer", "book/a.md"), Nav("C", "c.md")), "book": (Nav("B", "b.md"), Nav("A", "a.md"))}
    order = arrange(titles, {}, navs, {})
    assert [spot.title for spot in order.spots] == ["C", "B", "A"]


def test_numbers_in_names_count():
    names = ["page 10", "Page 2", "page 2b", "page", "page 02"]
    assert sorted(names, key=natural) == ["page", "Page 2", "page 02", "page 2b", "page 10"]


_NAMES = st.sampled_from(["a.md", "b.md", "index.md", "d/a.md", "d/index.md", "d/e/a.md", "d/e/e.md", "10.md", "9.md"])
_NAVS = st.recursive(
    st.builds(Nav, st.just("T"), _NAMES),
    lambda below: st.builds(
        Nav,
        st.just("G"),
        st.one_of(st.just(""), _NAMES, st.just("d")),
        st.lists(below, max_size=3).map(tuple),
        st.booleans(),
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.sets(_NAMES), st.lists(_NAVS, max_size=4), st.sampled_from(["", "d", "d/e"]), st.booleans())
def test_every_document_stands_once_wherever_it_is_listed(paths, navs, base, is_placed):
    facts = {path: Facts(float(len(path))) for path in paths} if is_placed else {}
    order = arrange(dict.fromkeys(paths, "Title"), facts, {base: navs}, {"d": Category("D", 1.0)})
    assert sorted(spot.path for spot in order.spots) == sorted(paths)
    assert all(order.spots[at].path == path for path, at in order.at.items())
    assert {spot.group for spot in order.spots} - {""} <= {group.key for group in order.groups_of(order.spots)}
