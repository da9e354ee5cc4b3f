"""Files with random bytes changed, cut out or put in: a reader takes them or says why not."""

from __future__ import annotations

import io
import random
import zipfile

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip file of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return file.getvalue()


def never_fails(whole: bytes, name: str, times: int = 120) -> None:
    """Every changed form of a file is read, or skipped with a reason."""
    chance = random.Random(16)
    for _ in range(times):
        content = bytearray(whole)
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(content))
            content[at : at + chance.randrange(3)] = (
                bytes(chance.randrange(256) for _ in range(chance.randrange(4))) or b"<"
            )
        read_or_skipped(bytes(content), name)
        read_or_skipped(bytes(whole[: chance.randrange(len(whole))]), name)


def read_or_skipped(content: bytes, name: str) -> None:
    """A file is read with at least one section, its places in order, or skipped with a reason."""
    try:
        document = parse(content, name)
    except SkippedFile as skipped:
        assert skipped.message
        return
    lines = [place.line for place in document.places]
    assert document.sections and lines == sorted(lines)
