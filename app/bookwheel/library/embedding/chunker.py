"""Chunks: a section cut into the pieces that an embedding model can read, each under its title and headings."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.embedding.chunk_hashes import hash_text

SPECIAL_TOKENS = 2
LONGEST_TOKENS = 256
"""Of a chunk, however much more a model can hold: a longer text says too much for one vector."""

HEAD_TOKENS = 48
"""Of title and headings at most."""

CODE_LETTERS = 600
"""Of a section's code that are taken in, after its prose."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of a section; `hash` (16 bytes) is the same for the same text wherever it stands."""

    text: str
    hash: bytes


def chunks(section: SectionRow, document_title: str, encoder: Encoder) -> list[Chunk]:
    """The chunks of a section with its text; none when it holds nothing but its heading.

    Before each stand the document's title and the headings above; only what is too long for one chunk is split.
    """
    head, body = _head_and_body(section, document_title)
    if not body:
        return []
    most = min(encoder.identity.max_tokens, LONGEST_TOKENS) - SPECIAL_TOKENS
    first = encoder.pieces(head, HEAD_TOKENS)[:1]
    used = encoder.count(first[0]) if first else 0
    return [_chunk("\n".join((*first, piece))) for piece in encoder.pieces(body, most - used)]


def whole_text(section: SectionRow, document_title: str) -> str:
    """What the chunks of a section are cut from, with what stands before it; empty when there is nothing to embed.

    A section of one chunk has this text, unless its headings are too long.
    """
    head, body = _head_and_body(section, document_title)
    return "\n".join((head, body) if head else (body,)) if body else ""


def _head_and_body(section: SectionRow, document_title: str) -> tuple[str, str]:
    body = "\n".join(part for part in (section.prose.strip(), section.code[:CODE_LETTERS].strip()) if part)
    above = (document_title, *section.heading_path, section.title)
    return " > ".join(dict.fromkeys(heading.strip() for heading in above if heading.strip())), body


def _chunk(text: str) -> Chunk:
    return Chunk(text, hash_text(text))
