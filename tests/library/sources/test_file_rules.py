"""Which files a collection takes in."""

from __future__ import annotations

import contextlib
import os
import threading
import time

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.readiness import name_programs
from bookwheel.library.sources.file_rules import Refusal, Rules, with_missing_programs
from bookwheel.library.sources.file_walk import Candidate, look_at, walk
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.parsing.outside import programs


def _taken(root, **fields):
    return [one.path for one in walk(Rules.of(Collection("c", "C", str(root), **fields))) if isinstance(one, Candidate)]


def test_markdown_and_text_are_taken_in_and_the_rest_left_out(tmp_path, write):
    for path in ("a.md", "b.txt", "c.png", "d.py", "README", "sub/e.markdown"):
        write(tmp_path, path, "x")
    assert _taken(tmp_path) == ["README", "a.md", "b.txt", "sub/e.markdown"]


def test_files_that_need_a_program_wait_until_it_is_installed(tmp_path, write, monkeypatch):
    for path in ("a.md", "b.doc", "c.ppt"):
        write(tmp_path, path, "x")
    rules = Rules.of(Collection("c", "C", str(tmp_path)))
    assert [one.path for one in walk(rules)] == ["a.md"]
    assert sorted(rules.skipped_types) == [".doc", ".ppt"]
    skipped = with_missing_programs(rules.skipped_types.values(), Collection("c", "C", str(tmp_path)))
    assert [str(sentence) for sentence in name_programs(skipped)] == [
        "Install LibreOffice to read .doc, .ppt files, then rescan."
    ]
    off = with_missing_programs(skipped, Collection("c", "C", "", formats=("doc=off", "ppt=off")))
    assert name_programs(off) == ()
    monkeypatch.setattr(programs, "find", lambda _name: "soffice")
    rules.follow_root(str(tmp_path))
    assert sorted(one.path for one in walk(rules)) == ["a.md", "b.doc", "c.ppt"]
    assert rules.is_slow("b.doc") and not rules.is_slow("a.md") and not rules.is_slow("d.pdf")
    assert Rules.of(Collection("c", "C", str(tmp_path), formats=("pdf=ocr",))).is_slow("d.pdf")
    assert name_programs(with_missing_programs(skipped, Collection("c", "C", str(tmp_path)))) == ()


def test_hidden_and_dependency_folders_are_left_out(tmp_path, write):
    for path in (".git/a.md", ".hidden.md", ".obsidian/b.md", "node_modules/c.md", "x/__pycache__/d.md", "e.md"):
        write(tmp_path, path, "x")
    assert _taken(tmp_path) == ["e.md"]


def test_nested_gitignore_files_hold_below_their_folder(tmp_path, write):
    write(tmp_path, ".gitignore", "build/\n*.tmp.md\n!keep.tmp.md\n")
    write(tmp_path, "sub/.gitignore", "draft.md\n/only.md\n!special.tmp.md\n")
    for path in ("build/a.md", "x.tmp.md", "keep.tmp.md", "draft.md"):
        write(tmp_path, path, "x")
    for path in ("sub/draft.md", "sub/only.md", "sub/deep/only.md", "sub/deep/draft.md", "sub/special.tmp.md"):
        write(tmp_path, path, "x")
    assert _taken(tmp_path) == ["draft.md", "keep.tmp.md", "sub/deep/only.md", "sub/special.tmp.md"] or sorted(
        _taken(tmp_path)
    ) == ["draft.md", "keep.tmp.md", "sub/deep/only.md", "sub/special.tmp.md"]


def test_ignore_patterns_win_over_include_patterns(tmp_path, write):
    for path in ("a.rst", "drafts/b.rst", "c.md"):
        write(tmp_path, path, "x")
    assert sorted(_taken(tmp_path, ignore=("drafts/",), include=("*.rst",))) == ["a.rst", "c.md"]


def test_include_patterns_reach_into_what_is_left_out(tmp_path, write):
    write(tmp_path, ".gitignore", "build/\nlog.md\n")
    for path in (".github/a.md", ".github/b.md", "build/docs/c.md", "build/d.md", "log.md", "node_modules/x.rst"):
        write(tmp_path, path, "x")
    taken = _taken(tmp_path, include=(".github/a.md", "build/docs/", "log.md", "*.rst"))
    assert sorted(taken) == [".github/a.md", "build/docs/c.md", "log.md"]


@pytest.mark.parametrize("name", [".env", ".env.local", "server.pem", "id_rsa", "id_rsa.pub.txt", "x.kdbx", ".netrc"])
def test_secrets_stay_out_unless_they_are_named(tmp_path, write, name):
    write(tmp_path, name, "x")
    assert _taken(tmp_path, include=("*", ".*", "**")) == []
    assert _taken(tmp_path, include=(name,)) == [name]


