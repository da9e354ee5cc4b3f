"""What stands among the first hits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.search import Mode, SearchAnswer, SearchRequest
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]


@pytest.fixture
def vault(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("vault")
    parts = "".join(f"\n## Sync {number}\n\nSync sync sync and sync the vault.\n" for number in range(8))
    write(root, "all.md", f"# All of it\n{parts}")
    for number in range(12):
        write(root, f"other{number}.md", f"# Other {number}\n\nLong words about many things, among them how to sync.\n")
    return shelf


def ask(shelf: Shelf, query: str, **fields: object) -> SearchAnswer:
    return shelf.library.search(SearchRequest(query, Mode.KEYWORD, limit=50, **fields))  # type: ignore[arg-type]


def test_two_sections_of_a_document_stand_among_the_first_ten(vault: Shelf):
    vault.index()
    docs = [hit.doc for hit in ask(vault, "sync").hits]
    assert docs[:10].count("vault/all.md") == 2 and docs[10:17] == ["vault/all.md"] * 7
    assert len(docs) == 21


def test_pages_of_hits_follow_one_order(vault: Shelf):
    vault.index()
    whole = [hit.section for hit in ask(vault, "sync").hits]
    paged: list[str] = []
    cursor = ""
    while True:
        answer = vault.library.search(SearchRequest("sync", Mode.KEYWORD, limit=7, cursor=cursor))
        paged += [hit.section for hit in answer.hits]
        cursor = answer.cursor
        if not cursor:
            break
    assert paged == whole


def test_one_documents_hits_are_all_shown_where_they_are_asked_for(vault: Shelf):
    vault.index()
    assert len(ask(vault, "sync", within="vault/all.md").hits) == 9


def test_a_text_speaks_before_a_list_of_links(vault: Shelf, write: Write):
    root = vault.folder / "vault"
    links = "\n".join(f"- [Spoke truing](other{number}.md)" for number in range(6))
    text = "Turn the nipple a quarter when truing a spoke, then look again at the rim of it."
    write(root, "wheels.md", f"# Wheels\n\nAll about them.\n\n## How\n\n{text}\n\n## See also\n\n{links}\n")
    vault.index()
    found = [hit.section for hit in ask(vault, "spoke truing").hits if hit.doc == "vault/wheels.md"]
    assert found[0] == "vault/wheels.md#how" and "vault/wheels.md#see-also" in found


def test_a_heading_asked_for_by_its_name_stays_first(vault: Shelf, write: Write):
    root = vault.folder / "vault"
    links = "\n".join(f"- [Truing](other{number}.md)" for number in range(6))
    write(root, "wheels.md", f"# Wheels\n\nSee also the other truing pages.\n\n## See also\n\n{links}\n")
    vault.index()
    assert ask(vault, "see also").hits[0].section == "vault/wheels.md#see-also"
