"""An index that is behind the catalogue is said, and never taken for one that holds nothing."""

from __future__ import annotations

import random
import shutil

import pytest

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.diagnostics import AbsenceRequest, InspectRequest, InspectView, MentionsRequest
from bookwheel.domain.errors import NotFound, NotReady
from bookwheel.domain.graph import ContextRequest, ExploreRequest
from bookwheel.domain.readiness import KEYWORD_BEHIND
from bookwheel.domain.search import Filter, Mode, NamesRequest, Scope, SearchRequest
from bookwheel.library.library import Library
from bookwheel.library.snapshot.index_lag import GRAPH_BEHIND
from bookwheel.settings import Settings


@pytest.fixture
def wordless(shelf, write):
    """A library whose keyword index is missing, as a service opens it."""
    root = shelf.add()
    write(root, "a.md", "# Striped zebra\n\nIt runs.\n\n## Hoofs\n\nquokka\n")
    write(root, "b.md", "# Other\n\nquokka\n")
    shelf.index()
    shutil.rmtree(shelf.paths.keyword)
    library = Library(shelf.paths, Settings(), lambda: shelf.collections)
    yield library
    library.close()


def test_while_the_keyword_index_is_missing_no_leg_is_silent(wordless):
    for mode in set(Mode) - {Mode.LITERAL}:  # which reads the texts themselves
        answer = wordless.search(SearchRequest("quokka", mode))
        assert KEYWORD_BEHIND in answer.notices, mode
    assert wordless.search(SearchRequest("quokka")).total == 0
    assert KEYWORD_BEHIND in wordless.context(ContextRequest("quokka")).notices
    assert wordless.absence(AbsenceRequest("notes/b.md", "zebra")).reasons == (KEYWORD_BEHIND,)


def test_titles_and_headings_are_found_without_the_keyword_index(wordless):
    def found(query: str, **more: object) -> list[str]:
        return [hit.section for hit in wordless.search(SearchRequest(query, **more)).hits]

    assert found("striped zebra") == ["notes/a.md#striped-zebra"]
    assert found("Hoofs", explain=True) == ["notes/a.md#hoofs"]
    assert found("hoofs", filters=(Filter("path", ("b.md",)),)) == []
    assert wordless.search(SearchRequest("hoofs"), Scope(collections=())).hits == ()
    assert wordless.browse(BrowseRequest(View.DOCUMENTS)).total == 2
    assert [card.doc for card in wordless.names(NamesRequest("zebra")).documents] == ["notes/a.md"]


def test_a_damaged_index_is_told_of_once_and_answers_say_that_words_may_be_missing(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# Striped zebra\n\nIt runs.\n\n## Hoofs\n\nquokka\n")
    shelf.index()
    library, told = shelf.library, []
    library.watch_words(lambda: told.append("damaged"))
    assert library.search(SearchRequest("zebra")).notices == ()
    for file in shelf.paths.keyword.glob("*.seg"):
        with file.open("r+b") as open_file:
            open_file.write(random.Random(5).randbytes(file.stat().st_size))
    for query in ("quokka", "runs", "striped zebra"):
        answer = library.search(SearchRequest(query))
        assert KEYWORD_BEHIND in answer.notices and told == ["damaged"]
    assert answer.hits[0].section == "notes/a.md#striped-zebra"
    assert library.context(ContextRequest("quokka")).notices
    library.watch_words(lambda: told.append("again"))
    assert told == ["damaged"]


def test_once_the_keyword_index_is_back_nothing_is_said(shelf, wordless):
    shelf.index()
    wordless.refresh(shelf.revision)
    answer = wordless.search(SearchRequest("quokka"))
    assert (answer.total, answer.notices) == (2, ())


@pytest.fixture
def behind(shelf, write):
    """A library whose graph lacks the newest document."""
    root = shelf.add()
    write(root, "old.md", "# Old page\n\nIt names the New page.\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    write(root, "new.md", "---\ntags: [fresh]\n---\n# New page\n\nzebra [old](old.md)\n")
    shelf.index()
    return shelf.library


@pytest.mark.parametrize("node", ["notes/new.md", "notes/new.md#new-page", "New page", "tag:fresh", "nowhere.md"])
def test_a_node_that_may_be_on_its_way_is_not_denied(behind, node):
    with pytest.raises(NotReady) as told:
        behind.explore(ExploreRequest(node))
    assert told.value.code == "not_ready" and told.value.next
    assert node not in told.value.did_you_mean
    assert "notes/new.md" not in told.value.did_you_mean


def test_every_answer_from_a_graph_that_is_behind_says_so(behind):
    answers = (
        behind.explore(ExploreRequest("notes/old.md")),
        behind.explore(ExploreRequest(level="schema")),
        behind.search(SearchRequest("zebra", Mode.HYBRID)),
        behind.search(SearchRequest("zebra", Mode.GRAPH)),
        behind.context(ContextRequest("zebra")),
        behind.inspect(InspectRequest(InspectView.ORPHANS)),
        behind.mentions(MentionsRequest("notes/new.md")),
        behind.browse(BrowseRequest(View.PEOPLE)),
    )
    assert [GRAPH_BEHIND in answer.notices for answer in answers] == [True] * len(answers)


def test_once_the_graph_has_caught_up_it_finds_the_node_and_says_no_more(behind):
    behind.graphs.refresh()
    behind.graphs.wait()
    answer = behind.explore(ExploreRequest("notes/new.md"))
    assert answer.nodes and answer.notices == ()
    with pytest.raises(NotFound):
        behind.explore(ExploreRequest("nowhere.md"))
