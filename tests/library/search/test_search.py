"""Search over a real small library: ranking, operators, scope, paging, reasons."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BadRequest, RevisionChanged
from bookwheel.domain.reading import ReadRequest
from bookwheel.domain.search import EVERYTHING, Filter, Hit, Mode, Scope, SearchAnswer, SearchRequest
from bookwheel.library.indexing.publish import Stores
from bookwheel.library.search import search as searching
from bookwheel.library.search.hit_page import uri_of
from bookwheel.library.search.search import marker, search
from bookwheel.library.snapshot.cursors import KEPT_S, MOST_LISTS, Cursors
from bookwheel.settings import KeywordSettings, Settings
from tests.library.conftest import Shelf, changed

Write = Callable[[Path, str, str], Path]

PAGES = {
    "guides/pods.md": "---\ntitle: Pods\ntags: [net, core]\ntype: guide\n---\n# Pods\n\nA pod runs containers.\n\n"
    "## Lifecycle\n\nThe pod lifecycle begins with authentication.\n\n## Networking\n\nPods talk over the network.\n",
    "guides/nodes.md": "---\ntitle: Nodes\naliases: [Worker machines]\ntype: guide\n---\n# Nodes\n\nA node runs pods "
    "and holds containers. See `kubectl get nodes`.\n\n```sh\nkubectl drain worker --dry-run\n```\n",
    "reference/api.md": "# API reference\n\n## Lifecycle\n\nHooks run postStart and preStop. "
    "The imagePullSecrets field.\n",
    "fr.md": "---\nlang: fr\n---\n# Le café\n\nUn café noir et des bibliothèques.\n",
    "ja.md": "---\nlang: ja\n---\n# 検索\n\n日本語の全文検索を試す。猫もいる。\n",
    "ru.md": "---\nlang: ru\n---\n# Книги\n\nМы читаем книги вечером.\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    other = shelf.add("secret", weight=1.0)
    write(other, "plans.md", "# Plans\n\nThe zanzibar project about pods is hidden.\n")
    shelf.index()
    return shelf


def ask(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **fields: object) -> SearchAnswer:
    return shelf.library.search(SearchRequest(query, **fields), scope)  # type: ignore[arg-type]


def sections(answer: SearchAnswer) -> list[str]:
    return [hit.section for hit in answer.hits]


def first(answer: SearchAnswer) -> Hit:
    assert answer.hits, answer.notices
    return answer.hits[0]


def test_hit_has_all_that_a_list_shows(full: Shelf):
    hit = first(ask(full, "lifecycle authentication"))
    assert hit.section == "notes/guides/pods.md#lifecycle"
    assert (hit.title, hit.document_title, hit.type, hit.collection) == ("Lifecycle", "Pods", "guide", "notes")
    assert hit.breadcrumb == ("Notes", "guides", "Pods")
    assert hit.uri == "bookwheel://doc/notes/guides/pods.md#lifecycle"
    assert [hit.snippet[start:end] for start, end in hit.spans] == ["lifecycle", "authentication"]
    assert hit.lines[0] < hit.lines[1]
    assert hit.explanation is None


def test_breadcrumb_calls_folders_by_the_titles_of_their_pages(full: Shelf, write: Write):
    write(full.folder / "notes", "guides/_index.md", "# How to\n")
    full.index()
    hit = first(ask(full, "lifecycle authentication"))
    assert hit.breadcrumb == ("Notes", "How to", "Pods")
    write(full.folder / "notes", "book.md", "# Book\n\n## Part\n\n### Chapter\n\nThe quire.\n")
    full.index()
    assert first(ask(full, "quire")).breadcrumb == ("Notes", "Book", "Part")


def test_exact_title_or_alias_comes_first(full: Shelf):
    assert first(ask(full, "nodes")).doc == "notes/guides/nodes.md"
    assert first(ask(full, "worker MACHINES")).doc == "notes/guides/nodes.md"
    explained = first(ask(full, "nodes", explain=True)).explanation
    assert explained is not None
    assert explained.boosts[0][0] == "exact title"


@pytest.mark.parametrize("question", ["how does a wheel turn", "How does a wheel turn?", "how does a wheel turn ?"])
def test_a_question_is_found_with_and_without_its_mark(full: Shelf, write: Write, question: str):
    write(full.folder / "notes", "faq.md", "# Answers\n\n## How does a wheel turn?\n\nOn its axle.\n")
    write(full.folder / "notes", "wheel.md", "# Wheel\n\n" + "How does a wheel turn and turn, a wheel. " * 9 + "\n")
    full.index()
    assert first(ask(full, question)).section == "notes/faq.md#how-does-a-wheel-turn"


def test_a_document_asked_for_by_its_name_is_shown_from_its_beginning(full: Shelf, write: Write):
    write(full.folder / "notes", "spokes.md", "# Spokes\n\nOf wheels.\n\n## Spokes, spokes\n\n" + "All spokes. " * 30)
    full.index()
    begun, *more = ask(full, "spokes").hits
    assert (begun.section, begun.lines[0]) == ("notes/spokes.md#spokes", 1)
    assert "notes/spokes.md#spokes-spokes" in {hit.section for hit in more}


def test_equal_heading_comes_next(full: Shelf):
    assert {section.rpartition("#")[2] for section in sections(ask(full, "lifecycle"))[:2]} == {"lifecycle"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cafe", "notes/fr.md"),
        ("bibliothèque", "notes/fr.md"),
        ("книга", "notes/ru.md"),
        ("全文検索", "notes/ja.md"),
        ("猫", "notes/ja.md"),
        ("imagepullsecrets", "notes/reference/api.md"),
        ("pull", "notes/reference/api.md"),
        ("drain", "notes/guides/nodes.md"),
    ],
)
def test_words_of_every_kind_are_found(full: Shelf, query: str, expected: str):
    hit = first(ask(full, query))
    assert hit.doc == expected
    assert hit.spans


def test_prefix_and_typing_find_longer_words(full: Shelf):
    assert first(ask(full, "auth*")).section.endswith("#lifecycle")
    assert first(ask(full, "authentic", is_prefix=True)).section.endswith("#lifecycle")
    assert first(ask(full, "authenticati", is_prefix=True)).section.endswith("#lifecycle")
    assert not ask(full, '"auth"').hits


def test_short_query_finds_longer_words_and_marks_them(full: Shelf):
    hit = first(ask(full, "auth"))
    assert hit.section == "notes/guides/pods.md#lifecycle"
    assert [hit.snippet[start:end] for start, end in hit.spans] == ["authentication"]
    assert not ask(full, "authenticationless").hits


def test_exact_word_stands_before_longer_ones(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    write(root, "long.md", "# Long\n\nA notebook lies here.\n")
    write(root, "exact.md", "# Exact\n\nA note lies here.\n")
    shelf.index()
    assert [hit.doc for hit in ask(shelf, "note").hits] == ["notes/exact.md", "notes/long.md"]


def test_phrase_must_stand_together(full: Shelf):
    assert sections(ask(full, '"pod lifecycle"')) == ["notes/guides/pods.md#lifecycle"]
    assert not ask(full, '"lifecycle pod"').hits
    assert sections(ask(full, '"全文検索"')) == ["notes/ja.md#検索"]


def test_a_phrase_is_found_in_a_title_that_no_heading_repeats(shelf: Shelf, write: Write):
    write(shelf.add("notes"), "desk.md", "---\ntitle: The rotary desk\n---\n# Introduction\n\nOf wood.\n")
    shelf.index()
    assert sections(ask(shelf, '"rotary desk"')) == ["notes/desk.md#introduction"]
    assert not ask(shelf, '"desk rotary"').hits


def test_exclusion_requirement_and_choice(full: Shelf):
    assert "notes/guides/nodes.md" not in {hit.doc for hit in ask(full, "containers -kubectl").hits}
    assert {hit.doc for hit in ask(full, "+containers +kubectl").hits} == {"notes/guides/nodes.md"}
    assert {hit.doc for hit in ask(full, "猫 OR café").hits} == {"notes/ja.md", "notes/fr.md"}


def test_stop_words_neither_match_by_themselves_nor_are_marked(full: Shelf):
    answer = ask(full, "the lifecycle of authentication")
    assert first(answer).title == "Lifecycle"
    assert "Plans" not in {hit.title for hit in answer.hits}
    assert "the" not in {hit.snippet[start:end] for hit in answer.hits for start, end in hit.spans}
    assert ask(full, "the").total > 0


def test_filters_alone_list_documents(full: Shelf):
    answer = ask(full, "type:guide")
    assert {hit.doc for hit in answer.hits} == {"notes/guides/pods.md", "notes/guides/nodes.md"}
    assert answer.total == 2


def test_facets_count_documents_of_all_matches(full: Shelf):
    answer = ask(full, "pods", limit=1, facets=("type", "tag", "collection"))
    counts = {(facet.field, facet.value): facet.count for facet in answer.facets}
    assert counts["type", "guide"] == 2
    assert counts["tag", "net"] == 1
    assert counts["collection", "secret"] == 1
    assert answer.total > 1


def test_scope_hides_hits_counts_and_suggestions(full: Shelf):
    scope = Scope(("notes",))
    assert ask(full, "zanzibar").total == 1
    for query in ("zanzibar", "zanzibr", "zanzib*", "~zanzibr", '"zanzibar project"'):
        answer = ask(full, query, scope, facets=("collection",), is_prefix=True, explain=True)
        assert (answer.total, answer.hits, answer.facets, answer.suggestions) == (0, (), (), ())
        assert "zanzibar" not in json.dumps([notice for notice in answer.notices if query != "zanzibar"])
    assert ask(full, "pods", scope, facets=("collection",)).facets[0].value == "notes"
    assert ask(full, "collection:secret", scope).total == 0


def test_filters_of_the_request_apply(full: Shelf):
    assert {hit.doc for hit in ask(full, "pods", filters=(Filter("tag", ("core",)),)).hits} == {"notes/guides/pods.md"}
    assert ask(full, "pods", filters=(Filter("tag", ("none",)),)).notices


def test_typo_beside_found_words_is_forgiven_and_told(full: Shelf):
    answer = ask(full, "pod lyfecycle")
    assert first(answer).section.endswith("#lifecycle")
    assert answer.notices == ("Nothing matches “lyfecycle”; searched for “lifecycle” instead.",)
    assert not ask(full, "pod lyfecycle", is_prefix=True).notices
    assert not ask(full, "pod ypsilons").notices
    assert not ask(full, "pods zanzibur", Scope(("notes",))).notices


def test_typo_is_forgiven_when_nothing_matches(full: Shelf):
    answer = ask(full, "authentcation")
    assert first(answer).section.endswith("#lifecycle")
    assert "authentication" in answer.notices[0]
    assert answer.suggestions == ("authentication",)
    assert first(ask(full, "~lifecicle")).title == "Lifecycle"


def test_so_many_words_are_forgiven_and_no_more(full: Shelf):
    strange = " ".join(f"~qqxz{letter}{letter}jjv" for letter in "abcdefghijkl")
    assert first(ask(full, f"~lifecicle {strange}")).title == "Lifecycle"
    assert not ask(full, f"{strange} ~lifecicle").hits


def test_missing_legs_are_named(full: Shelf):
    for mode in (Mode.SEMANTIC, Mode.GRAPH, Mode.HYBRID):
        answer = ask(full, "pods", mode=mode)
        assert answer.hits
        assert "not ready yet" in answer.notices[0]
    assert not ask(full, "pods").notices


def test_explanation_adds_up(full: Shelf):
    answer = ask(full, "pod lifecycle begins", explain=True)
    for hit in answer.hits:
        assert hit.explanation is not None
        leg = hit.explanation.legs[0]
        added = sum(amount for name, amount in hit.explanation.boosts if name != "collection weight")
        assert leg.score == pytest.approx(sum(term.score for term in leg.terms) + added, abs=0.01)
        assert hit.score == pytest.approx(leg.score, abs=0.01)
    best = first(answer).explanation
    assert best is not None
    assert (best.legs[0].rank, best.legs[0].share) == (1, 1.0)
    assert {term.term for term in best.legs[0].terms} == {"pod", "lifecycle", "begins"}
    assert dict(best.legs[0].terms[1].fields)["headings"] >= 1


def test_collection_weight_multiplies(full: Shelf):
    before = {hit.doc: hit.score for hit in ask(full, "hidden zanzibar pods").hits}
    full.collections = tuple(
        replace(collection, weight=5.0 if collection.slug == "secret" else 1.0) for collection in full.collections
    )
    full.library.refresh(full.revision)
    after = {hit.doc: hit.score for hit in ask(full, "hidden zanzibar pods").hits}
    assert after["secret/plans.md"] == pytest.approx(5 * before["secret/plans.md"], rel=0.01)


def test_weights_take_effect_at_query_time(full: Shelf):
    before = first(ask(full, "lifecycle pods")).score
    full.library.settings = replace(full.library.settings, keyword=KeywordSettings(headings=0, title=0, tags=0))
    assert first(ask(full, "lifecycle pods")).score < before


def test_pages_follow_each_other_without_doubles(full: Shelf):
    whole = sections(ask(full, "pods containers lifecycle", limit=100))
    seen: list[str] = []
    cursor = ""
    while True:
        answer = ask(full, "pods containers lifecycle", limit=2, cursor=cursor, explain=True)
        assert answer.total == len(whole)
        assert all(hit.explanation for hit in answer.hits)
        seen += sections(answer)
        cursor = answer.cursor
        if not cursor:
            break
    assert seen == whole


def test_cursor_belongs_to_its_question_and_its_asker(full: Shelf):
    cursor = ask(full, "pods", limit=1).cursor
    with pytest.raises(BadRequest):
        ask(full, "nodes", limit=1, cursor=cursor)
    with pytest.raises(BadRequest):
        ask(full, "pods", Scope(("notes",)), limit=1, cursor=cursor)
    with pytest.raises(BadRequest):
        ask(full, "pods", limit=1, cursor=cursor[:-2] + "xx")
    for torn in ("nonsense", "é", "=" * 50):
        with pytest.raises(BadRequest):
            ask(full, "pods", cursor=torn)


def test_cursor_outlives_a_revision_and_drops_what_is_gone(full: Shelf):
    answer = ask(full, "pods", limit=1)
    (full.folder / "notes" / "guides" / "nodes.md").unlink()
    full.index(changed("notes", ["guides/nodes.md"]))
    rest = ask(full, "pods", limit=100, cursor=answer.cursor)
    assert rest.hits
    assert "notes/guides/nodes.md" not in {hit.doc for hit in rest.hits}


def test_cursor_is_gone_after_ten_minutes():
    now = [0.0]
    cursors = Cursors(lambda: now[0])
    cursor = cursors.keep("question", ("list",), 3)
    assert cursors.resume(cursor, "question", tuple) == (("list",), 3)
    assert cursors.resume(cursors.moved(cursor, 9), "question", tuple)[1] == 9
    now[0] = KEPT_S + 1
    with pytest.raises(RevisionChanged):
        cursors.resume(cursor, "question", tuple)
    with pytest.raises(BadRequest):
        Cursors().resume(cursor, "question", tuple)


def test_whoever_keeps_many_lists_drives_out_only_its_own():
    cursors = Cursors()
    quiet, greedy = cursors.of("quiet"), cursors.of("greedy")
    first = quiet.keep("question", ("list",), 0)
    flood = [greedy.keep("question", (number,), 0) for number in range(2 * MOST_LISTS)]
    assert quiet.resume(first, "question", tuple)[0] == ("list",)
    assert greedy.resume(flood[-1], "question", tuple)[0] == (2 * MOST_LISTS - 1,)
    with pytest.raises(RevisionChanged):
        greedy.resume(flood[0], "question", tuple)


def test_a_client_that_asks_much_leaves_another_its_cursor(full: Shelf):
    library = full.library
    docs = ("notes/guides/pods.md", "notes/guides/nodes.md")
    ways: tuple[Callable[[str, Scope], Any], ...] = (
        lambda cursor, scope: library.search(SearchRequest("pods", limit=1, cursor=cursor), scope),
        lambda cursor, scope: library.browse(BrowseRequest(View.DOCUMENTS, limit=1, cursor=cursor), scope),
        lambda cursor, scope: library.read(ReadRequest(docs, cursor=cursor, budget_tokens=5), scope),
    )
    for ask_for in ways:
        library.cursors = Cursors(most=2)
        cursor = ask_for("", Scope(client="quiet")).cursor
        for _ in range(3):
            ask_for("", Scope(client="greedy"))
        assert ask_for(cursor, Scope(client="quiet")).revision


def test_deleted_text_is_never_found(full: Shelf, write: Write):
    root = full.folder / "notes"
    for number in range(3):
        write(root, "guides/pods.md", f"# Pods\n\nversion{number} of the page.\n")
        full.index(changed("notes", ["guides/pods.md"]))
    assert not ask(full, "authentication").hits
    assert not ask(full, '"version0"').hits
    assert ask(full, '"version2"').total == 1


def test_marker_finds_matches_in_plain_text(full: Shelf):
    with_snapshot = full.library
    find = marker('pods "life cycle" -node', with_snapshot._now())  # type: ignore[arg-type]
    text = "A pod, two PODS, a node, life."
    assert [text[start:end] for start, end in find(text)] == ["pod", "PODS", "life"]


def test_addresses_are_percent_encoded():
    assert uri_of("c/a b/ü#?.md", "x y/z") == "bookwheel://doc/c/a%20b/%C3%BC%23%3F.md#x%20y%2Fz"


@pytest.mark.parametrize(
    "query",
    ["", "   ", '"', '""', "-", "*", "~", "-pods", "OR", "tag:", "(((", "\x00\x1b[31m", "a" * 100_000, "💥 ‮", "\ud800",
     "NOT NOT", "+-+-", '-"', "'; DROP TABLE documents; --", "日" * 5000, "\u0301\u0301", "tag:x -tag:x after:0000"],
)  # fmt: skip
def test_hostile_query_is_answered(full: Shelf, query: str):
    for is_prefix in (False, True):
        answer = ask(full, query, is_prefix=is_prefix, explain=True, facets=("type", "nonsense"))
        assert isinstance(answer, SearchAnswer)
        json.dumps([hit.snippet for hit in answer.hits])


def test_empty_library_answers(shelf: Shelf):
    shelf.add("empty")
    shelf.index()
    assert ask(shelf, "anything").hits == ()


def test_search_without_cursors_has_no_second_page(full: Shelf):
    snapshot = full.library._now()
    assert snapshot is not None
    assert search(SearchRequest("pods", limit=1), EVERYTHING, snapshot, Settings()).cursor == ""
    assert searching.MOST_HITS == 100


def test_edits_that_were_taken_back_leave_every_score_and_the_order_as_they_were(
    full: Shelf, write: Write, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Stores, "has_holes", False)  # else what is deleted would leave the index at rest
    queries = ("pod", "lifecycle", "pods network", "node containers", "book")
    before = [[(hit.section, hit.score) for hit in ask(full, query).hits] for query in queries]
    root = full.folder / "notes"
    for text in (PAGES["guides/pods.md"] + "\nA pod, a pod, a node and a lifecycle.\n", PAGES["guides/pods.md"]):
        write(root, "guides/pods.md", text)
        full.index(changed("notes", ["guides/pods.md"]))
    reader = full.library._now().keyword  # type: ignore[union-attr]
    assert reader.count < reader.size, "nothing deleted is left in the index, so that this shows nothing"
    assert [[(hit.section, hit.score) for hit in ask(full, query).hits] for query in queries] == before


def test_equal_hits_follow_their_documents_ids_whichever_was_read_last(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    paths = ["a.md", "b/a.md", "c.md", "d.md"]
    for path in reversed(paths):
        write(root, path, "# Same\n\nThe very same words.\n\n## Below\n\nThe very same words.\n")
        shelf.index()
    wanted = [f"notes/{path}#{anchor}" for anchor in ("same", "below") for path in paths]
    assert sorted(sections(ask(shelf, "very same words")), key=wanted.index) == sections(ask(shelf, "very same words"))
    assert [hit.doc for hit in ask(shelf, "collection:notes").hits] == [f"notes/{path}" for path in paths]
