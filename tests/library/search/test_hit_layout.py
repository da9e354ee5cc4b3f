"""Hits laid out for a reader: with every word first, one of each document, and those of one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.search import EVERYTHING, Filter, Mode, SearchAnswer, SearchRequest
from bookwheel.library.search.hit_layout import lay_out
from bookwheel.library.search.hit_list import HitList
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]
PLAIN = SearchRequest("sync plugin", Mode.KEYWORD, limit=50)
WORDS_FIRST = replace(PLAIN, is_words_first=True)
BY_DOCUMENT = replace(WORDS_FIRST, is_by_document=True)


@pytest.fixture
def vault(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("vault")
    sync = "".join(f"\n## Step {number}\n\nSync sync sync the vault.\n" for number in range(5))
    write(root, "sync.md", f"# Sync\n{sync}")
    write(root, "both.md", "# Both\n\n## One\n\nThe plugin can sync.\n\n## Two\n\nA plugin may also sync.\n")
    write(root, "late.md", "# Late\n\nLong words about many things, among them a plugin and how to sync.\n")
    shelf.index()
    return shelf


def _sections(answer: SearchAnswer) -> list[str]:
    return [hit.section for hit in answer.hits]


def test_every_word_comes_first_and_the_ranking_stays_otherwise(vault: Shelf) -> None:
    plain, first = vault.library.search(PLAIN), vault.library.search(WORDS_FIRST)
    whole = [hit.section for hit in first.hits if hit.has_all_words]
    assert {"vault/both.md#one", "vault/both.md#two", "vault/late.md#late"} <= set(whole)
    assert {section.partition("#")[0] for section in whole} == {"vault/both.md", "vault/late.md"}
    assert [hit.has_all_words for hit in first.hits] == [True] * len(whole) + [False] * (len(first.hits) - len(whole))
    ranked = _sections(plain)
    assert _sections(first) == whole + [section for section in ranked if section not in whole]
    assert whole == [section for section in ranked if section in whole]
    with_all, some = first.groups
    assert (with_all.sections, with_all.documents) == (len(whole), 2)
    assert (some.sections, some.documents) == (plain.total - len(whole), 1)
    assert plain.groups == () and not any(hit.has_all_words for hit in plain.hits)


def test_each_document_stands_once_with_the_number_of_its_others(vault: Shelf) -> None:
    plain, answer = vault.library.search(PLAIN), vault.library.search(BY_DOCUMENT)
    counts = {hit.doc: hit.others + 1 for hit in answer.hits}
    assert counts == {doc: [hit.doc for hit in plain.hits].count(doc) for doc in {hit.doc for hit in plain.hits}}
    assert answer.total == plain.total and [hit.doc for hit in answer.hits][-1] == "vault/sync.md"


def test_the_hits_of_one_document_are_those_that_were_counted(vault: Shelf) -> None:
    for hit in vault.library.search(BY_DOCUMENT).hits:
        within = vault.library.search(replace(WORDS_FIRST, within=hit.doc))
        assert {one.doc for one in within.hits} == {hit.doc} and within.total == hit.others + 1
        assert within.hits[0].section == hit.section
    assert vault.library.search(replace(PLAIN, within="vault/none.md")).hits == ()


def test_pages_go_on_in_the_same_layout(vault: Shelf) -> None:
    whole = vault.library.search(BY_DOCUMENT)
    sections: list[str] = []
    cursor = ""
    while True:
        page = vault.library.search(replace(BY_DOCUMENT, limit=1, cursor=cursor))
        sections += _sections(page)
        assert page.hits[0].others == whole.hits[len(sections) - 1].others
        cursor = page.cursor
        if not cursor:
            break
    assert sections == _sections(whole)


@pytest.mark.parametrize("query", ["sync", "sync OR plugin", "-plugin", "", "zzz yyy", "the a"])
def test_queries_without_several_words_have_no_groups(vault: Shelf, query: str) -> None:
    answer = vault.library.search(replace(BY_DOCUMENT, query=query))
    assert answer.groups == () and len({hit.doc for hit in answer.hits}) == len(answer.hits)


def test_filters_hold_for_the_groups_too(vault: Shelf) -> None:
    answer = vault.library.search(replace(BY_DOCUMENT, filters=(Filter("path", ("both.md", "sync.md")),)))
    assert [hit.doc for hit in answer.hits] == ["vault/both.md", "vault/sync.md"]
    assert [group.documents for group in answer.groups] == [1, 1]


def test_a_text_stands_for_its_document_before_a_list_of_links(vault: Shelf, write: Write) -> None:
    root = vault.folder / "vault"
    links = "\n".join(f"- [Truing a spoke {number}](late.md)" for number in range(6))
    text = "Turn the nipple when truing, then look again at the rim."
    write(root, "wheels.md", f"# Wheels\n\nAll about them.\n\n## How\n\n{text}\n\n## See also\n\n{links}\n")
    write(root, "more.md", f"# More\n\n## See also\n\n{links}\n")
    vault.index()
    snapshot = vault.library.seen(EVERYTHING)
    assert snapshot is not None
    keys = {
        doc: [section.key for section in snapshot.catalogue.sections_of(snapshot.document_key(f"vault/{doc}"))]
        for doc in ("wheels.md", "more.md")
    }
    (_, how, see_also), (_, alone) = keys["wheels.md"], keys["more.md"]
    ranked = HitList(np.array([see_also, alone, how]), np.array([3, 2, 1], np.float32), 3, whole=2)
    listed = lay_out(ranked, BY_DOCUMENT, snapshot)
    assert listed.keys.tolist() == [how, alone] and listed.scores.tolist() == [3, 2] and listed.whole == 2
    assert listed.others is not None and listed.others.tolist() == [1, 0]
    (named, *_) = vault.library.search(replace(BY_DOCUMENT, query="see also")).hits
    assert named.section.endswith("#see-also")
