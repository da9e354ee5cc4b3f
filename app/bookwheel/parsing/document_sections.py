"""The sections of a document, and samples of their prose for its summary and its language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from bookwheel.domain.document import TOP, Section
from bookwheel.parsing.anchors import Anchors
from bookwheel.parsing.parsed_body import Reading

_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_SAMPLE_LETTERS = 3000


def words_in(prose: str) -> int:
    """The number of words in a plain text; each Chinese character and each kana counts as one."""
    if prose.isascii() or _HAN.search(prose) is None:
        return len(prose.split())
    rest, count = _HAN.subn(" ", prose)
    return count + sum(1 for word in rest.split() if any(one.isalnum() for one in word))


def sections_of(reading: Reading, body: str, title: str, first_line: int, first_byte: int) -> list[Section]:
    """The sections of a body that begins at a line (from 0) and a byte of its document's text."""
    raw = body.encode()
    lines = body.count("\n") + (0 if body.endswith("\n") else 1)
    pieces = reading.pieces
    anchors = Anchors()
    above: list[tuple[int, int, str]] = []
    sections: list[Section] = []
    for place, piece in enumerate(pieces):
        end, end_line = (
            (pieces[place + 1].start, pieces[place + 1].line) if place + 1 < len(pieces) else (len(raw), lines)
        )
        while above and above[-1][0] >= piece.level:
            above.pop()
        sections.append(
            Section(
                anchor=anchors.of(piece.title, piece.anchor) if piece.level else anchors.taken(TOP),
                level=piece.level,
                title=piece.title if piece.level else title,
                heading_path=tuple(name for _, _, name in above),
                parent=above[-1][1] if above else -1,
                start_line=first_line + piece.line + 1,
                end_line=max(first_line + end_line, first_line + piece.line + 1),
                start_byte=first_byte + piece.start,
                end_byte=first_byte + end,
                words=words_in(piece.prose),
                prose=piece.prose,
                code=piece.code,
                text_hash=blake2b(raw[piece.start : end], digest_size=16).hexdigest(),
            )
        )
        if piece.level:
            above.append((piece.level, place, piece.title))
    return sections


def language_sample(sections: Sequence[Section], title: str, prose: str) -> str:
    """Some prose of every early section: the first one may be a table of contents."""
    if len(sections) < 3:
        return f"{prose[:2000]}\n{title}"
    return "\n".join([*(section.prose[:250] for section in sections[:10] if section.prose), title])


def sample_of(sections: Sequence[Section]) -> str:
    """The prose with which a document begins."""
    parts: list[str] = []
    left = _SAMPLE_LETTERS
    for section in sections:
        if section.prose:
            parts.append(section.prose[: left + 1])
            left -= len(section.prose)
        if left <= 0:
            break
    return "\n".join(parts)
