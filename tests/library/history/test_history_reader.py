"""What is read of a git repository, and what never runs while it is."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from bookwheel.domain.history import MOST_COMMIT_FILES, History, HistoryTask
from bookwheel.domain.things import LONGEST_LABEL
from bookwheel.library.history.history_reader import read_history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


def git(folder: Path, *arguments: str, by: str = "Ada <ada@example.org>", at: str = "2026-05-03T10:00:00Z") -> str:
    name, _, address = by.partition(" <")
    named = {"NAME": name, "EMAIL": address.strip(">"), "DATE": at}
    who = {f"GIT_{role}_{field}": value for role in ("AUTHOR", "COMMITTER") for field, value in named.items()}
    isolated = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    command = ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *arguments]
    done = subprocess.run(command, env=os.environ | who | isolated, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, title: str, by: str = "Ada <ada@example.org>", day: int = 3, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty-message", "-m", title, by=by, at=f"2026-05-{day:02d}T10:00:00Z")


def read(root: Path, *paths: str) -> History:
    known = paths or tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*.md")))
    return read_history(HistoryTask(str(root), str(root.parent / "for-git"), known))


def listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted((str(path), path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.rglob("*"))


def test_a_document_knows_who_changed_it_how_often_and_when(repository: Path) -> None:
    commit(repository, "Begin the guide", guide="one", other="one")
    commit(repository, "Go on", "Ben <ben@example.org>", 4, guide="two")
    commit(repository, "End it", "Ben <ben@example.org>", 5, guide="three")
    git(repository, "tag", "-a", "v1", "-m", "first")
    git(repository, "branch", "old", "HEAD~1")
    guide = read(repository).files[0]
    assert (guide.path, guide.branch, guide.changes, guide.people) == ("guide.md", "main", 3, 2)
    assert [(one.name, one.count, one.last_at[:10]) for one in guide.contributors] == [
        ("Ben", 2, "2026-05-05"),
        ("Ada", 1, "2026-05-03"),
    ]
    assert [(one.title, one.by, one.tags, one.branches) for one in guide.commits] == [
        ("End it", "Ben", ("v1",), ()),
        ("Go on", "Ben", (), ("old",)),
        ("Begin the guide", "Ada", (), ()),
    ]
    assert all("@" not in one.address and len(one.address) == 16 for one in guide.contributors)
    assert not (repository.parent / "for-git").exists()


def test_one_address_is_one_person_under_its_newest_name(repository: Path) -> None:
    commit(repository, "One", "ada <ada@example.org>", guide="one")
    commit(repository, "Two", "Ada Lovelace <ADA@example.org>", guide="two")
    (person,) = read(repository).files[0].contributors
    assert (person.name, person.count, person.names) == ("Ada Lovelace", 2, ("ada",))


def test_renames_are_followed(repository: Path) -> None:
    commit(repository, "Begin", "Ada <ada@example.org>", 3, **{"old__guide": "a long text\n" * 20})
    (repository / "new").mkdir()
    git(repository, "mv", "old/guide.md", "new/guide.md")
    commit(repository, "Move", "Ben <ben@example.org>", 4)
    (guide,) = read(repository).files
    assert (guide.path, [one.title for one in guide.commits]) == ("new/guide.md", ["Move", "Begin"])


def test_a_folder_of_the_work_tree_has_its_own_documents_alone(repository: Path) -> None:
    commit(repository, "Begin", docs__guide="one", src__notes="one")
    commit(repository, "Notes", src__notes="two")
    history = read(repository / "docs")
    assert [(one.title, one.paths) for one in history.commits] == [("Begin", ("guide.md",))]
    assert [file.path for file in history.files] == ["guide.md"]


def test_documents_that_change_together_three_times_name_each_other(repository: Path) -> None:
    for day in range(1, 4):
        commit(repository, f"Day {day}", day=day, guide=f"{day}", index=f"{day}")
    commit(repository, "Alone", day=5, lone="1", guide="5")
    many = {f"page{number}": "1" for number in range(31)}
    for day in range(6, 10):
        commit(repository, "Sweep", day=day, guide=f"{day}", lone=f"{day}", **dict.fromkeys(many, f"{day}"))
    files = {file.path: file.together for file in read(repository).files}
    assert files["guide.md"] == (("index.md", 3),)
    assert files["lone.md"] == ()


def test_hostile_names_and_titles_stay_on_one_line(repository: Path) -> None:
    title = 'Say "<b>" \u202e\x01\x02 and\x1b[31m more\n\nbody'
    commit(repository, title, by="Eve\u202e\"'|{} <e@x>", guide="one")
    commit(repository, "", by="Ada <no address>", guide="two")
    (repository / "o\u0308dd \u202e'\"\n.md").write_text("one", "utf-8")
    commit(repository, "Odd", day=9)
    history = read(repository)
    said = [one.title for one in history.commits] + [one.by for one in history.commits]
    assert said[:3] == ["Odd", "", 'Say "<b>" and [31m more']
    assert all(text.isprintable() for text in said)
    assert {file.path for file in history.files} == {"guide.md", "o\u0308dd \u202e'\"\n.md"}


def test_nothing_of_a_repository_is_run_and_nothing_written(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Begin", guide="one", other="a long text\n" * 20)
    trap = tmp_path / "trap.sh"
    sprung = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\necho \"$0 $@\" >> '{sprung}'\n", "utf-8")
    trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
    included = tmp_path / "included"
    included.write_text(f"[core]\n\tpager = {trap}\n\tfsmonitor = {trap}\n", "utf-8")
    for name in ("post-index-change", "post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(trap, repository / ".git" / "hooks" / name)
    with (repository / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(
            f"[core]\n\tfsmonitor = {trap}\n\tpager = {trap}\n\tsshCommand = {trap}\n\thooksPath = {tmp_path}\n"
            f"\taskPass = {trap}\n\teditor = {trap}\n\tgitProxy = {trap}\n\tworktree = /\n"
            f'[diff]\n\texternal = {trap}\n\torderFile = {trap}\n[diff "x"]\n\ttextconv = {trap}\n\tcommand = {trap}\n'
            f'[filter "x"]\n\tclean = {trap}\n\tsmudge = {trap}\n\tprocess = {trap}\n[gpg]\n\tprogram = {trap}\n'
            f"[log]\n\tshowSignature = true\n\tmailmap = true\n[include]\n\tpath = {included}\n"
            f"[alias]\n\tlog = !{trap}\n"
            f'[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ext::{trap}\n\tuploadpack = {trap}\n'
            "\tpromisor = true\n[protocol]\n\tallow = always\n"
        )
    (repository / ".gitattributes").write_text("*.md diff=x filter=x\n", "utf-8")
    before = listing(repository)
    (guide, other) = read(repository, "guide.md", "other.md").files
    assert (guide.changes, other.changes) == (1, 1)
    assert listing(repository) == before
    assert not sprung.exists()


def test_replaced_commits_are_read_as_they_were_made(repository: Path) -> None:
    commit(repository, "True", guide="one")
    true = git(repository, "rev-parse", "HEAD")
    git(repository, "commit", "-q", "--amend", "-m", "False")
    git(repository, "replace", true, "HEAD")
    git(repository, "update-ref", "HEAD", true)
    assert [one.title for one in read(repository).commits] == ["True"]


def test_a_work_tree_and_a_submodule_are_read(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Begin", guide="one")
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    commit(tmp_path / "side", "Aside", day=4, guide="two")
    side = read(tmp_path / "side")
    assert (side.files[0].branch, [one.title for one in side.commits]) == ("side", ["Aside", "Begin"])
    whole = tmp_path / "whole"
    whole.mkdir()
    git(whole, "init", "-q", "-b", "main")
    git(whole, "submodule", "--quiet", "add", str(repository), "part")
    commit(whole, "Add a part", top="one")
    assert [one.title for one in read(whole / "part").commits] == ["Begin"]
    assert [file.path for file in read(whole).files] == ["top.md"]


def test_a_git_file_or_folder_that_leads_elsewhere_is_refused(repository: Path, tmp_path: Path) -> None:
    commit(repository, "Private", guide="one")
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "guide.md").write_text("one", "utf-8")
    head = git(repository, "rev-parse", "HEAD")

    def refused() -> str:
        history = read(sent)
        assert (history.commits, history.files) == ((), ())
        return str(history.notice)

    (sent / ".git").write_text(f"gitdir: {repository}/.git\n", "utf-8")
    assert "another repository" in refused()
    (sent / ".git").unlink()
    (sent / ".git").symlink_to(repository / ".git")
    assert "another repository" in refused()
    (sent / ".git").unlink()
    git(sent, "init", "-q", "-b", "main")
    (sent / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (sent / ".git" / "objects" / "info" / "alternates").write_text(f"{repository}/.git/objects\n", "utf-8")
    (sent / ".git" / "refs" / "heads" / "main").write_text(f"{head}\n", "utf-8")
    assert "objects of another one" in refused()
    shutil.rmtree(sent / ".git")
    git(sent, "init", "-q", "-b", "main")
    (sent / ".git" / "commondir").write_text(f"{repository}/.git\n", "utf-8")
    assert "another repository" in refused()
    (sent / ".git" / "commondir").unlink()
    (sent / ".git" / "HEAD").write_text("ref: refs/../../../etc/passwd\n", "utf-8")
    assert "damaged" in refused()
    (sent / ".git" / "HEAD").unlink()
    (sent / ".git" / "HEAD").symlink_to(repository / ".git" / "HEAD")
    assert "another repository" in refused()


def test_a_repository_that_is_bare_empty_shallow_or_broken_says_so(repository: Path, tmp_path: Path) -> None:
    assert read(repository) == History()
    for day in range(1, 4):
        commit(repository, f"Day {day}", day=day, guide=f"{day}")
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    assert "bare" in str(read(tmp_path / "bare.git").notice)
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    shallow = read(tmp_path / "shallow")
    assert ("shallow" in str(shallow.notice), [one.title for one in shallow.commits]) == (True, ["Day 3"])
    git(tmp_path, "clone", "-q", str(repository), "broken", "--no-hardlinks")
    first = git(repository, "rev-parse", "HEAD~2")
    lost = tmp_path / "broken" / ".git" / "objects" / first[:2] / first[2:]
    lost.unlink(missing_ok=True)
    for pack in (tmp_path / "broken" / ".git" / "objects" / "pack").glob("*"):
        pack.chmod(0o600)
        pack.write_bytes(b"torn")
    broken = read(tmp_path / "broken")
    assert broken.notice
    assert broken.files == () or "newest" in str(broken.notice)
    (repository / ".git" / "HEAD").write_bytes(b"\xff\x00")
    assert "damaged" in str(read(repository).notice)
    shutil.rmtree(repository / ".git" / "objects")
    assert "damaged" in str(read(repository).notice)


def test_no_more_is_read_than_the_bounds_and_that_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(1, 6):
        commit(repository, f"Day {day}" + "x" * 5000 * (day == 4), day=day, guide=f"{day}")
    with monkeypatch.context() as patch:
        for module in ("git_log", "history_reader"):
            patch.setattr(f"bookwheel.library.history.{module}.MOST_COMMITS", 3)
        few = read(repository)
    assert ([one.title[:5] for one in few.commits], few.files[0].changes) == (["Day 5", "Day 4", "Day 3"], 3)
    assert "newest 3 commits" in str(few.notice) and len(few.commits[1].title) == LONGEST_LABEL
    monkeypatch.setattr("bookwheel.library.history.git_process.MOST_BYTES", 100)
    assert "too large" in str(read(repository).notice)


def test_many_files_of_a_commit_are_all_counted_and_some_listed(repository: Path) -> None:
    commit(repository, "Import", **{f"page{number}": "one" for number in range(MOST_COMMIT_FILES + 5)})
    history = read(repository)
    assert (len(history.files), len(history.commits[0].paths)) == (MOST_COMMIT_FILES + 5, MOST_COMMIT_FILES)
    assert history.commits[0].files == MOST_COMMIT_FILES + 5


def test_a_folder_without_git_has_no_history(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("one", "utf-8")
    assert read(tmp_path) == History()


def test_without_git_the_reason_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository, "Begin", guide="one")
    monkeypatch.setenv("PATH", "")
    assert "not installed" in str(read(repository).notice)


def test_the_names_of_a_mailmap_are_used(repository: Path) -> None:
    (repository / ".mailmap").write_text("Ada Lovelace <ada@example.org> <a@old.example>\n", "utf-8")
    commit(repository, "One", "Ada <ada@example.org>", guide="one")
    commit(repository, "Two", "ada <a@old.example>", guide="two")
    (person,) = read(repository).files[0].contributors
    assert (person.name, person.count) == ("Ada Lovelace", 2)


def test_a_branch_among_very_many_is_found(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository, "One", guide="one")
    git(repository, "branch", "another")
    git(repository, "pack-refs", "--all")
    monkeypatch.setattr("bookwheel.library.history.repository.MOST_REFS", 1)
    assert [one.title for one in read(repository).commits] == ["One"]


def test_detached_heads_and_packed_refs_are_read(repository: Path) -> None:
    commit(repository, "One", guide="one")
    git(repository, "tag", "-a", "v1", "-m", "first")
    git(repository, "tag", "light")
    git(repository, "pack-refs", "--all")
    assert read(repository).files[0].commits[0].tags == ("light", "v1")
    git(repository, "checkout", "-q", "--detach")
    (guide,) = read(repository).files
    assert (guide.branch, guide.commits[0].branches) == ("", ("main",))
