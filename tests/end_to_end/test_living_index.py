from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from bookwheel import paths, wire
from bookwheel.client.connection import Client, connect
from bookwheel.domain.browse import BrowseRequest
from bookwheel.domain.collection import AddRequest, ConfigureRequest, RebuildRequest, RemoveRequest
from bookwheel.domain.readiness import COUNTING
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.domain.service.status import StatusAnswer
from bookwheel.paths import LibraryPaths
from tests.waiting import until

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")


def _ready(client: Client) -> StatusAnswer:
    until(lambda: client.status().state == "ready")
    return client.status()


def _add(client: Client, folder: Path) -> StatusAnswer:
    client.add(AddRequest(str(folder)))
    return _ready(client)


def _found(client: Client, query: str) -> list[str]:
    return [hit.section for hit in client.search(SearchRequest(query, limit=100)).hits]


def _holding(client: Client, word: str) -> list[str]:
    """The sections with a word itself, not with one like it or of its meaning."""
    hits = client.search(SearchRequest(word, mode=Mode.KEYWORD, limit=100)).hits
    return [hit.section for hit in hits if word in hit.snippet]


def _indexer_pid(library: LibraryPaths) -> int:
    """The indexer, a child of the service."""
    import psutil  # noqa: PLC0415

    record = wire.decode(library.discovery.read_bytes(), wire.Discovery)
    for child in psutil.Process(record.pid).children():
        with contextlib.suppress(psutil.Error):  # it has just ended
            if "indexer" in child.cmdline():
                return child.pid
    return 0


@pytest.mark.shares_service
def test_added_folder_is_found_and_its_changes_follow(client: Client, notes: Path):
    assert _add(client, notes).documents == 12
    assert _found(client, "spoke7") == ["notes/page7.md#spokes"]
    (notes / "new.md").write_text("# Hubs\n\nNaves of elm.\n", "utf-8")
    (notes / "page7.md").write_text("# Page 7\n\nNothing here.\n", "utf-8")
    (notes / "page8.md").unlink()
    until(lambda: _found(client, "elm") == ["notes/new.md#hubs"])
    until(lambda: not {"notes/page7.md#spokes", "notes/page8.md#spokes"} & set(_found(client, "ash")))
    assert _ready(client).documents == 12


@pytest.mark.shares_service
def test_nothing_is_ready_before_the_folder_was_counted_and_read(client: Client, notes: Path):
    client.pause()  # else a busy computer may be done before it is asked
    client.add(AddRequest(str(notes)))
    status = client.status()
    assert (status.pending, status.documents) == (None, 0)
    assert COUNTING in client.search(SearchRequest("spoke7")).notices
    client.resume()
    seen: list[tuple[str, int | None, int]] = []

    def is_ready() -> bool:
        cards = client.collections().collections
        status, answer = client.status(), client.search(SearchRequest("spoke7"))
        seen.append((status.state, status.pending, status.documents))
        assert (answer.pending is None) == (COUNTING in answer.notices)
        assert all(card.documents == 12 for card in cards if card.state == "ready")
        assert answer.pending != 0 or answer.hits
        return status.state == "ready"

    until(is_ready)
    assert seen[-1] == ("ready", 0, 12)
    assert all(pending for state, pending, _ in seen if state == "indexing" and pending != 0)
    assert client.browse(BrowseRequest()).pending == 0


@needs_signals
def test_after_a_crash_of_the_indexer_everything_is_counted_again(client: Client, notes: Path, library: LibraryPaths):
    _add(client, notes)
    seen: list[tuple[str, int | None]] = []
    os.kill(_indexer_pid(library), signal.SIGKILL)

    def is_ready() -> bool:
        status = client.status()
        seen.append((status.state, status.pending))
        return status.state == "ready" and len(seen) > 1 and ("counting", None) in seen

    until(is_ready)
    assert client.status().documents == 12


@pytest.mark.shares_service
def test_patterns_and_a_name_changed_later_take_effect_at_once(client: Client, notes: Path):
    _add(client, notes)
    client.configure(ConfigureRequest("notes", name="Field notes", ignore=("page7.md",)))
    until(lambda: client.status().documents == 11)
    assert "notes/page7.md#spokes" not in _found(client, "spoke7")
    card = client.collections().collections[0]
    assert (card.slug, card.name) == ("notes", "Field notes")
    client.configure(ConfigureRequest("notes", ignore=()))
    until(lambda: "notes/page7.md#spokes" in _found(client, "spoke7"))


