"""Why a document is missing, who names it without a link, what links leave to mend, and hits in other orders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.diagnostics import AbsenceAnswer, AbsenceRequest, InspectRequest, InspectView, MentionsRequest
from bookwheel.domain.errors import NotFound
from bookwheel.domain.search import Filter, Mode, Order, Scope, SearchRequest
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

_SAME = "".join(f"This is sentence {number} of a page that was copied and hardly changed.\n\n" for number in range(8))
PAGES = {
    "alpha.md": "---\ntitle: Alpha wheel\ntype: guide\ndate: 2024-03-01\naliases: [Ramelli]\n---\n# Alpha wheel\n\n"
    "A wheel with shelves. See [beta](beta.md) and [nothing](gone.md).\n",
    "beta.md": "---\ntitle: Beta desk\ntype: note\ndate: 2025-06-01\n---\n# Beta desk\n\nA desk beside the alpha "
    "wheel, made by Ramelli.\n\n## Shelves\n\nShelves of a desk, without the other.\n",
    "gamma.md": "---\ntitle: Gamma\ndate: 2023-01-01\n---\n# Gamma\n\n"
    "The [alpha wheel](alpha.md) again, and shelves.\n",
    "copies/one.md": f"# One\n\n{_SAME}Only here, on the first of the two pages.\n",
    "copies/two.md": f"# Two\n\n{_SAME}Only there, on the second of the two pages.\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    write(root, "huge.md", "# Huge\n\n" + "word " * 3000)
    shelf.add("secret")
    write(shelf.folder / "secret", "plans.md", "# Plans\n\nThe alpha wheel is planned by Ramelli.\n")
    shelf.index(largest_file_mb=0.01)
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf


def why(shelf: Shelf, doc: str, query: str, *filters: Filter, mode: Mode = Mode.KEYWORD) -> AbsenceAnswer:
    return shelf.library.absence(AbsenceRequest(doc, query, mode, filters))


def test_a_document_without_the_words_says_which_it_lacks(full: Shelf):
    answer = why(full, "notes/gamma.md", "+zanzibar shelves")
    assert answer.rank == 0
    assert answer.reasons == ("It does not contain “zanzibar”.", "It contains “shelves”.")
    assert answer.section == "notes/gamma.md#gamma"


def test_a_document_that_a_filter_leaves_out_says_which_and_what_it_has(full: Shelf):
    typed = why(full, "notes/beta.md", "shelves type:guide")
    assert typed.reasons == ("The filter type: guide excludes it.", "Its value is note.")
    chosen = why(full, "notes/beta.md", "shelves", Filter("collection", ("secret",)))
    assert chosen.reasons == ("The filter collection: secret excludes it.", "Its value is notes.")
    assert why(full, "notes/beta.md", "shelves before:2025-01-01").reasons[1] == "Its value is 2025-06-01."


def test_a_document_that_is_excluded_or_holds_the_words_apart_says_so(full: Shelf):
    assert why(full, "notes/gamma.md", "wheel -shelves").reasons == (
        "It contains “shelves”, which the query excludes.",
    )
    apart = why(full, "notes/beta.md", '"without the other" AND Ramelli')
    assert apart.rank == 0 and "different sections" in apart.reasons[0]


def test_a_document_further_down_says_its_place(full: Shelf):
    answers = full.library.search(SearchRequest("wheel", mode=Mode.KEYWORD))
    docs = [hit.doc for hit in answers.hits]
    answer = why(full, docs[-1], "wheel")
    assert answer.rank == len(docs) > 1
    assert answer.section == answers.hits[-1].section
    assert answer.reasons == (f"It is among the hits, at position {len(docs)}.",)


def test_a_file_that_could_not_be_read_says_why_and_an_unknown_one_is_not_found(full: Shelf):
    assert "not in the index" in why(full, "notes/huge.md", "word").reasons[0]
    with pytest.raises(NotFound):
        why(full, "notes/never.md", "word")
    with pytest.raises(NotFound):
        full.library.absence(AbsenceRequest("secret/plans.md", "wheel"), Scope(("notes",)))


def test_unlinked_mentions_stand_with_their_words_and_linked_ones_do_not(full: Shelf):
    answer = full.library.mentions(MentionsRequest("notes/alpha.md"))
    assert [mention.section for mention in answer.mentions] == ["notes/beta.md#beta-desk", "secret/plans.md#plans"]
    text, (start, end) = answer.mentions[0].text, answer.mentions[0].span
    assert text[start:end] == "alpha wheel" and "desk beside the" in text
    seen = full.library.mentions(MentionsRequest("notes/alpha.md"), Scope(("notes",)))
    assert [mention.doc for mention in seen.mentions] == ["notes/beta.md"]


def test_a_name_of_one_common_word_names_nothing(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    write(root, "filters.md", "---\ntitle: filters\n---\nText.\n")
    write(root, "Groups.md", "---\ntitle: Groups\n---\nText.\n")
    write(root, "other.md", "# Other\n\nMany filters and groups.\n\n## More\n\nSee Groups for more.\n")
    shelf.index()
    assert shelf.library.mentions(MentionsRequest("notes/Groups.md")).mentions == ()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    assert shelf.library.mentions(MentionsRequest("notes/filters.md")).mentions == ()
    (only,) = shelf.library.mentions(MentionsRequest("notes/Groups.md")).mentions
    assert only.section == "notes/other.md#more"


def test_links_to_nowhere_orphans_dead_ends_and_copies_are_found(full: Shelf):
    def found(view: InspectView, collection: str = "notes") -> list[str]:
        return [finding.doc for finding in full.library.inspect(InspectRequest(view, collection)).findings]

    (broken,) = full.library.inspect(InspectRequest()).findings
    assert (broken.doc, broken.text, broken.line) == ("notes/alpha.md", "nothing", 9)
    assert "gone.md" in broken.other and broken.section == "notes/alpha.md#alpha-wheel"
    assert found(InspectView.ORPHANS) == ["notes/copies/one.md", "notes/copies/two.md", "notes/gamma.md"]
    assert found(InspectView.DEAD_ENDS) == ["notes/beta.md", "notes/copies/one.md", "notes/copies/two.md"]
    (copies,) = full.library.inspect(InspectRequest(InspectView.COPIES)).findings
    assert {copies.doc, copies.other} == {"notes/copies/one.md", "notes/copies/two.md"}
    assert 0.85 < copies.share < 1
    assert found(InspectView.ORPHANS, "secret") == ["secret/plans.md"]
    with pytest.raises(NotFound):
        full.library.inspect(InspectRequest(collection="none"))


def test_hits_follow_by_date_title_and_place_and_pages_go_on(full: Shelf):
    def docs(order: Order, **fields: object) -> list[str]:
        asked = SearchRequest("shelves", mode=Mode.KEYWORD, order=order, **fields)  # type: ignore[arg-type]
        return list(dict.fromkeys(hit.doc.partition("/")[2] for hit in full.library.search(asked).hits))

    assert docs(Order.DATE) == ["beta.md", "alpha.md", "gamma.md"]
    assert docs(Order.TITLE) == docs(Order.PLACE) == ["alpha.md", "beta.md", "gamma.md"]
    first = full.library.search(SearchRequest("shelves", mode=Mode.KEYWORD, order=Order.DATE, limit=2))
    more = SearchRequest("shelves", mode=Mode.KEYWORD, order=Order.DATE, limit=5, cursor=first.cursor)
    assert {hit.doc for hit in first.hits} == {"notes/beta.md"}
    assert [hit.doc for hit in full.library.search(more).hits] == ["notes/alpha.md", "notes/gamma.md"]


def test_in_another_order_stand_the_sections_that_hold_every_word(full: Shelf):
    every = full.library.search(SearchRequest("wheel planned", mode=Mode.KEYWORD))
    asked = SearchRequest("wheel planned", mode=Mode.KEYWORD, order=Order.DATE, facets=("collection",))
    dated = full.library.search(asked)
    assert every.total > dated.total == 1
    assert [(facet.value, facet.count) for facet in dated.facets] == [("secret", 1)]
    assert [hit.doc for hit in dated.hits] == ["secret/plans.md"]