def test_a_page_about_credentials_is_no_secret(tmp_path, write):
    write(tmp_path, "credentials.md", "x")
    write(tmp_path, "credentials.txt", "x")
    assert _taken(tmp_path) == ["credentials.md"]


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_symlinks_never_lead_outside_or_around(tmp_path, write):
    root = tmp_path / "root"
    write(root, "a.md", "x")
    secret = write(tmp_path, "outside/secret.md", "x")
    (root / "loop").symlink_to(root)
    (root / "again.md").symlink_to(root / "a.md")
    (root / "out.md").symlink_to(secret)
    (root / "outdir").symlink_to(tmp_path / "outside")
    assert _taken(root) == ["a.md"]
    rules = Rules.of(Collection("c", "C", str(root)))
    assert look_at(rules, "out.md") is None
    assert look_at(rules, "outdir/secret.md") is None
    with pytest.raises(OSError, match="outside"):
        read_inside(rules.root, "out.md", 100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_special_files_are_left_out(tmp_path, write):
    os.mkfifo(tmp_path / "pipe.md")
    write(tmp_path, "a.md", "x")
    assert _taken(tmp_path) == ["a.md"]
    assert look_at(Rules.of(Collection("c", "C", str(tmp_path))), "pipe.md") is None


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="names are always text here")
def test_an_undecodable_name_is_a_refusal(tmp_path, write):
    with open(os.fsencode(tmp_path) + b"/bad\xff.md", "wb") as file:
        file.write(b"x")
    (refusal,) = walk(Rules.of(Collection("c", "C", str(tmp_path))))
    assert isinstance(refusal, Refusal)
    assert refusal.path.startswith("bad")


@pytest.mark.skipif(os.name == "nt", reason="Windows forbids these names")
@pytest.mark.parametrize(
    "name", ["a b (c).md", "100%25.md", "x#y.md", "q?.md", "back\\slash.md", "-dash.md", "日本語.md"]
)
def test_odd_names_are_listed_once(tmp_path, write, name):
    write(tmp_path, name, "x")
    assert _taken(tmp_path) == [name]


@pytest.mark.skipif(os.name == "nt", reason="needs symlinks")
def test_a_folder_swapped_for_a_symlink_while_it_is_read_gives_nothing_from_outside(tmp_path, write):
    root = tmp_path / "root"
    write(tmp_path, "outside/a.md", "outside")
    write(root, "real/a.md", "inside")
    (root / "link").symlink_to(tmp_path / "outside")
    is_done = threading.Event()

    def swap() -> None:
        while not is_done.is_set():
            for now in ("real", "link"):
                with contextlib.suppress(OSError):
                    os.rename(root / now, root / "sub")
                with contextlib.suppress(OSError):
                    os.rename(root / "sub", root / now)

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = set()
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            seen.add(read_inside(root, "sub/a.md", 100)[0])
    is_done.set()
    swapping.join()
    assert seen == {b"inside"}


@pytest.mark.skipif(os.name == "nt", reason="needs symlinks")
def test_a_symlink_inside_the_root_is_followed_when_read(tmp_path, write):
    write(tmp_path, "deep/er/a.md", "inside")
    (tmp_path / "link").symlink_to(tmp_path / "deep")
    assert read_inside(tmp_path, "link/er/a.md", 100)[0] == b"inside"


def test_a_pattern_that_can_match_nothing_is_skipped_and_named_and_the_others_hold(tmp_path, write):
    write(tmp_path, ".gitignore", "bin\\\n!\n\\\n*.[a-Z]\n/drafts/\n[x\n")
    write(tmp_path, "sub/.gitignore", "x.md\r\n" * 3 + "[[:foo:]]\r\n")
    for path in ("a.md", "drafts/b.md", "sub/x.md", "sub/y.md"):
        write(tmp_path, path, "x")
    rules = Rules.of(Collection("c", "C", str(tmp_path), ignore=("y.md", "bad\\")))
    rules.forget_ignores()
    found = list(walk(rules))
    assert [one.path for one in found if isinstance(one, Candidate)] == ["a.md"]
    warnings = {one.path: one.reason for one in found if isinstance(one, Refusal) and one.kind == "warning"}
    assert warnings.keys() == {".gitignore", "sub/.gitignore", "--ignore"}
    for part in ("line 1 (bin\\): it ends in a backslash", "line 2 (!)", "line 3 (\\)", "line 6 ([x)"):
        assert part in warnings[".gitignore"]
    assert "line 4 " not in warnings[".gitignore"]
    assert "line 4 ([[:foo:]])" in warnings["sub/.gitignore"]
    assert "bad\\" in warnings["--ignore"]


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_patterns_come_from_a_file_of_bearable_size_inside_the_collection(tmp_path, write):
    root = tmp_path / "root"
    write(root, "a.md", "x")
    write(root, "sub/a.md", "x")
    (root / "sub/.gitignore").symlink_to(write(tmp_path, "outside", "a.md\n"))
    with open(root / ".gitignore", "wb") as file:
        file.write(b"a.md\n")
        file.truncate(20_000_000)
    found = list(walk(Rules.of(Collection("c", "C", str(root)))))
    assert [one.path for one in found if isinstance(one, Candidate)] == ["a.md", "sub/a.md"]
    reasons = {one.path: one.reason for one in found if isinstance(one, Refusal)}
    assert "16 MB" in reasons[".gitignore"] and "symbolic link" in reasons["sub/.gitignore"]


def test_a_bug_over_one_path_keeps_no_other_out(tmp_path, write, monkeypatch):
    for name in ("a.md", "b.md", "c.md"):
        write(tmp_path, name, "x")
    takes = Rules.takes_file

    def fail(self, path, **rest):
        if path == "b.md":
            raise ValueError(path)
        return takes(self, path, **rest)

    monkeypatch.setattr(Rules, "takes_file", fail)
    found = list(walk(Rules.of(Collection("c", "C", str(tmp_path)))))
    assert [one.path for one in found] == ["a.md", "b.md", "c.md"]
    assert isinstance(found[1], Refusal) and "ValueError" in found[1].reason
