"""A path from outside stays inside of its collection, on every system."""

from __future__ import annotations

import posixpath
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import PublicationRefused
from bookwheel.publications.path_check import MOST_PATH_BYTES, check_asset_path, check_path

HOSTILE = (
    "", "/", "/etc/passwd", "..", ".", "../x.md", "a/../../x.md", "a/..", "a//b.md", "a/", "./a.md", "a/./b.md",
    "a\\..\\b.md", "\\\\server\\share", "C:/x.md", "c:x.md", "a\0.md", "a\nb.md", "a\x7f.md", "a\x85.md", "a\x1b[2J.md",
    "\ud800.md", "a/.. /x.md", "a/. ./x.md", "a/.../x.md", " /x.md", "a/ /b.md", "con", "CON.md", "a/nul", "aux .txt",
    "com1.md", "LPT9", "com\u00b9.md", "prn. .", "conin$", "a/CONOUT$.txt", "A\u0308.md", "x" * (MOST_PATH_BYTES + 1),
    "ä" * (MOST_PATH_BYTES // 2 + 1),
)  # fmt: skip
SOUND = (
    "a.md", "guide/first steps.md", "Ä/ö.md", "手册/说明.md", ".hidden/a.md", "a..b.md", "..a/b.md", "10:30.md",
    "notes etc./What now?.md", "console.md", "auxiliary.md", "com.md", "~/a.md", "👨‍👩‍👧.md", "-rf.md", "a'b\"c.md",
    "x" * MOST_PATH_BYTES, "ab:c.md", "(1).md", ".gitignore/a.md",
)  # fmt: skip
GIT = (
    ".git/config",
    "a/.GIT/hooks/x",
    ".git",
    ".git./config",
    ".git /x",
    "git~1/config",
    ".g\u200cit/config",
    ".git::$INDEX/x",
)


@pytest.mark.parametrize("path", HOSTILE, ids=ascii)
def test_a_path_that_leads_out_or_that_some_system_does_not_take_is_refused(path):
    for check in (check_path, check_asset_path):
        with pytest.raises(PublicationRefused) as refused:
            check(path)
        assert len(path) < 4 or path not in str(refused.value)


@pytest.mark.parametrize("path", SOUND, ids=ascii)
def test_an_odd_path_that_stays_inside_is_taken(path):
    check_path(path)
    check_asset_path(path)


@pytest.mark.parametrize("path", GIT, ids=ascii)
def test_no_file_comes_into_a_folder_that_git_reads(path):
    with pytest.raises(PublicationRefused):
        check_asset_path(path)


@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(st.sampled_from(["..", ".", "a", "C:", "/", "\\", " ", "con", "~", "\0", "ä"]), max_size=8).map(
            "/".join
        ),
    )
)
def test_whatever_is_taken_stays_below_its_folder_on_every_system(path):
    try:
        check_path(path)
    except PublicationRefused:
        return
    assert posixpath.normpath(f"/root/{path}") == f"/root/{path}"
    assert not PurePosixPath(path).is_absolute() and ".." not in PurePosixPath(path).parts
    there = PureWindowsPath("R:/root") / path
    assert there.is_relative_to("R:/root") and ".." not in [part.rstrip(". ") or ".." for part in there.parts[1:]]