def test_changes_made_while_no_service_ran_are_seen_at_its_start(client: Client, notes: Path, library: LibraryPaths):
    _add(client, notes)
    client.stop(20)
    (notes / "new.md").write_text("# Hubs\n\nNaves of elm.\n", "utf-8")
    (notes / "page8.md").unlink()
    until(lambda: _found(client, "elm") and "notes/page8.md#spokes" not in _found(client, "ash"))


def test_paused_indexing_waits_and_stays_paused_over_a_restart(client: Client, notes: Path):
    client.pause()
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().state == "paused")
    client.stop(20)
    assert client.status().state in ("starting", "paused")
    until(lambda: client.status().state == "paused")
    assert client.status().documents == 0
    client.resume()
    until(lambda: client.status().documents == 12)


@pytest.mark.shares_service
def test_rebuilding_changes_no_answer(client: Client, notes: Path):
    before = _add(client, notes)
    hits = _found(client, "wheel")
    client.rebuild(RebuildRequest("notes"))
    after = _ready(client)
    assert (after.documents, after.sections) == (before.documents, before.sections)
    assert _found(client, "wheel") == hits


def test_removed_collection_leaves_no_trace_in_any_file(client: Client, library: LibraryPaths, tmp_path: Path):
    secret = tmp_path / "hidden"
    secret.mkdir()
    text = "# Xylographerix\n\nThe quintessentionalism of vermiculatories, tag #ultracrepidary.\n"
    for number in range(3):
        (secret / f"obnubilation{number}.md").write_text(text, "utf-8")
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "a.md").write_text("# Kept\n\nThis stays.\n", "utf-8")
    _add(client, kept)
    _add(client, secret)
    assert len(_found(client, "quintessentionalism")) == 3
    client.remove(RemoveRequest("hidden"))
    assert _found(client, "vermiculatories") == []
    assert _found(client, "stays") == ["kept/a.md#kept"]
    traces = ("xylographer", "quintessent", "vermiculat", "ultracrepid", "obnubilat")
    client.stop(20)
    for path in [each for each in library.root.rglob("*") if each.is_file()]:
        content = path.read_bytes().lower()
        for trace in traces:
            for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
                is_query = trace == "vermiculat" and path.name.startswith("activity")
                assert is_query or trace.encode(encoding) not in content, (path.name, trace)


@pytest.mark.shares_service
def test_collections_of_one_name_are_kept_apart_and_found_together(client: Client, tmp_path: Path):
    for place in ("here", "there"):
        folder = tmp_path / place / "docs"
        folder.mkdir(parents=True)
        (folder / "a.md").write_text(f"# Same\n\nThe wheel is {place}.\n", "utf-8")
        _add(client, folder)
    assert sorted(_found(client, "wheel")) == ["docs-2/a.md#same", "docs/a.md#same"]
    assert _found(client, "wheel there")[0] == "docs-2/a.md#same"


@pytest.mark.shares_service
@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege on Windows")
def test_links_around_and_out_are_not_followed_and_changes_beside_them_are_seen(client: Client, notes: Path):
    (notes / "root").symlink_to("/")
    (notes / "up").symlink_to("..")
    (notes / "sub").mkdir()
    (notes / "sub/again").symlink_to(notes)
    _add(client, notes)
    for path, word in (("new.md", "hickory"), ("sub/new.md", "walnut")):
        (notes / path).write_text(f"# Hubs\n\nNaves of {word}.\n", "utf-8")
        until(lambda path=path, word=word: _found(client, word) == [f"notes/{path}#hubs"])
    assert client.status().documents == 14


@pytest.mark.shares_service
def test_a_folder_that_is_swapped_is_read_as_what_it_is_now(client: Client, notes: Path, tmp_path: Path):
    _add(client, notes)
    notes.rename(tmp_path / "before")
    notes.mkdir()
    until(lambda: client.status().documents == 0)
    (notes / "new.md").write_text("# Hubs\n\nNaves of elm.\n", "utf-8")
    until(lambda: _holding(client, "elm") == ["notes/new.md#hubs"])
    notes.rename(tmp_path / "away")
    until(lambda: client.collections().collections[0].state == "missing")
    assert _holding(client, "elm") == ["notes/new.md#hubs"]
    (tmp_path / "before").rename(notes)
    until(lambda: client.status().documents == 12 and not _holding(client, "elm"))
    until(lambda: client.collections().collections[0].state == "ready")


