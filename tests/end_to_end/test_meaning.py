"""Meaning in a real service: made in the background, rebuilt from what is left of it, forgotten with its collection."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.paths import LibraryPaths
from tests.waiting import until

from .conftest import Verb


def _is_covered(client: Client) -> bool:
    status = client.status()
    return status.embedding.state == "ready" and status.coverage == 1.0


def _is_built(library: LibraryPaths) -> Callable[[], bool]:
    return lambda: bool(list(library.chroma.rglob("chroma.sqlite3")))


@pytest.mark.usefixtures("meaning")
def test_vectors_are_made_and_what_is_lost_of_them_is_made_again(
    client: Client, library: LibraryPaths, notes: Path, verb: Verb
):
    for name in ("page0.md", "page1.md"):
        (notes / name).write_text((notes / name).read_text("utf-8") + "\nQuiet words.\n", "utf-8")
    assert verb("add", str(notes), "--wait", "all").returncode == 0
    assert _is_covered(client)
    status = client.status().embedding
    assert (status.model, status.done, status.total, status.problem) == ("all-MiniLM-L6-v2", 24, 24, "")
    until(_is_built(library))
    assert "all-MiniLM-L6-v2, 24/24 sections" in verb("status").stdout
    assert client.doctor(DoctorRequest(False)).is_healthy

    children = psutil.Process(client.status().pid).children()
    for embedder in (child for child in children if "embedder" in child.cmdline()):  # it may have ended by itself
        embedder.kill()
    for path in library.root.glob("vectors.sqlite*"):
        path.unlink()
    until(lambda: library.vectors.exists() and _is_covered(client))
    client.stop(20)
    shutil.rmtree(library.chroma)
    library.vectors.write_bytes(b"torn" * 3000)
    with closing(connect(library, client="cli")) as again:
        until(lambda: _is_covered(again))
        until(_is_built(library))
        assert any("vectors were damaged" in notice for notice in again.status().notices)
        until(lambda: again.doctor(DoctorRequest(True)).is_healthy)
        again.set(SettingChange("meaning.enabled", "false"))
        until(lambda: again.status().embedding.state == "off" and again.status().coverage == 0)
        again.set(SettingChange("meaning.enabled", "true"))
        until(lambda: _is_covered(again))
        again.remove(RemoveRequest("notes"))
        reader = VectorsReader(library.vectors)
        assert not any(len(reader.rows(model).hashes) for model in reader.models())
        reader.close()
        assert not _is_built(library)()
