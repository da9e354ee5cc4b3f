"""One model fetched into a folder of its own beside the others, verified file by file, and put in its place whole."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.service.models import ModelFile, ModelOffer
from bookwheel.fetching.downloads import download
from bookwheel.service.models.hub import Hub

ROOM_BYTES = 500_000_000
"""Left free on the disk."""
TRIES = 4
PAUSE_S = 1.0
"""Before a broken download goes on; then twice as long each time."""
CHOICES = "bookwheel-model.json"
_PART = ".part"


def fetch_model(hub: Hub, offer: ModelOffer, on_progress: Callable[[int], None], is_wanted: Callable[[], bool]) -> Path:
    """Fetch an offer and return the folder that holds it; what had come before is kept and taken up.

    Raises:
        FetchRefused: when a file is another than was agreed to, or lies where models are not fetched from.
        FetchFailed: when it does not come, or the disk has no room.
    """
    home = paths.model_folder(offer.name)
    staging = paths.models() / ".fetching" / f"{home.name}@{offer.revision}"
    staging.mkdir(parents=True, exist_ok=True)
    has = sum(path.stat().st_size for path in staging.rglob("*") if path.is_file())
    free = shutil.disk_usage(staging).free
    if offer.size_bytes - has + ROOM_BYTES > free:
        raise FetchFailed(
            "The disk has {free} GB free; the model needs {size} GB, and some must stay free.",
            free=f"{free / 1e9:.1f}", size=f"{(offer.size_bytes - has) / 1e9:.1f}",
        )  # fmt: skip
    hashes: dict[str, str] = {}
    before = 0
    for file in offer.files:
        path = staging / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        hashes[file.path] = _bring(
            hub, offer, file, path, lambda done, sum_=before: on_progress(sum_ + done), is_wanted
        )
        before += file.size_bytes
    told = {
        "name": offer.name,
        "revision": offer.revision,
        "graph": offer.graph,
        "licence": offer.licence,
        "sha256": hashes,
    }
    (staging / CHOICES).write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return _put(staging, home)


def _bring(
    hub: Hub,
    offer: ModelOffer,
    file: ModelFile,
    path: Path,
    on_progress: Callable[[int], None],
    is_wanted: Callable[[], bool],
) -> str:
    """Fetch one file unless it is there; its SHA-256."""
    if path.is_file():
        if found := _verify(path, file):
            on_progress(file.size_bytes)
            return found
        path.unlink()
    part = path.with_name(path.name + _PART)
    for number in range(TRIES):
        try:
            download(
                hub.fetcher, hub.file_address(offer, file), part, file.size_bytes, hub.hosts, on_progress, is_wanted
            )
            break
        except FetchRefused:
            part.unlink(missing_ok=True)
            raise
        except FetchFailed:
            if number == TRIES - 1 or not is_wanted() or shutil.disk_usage(path.parent).free < ROOM_BYTES // 100:
                raise
            time.sleep(PAUSE_S * 2**number)
    found = _verify(part, file)
    if not found:
        part.unlink()
        raise FetchRefused("{file} is not the file that the hub described; nothing of it is kept.", file=file.path)
    os.replace(part, path)
    return found


def _verify(path: Path, file: ModelFile) -> str:
    """The SHA-256 of a file when it is the one described, else empty."""
    if path.stat().st_size != file.size_bytes:
        return ""
    whole, blob = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % file.size_bytes, usedforsecurity=False)
    with path.open("rb") as content:
        while chunk := content.read(1 << 20):
            whole.update(chunk)
            blob.update(chunk)
    if file.sha256:
        return whole.hexdigest() if whole.hexdigest() == file.sha256 else ""
    return whole.hexdigest() if blob.hexdigest() == file.git_sha1 else ""


def _put(staging: Path, home: Path) -> Path:
    """Put a whole model in its place, an earlier one out of it."""
    earlier = staging.with_name(f"{staging.name}.earlier")
    shutil.rmtree(earlier, ignore_errors=True)
    if home.exists():
        home.rename(earlier)
    staging.rename(home)
    shutil.rmtree(earlier, ignore_errors=True)
    return home
