"""What changed since a day: by commits where git knows, by the files' times elsewhere, and within the scope."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.history import Change, ChangesRequest
from bookwheel.domain.search import Filter, Scope
from tests.library.conftest import Shelf
from tests.library.history.test_history_reader import commit, git
from tests.library.indexing.test_history_intake import index

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")

MAY = 1_777_800_000
"""3 May 2026."""


@pytest.fixture
def both(shelf: Shelf) -> Shelf:
    """One collection that is a work tree, and one that is not."""
    root, plain = shelf.add("work"), shelf.add("plain")
    git(root, "init", "-q", "-b", "main")
    commit(root, "Begin", day=1, guide="# Guide\n", hidden="# Hidden\n")
    commit(
        root, "Change hidden.md too", "Ben <ben@example.org>", 3, guide="# Guide\n\nMore.\n", hidden="# Hidden\n\nA.\n"
    )
    commit(root, "Change one alone", "Eve <eve@example.org>", 4, hidden="# Hidden\n\nMore.\n")
    for number, name in enumerate(("old", "new")):
        path = plain / f"{name}.md"
        path.write_text(f"# {name.title()}\n", "utf-8")
        os.utime(path, (MAY + number * 86400, MAY + number * 86400))
    (root / "untracked.md").write_text("# Untracked\n", "utf-8")
    os.utime(root / "untracked.md", (MAY, MAY))
    index(shelf)
    return shelf


def said(change: Change) -> tuple[str, str, str, list[str]]:
    return change.at[:10], change.by, change.title, [one.doc for one in change.documents]


def test_changes_come_newest_first_with_who_made_them(both: Shelf) -> None:
    answer = both.library.changes(ChangesRequest("2026-05-02"))
    assert [said(change) for change in answer.changes] == [
        ("2026-05-04", "Eve", "Change one alone", ["work/hidden.md"]),
        ("2026-05-04", "", "", ["plain/new.md"]),
        ("2026-05-03", "Ben", "Change hidden.md too", ["work/guide.md", "work/hidden.md"]),
        ("2026-05-03", "", "", ["work/untracked.md"]),
        ("2026-05-03", "", "", ["plain/old.md"]),
    ]
    assert [one.title for one in answer.changes[2].documents] == ["Guide", "Hidden"]
    one = both.library.changes(ChangesRequest("2026-05-02", "plain", limit=1))
    assert (len(one.changes), one.total) == (1, 2)


def test_changes_of_some_documents_name_these_alone(both: Shelf) -> None:
    answer = both.library.changes(ChangesRequest("2026-05-02", docs=("work/guide.md", "plain/old.md", "no/such.md")))
    assert [said(change) for change in answer.changes] == [
        ("2026-05-03", "Ben", "Change hidden.md too", ["work/guide.md"]),
        ("2026-05-03", "", "", ["plain/old.md"]),
    ]
    assert answer.total == 2 and not answer.changes[0].more


def test_documents_that_are_asked_for_tell_the_days_that_they_state(both: Shelf, tmp_path: Path) -> None:
    said_days = "published: 1999-12-31\nevent_date: 2030-01-02 10:00\npages: 1984\ntags: [2020-01-01]\nend: soon\n"
    (tmp_path / "plain" / "old.md").write_text(f"---\n{said_days}---\n# Old\n\nReviewed:: 2025-06-07\n", "utf-8")
    index(both)
    answer = both.library.changes(ChangesRequest("2026-05-02", docs=("plain/old.md",)))
    stated = [(one.at, one.field) for one in answer.changes if one.field]
    assert stated == [("2030-01-02T10:00:00", "event_date"), ("2025-06-07", "reviewed"), ("1999-12-31", "published")]
    assert not [one for one in both.library.changes(ChangesRequest("1970-01-02")).changes if one.field]
    hidden = both.library.changes(ChangesRequest("2026-05-02", docs=("plain/old.md",)), Scope(("work",)))
    assert hidden.changes == ()


def test_a_narrow_scope_sees_commits_by_its_own_documents_alone(both: Shelf) -> None:
    scope = Scope(("work",), filters=(Filter("path", ("guide*",)),))
    answer = both.library.changes(ChangesRequest("2020-01-01"), scope)
    assert [said(change) for change in answer.changes] == [
        ("2026-05-03", "Ben", "", ["work/guide.md"]),
        ("2026-05-01", "Ada", "", ["work/guide.md"]),
    ]
    assert (answer.total, answer.changes[0].more) == (2, 0)
    with pytest.raises(NotFound):
        both.library.changes(ChangesRequest("2020-01-01", "plain"), scope)


@pytest.mark.parametrize("since", ["", "yesterday", "2026-13-01", "9" * 400, "0001-01-01T00:00+23:59"])
def test_what_is_no_day_is_refused_in_words(both: Shelf, since: str) -> None:
    with pytest.raises(BadRequest, match="is not a date"):
        both.library.changes(ChangesRequest(since))


def test_a_history_that_cannot_be_read_is_said(both: Shelf, tmp_path: Path) -> None:
    (tmp_path / "work" / ".git" / "HEAD").write_text("nothing", "utf-8")
    index(both)
    answer = both.library.changes(ChangesRequest("2026-05-02", "work"))
    assert ["damaged" in str(notice) for notice in answer.notices] == [True]
    assert {change.commit for change in answer.changes} == {""}
