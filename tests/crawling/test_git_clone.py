from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bookwheel.crawling.git_clone import fetch_git
from bookwheel.domain.collection_source import Bounds, Source, SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask, Login
from bookwheel.domain.errors import BadRequest, FetchFailed, FetchRefused
from bookwheel.domain.jobs import JobCounts
from bookwheel.library.history.confined_git import find_git
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here

pytestmark = pytest.mark.skipif(not find_git(), reason="git is not installed")


class _Backend(BaseHTTPRequestHandler):
    """Serves repositories by git's own program for web servers."""

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        server = self.server
        assert isinstance(server, GitServer)
        server.asked.append(self.path)
        server.headers.append({name.lower(): value for name, value in self.headers.items()})
        if server.redirect:
            self.send_response(302)
            self.send_header("Location", server.redirect + self.path)
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": str(server.root), "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)), "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "HOME": str(server.root),
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
        }  # fmt: skip
        done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True, check=False)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.send_response(int(fields.pop("Status", "200 OK").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


class GitServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, root: Path) -> None:
        self.root, self.asked, self.headers, self.redirect = root, list[str](), list[dict[str, str]](), ""
        super().__init__(("127.0.0.1", 0), _Backend)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/repo.git"
        self.work = root / "work"
        self.git("init", "--quiet", "-b", "main", str(self.work), folder=root)

    def git(self, *arguments: str, folder: Path | None = None) -> None:
        named = {"user.name": "A", "user.email": "a@e.org", "commit.gpgsign": "false"}
        options = [part for key, value in named.items() for part in ("-c", f"{key}={value}")]
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(
            ["git", *options, *arguments], cwd=folder or self.work, env=environment, check=True, capture_output=True
        )

    def commit(self, **files: str | None) -> None:
        for name, text in files.items():
            path = self.work / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True) if text is None else path.write_text(text, "utf-8")
        self.git("add", "-A")
        self.git("commit", "--quiet", "-m", "change")
        self.git("clone", "--quiet", "--bare", str(self.work), str(self.root / "repo.git.new"), folder=self.root)
        subprocess.run(["rm", "-rf", str(self.root / "repo.git")], check=True)
        (self.root / "repo.git.new").rename(self.root / "repo.git")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitServer]:
    (tmp_path / "served").mkdir()
    running = GitServer(tmp_path / "served")
    thread = threading.Thread(target=running.serve_forever, args=(0.05,))
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


def _task(server: GitServer, folder: Path, **bounds: object) -> FetchTask:
    limits = replace(Bounds(may_be_private=True), **bounds)  # type: ignore[arg-type]
    return FetchTask(str(folder), Source(SourceKind.GIT, server.url, bounds=limits), "Bookwheel/test")


def _fetch(task: FetchTask) -> JobCounts:
    counts = [JobCounts()]
    fetch_git(task, lambda report: counts.append(report.counts))
    return counts[-1]


def _documents(folder: Path) -> dict[str, str]:
    root = folder / "documents"
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()}


def test_the_files_of_the_newest_commit_are_mirrored_and_follow_it(server: GitServer, tmp_path: Path) -> None:
    server.commit(README_md="one", docs__a_md="a", docs__b_md="b")
    made = tmp_path / "mirror"
    assert _fetch(_task(server, made)).new == 3
    assert _documents(made) == {"README.md": "one", "docs/a.md": "a", "docs/b.md": "b"}
    assert _fetch(_task(server, made)) == JobCounts(total=3, same=3)
    server.commit(README_md="two", docs__b_md=None, docs__c_md="c")
    assert _fetch(_task(server, made)) == JobCounts(total=4, new=1, changed=1, same=1, removed=1)
    assert _documents(made) == {"README.md": "two", "docs/a.md": "a", "docs/c.md": "c"}


def test_a_branch_and_patterns_choose_what_is_mirrored(server: GitServer, tmp_path: Path) -> None:
    server.commit(README_md="one", docs__a_md="a", src__x_py="x")
    server.git("checkout", "--quiet", "-b", "v2")
    server.commit(docs__new_md="new")
    server.git("checkout", "--quiet", "main")
    server.git("clone", "--quiet", "--bare", str(server.work), str(server.root / "both.git"), folder=server.root)
    server.url = server.url.replace("repo.git", "both.git")
    _fetch(_task(server, tmp_path / "m", branch="v2", include=("*.md",), exclude=("/README.md",)))
    assert set(_documents(tmp_path / "m")) == {"docs/a.md", "docs/new.md"}
    with pytest.raises(BadRequest, match="branch"):
        _fetch(_task(server, tmp_path / "m", branch="--upload-pack=x"))
    with pytest.raises(FetchFailed, match="none"):
        _fetch(_task(server, tmp_path / "m", branch="none"))
    assert set(_documents(tmp_path / "m")) == {"docs/a.md", "docs/new.md"}


def test_links_submodules_and_filters_of_a_repository_do_nothing(server: GitServer, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    os.symlink("/etc/passwd", server.work / "link.md")
    server.git("config", "filter.bad.smudge", f"touch {ran}")
    server.commit(a_md="a", _gitattributes="*.md filter=bad\n", _gitmodules='[submodule "x"]\npath=x\nurl=/etc\n')
    server.git("update-index", "--add", "--cacheinfo", "160000,1234567890123456789012345678901234567890,sub")
    server.git("commit", "--quiet", "-m", "sub")
    server.commit(b_md="b")
    hook = server.root / "repo.git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {ran}\n")
    hook.chmod(0o755)
    _fetch(_task(server, tmp_path / "m"))
    assert "link.md" not in _documents(tmp_path / "m")
    assert {"a.md", "b.md"} <= set(_documents(tmp_path / "m"))
    assert not ran.exists()


def test_private_addresses_redirects_and_other_protocols_are_refused(server: GitServer, tmp_path: Path) -> None:
    server.commit(a_md="a")
    with pytest.raises(FetchRefused, match="own network"):
        _fetch(_task(server, tmp_path / "m", may_be_private=False))
    assert not server.asked
    server.redirect = "http://127.0.0.2"
    with pytest.raises(FetchFailed, match="302"):
        _fetch(_task(server, tmp_path / "m"))
    for address in ("ssh://e.org/a.git", f"file://{server.root}/repo.git", "ext::sh -c true", "git://e.org/a.git"):
        task = _task(server, tmp_path / "m")
        with pytest.raises(FetchRefused):
            _fetch(replace(task, source=replace(task.source, address=address)))


def test_a_login_is_sent_to_its_host_alone(server: GitServer, tmp_path: Path) -> None:
    server.commit(a_md="a")
    host = server.url.split("/")[2]
    login = Login(host, "Authorization", "Bearer secret")
    _fetch(replace(_task(server, tmp_path / "m"), logins=(login,)))
    assert all(headers.get("authorization") == "Bearer secret" for headers in server.headers)
    server.headers.clear()
    _fetch(replace(_task(server, tmp_path / "m"), logins=(replace(login, host="e.org"),)))
    assert not [headers for headers in server.headers if "authorization" in headers]


def test_a_repository_above_its_bound_is_not_mirrored_in_whole(server: GitServer, tmp_path: Path) -> None:
    server.commit(a_md="a" * 1000, b_md="b" * 1000, c_md="c" * 1000)
    errors: list[str] = []

    def tell(report: FetchReport) -> None:
        errors.extend(str(error.message) for error in report.errors)

    fetch_git(_task(server, tmp_path / "m", size_bytes=2_500), tell)
    assert len(_documents(tmp_path / "m")) == 2
    assert "bounds" in errors[0]
