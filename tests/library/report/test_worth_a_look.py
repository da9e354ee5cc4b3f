"""Replaced documents that are still linked, old pages, dates that passed, and documents on the same subject."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.diagnostics import InspectRequest, InspectView, LinkFinding
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Filter, Scope
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.report import link_report
from bookwheel.library.report.dates import day_of
from bookwheel.library.report.dismissed import MOST_DISMISSED, checked
from bookwheel.library.report.same_subject import NO_VECTORS, nearest_pairs
from tests.library.conftest import Shelf
from tests.library.encoders import WordEncoder
from tests.library.histories import embed
from tests.library.history.test_history_reader import git
from tests.library.indexing.test_history_intake import index as index_history

Write = Callable[[Path, str, str], Path]


def find(shelf: Shelf, view: InspectView, scope: Scope | None = None) -> tuple[LinkFinding, ...]:
    shelf.index()
    return look(shelf, view, scope)


def look(shelf: Shelf, view: InspectView, scope: Scope | None = None) -> tuple[LinkFinding, ...]:
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf.library.inspect(InspectRequest(view), scope or Scope()).findings


def decisions(root: Path, write: Write) -> None:
    write(root, "old.md", "# Old way\n\nDo it by hand.\n")
    write(
        root, "new.md", "---\nsupersedes: old.md\n---\n# New way\n\nInstead of [the old way](old.md), press the key.\n"
    )
    write(root, "guide.md", "# Guide\n\nFirst words.\n\n## How\n\nWork as [the old way](old.md) says.\n")
    write(root, "both.md", "# Both\n\nOf [the old way](old.md) and [the new way](new.md).\n")


def test_a_link_to_a_replaced_document_has_the_passage_that_replaces_it(shelf: Shelf, write: Write):
    decisions(shelf.add("notes"), write)
    (one,) = find(shelf, InspectView.REPLACED)
    assert (one.section, one.line, one.text) == ("notes/guide.md#how", 7, "Work as [the old way](old.md) says.")
    assert (one.other, one.other_line, one.other_text) == ("notes/old.md", 2, "supersedes: old.md")
    assert one.other_section.startswith("notes/new.md") and one.near == ("notes/new.md",)
    assert one.note == "Old way was replaced by New way."


def test_documents_that_replace_each_other_are_not_taken_for_replaced(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    decisions(root, write)
    write(root, "old.md", "---\nsupersedes: new.md\n---\n# Old way\n\nDo it by hand.\n")
    assert find(shelf, InspectView.REPLACED) == ()


def test_who_replaces_a_document_is_not_told_to_those_who_do_not_see_it(shelf: Shelf, write: Write):
    decisions(shelf.add("notes"), write)
    shelf.index()
    narrow = Scope(filters=(Filter("path", ("new.md",), is_negated=True),))
    assert look(shelf, InspectView.REPLACED, narrow) == ()
    assert len(look(shelf, InspectView.REPLACED)) == 1


def dated(root: Path, write: Write, linked: str, *linking: str) -> None:
    write(root, "page.md", f"---\ndate: {linked}\n---\n# Page\n\nOld words of a page.\n")
    for number, day in enumerate(linking):
        write(root, f"from{number}.md", f"---\ndate: {day}\n---\n# From {number}\n\nSee [the page](page.md).\n")


def test_a_page_two_years_older_than_most_that_link_to_it_is_shown_with_the_newest(shelf: Shelf, write: Write):
    dated(shelf.add("notes"), write, "2018-05-01", "2017-01-01", "2021-01-01", "2023-01-01")
    (one,) = find(shelf, InspectView.STALE)
    assert (one.section, one.line, one.text) == ("notes/page.md#page", 6, "Old words of a page.")
    assert (one.other_section, one.other_line, one.links) == ("notes/from2.md#from-2", 6, 3)
    assert "2018-05-01" in one.note and "2021-01-01" in one.note and "3 documents" in one.note


@pytest.mark.parametrize(
    "linking", [("2021-01-01", "2023-01-01"), ("2019-01-01", "2019-06-01", "2023-01-01"), ("soon", "later", "2023")]
)
def test_too_few_or_too_near_dates_say_nothing(shelf: Shelf, write: Write, linking: tuple[str, ...]):
    dated(shelf.add("notes"), write, "2018-05-01", *linking)
    assert find(shelf, InspectView.STALE) == ()


def test_records_of_a_day_and_updated_pages_are_not_old(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    dated(root, write, "2018-05-01", "2021-01-01", "2022-01-01", "2023-01-01")
    write(root, "page.md", "---\ndate: 2018-05-01\nlastmod: 2022-02-02\n---\n# Page\n\nWords.\n")
    assert find(shelf, InspectView.STALE) == ()
    write(root, "page.md", "---\ndate: 2018-05-01\ntype: decision\n---\n# Page\n\nWords.\n")
    assert find(shelf, InspectView.STALE) == ()


@pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")
def test_git_says_when_a_page_changed_last_and_files_do_elsewhere(shelf: Shelf, write: Write):
    root, plain = shelf.add("work"), shelf.add("plain")
    git(root, "init", "-q", "-b", "main")
    for folder in (root, plain):
        for name in ("page", "a", "b", "c"):
            path = write(folder, f"{name}.md", f"# {name}\n\nSee [it](page.md).\n")
            day = "2015-01-01" if name == "page" else "2019-01-01"
            stamp = 1_420_000_000 if name == "page" else 1_550_000_000
            os.utime(path, (stamp, stamp))
            if folder == root:
                git(root, "add", "-A")
                git(root, "commit", "-q", "-m", name, at=f"{day}T10:00:00Z")
    index_history(shelf)
    found = look(shelf, InspectView.STALE)
    assert [one.doc for one in found] == ["plain/page.md", "work/page.md"]
    assert "2015-01-01" in found[1].note and "2019-01-01" in found[1].note


HEADERS = {
    "by.md": "review_by: 2020-01-31",
    "expires.md": "title: X\nExpires: 2019",
    "month.md": "valid-until: 2020-02",
    "due.md": "due: 2020-03-01T10:00:00Z\nstatus: open",
    "done.md": "due: 2020-03-01\nstatus: Done",
    "ticked.md": "due: 2020-03-01\ncompleted: 2020-02-01",
    "later.md": "review_by: 2999-01-01",
    "words.md": "expires: soon",
    "list.md": "due: [1, 2]\nexpires: {a: 1}",
    "other.md": "date: 2020-01-01\ndue_amount: 2020",
    "inline.md": "title: Y",
}


def test_dates_of_front_matter_that_passed_are_found_the_first_first(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    for name, header in HEADERS.items():
        write(root, name, f"---\n{header}\n---\n# {name}\n\nWords of it. due:: 2020-01-01\n")
    write(root, "links.md", "# Links\n\nAs [it says](by.md).\n")
    found = find(shelf, InspectView.PASSED)
    assert [one.doc for one in found] == [f"notes/{name}" for name in ("expires.md", "by.md", "month.md", "due.md")]
    assert [(one.line, one.text) for one in found][:2] == [(3, "Expires: 2019"), (2, "review_by: 2020-01-31")]
    assert found[1].note == "“review_by” was 2020-01-31."
    assert (found[1].other_section, found[1].other_text) == ("notes/links.md#links", "As [it says](by.md).")
    assert (found[0].other, found[0].other_text) == ("notes/expires.md", "Words of it. due:: 2020-01-01")


def test_a_day_of_a_month_or_year_is_its_last_where_it_must_have_passed():
    assert day_of("2024-02", is_last=True) == date(2024, 2, 29)
    assert day_of("2023", is_last=True) == date(2023, 12, 31)
    assert day_of("2023/7/4") == date(2023, 7, 4)
    assert [day_of(text) for text in ("2023-13", "0000", "12-01-2020", "x2020", "")] == [None] * 5


def test_documents_that_are_nearest_to_each_other_in_meaning_are_shown_by_their_nearest_sections(
    shelf: Shelf, write: Write
):
    root = shelf.add("notes")
    subject = [f"wheel{number} spoke{number}" for number in range(40)]
    other = [f"desk{number} shelf{number}" for number in range(40)]
    for name, words in (
        ("one", [*subject, "mine0 mine1"]),
        ("two", [*reversed(subject), "its0 its1"]),
        ("third", other),
    ):
        write(root, f"{name}.md", f"---\nlanguage: en\n---\n# {name.title()}\n\n{' '.join(words)}\n")
    shelf.index()
    assert shelf.library.inspect(InspectRequest(InspectView.SIMILAR)).findings == ()
    look(shelf, InspectView.SIMILAR)
    assert NO_VECTORS in shelf.library.inspect(InspectRequest(InspectView.SIMILAR)).notices
    embed(shelf)
    shelf.library.meaning = LiveMeaning(shelf.paths, lambda name, threads: WordEncoder())
    shelf.library.refresh_meaning()
    found = look(shelf, InspectView.SIMILAR)
    assert NO_VECTORS not in shelf.library.inspect(InspectRequest(InspectView.SIMILAR)).notices
    assert [(one.section, one.other_section) for one in found] == [("notes/one.md#one", "notes/two.md#two")]
    assert 0.845 <= found[0].share < 0.95
    narrow = Scope(filters=(Filter("path", ("two.md",), is_negated=True),))
    assert look(shelf, InspectView.SIMILAR, narrow) == ()


def test_only_clear_mutual_neighbours_within_the_band_are_pairs():
    def at(*degrees: float) -> list[tuple[int, int]]:
        turned = np.radians(np.array(degrees))
        rows = np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)
        return [(one, other) for one, other, _ in nearest_pairs(rows)]

    assert at(0, 25, 90, 115) == [(0, 1), (2, 3)]
    assert at(0, 2) == []  # copies
    assert at(0, 60) == []  # related
    assert at(0, 25, 50) == []  # a series
    assert at() == at(5) == []


def test_a_dismissed_finding_is_known_again_when_its_lines_move_and_not_when_its_date_does(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    write(root, "by.md", "---\nreview_by: 2020-01-31\n---\n# By\n\nWords.\n")
    (one,) = find(shelf, InspectView.PASSED)
    shelf.library.reports.dismissed = lambda: frozenset({one.id})
    write(root, "by.md", "---\ntitle: By\nreview_by: 2020-01-31\n---\n# By\n\nOther words.\n")
    shelf.index()
    answer = shelf.library.inspect(InspectRequest(InspectView.PASSED))
    assert (answer.findings, answer.total, answer.dismissed) == ((), 0, 1)
    (again,) = shelf.library.inspect(InspectRequest(InspectView.PASSED, with_dismissed=True)).findings
    assert (again.id, again.is_dismissed, again.line) == (one.id, True, 3)
    write(root, "by.md", "---\nreview_by: 2021-01-31\n---\n# By\n\nWords.\n")
    (other,) = find(shelf, InspectView.PASSED)
    assert other.id != one.id and not other.is_dismissed


def test_ids_of_findings_are_checked():
    assert checked(["notes/0123456789abcdef"]) == ("notes/0123456789abcdef",)
    for id in ("", "notes", "notes/x", "notes/0123456789ABCDEF", "a b/0123456789abcdef", "a/b/0123456789abcdef"):
        with pytest.raises(BadRequest):
            checked([id])
    with pytest.raises(BadRequest):
        checked([f"notes/{number:016x}" for number in range(MOST_DISMISSED + 1)])


def test_what_was_found_is_kept_until_the_library_changes(shelf: Shelf, write: Write, monkeypatch: pytest.MonkeyPatch):
    root = shelf.add("notes")
    write(root, "by.md", "---\nreview_by: 2020-01-31\n---\n# By\n\nWords.\n")
    asked: list[str] = []
    finder = link_report._FINDERS[InspectView.PASSED]
    counted = {**link_report._FINDERS, InspectView.PASSED: lambda one: asked.append(one.slug) or finder(one)}
    monkeypatch.setattr(link_report, "_FINDERS", counted)
    (one,) = find(shelf, InspectView.PASSED)
    request = InspectRequest(InspectView.PASSED)
    assert shelf.library.inspect(request).findings == (one,) and asked == [""]
    narrow = Scope(filters=(Filter("path", ("by.md",), is_negated=True),))
    assert shelf.library.inspect(request, narrow).findings == () and asked == ["", ""]
    assert shelf.library.inspect(request).findings == (one,) and asked == ["", ""]
    write(root, "more.md", "---\nreview_by: 2020-02-01\n---\n# More\n\nWords.\n")
    assert len(find(shelf, InspectView.PASSED)) == 2


def test_a_passage_of_a_long_line_is_cut_around_its_link(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    decisions(root, write)
    words = f"{'Before it. ' * 90}Work as [the old way](old.md) says.{' After it.' * 900}"
    write(root, "guide.md", f"# Guide\n\n{words}\n")
    (one,) = find(shelf, InspectView.REPLACED)
    assert "[the old way](old.md)" in one.text and one.text[0] == one.text[-1] == "…" and len(one.text) < 250
