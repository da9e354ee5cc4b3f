"""Names of things in the texts of all documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import Edge, ExploreRequest
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.catalogue import DocumentTexts
from bookwheel.library.indexing.mentions import Finder
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

NAMES = [
    ("server-sent events", "term:server sent event"), ("SSE", "term:server sent event"), ("Pod", "term:pod"),
    ("node group", "term:node group"), ("Node", "term:node"), ("IT", "term:information technology"),
    ("Zoë's Café", "entity:company/zoes cafe"), ("Ada Lovelace", "person:ada lovelace"), ("bo", "person:bo"),
    ("read_file", "code:python/io.read_file"), ("run", "code:python/io.run"), ("PR", "term:pull request"),
    ("PR", "term:public relation"), ("C++", "language:c++"), ("policy", "term:policy"), ("@verb", "person:verb"),
]  # fmt: skip


def found(prose: str, own: frozenset[str] = frozenset()) -> dict[str, tuple[str, int]]:
    text = f"# Title\n\n{prose}\n"
    document = DocumentTexts(1, text, [("Title", prose, 1, text.count("\n"))], own)
    return {one.id: (one.words, one.count) for one in Finder(NAMES).mentions(document)}


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("A pod, two Pods.", {"term:pod": ("pod", 2)}),
        ("Server-Sent  Events are kept.", {"term:server sent event": ("Server-Sent Events", 1)}),
        ("SSE is short, sse is not.", {"term:server sent event": ("SSE", 1)}),
        ("a node group, a node", {"term:node group": ("node group", 1), "term:node": ("node", 1)}),
        ("what it does", {}),
        ("ZOËS CAFÉ or zoes cafe", {}),
        ("We met at Zoë's Café and Zoe's Cafe.", {"entity:company/zoes cafe": ("Zoë's Café", 2)}),
        ("ada lovelace and Bo", {"person:ada lovelace": ("ada lovelace", 1)}),
        ("call read_file, then run", {"code:python/io.read_file": ("read_file", 1)}),
        ("a PR is open", {}),
        ("two policies", {"term:policy": ("policies", 1)}),
        ("podium, nodes'", {"term:node": ("nodes", 1)}),
        ("a verb, adverb/verb and me@verb.org", {}),
        ("@verb and https://github.com/verb, never @Verb", {"person:verb": ("verb", 2)}),
    ],
)
def test_names_are_found_as_people_write_them(prose: str, expected: dict[str, tuple[str, int]]) -> None:
    assert found(prose) == expected


def test_a_name_of_two_things_means_the_one_that_the_document_defines() -> None:
    assert found("a PR is open", frozenset({"term:pull request"})) == {}  # said by itself, so no mention
    assert "term:public relation" not in found("a PR is open", frozenset({"term:pull request"}))


def test_a_million_mentions_are_counted_once() -> None:
    assert found("pod " * 1_000_000) == {"term:pod": ("pod", 1_000_000)}


def test_the_line_is_that_of_the_first_mention() -> None:
    text = "# One\n\nNothing.\n\n## Two\n\nNot here.\nA Pod\nand pods.\n"
    sections = [("One", "Nothing.", 1, 4), ("Two", "Not here.\nA Pod\nand pods.", 5, 9)]
    (mention,) = Finder(NAMES).mentions(DocumentTexts(1, text, sections, frozenset()))
    assert (mention.section, mention.line, mention.words, mention.count) == (1, 8, "Pod", 2)


def _edges(shelf: Shelf, node: str, scope: Scope = EVERYTHING) -> list[Edge]:
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    answer = shelf.library.explore(ExploreRequest(node), scope)
    return [edge for edge in answer.edges if edge.relation == "mentions"]


def test_mentions_follow_names_that_come_and_go(shelf: Shelf, write: Write) -> None:
    notes = shelf.add("notes")
    write(notes, "a.md", "# A\n\nWe like server-sent events.\n")
    write(notes, "b.md", "# B\n\nBoth push.\n")
    shelf.index()
    write(notes, "c.md", "# C\n\nUse server-sent events (SSE).\n")
    shelf.index()
    (edge,) = _edges(shelf, "term:server sent event")
    assert (edge.source, edge.section, edge.line, edge.text) == (
        "notes/a.md", "notes/a.md#a", 3, "server-sent events",
    )  # fmt: skip
    write(notes, "b.md", "# B\n\nBoth push by SSE.\n")
    shelf.index()
    assert sorted(edge.source for edge in _edges(shelf, "term:server sent event")) == ["notes/a.md", "notes/b.md"]
    (notes / "c.md").unlink()
    shelf.index()
    with pytest.raises(NotFound):
        _edges(shelf, "term:server sent event")


def test_a_login_that_could_be_any_word_is_no_mention_of_a_person(shelf: Shelf, write: Write) -> None:
    notes = shelf.add("notes")
    write(notes, "a.md", "---\nreviewers: [verb, Ada, h4x]\n---\n# A\n\nText.\n")
    for name, text in (("b", "A verb, as Ada says."), ("c", "Ask @verb."), ("d", "Ask h4x.")):
        write(notes, f"{name}.md", f"# Page\n\n{text}\n")
    shelf.index()
    mentions = {
        person: [edge.source for edge in _edges(shelf, f"person:{person}")] for person in ("verb", "ada", "h4x")
    }
    assert mentions == {"verb": ["notes/c.md"], "ada": ["notes/b.md"], "h4x": ["notes/d.md"]}
    write(notes, "e.md", "---\nreviewers: [tim]\n---\n# E\n")
    write(notes, "f.md", "# F\n\nSee https://github.com/tim, who knows.\n")
    shelf.index()
    assert [edge.source for edge in _edges(shelf, "person:tim")] == ["notes/f.md"]


def test_a_narrower_scope_learns_no_name_from_what_is_hidden(shelf: Shelf, write: Write) -> None:
    notes, secret = shelf.add("notes"), shelf.add("secret")
    write(notes, "a.md", "# A\n\nWe met Acme Works and use SSE, and zap.\n")
    write(notes, "b.md", "# B\n\nServer-sent events (SSE) are kept.\n")
    write(secret, "c.md", "---\nname: Nemo\ncompany: Acme Works\nteam: Depths\n---\n# C\n\n")
    write(secret, "glossary/x.md", "---\ntitle: server-sent events\naliases: [zap]\n---\nHidden.\n")
    shelf.index()
    narrow = Scope(("notes",))
    assert _edges(shelf, "entity:company/acme works")
    for hidden in ("entity:company/acme works", "Acme Works", "entity:team/depths", "person:nemo"):
        with pytest.raises(NotFound):
            _edges(shelf, hidden, narrow)
    assert not _edges(shelf, "term:server sent event", narrow)  # `zap` is another's word for it
    answer = shelf.library.explore(ExploreRequest("notes/a.md", hops=3), narrow)
    assert "acme" not in repr(answer).casefold()


def test_people_and_companies_of_one_section_stand_together() -> None:
    text = "# A\n\nAda Lovelace met Zoë's Café.\n\n## B\n\nAda Lovelace wrote to Zoë's Café about a Pod.\n"
    sections = [
        ("A", "Ada Lovelace met Zoë's Café.", 1, 4), ("B", "Ada Lovelace wrote to Zoë's Café about a Pod.", 5, 7),
    ]  # fmt: skip
    found = Finder(NAMES).mentions(DocumentTexts(1, text, sections, frozenset()))
    (pair,) = [one for one in found if one.beside]
    assert (pair.beside, pair.id, pair.count, pair.section, pair.line) == (
        "entity:company/zoes cafe", "person:ada lovelace", 2, 0, 3,
    )  # fmt: skip
