"""Parts of words: what a question shares with sections beyond whole words."""

from __future__ import annotations

import numpy as np
import pytest

from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.query.sentence import sentence_share
from bookwheel.library.search.query_parser import parse
from bookwheel.library.search.search import search
from bookwheel.library.search.word_parts import MOST_TEXT, shared_parts
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import KeywordSettings, Settings
from tests.library.conftest import Shelf

QUESTION = "Wann wurde bei uns eine neue Verteidigungslinie im Norden gebaut"
PAGES = {
    "wall.md": "# Norden\n\nDie neuen Verteidigungen und der Bau von Linien im Norden mit Wall und tiefen Gräben.\n",
    "other.md": "# Norden\n\nDie Ernten und der neue Acker im Norden mit vielen Wiesen.\n",
}


def test_compounds_endings_accents_and_capitals_make_no_difference():
    texts = ["Die GROSSE Verteidigung", "die verteidigungslinien", "nichts davon", ""]
    scores = shared_parts({"verteidigungslinie": 2.0, "große": 1.0}, texts)
    assert scores.max() == 1 and scores[1] > scores[0] > 0 and scores[2] == scores[3] == 0
    assert shared_parts({"café": 1.0}, ["cafe", "cafe\u0301", "CAFÉ", "ca\u00adfe"]).tolist() == [1.0] * 4


def test_parts_do_not_reach_over_the_edge_of_a_word():
    assert shared_parts({"sand": 1.0}, ["sandbank", "thousand", "as and", "sand"]).argmax() == 3
    assert not shared_parts({"sandy": 1.0}, ["san dy", "s a n d y"]).any()


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\U0001f600" * 9, "\x00" * 99, "字" * MOST_TEXT * 2])
def test_any_text_is_taken(text: str):
    scores = shared_parts({"字字字字字": 1.0, text or "x": 2.0}, [text, "plain"])
    assert scores.shape == (2,) and np.isfinite(scores).all() and (scores >= 0).all() and (scores <= 1).all()
    assert shared_parts({}, [text]).tolist() == [0.0]
    assert not len(shared_parts({"plain": 1.0}, []))


def test_a_name_is_no_sentence():
    assert sentence_share("pod security", 3, 9) == 0 < sentence_share("how do pods get their security", 3, 9) < 1
    assert sentence_share("一" * 40, 3, 9) == 1


@pytest.fixture
def snapshot(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.index()
    return shelf.seen()


def test_a_question_lifts_the_section_with_a_part_of_its_word_and_says_so(snapshot: Snapshot):
    request = SearchRequest(QUESTION, Mode.KEYWORD, explain=True)
    with_parts = search(request, EVERYTHING, snapshot, Settings())
    without = search(request, EVERYTHING, snapshot, Settings(keyword=KeywordSettings(word_parts=0)))
    assert [answer.hits[0].doc for answer in (with_parts, without)] == ["notes/wall.md", "notes/other.md"]
    assert [hit.score for hit in with_parts.hits] == [hit.score for hit in without.hits]  # they change places
    said = [repr(answer.hits[0].explanation) for answer in (with_parts, without)]
    assert "word parts" in said[0] and "word parts" not in said[1]


def test_meaning_tells_instead_what_is_alike_where_the_model_reads_the_section(snapshot: Snapshot):
    everywhere = np.ones(len(snapshot.facets.document_of), np.bool_)
    for mask, first in ((None, "wall"), (everywhere, "wall"), (~everywhere, "other")):
        leg = KeywordLeg(snapshot, KeywordSettings(), None, lambda mask=mask: mask)
        numbers = leg.match(parse(QUESTION)).numbers
        row = snapshot.catalogue.section_rows([int(leg.reader.keys[numbers[0]])])
        assert next(iter(row.values())).doc == f"notes/{first}.md"
