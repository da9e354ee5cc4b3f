"""Answers within their budgets."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseAnswer, View
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.document import Dialect
from bookwheel.domain.publications import PublicationCard
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry, Passage, ReadAnswer
from bookwheel.domain.search import DocumentCard, Hit, SearchAnswer, Snippet
from bookwheel.service.agents.tools import answers


def _hit(number: int, snippet: str = "some words around the match") -> Hit:
    doc = f"notes/guide/chapter-{number}.md"
    section = f"{doc}#part-{number}"
    trail = ("Notes", "guide", f"Chapter {number}")
    uri = f"bookwheel://doc/{section}"
    return Hit(doc, section, f"Part {number}", "Chapter", trail, (1, 9), snippet, ((0, 4),), 1.5, uri, "notes", "guide")


def _back(cursor: str, count: int) -> str:
    return f"after-{int(cursor.removeprefix('after-')) - count}"


def _searching(snippet: str, total: int = 200):
    def ask(limit: int) -> SearchAnswer:
        hits = tuple(_hit(number, snippet) for number in range(min(limit, total)))
        return SearchAnswer(hits, total, f"after-{len(hits)}" if len(hits) < total else "", 3, 0, 0.0, took_ms=1.0)

    return ask


def test_a_small_answer_is_whole():
    shaped = answers.search(_searching("short", total=3), _back, 10)
    assert json.loads(shaped.text) == shaped.content
    assert set(shaped.content) == {"hits", "total", "cursor", "revision", "pending", "coverage", "notices"}
    hit = shaped.content["hits"][0]
    assert set(hit) == {"section", "title", "breadcrumb", "lines", "snippet", "score", "type"}
    assert hit["snippet"] == "short"
    assert shaped.sections[0] == "notes/guide/chapter-0.md#part-0"
    assert shaped.hits == 3


def test_snippets_give_way_before_hits():
    shaped = answers.search(_searching("word " * 100), _back, 8)
    assert len(shaped.content["hits"]) == 8
    assert shaped.tokens <= answers.SEARCH_TOKENS
    assert shaped.tokens > answers.SEARCH_TOKENS * 0.4
    assert min(len(hit["snippet"]) for hit in shaped.content["hits"]) > 90
    assert shaped.content["notices"] == []


def test_hits_that_do_not_fit_come_with_the_cursor():
    shaped = answers.search(_searching("word " * 100), _back, 50)
    count = len(shaped.content["hits"])
    assert 5 < count < 50
    assert shaped.content["cursor"] == f"after-{count}"
    assert shaped.tokens <= answers.SEARCH_TOKENS
    assert shaped.content["total"] == 200


def test_a_short_snippet_keeps_its_match():
    hit = replace(_hit(1), snippet="before " * 60 + "needle " + "after " * 60, spans=((420, 426),))

    def ask(limit: int) -> SearchAnswer:
        return SearchAnswer((hit,) * limit, 10, "", 3, 0, 0.0)

    for shown in answers.search(ask, _back, 10).content["hits"]:
        assert "needle" in shown["snippet"]
        assert shown["snippet"].startswith("…before") and shown["snippet"].endswith("after…")


@given(
    st.lists(st.text(max_size=500), min_size=1, max_size=12),
    st.integers(1, 50),
)
def test_every_search_fits_and_says_something(snippets: list[str], limit: int):
    def ask(count: int) -> SearchAnswer:
        hits = tuple(_hit(number, text) for number, text in enumerate(snippets))[:count]
        hits = tuple(replace(hit, spans=()) for hit in hits)
        return SearchAnswer(hits, len(snippets), "", 1, 0, 0.0)

    shaped = answers.search(ask, _back, limit)
    assert shaped.tokens <= answers.SEARCH_TOKENS
    assert shaped.content["hits"]
    assert json.loads(shaped.text) == shaped.content


def _outline(count: int, depth_of=lambda number: 0 if number % 10 == 0 else 1 + number % 3) -> OutlineAnswer:
    entries = tuple(
        OutlineEntry(f"notes/long.md#part-{n}", f"Part {n}", 1 + depth_of(n), depth_of(n), 40, 80, (n, n + 1))
        for n in range(count)
    )
    return OutlineAnswer("notes/long.md", "Long", 4000, entries, 1, 0, 0.0)


def test_a_long_outline_loses_its_deepest_levels_first():
    shaped = answers.outline(_outline(60))
    assert shaped.tokens <= answers.OUTLINE_TOKENS
    depths = {entry["depth"] for entry in shaped.content["sections"]}
    assert max(depths) < 3
    assert "deeper sections are left out" in shaped.content["notices"][0]


def test_a_flat_outline_is_cut_at_its_end():
    shaped = answers.outline(_outline(300, lambda number: 0))
    assert shaped.tokens <= answers.OUTLINE_TOKENS
    assert shaped.content["sections"][0]["section"] == "notes/long.md#part-0"
    assert "more sections follow" in shaped.content["notices"][-1]


def _card(number: int) -> DocumentCard:
    doc = f"notes/folder/a-document-{number}.md"
    path = doc.partition("/")[2]
    about = "A long description of what this document is about. " * 6
    return DocumentCard(doc, f"Title {number}", "notes", path, "guide", "c", ("a",), "en", 1, 2, "", "", about)


def test_a_list_is_asked_again_until_it_fits():
    asked: list[int] = []

    def ask(limit: int) -> BrowseAnswer:
        asked.append(limit)
        cards = tuple(_card(number) for number in range(limit))
        return BrowseAnswer(View.DOCUMENTS, 500, f"after-{limit}", 1, 0, 0.0, documents=cards)

    shaped = answers.browse(ask, _back, 100)
    assert shaped.tokens <= answers.BROWSE_TOKENS
    assert shaped.content["cursor"] == f"after-{len(shaped.content['documents'])}"
    assert asked == [100]
    assert "path" not in shaped.content["documents"][0]


@pytest.mark.parametrize("tokens", [200, 1000, 4000, 8000])
def test_passages_fit_their_budget_whatever_they_hold(tokens: int):
    text = '"quoted"\n\t\\ ' * 20_000

    def ask(budget: int) -> ReadAnswer:
        passage = Passage(
            "n/a.md", "n/a.md#x", "X", "A", ("N", "A"), (1, 2), text[: budget * 4], "bookwheel://doc/n/a.md#x", ""
        )
        return ReadAnswer((replace(passage, is_truncated=True),), "more", 1, 0, 0.0)

    shaped = answers.read(ask, tokens)
    assert tokens * 0.6 < shaped.tokens <= tokens


def test_poison_is_cleaned_and_ids_still_lead_back():
    hit = replace(
        _hit(1, "\x1b[2Jsafe\u202e words\u200b"),
        doc="notes/\u202efdp.md",
        section="notes/\u202efdp.md#x",
        title="A\u2066title",
        breadcrumb=("N\u200b", "Chapter", "\x07bell"),
    )
    shaped = answers.search(lambda limit: SearchAnswer((hit,), 1, "", 1, 0, 0.0), _back, 10)
    [shown] = shaped.content["hits"]
    assert shown["snippet"] == "safe words"
    assert shown["title"] == "Atitle"
    assert shown["breadcrumb"] == ["Chapter", "bell"]
    assert shown["section"] == "notes/%E2%80%AEfdp.md#x"
    assert json.loads(shaped.text) == shaped.content


def test_four_copies_of_a_hit_are_named_and_all_are_counted():
    few, many = (tuple(f"notes/{number}.md#a" for number in range(count)) for count in (2, 7))
    hits = (replace(_hit(1), copies=few), replace(_hit(2), copies=many), _hit(3))
    shaped = answers.search(lambda _limit: SearchAnswer(hits, 3, "", 1, 0, 0.0), _back, 10)
    first, second, third = shaped.content["hits"]
    assert first["copies"] == list(few) and "copies_total" not in first
    assert second["copies"] == list(many[:4]) and second["copies_total"] == 7
    assert "copies" not in third


def test_further_snippets_are_short_and_few_languages_are_named():
    further = tuple(Snippet("word " * 60 + "needle " + "word " * 20, ((300, 306),), line) for line in (40, 90))
    languages = tuple((code, f"notes/{code}/chapter.md") for code in ("de", "fr", "it", "ja", "ko", "zh"))
    hits = (replace(_hit(1), further=further, languages=languages), _hit(2))
    first, second = answers.search(lambda _limit: SearchAnswer(hits, 2, "", 1, 0, 0.0), _back, 10).content["hits"]
    assert [part["line"] for part in first["further"]] == [40, 90]
    assert all("needle" in part["snippet"] and len(part["snippet"]) <= 162 for part in first["further"])
    assert first["languages"][0] == ["de", "notes/de/chapter.md"] and len(first["languages"]) == 4
    assert "further" not in second and "languages" not in second


def test_a_subscription_says_who_published_it_and_how_old_it_is():
    published = PublicationCard("Docs team", (datetime.now(UTC) - timedelta(days=3)).isoformat(), 7, "0000-1111")
    own = CollectionCard("notes", "Notes", "/notes", 1.0, Dialect.AUTO, 1, 1, 1, "ready")
    cards = (own, replace(own, slug="guide", publication=published))
    answer = BrowseAnswer(View.COLLECTIONS, 2, "", 3, 0, 0.0, collections=cards)
    first, second = answers.browse(lambda _limit: answer, _back, 10).content["collections"]
    assert "publication" not in first
    assert (second["publication"]["publisher"], second["publication"]["age_days"]) == ("Docs team", 3.0)
