"""The cache of remote images: a file for each in the library's folder, the least recently shown ones go first."""

from __future__ import annotations

import hashlib
import os
import re
import threading
from contextlib import suppress
from pathlib import Path

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.page import AssetAnswer
from bookwheel.service.images.image_check import MEDIA_TYPES, kind_of

_NAME = re.compile(rf"[0-9a-f]{{64}}\.(?:{'|'.join(MEDIA_TYPES)})")
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600


class ImageCache:
    """Files named by the hash of their address; safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._change = threading.Lock()

    def find(self, url: str) -> Path | None:
        """The file of an image, None where it is not kept."""
        stem = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
        files = (self._folder / f"{stem}.{kind}" for kind in MEDIA_TYPES)
        return next((file for file in files if file.is_file()), None)

    def read(self, url: str) -> AssetAnswer | None:
        """An image; one that was damaged on the disk is removed, and None as one that is not kept."""
        file = self.find(url)
        if file is None:
            return None
        try:
            content = file.read_bytes()
            kind = kind_of(content)
        except OSError:
            return None
        except FetchRefused:
            file.unlink(missing_ok=True)
            return None
        with suppress(OSError):
            os.utime(file)
        return AssetAnswer(MEDIA_TYPES[kind], content)

    def keep(self, url: str, content: bytes, most_bytes: int) -> None:
        """Keep an image, and let the least recently shown ones go until all fit.

        Raises:
            FetchRefused: when it is no image that is shown.
            FetchFailed: when it cannot be written, or is larger than the whole cache.
        """
        kind = kind_of(content)
        if len(content) > most_bytes:
            raise FetchFailed("The image is larger than the cache for remote images; its size is a setting.")
        stem = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
        draft = self._folder / f"{stem}.{threading.get_ident()}.draft"
        with self._change:
            try:
                self._make_room(most_bytes - len(content))
                self._folder.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
                with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE_FILE), "wb") as opened:
                    opened.write(content)
                draft.replace(self._folder / f"{stem}.{kind}")
            except OSError as error:
                with suppress(OSError):
                    draft.unlink()
                reason = error.strerror or type(error).__name__
                raise FetchFailed("The image could not be saved: {reason}.", reason=reason) from None

    def count(self) -> tuple[int, int]:
        """How many images there are, and their bytes."""
        sizes = [size for _, size, _ in self._files()]
        return len(sizes), sum(sizes)

    def clear(self) -> None:
        """Remove every image."""
        with self._change:
            for file in self._list():
                file.unlink(missing_ok=True)

    def strangers(self) -> tuple[str, ...]:
        """The names of files that are no image of this cache: cut short, damaged, or put there by something else."""
        return tuple(file.name for file in self._list() if not _is_sound(file))

    def sweep(self) -> None:
        """Remove what is no image of this cache."""
        with self._change:
            for file in self._list():
                if not _is_sound(file):
                    with suppress(OSError):
                        file.unlink()

    def trim(self, most_bytes: int) -> None:
        """Let images go until all fit."""
        with self._change:
            self._make_room(most_bytes)

    def _make_room(self, most_bytes: int) -> None:
        files = sorted(self._files(), reverse=True)
        total = sum(size for _, size, _ in files)
        while files and total > most_bytes:
            _, size, file = files.pop()
            with suppress(OSError):
                file.unlink()
            total -= size

    def _files(self) -> list[tuple[float, int, Path]]:
        found: list[tuple[float, int, Path]] = []
        for file in self._list():
            with suppress(OSError):
                facts = file.stat()
                found.append((facts.st_mtime, facts.st_size, file))
        return found

    def _list(self) -> list[Path]:
        try:
            return [file for file in self._folder.iterdir() if not file.is_dir()]
        except OSError:
            return []


def _is_sound(file: Path) -> bool:
    if not _NAME.fullmatch(file.name) or file.is_symlink():
        return False
    try:
        return f".{kind_of(file.read_bytes())}" == file.suffix
    except (OSError, FetchRefused):
        return False
