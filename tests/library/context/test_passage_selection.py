"""Which passages of long and short texts answer, and what goes into a room."""

from __future__ import annotations

import msgspec

from bookwheel import wire
from bookwheel.domain.search import Hit
from bookwheel.indexes.keyword.analysis import query_analyser
from bookwheel.library.context.passage_scores import CutTexts, score_words
from bookwheel.library.context.passage_selection import pack, rank
from bookwheel.library.context.sources import Source
from bookwheel.library.search.query_parser import parse
from bookwheel.library.search.snippets import Matcher

FILLING = "The wheel turns and the reader sits before it with a book in hand, as on any other day.\n\n" * 60
TEXT = f"{FILLING}The axle of the wheel was cast in bronze by Ramelli.\n\n{FILLING}"
CUTS = CutTexts()


def source(text: str, name: str = "long", score: float = 1.0) -> Source:
    hit = Hit(f"n/{name}.md", f"n/{name}.md#top", name, name, ("n",), (1, 9), "", (), score, "bookwheel://doc/n", "n")
    return Source(hit, 1, 1, text, (), CUTS.of(f"{name} {text}", text))


def matcher(question: str) -> Matcher:
    return Matcher(parse(question), query_analyser(("en",)))


def size(value: object) -> int:
    return len(msgspec.json.encode(value if isinstance(value, str) else wire.compact(value)).decode())


def test_the_rarer_words_together_win_over_a_common_one():
    long = source(TEXT)
    best = rank([long], matcher("bronze axle wheel"))[0]
    assert "cast in bronze" in long.evidence(best.number, best.number, 1.0).text


def test_words_beside_a_passage_count_for_it():
    (scores,) = score_words([source(TEXT).words], matcher("bronze axle"))
    first = int(scores.argmax())
    assert scores[first] == 1.0
    assert scores[first - 1] > 0 and scores[first + 1] > 0
    assert scores[first - 3] == scores[0] == 0


def test_search_orders_short_sections_and_words_the_passages_of_a_long_one():
    short, long = source("A bronze axle.", "short", 0.4), source(TEXT, "long", 1.0)
    first, second = source("Wheels of wood.", "first", 1.0), source("The bronze axle of a wheel.", "second", 0.5)
    assert [one.source for one in rank([first, second], matcher("bronze axle wheel"))] == [0, 1]
    ranked = rank([long, short], matcher("bronze axle"))
    assert "Ramelli" in long.evidence(ranked[0].number, ranked[0].number, 1.0).text
    assert [one.source for one in ranked].index(1) < 8


def test_passages_beside_each_other_become_one_with_its_lines():
    long = source(TEXT)
    ranked = rank([long], matcher("bronze axle"))
    found = pack(ranked, [long], 3000, size)
    [around] = [one for one in found if "Ramelli" in one.text]
    lines = TEXT.split("\n")
    assert "\n".join(lines[around.lines[0] - 1 : around.lines[1]]) == around.text
    assert len(around.text) > 800
    assert [one.lines for one in found] == sorted(one.lines for one in found)


def test_a_copy_in_another_document_is_left_out():
    one, other = source("Ramelli drew the wheel in 1588.", "one"), source("Ramelli drew the wheel in 1588.", "other")
    found = pack(rank([one, other], matcher("wheel Ramelli")), [one, other], 3000, size)
    assert [evidence.doc for evidence in found] == ["n/one.md"]


def test_what_does_not_fit_is_cut_and_says_so():
    long = source("Ramelli drew the wheel " + "and then another wheel beside it " * 24)
    [part] = pack(rank([long], matcher("Ramelli wheel")), [long], 500, size)
    assert part.is_cut and long.text.startswith(part.text)
    assert len(part.text) >= 240 and size(part) <= 500
