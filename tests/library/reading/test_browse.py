"""Lists and counts."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, Sort, TreeRequest, View
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import EVERYTHING, Filter, NamesRequest, Scope
from bookwheel.library.reading import document_tree
from tests.library.conftest import Shelf


def _page(title: str = "", **fields: object) -> str:
    header = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\n{header}---\n# {title or 'Page'}\n\ntext\n"


@pytest.fixture
def library(shelf, write):
    one, two = shelf.add("one"), shelf.add("two")
    write(
        one, "guides/a.md", _page("Apple", category="food/fruit", tags="[red, Sweet]", date="2024-05-01", author="Ada")
    )
    write(one, "b.md", _page("Berry", category="food", date="2025-01-01"))
    write(two, "c.md", _page("Cherry", type="recipe", tags="[red]"))
    os.utime(two / "c.md", (1_000_000_000, 1_000_000_000))
    shelf.index()
    return shelf.library


def _values(
    library, view: View, *filters: Filter, scope: Scope = EVERYTHING, **fields: object
) -> list[tuple[str, int]]:
    answer = library.browse(BrowseRequest(view, filters, **fields), scope)
    return [(f"{one.field}:{one.value}", one.count) for one in answer.values]


def _titles(library, *filters: Filter, **fields: object) -> list[str]:
    return [card.title for card in library.browse(BrowseRequest(View.DOCUMENTS, filters, **fields)).documents]


@pytest.mark.parametrize(
    ("field", "value", "titles"),
    [
        ("category", "food", ["Apple", "Berry"]),
        ("category", "food/fruit", ["Apple"]),
        ("TAG", "red", ["Apple", "Cherry"]),
        ("tags", "sweet", ["Apple"]),
        ("author", "ada", ["Apple"]),
        ("collection", "two", ["Cherry"]),
        ("path", "guides/", ["Apple"]),
        ("path", "one/guides", ["Apple"]),
        ("path", "one/*/a.m?", ["Apple"]),
        ("path", "*.md", ["Apple", "Berry", "Cherry"]),
        ("path", "guides/*.md", ["Apple"]),
        ("path", "**/a.md", ["Apple"]),
        ("before", "2024-12-31", ["Apple", "Cherry"]),
        ("after", "2024-05", ["Apple", "Berry"]),
        ("type", "recipe", ["Cherry"]),
        ("nosuch", "x", []),
    ],
)
def test_a_filter_chooses_documents(library, field, value, titles):
    assert _titles(library, Filter(field, (value,))) == titles


def test_filters_join_by_and_values_by_or_and_negate(library):
    assert _titles(library, Filter("tag", ("red",)), Filter("collection", ("one",))) == ["Apple"]
    assert _titles(library, Filter("category", ("food/fruit",)), Filter("tag", ("nope", "red"))) == ["Apple"]
    assert _titles(library, Filter("tag", ("red",), is_negated=True)) == ["Berry"]


def test_a_date_that_is_none_is_refused(library):
    with pytest.raises(BadRequest):
        _titles(library, Filter("before", ("soon",)))


def test_documents_are_sorted_as_asked(library):
    assert _titles(library, sort=Sort.DATE)[0] == "Berry"
    assert _titles(library, sort=Sort.CATEGORY) == ["Berry", "Apple", "Cherry"]


def test_a_cursor_continues_the_list(library):
    first = library.browse(BrowseRequest(View.DOCUMENTS, limit=2))
    second = library.browse(BrowseRequest(View.DOCUMENTS, limit=2, cursor=first.cursor))
    assert [card.title for card in (*first.documents, *second.documents)] == ["Apple", "Berry", "Cherry"]
    assert (first.total, second.cursor) == (3, "")


def test_the_scope_hides_collections_and_their_counts(library):
    answer = library.browse(BrowseRequest(View.COLLECTIONS), Scope(("two",)))
    assert [card.slug for card in answer.collections] == ["two"]
    assert {facet.value for facet in answer.facets if facet.field == "collection"} == {"two"}
    assert library.names(NamesRequest("apple"), Scope(("two",))).documents == ()
    assert library.names(NamesRequest(""), Scope(())).documents == ()
    with pytest.raises(NotFound) as caught:
        library.tree(TreeRequest("one"), Scope(("two",)))
    assert caught.value.did_you_mean == ("two",)


def test_a_document_with_two_labels_below_one_counts_once_for_it(shelf, write):
    folder = shelf.add("one")
    write(folder, "a.md", "---\ntags: [Work/open, work/late]\n---\n# A\n")
    write(folder, "b.md", "---\ntags: [work, home/garden/tools]\n---\n# B\n")
    write(folder, "c.md", "---\ntags: [work/late]\n---\n# C\n")
    shelf.index()
    answer = shelf.library.browse(BrowseRequest(View.TAGS))
    assert {branch.value: branch.count for branch in answer.branches} == {"work": 3, "home": 1, "home/garden": 1}
    assert shelf.library.browse(BrowseRequest(View.TYPES)).branches == ()


def test_the_tree_comes_in_pages(library, monkeypatch):
    monkeypatch.setattr(document_tree, "PAGE", 1)
    first = library.tree(TreeRequest("one"))
    second = library.tree(TreeRequest("one", cursor=first.cursor))
    assert [entry.path for entry in (*first.entries, *second.entries)] == ["guides/a.md", "b.md"]
    assert (first.total, second.cursor) == (2, "")


def test_a_list_that_ends_with_its_page_has_no_cursor(library):
    tags = library.browse(BrowseRequest(View.TAGS, limit=2))
    assert [one.value for one in tags.values] == ["red", "Sweet"] and not tags.cursor
    assert library.browse(BrowseRequest(View.TAGS, limit=1)).cursor
    documents = library.browse(BrowseRequest(View.DOCUMENTS, limit=3))
    assert len(documents.documents) == 3 and not documents.cursor


def test_the_tree_names_dates_where_they_are_asked_for(library):
    dates = [
        entry.date[:10] for slug in ("one", "two") for entry in library.tree(TreeRequest(slug, is_dated=True)).entries
    ]
    assert dates == ["2024-05-01", "2025-01-01", "2001-09-09"]
    assert [entry.date for entry in library.tree(TreeRequest("one")).entries] == ["", ""]


@pytest.mark.parametrize(
    ("words", "paths"),
    [("APPL", ["guides/a.md"]), ("uides", ["guides/a.md"]), ("b.md err", ["b.md"]), ("apple berry", []), ("  ", None)],
)
def test_the_tree_is_narrowed_to_documents_whose_title_and_path_hold_every_word(library, words, paths):
    answer = library.tree(TreeRequest("one", words=words))
    paths = ["guides/a.md", "b.md"] if paths is None else paths
    assert [entry.path for entry in answer.entries] == paths
    assert (answer.total, answer.cursor) == (len(paths), "")


def test_the_tree_says_how_many_documents_hold_the_words_beyond_its_page(library, monkeypatch):
    monkeypatch.setattr(document_tree, "PAGE", 1)
    answer = library.tree(TreeRequest("one", words="md"))
    assert ([entry.path for entry in answer.entries], answer.total, answer.cursor) == (["guides/a.md"], 2, "")


@pytest.mark.parametrize(("typed", "best"), [("apple", "Apple"), ("ber", "Berry"), ("chry", "Cherry"), ("c", "Cherry")])
def test_quick_open_finds_names_by_beginning_or_letters_in_order(library, typed, best):
    assert library.names(NamesRequest(typed)).documents[0].title == best


def test_quick_open_finds_a_file_by_its_name_with_the_suffix(shelf, write):
    folder = shelf.add("one")
    for name, text in (("costs.csv", "a,b\n1,2\n"), ("costs.md", "# What it costs\n")):
        write(folder, name, text)
    shelf.index()
    for name in ("costs.csv", "Costs.md"):
        assert shelf.library.names(NamesRequest(name)).documents[0].doc == f"one/{name.lower()}"


def test_quick_open_leaves_out_names_whose_letters_only_happen_to_stand_in_order(shelf, write):
    folder = shelf.add("one")
    for title in ("Tasks Emoji Format", "Example: Configuring a Java Microservice", "Every My Own Joy Is"):
        write(folder, f"{title[:9]}.md", f"# {title}\n")
    shelf.index()

    def found(typed: str) -> list[str]:
        return [card.title for card in shelf.library.names(NamesRequest(typed)).documents]

    assert found("emoji") == ["Tasks Emoji Format", "Every My Own Joy Is"]
    assert found("emji") == ["Every My Own Joy Is", "Tasks Emoji Format"]
    assert found("ecjm") == ["Example: Configuring a Java Microservice"]
    assert found("zz") == []


def test_quick_open_starts_with_what_was_modified_last(library):
    assert library.names(NamesRequest()).documents[-1].title == "Cherry"


def test_facets_follow_changes_without_a_reload(shelf, library, write):
    write(shelf.folder / "one", "b.md", _page("Berry", category="drink"))
    (shelf.folder / "two" / "c.md").unlink()
    shelf.index()
    categories = library.browse(BrowseRequest(View.CATEGORIES)).values
    assert [(one.value, one.count) for one in categories] == [("drink", 1), ("food/fruit", 1)]
    assert library.names(NamesRequest("cherry")).documents == ()


def test_an_empty_library_answers_with_empty_lists(shelf):
    shelf.add("one")
    for view in View:
        assert shelf.library.browse(BrowseRequest(view)).documents == ()
    assert shelf.library.tree(TreeRequest("one")).total == 0
    assert shelf.library.names(NamesRequest("x")).documents == ()


_DOCUMENTS = st.lists(
    st.tuples(
        st.sampled_from(["", "guide", "recipe"]),
        st.sampled_from(["", "a", "a/b", "c"]),
        st.lists(st.sampled_from(["x", "y", "z"]), unique=True),
    ),
    max_size=8,
)


@settings(max_examples=settings().max_examples // 4)  # each indexes a library
@given(documents=_DOCUMENTS)
def test_browse_counts_add_up(tmp_path_factory, documents):
    shelf = Shelf(tmp_path_factory.mktemp("counted"))
    try:
        root = shelf.add()
        for number, (type_, category, tags) in enumerate(documents):
            fields = {"type": type_, "category": category}
            kept = {name: value for name, value in fields.items() if value}
            (root / f"{number}.md").write_text(_page(f"P{number}", **kept, tags=f"[{', '.join(tags)}]"), "utf-8")
        shelf.index()
        for view in (View.TYPES, View.CATEGORIES):
            values = shelf.library.browse(BrowseRequest(view)).values
            assert sum(one.count for one in values) == len(documents)
            for one in values:
                if one.value and view is View.TYPES:
                    filters = (Filter("type", (one.value,)),)
                    assert shelf.library.browse(BrowseRequest(View.DOCUMENTS, filters)).total == one.count
        tags = {one.value: one.count for one in shelf.library.browse(BrowseRequest(View.TAGS)).values}
        assert sum(tags.values()) == sum(len(tags) for _, _, tags in documents)
        (card,) = shelf.library.browse(BrowseRequest(View.COLLECTIONS)).collections
        assert card.documents == shelf.library.browse(BrowseRequest(View.DOCUMENTS)).total == len(documents)
    finally:
        shelf.close()
        shutil.rmtree(shelf.folder)


def test_the_status_counts_what_the_filters_leave(library):
    answer = library.browse(BrowseRequest(View.STATUS, (Filter("collection", ("two",)),)))
    counts = {value.value: value.count for value in answer.values}
    assert (counts["collections"], counts["documents"], counts["sections"], counts["words"]) == (1, 1, 1, 1)


def test_an_empty_collection_is_listed_unless_a_filter_names_another(shelf, library):
    shelf.add("empty")
    names = [card.slug for card in library.browse(BrowseRequest()).collections]
    assert names == ["empty", "one", "two"]
    chosen = library.browse(BrowseRequest(filters=(Filter("collection", ("two",)),))).collections
    assert [card.slug for card in chosen] == ["two"]


def test_a_tree_keeps_nothing_in_memory_between_its_pages(library, monkeypatch):
    monkeypatch.setattr(document_tree, "PAGE", 1)
    first = library.tree(TreeRequest("one"))
    assert (first.total, [entry.path for entry in first.entries]) == (2, ["guides/a.md"])
    assert "b.md" not in repr(library.cursors._lists)
    second = library.tree(TreeRequest("one", first.cursor))
    assert ([entry.path for entry in second.entries], second.cursor) == (["b.md"], "")


def test_a_long_list_is_kept_in_four_bytes_a_document(library):
    assert library.browse(BrowseRequest(View.DOCUMENTS, limit=1)).cursor
    [kept] = library.cursors._lists.values()
    assert kept.content.keys.nbytes == 4 * 3


@pytest.mark.parametrize(("path", "found"), [("inner", 1), ("Inner/", 1), ("deep/inner", 1), ("nner", 0), ("d.md", 0)])
def test_path_filter_names_a_folder_at_any_depth(shelf, write, path: str, found: int):
    write(shelf.add("one"), "very/deep/inner/d.md", _page("Damson"))
    shelf.index()
    assert len(_titles(shelf.library, Filter("path", (path,)))) == found


def test_topics_are_categories_types_and_tags_in_one_list(library):
    everything = _values(library, View.LABELS)
    assert everything[0] == ("tag:red", 2)
    assert ("category:food", 1) in everything and ("type:recipe", 1) in everything and ("tag:Sweet", 1) in everything
    kinds = [name.partition(":")[0] for name, _ in _values(library, View.LABELS, sort=Sort.CATEGORY)]
    assert kinds == sorted(kinds, key=["category", "type", "tag"].index)
    page = library.browse(BrowseRequest(View.LABELS, limit=2))
    rest = library.browse(BrowseRequest(View.LABELS, limit=100, cursor=page.cursor))
    assert [f"{one.field}:{one.value}" for one in (*page.values, *rest.values)] == [name for name, _ in everything]
    assert page.total == len(everything)
    only = _values(library, View.LABELS, Filter("collection", ("two",)))
    assert ("tag:red", 1) in only and "category:food" not in dict(only)
    assert dict(_values(library, View.LABELS, scope=Scope(("two",)))) == dict(only)


def test_people_and_the_schema_are_counted_in_what_is_left(shelf, library, write):
    assert library.browse(BrowseRequest(View.PEOPLE)).notices == (
        "The graph is still being built. Try again in a moment.",
    )
    write(shelf.folder / "two", "d.md", _page("Date", author="[Ada, Bo]", owner="Ada"))
    shelf.index()
    library.graphs.refresh()
    library.graphs.wait()
    assert _values(library, View.PEOPLE) == [("person:Ada", 2), ("person:Bo", 1)]
    assert _values(library, View.PEOPLE, Filter("collection", ("one",))) == [("person:ada", 1)]
    assert _values(library, View.PEOPLE, scope=Scope(("one",))) == [("person:ada", 1)]
    counted = dict(_values(library, View.SCHEMA))
    assert counted["class:document"] == 4 and counted["class:collection"] == 2 and counted["class:person"] == 2
    assert counted["relation:author"] == 3 and counted["relation:owner"] == 1
    assert counted["collection:one"] == 2 and counted["collection:two"] == 2 and counted["level:1"] == 4
    narrow = dict(_values(library, View.SCHEMA, scope=Scope(("one",))))
    assert narrow["collection:one"] == 2 and "collection:two" not in narrow and narrow["level:1"] == 2
    assert narrow["class:document"] == 2 and narrow["class:collection"] == 1 and "relation:owner" not in narrow
    first = library.browse(BrowseRequest(View.SCHEMA, limit=1))
    assert first.total == len(counted) and len(first.values) == 1 and first.cursor