@pytest.mark.shares_service
@pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege on Windows")
def test_a_root_that_is_a_link_is_followed_to_where_it_leads_now(client: Client, tmp_path: Path):
    for name, word in (("r1", "zebra"), ("r2", "tapir")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"# Release\n\nThis is the {word}.\n", "utf-8")
        os.utime(tmp_path / name / "a.md", (1, 1))
    current = tmp_path / "current"
    current.symlink_to("r1")
    _add(client, current)
    assert _holding(client, "zebra") == ["current/a.md#release"]
    (tmp_path / "next").symlink_to("r2")
    (tmp_path / "next").replace(current)
    until(lambda: _holding(client, "tapir") == ["current/a.md#release"])
    assert _holding(client, "zebra") == []
    (tmp_path / "r2/b.md").write_text("# Hubs\n\nNaves of elm.\n", "utf-8")
    until(lambda: _holding(client, "elm") == ["current/b.md#hubs"])


def test_idle_indexer_rests_and_comes_back(client: Client, notes: Path, library: LibraryPaths):
    client.set(SettingChange("service.indexer_idle_minutes", "0.01"))
    _add(client, notes)
    until(lambda: not _indexer_pid(library))
    (notes / "new.md").write_text("# Hubs\n\nNaves of elm.\n", "utf-8")
    until(lambda: _found(client, "elm"))


@needs_signals
def test_the_doctor_says_that_the_indexer_ends_again_and_again(client: Client, notes: Path, library: LibraryPaths):
    _add(client, notes)
    assert {check.name: check.state for check in client.doctor(DoctorRequest()).checks}["indexer"] == "good"
    for _ in range(5):
        until(lambda: _indexer_pid(library))
        before = _indexer_pid(library)
        os.kill(before, signal.SIGKILL)
        until(lambda before=before: _indexer_pid(library) not in (0, before))
    checks = {check.name: check for check in client.doctor(DoctorRequest()).checks}
    assert (checks["indexer"].state, "keeps stopping" in checks["indexer"].message) == ("bad", True)


@pytest.mark.shares_service
def test_events_follow_a_publication_and_replay(client: Client, notes: Path, library: LibraryPaths):
    listener = connect(library, client="window", start=False)
    stream = listener.events(last=1)  # too old to be replayed: what comes at once shows that the stream is open
    first = next(stream)
    assert first.kind.value == "resync"
    client.add(AddRequest(str(notes)))
    seen = [first]
    while seen[-1].kind.value != "published":
        seen.append(next(stream))
    assert [event.sequence for event in seen] == list(range(first.sequence, first.sequence + len(seen)))
    assert seen[-1].revision >= 1
    assert any(doc.startswith("notes/") for doc in seen[-1].docs)
    again = connect(library, client="window", start=False)
    replayed = again.events(last=first.sequence)
    assert [next(replayed) for _ in seen[1:]] == seen[1:]
    for stream_or_client in (stream, replayed, listener, again):
        stream_or_client.close()


@pytest.mark.shares_service
def test_missing_folder_is_shown_and_keeps_its_documents(client: Client, notes: Path, tmp_path: Path):
    _add(client, notes)
    notes.rename(tmp_path / "away")
    until(lambda: client.collections().collections[0].state == "missing")
    assert client.status().documents == 12
    assert not any(check.state == "good" for check in client.doctor(_doctor()).checks if check.name == "folder notes")


def _doctor(repair: bool = False):
    from bookwheel.domain.service.doctor import DoctorRequest  # noqa: PLC0415

    return DoctorRequest(repair)


@pytest.mark.shares_service
@needs_signals
def test_doctor_finds_and_mends(client: Client, notes: Path, library: LibraryPaths):
    _add(client, notes)
    assert client.doctor(_doctor()).is_healthy
    library.admin_token.chmod(0o644)
    library.state_backup.unlink()
    bad = {check.name for check in client.doctor(_doctor()).checks if check.state == "bad"}
    assert bad == {"admin.token", "state"}
    mended = client.doctor(_doctor(repair=True))
    assert mended.is_healthy
    assert {check.name for check in mended.checks if check.state == "mended"} == bad
    assert library.admin_token.stat().st_mode & 0o077 == 0
    assert paths.library(library.root) == library


def _parsers(client: Client) -> set[int]:
    """The parsers that the library's indexer has, by process id."""
    found: set[int] = set()
    for child in psutil.Process(client.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if child.cmdline()[-4:-2] == ["child", "parser"]:
                found.add(child.pid)
    return found


def test_an_empty_library_has_a_parser_ready_that_reads_its_first_files(client: Client, notes: Path):
    until(lambda: _parsers(client))
    first = _parsers(client)
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().documents > 0)
    assert _parsers(client) == first
