"""Patterns are matched as git matches them."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bookwheel.library.sources.ignore_patterns import Patterns

_FOLDERS = ("a", "a/a", "a/b", "a/b/a", "b", "b/a-Z", "-", "a-Z", "build", "build/bin", "é")
_NAMES = (
    "a",
    "b",
    "Z",
    "-",
    "ab",
    "aZ",
    "a-Z",
    "!",
    "!a",
    "#a",
    "[a]",
    "a]",
    "^",
    " ",
    "a ",
    "a  ",
    "x.md",
    "é",
    "bin",
)
_ODD_NAMES = ("*", "?", "\\", "a\\", "bin\\", "a*", "**", "a?", "\\a", "a\r", "\ufeffa", "a:b", "\t")

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed; nothing to compare with")


@pytest.fixture(scope="module")
def work_tree(tmp_path_factory) -> Path:
    """A git work tree with many odd names, and no patterns but those that a test writes."""
    root = tmp_path_factory.mktemp("tree")
    names = _NAMES if os.name == "nt" else (*_NAMES, *_ODD_NAMES)
    for folder in _FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    for folder in ("", *_FOLDERS):
        for name in names:
            path = root / folder / name
            if not path.exists() and (os.name != "nt" or not name.endswith(" ")):
                path.write_bytes(b"")
    _git(root, "init", "-q")
    (root / ".git/info/exclude").unlink(missing_ok=True)
    return root


def _git(root: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"HOME": str(root), "XDG_CONFIG_HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], input=stdin, capture_output=True, env=environment, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def _paths(root: Path) -> list[str]:
    found = [path.relative_to(root).as_posix() for path in root.rglob("*")]
    return sorted(path for path in found if not path.startswith(".git"))


def _ignored_by_git(root: Path, content: bytes) -> set[str]:
    (root / ".gitignore").write_bytes(content)
    asked = "\0".join(_paths(root)).encode()
    fields = _git(root, "check-ignore", "--no-index", "-v", "-z", "--stdin", stdin=asked).split(b"\0")
    return {
        fields[start + 3].decode() for start in range(0, len(fields) - 1, 4) if not fields[start + 2].startswith(b"!")
    }


def _ignored_by_us(root: Path, content: bytes) -> set[str]:
    patterns = Patterns.read(content)
    ignored: set[str] = set()
    for path in _paths(root):
        is_ignored = path.rpartition("/")[0] in ignored
        if is_ignored or patterns.verdict(path, is_folder=(root / path).is_dir()):
            ignored.add(path)
    return ignored


_LINE = st.text(st.sampled_from("*?[]!\\/ a-Zb^#:."), min_size=1, max_size=9)
_PIECES = st.sampled_from(
    ["*", "**", "**/", "/**", "/", "a", "b", "a/", "[a-Z]", "[!a]", "[^-b]", "[[:alpha:]]", "[[:x:]]", "[", "]", "\\",
     "\\/", "!", "?", " ", "é", "\t", "[]a]", "[a-", "-", "[[:upper:]a-b]", "***", "\\ ", "[\\]]", "#", ":]", "[:"]
)  # fmt: skip
_LINES = st.one_of(_LINE, st.lists(_PIECES, min_size=1, max_size=6).map("".join))


@needs_git
@settings(max_examples=150)
@given(st.lists(_LINES, min_size=1, max_size=4).map("\n".join))
@example("bin\\")
@example("!")
@example("\\")
@example("*.[a-Z]")
@example("a**/b")
@example("a/**\\/b\n!b")
@example("[/]a")
@example("build/\n!build/bin/")
@example("a\\ \na  \n")
def test_any_patterns_match_what_git_matches(work_tree: Path, text: str):
    assert _ignored_by_us(work_tree, text.encode()) == _ignored_by_git(work_tree, text.encode())


@needs_git
@pytest.mark.parametrize(
    "content",
    [
        b"a \nb\t\n", b"a\\  \n", b"a\r\nb\r\r\nx.md\r", b"\xef\xbb\xbfa\nb", b"a\n\xef\xbb\xbfb", b"\xff\xfe\nx.md\n",
        b"[\xc3\xa9]*\n", b"a\0b\nx.md\n", b"\0\nb\n", b"?" * 5000 + b"\nb\n", b"a" * 70_000 + b"\nb\n", b"\n#a\n\\#a",
        b"*\n!*/\n!x.md\n", b"/a\n//b\n/\n", b"a/\n!a/b\n", b"**\n!a", b"[z-a]\n[a-a]\n", b"[\\\\]", b"[[:foo:]]\nb",
        b"[[:alpha:]-z]", b"[a-\\]]", b"[]-a]", b"[!]]", b"a/**/**/a", b"**/a/**", b"a/*/", b"*a*Z*", b"\xc3\xa9/",
    ],
)  # fmt: skip
def test_odd_files_match_what_git_matches(work_tree: Path, content: bytes):
    assert _ignored_by_us(work_tree, content) == _ignored_by_git(work_tree, content)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"bin\\", "backslash"), (b"!", "no file"), (b"/", "no file"), (b"\\", "backslash"), (b"x/[/]", "no letter"),
        (b"[a", "not closed"), (b"[[:foo:]]", "[:foo:]"), (b"x" * 70_000, "longer"), (b"foo\\/", "backslash"),
    ],
)  # fmt: skip
def test_a_pattern_without_meaning_is_named_with_its_line_and_the_others_hold(line: bytes, reason: str):
    patterns = Patterns.read(b"# these\n\n" + line + b"\nkeep.md\n")
    (fault,) = patterns.faults
    assert (fault.line, fault.pattern) == (3, line[:80].decode())
    assert reason in fault.reason
    assert patterns.verdict("sub/keep.md", is_folder=False) is True
    assert patterns.verdict("bin", is_folder=True) is None


def test_each_piece_between_stars_stands_in_its_order_and_the_last_at_the_end():
    patterns = Patterns.of(["m*b*c", "*k*Z*"])
    for name, is_ignored in (("mxbxc", True), ("mbc", True), ("mxbxb", None), ("mxcxb", None), ("akaZa", True)):
        assert patterns.verdict(name, is_folder=False) is is_ignored, name


def test_comments_and_empty_lines_are_no_faults():
    assert Patterns.read(b"\xef\xbb\xbf# a\r\n\r\n   \n#\\\n").is_empty


def test_a_hundred_thousand_lines_are_read_and_asked_in_seconds():
    lines = [f"{kind}{number}.md" for number in range(25_000) for kind in ("page", "/a/page", "*-", "p*g-")]
    began = time.process_time()
    patterns = Patterns.read("\n".join(lines).encode())
    for number in range(100):
        assert patterns.verdict(f"a/b/page{number}.md", is_folder=False) is True
        assert patterns.verdict(f"a/b/c/none{number}", is_folder=False) is None
    assert time.process_time() - began < 20


@pytest.mark.timeout(20)
@pytest.mark.parametrize("pattern", ["*a" * 40 + "b", "**/a/" * 30 + "b", "*?" * 60 + "b", "a/**/*a*a*a*a*b/**/b"])
def test_no_number_of_stars_takes_long(pattern: str):
    assert Patterns.of([pattern]).verdict("a/" * 200 + "a" * 200, is_folder=False) is None
