"""A service whose library's folder is gone ends itself, says why and writes nothing where the folder was."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from bookwheel import wire
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.waiting import until

Loss = Callable[[Path], None]

SEEN_WITHIN_S = 15
"""Far more than the service takes (under a second), for a machine with other work."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder whose files are open")


def _moved(root: Path) -> Path:
    return root.with_name(f"{root.name}-moved")


def delete(root: Path) -> None:
    """Delete the folder whole, also when a file comes while that is done."""
    with contextlib.suppress(OSError):
        shutil.rmtree(root)
    shutil.rmtree(root, ignore_errors=True)
    assert not root.exists()


def move(root: Path) -> None:
    """Move the folder away."""
    root.rename(_moved(root))


def empty(root: Path) -> None:
    """Delete what lies in the folder."""
    for path in list(root.iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def replace(root: Path) -> None:
    """Put the copy of another library into the folder's stead."""
    move(root)
    root.mkdir()
    for name in ("service.lock", "admin.token", "tokens.json", "state.sqlite"):
        (root / name).write_text("of another library", "utf-8")
    (root / "log").mkdir()


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _family(pid: int) -> list[psutil.Process]:
    service = psutil.Process(pid)
    return [service, *service.children(recursive=True)]


def _is_quiet(client: Client) -> bool:
    """Whether no child writes."""
    status = client.status()
    is_read = status.documents == 12 and status.state == "ready" and status.graph_revision == status.revision
    if not (is_read and status.embedding.state == "ready"):
        return False
    # Afterwards the nearest vectors are built, and topics are made, each in a process that begins and ends.
    before, since = _spent(client.pid)
    threading.Event().wait(1.0)
    is_built = any(LibraryPaths(Path(status.library)).chroma.rglob("chroma.sqlite3"))
    now, until_now = _spent(client.pid)
    return is_built and now == before and until_now - since < 0.1


def _spent(pid: int) -> tuple[set[int], float]:
    """The service's processes, and the seconds of a processor that they have used."""
    spent: dict[int, float] = {}
    for process in _family(pid):
        with contextlib.suppress(psutil.NoSuchProcess):
            spent[process.pid] = process.cpu_times().user
    return {*spent}, sum(spent.values())


@pytest.mark.usefixtures("meaning")
@pytest.mark.parametrize(
    ("lose", "reason"),
    [
        (delete, "deleted or"),  # a look between its files and itself sees a folder that was emptied
        (move, "was deleted or moved"),
        (empty, "were deleted or replaced"),
        (replace, "was replaced by another one"),
    ],
)
def test_a_service_without_its_folder_ends_with_its_children_and_writes_nothing(
    client: Client, library: LibraryPaths, notes: Path, lose: Loss, reason: str
):
    client.add(AddRequest(str(notes)))
    until(lambda: _is_quiet(client))
    seen: list[Event] = []
    listener = connect(library, client="window", start=False)
    listening = threading.Thread(target=lambda: seen.extend(iter(listener.events())), daemon=True)
    listening.start()
    until(lambda: client.search(SearchRequest("spoke")) and seen)
    family = _family(client.pid)
    lose(library.root)
    before = _contents(library.root) if library.root.exists() else None
    _, alive = psutil.wait_procs(family, SEEN_WITHIN_S)
    assert not alive
    if lose is not empty:  # in its own folder a child may have begun a file before the loss was seen
        after = _contents(library.root) if before is not None else {}
        begun = {name for name, text in after.items() if name.startswith("log") and not text}  # likewise, of its errors
        assert before is None or {name: text for name, text in after.items() if name not in begun} == before
    assert library.root.exists() is (before is not None)
    until(lambda: any(event.kind is EventKind.STOPPING for event in seen))
    (last,) = [event for event in seen if event.kind is EventKind.STOPPING]
    assert reason in last.message and str(library.root) in last.message
    listener.close()
    listening.join(10)


def test_a_served_library_in_a_terminal_says_why_it_ends(library: LibraryPaths):
    command = [sys.executable, "-m", "bookwheel", "serve", "--library", str(library.root)]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: wire.announced(library.discovery) is not None)
    delete(library.root)
    _, said = served.communicate(timeout=SEEN_WITHIN_S)
    assert served.returncode == 3
    last = said.splitlines()[-1]
    assert last.startswith("bookwheel: ") and last.endswith("so its service has stopped.")
    assert str(library.root) in last and "deleted or" in last


def test_a_library_that_was_moved_while_served_answers_at_its_new_place(
    client: Client, library: LibraryPaths, notes: Path
):
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().documents == 12)
    until(lambda: client.search(SearchRequest("spoke7")).total == 1)
    service = psutil.Process(client.pid)
    move(library.root)
    service.wait(SEEN_WITHIN_S)
    moved = connect(LibraryPaths(_moved(library.root)), client="cli")
    try:
        until(lambda: moved.status().documents == 12)
        assert moved.search(SearchRequest("spoke7")).total == 1
    finally:
        moved.stop(20)
        moved.close()


def test_a_client_makes_no_new_library_where_one_was_deleted(client: Client, library: LibraryPaths):
    service = psutil.Process(client.pid)
    delete(library.root)
    service.wait(SEEN_WITHIN_S)
    with pytest.raises(ServiceUnavailable):
        client.status()
    assert not library.root.exists()


@pytest.mark.parametrize("is_deleted", [False, True])
def test_stop_ends_a_service_that_no_discovery_file_names(
    verb: Verb, library: LibraryPaths, tmp_path: Path, is_deleted: bool
):
    """A stand-in for the service of an earlier version, which did not look at its folder."""
    program = tmp_path / "bookwheel"
    program.write_text("import time\nprint(flush=True)\ntime.sleep(300)\n", "utf-8")
    others = [
        subprocess.Popen([sys.executable, str(program), *arguments], stdout=subprocess.PIPE)
        for arguments in (
            ("serve", "--library", str(library.root)),
            ("serve", "--library", f"{library.root}-of-another"),
            ("search", "serve", "--library", str(library.root)),
        )
    ]
    try:
        for other in others:
            assert other.stdout is not None and other.stdout.readline()
        if is_deleted:
            delete(library.root)
        stopped = verb("stop")
        assert (stopped.returncode, stopped.stdout) == (0, f"The service (process {others[0].pid}) has stopped.\n")
        assert [other.poll() is None for other in others] == [False, True, True]
        assert verb("stop").returncode == 1
    finally:
        for other in others:
            with contextlib.suppress(ProcessLookupError):
                other.kill()
            other.communicate()
