"""The passage that others shall be like: a document, a section, some lines, or a text from anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.formats import format_of
from bookwheel.domain.search import PASSAGE_MODES, Scope, SearchRequest
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.snapshot.lookup import find, find_section, names_document
from bookwheel.library.snapshot.section_ids import SCHEME
from bookwheel.library.snapshot.section_tree import branch_end
from bookwheel.library.snapshot.snapshot import Snapshot

LONGEST = 20_000
"""Characters of a passage that are read."""

LONGEST_ID = 2000

_LINES = re.compile(r"(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, and the keys of the document and of the sections that it stands in, where that is known.

    `is_whole` says that it is all of these sections, whose own vectors stand for it.
    """

    text: str
    document: int = 0
    sections: tuple[int, ...] = ()
    is_whole: bool = False


def find_passage(request: SearchRequest, scope: Scope, snapshot: Snapshot) -> Passage | None:
    """The passage that a request's hits shall be like; None where it asks for none.

    Raises:
        BadRequest: for a mode that compares no passages, or lines that a document has not.
        NotFound: for an id that names nothing, with near ones.
    """
    like = request.like.strip()
    if not like:
        return None
    if request.mode not in PASSAGE_MODES:
        modes = ", ".join(mode.value for mode in PASSAGE_MODES)
        raise BadRequest("More like this works in the modes {modes}.", modes=modes)
    if "\n" not in like and len(like) <= LONGEST_ID:
        lines = _LINES.fullmatch(like)
        if lines and not names_document(snapshot, like, scope) and _is_id(lines[1], scope, snapshot):
            return _of_lines(lines[1], int(lines[2]), int(lines[3] or lines[2]), scope, snapshot)
        if _is_id(like, scope, snapshot):
            return _of_id(like, scope, snapshot)
    home = Passage("")
    if request.like_from and names_document(snapshot, request.like_from, scope):
        home = _of_id(request.like_from, scope, snapshot)
    return Passage(like[:LONGEST], home.document, home.sections)


def _is_id(text: str, scope: Scope, snapshot: Snapshot) -> bool:
    """Whether a text names a document, or is written as if it did: a file's name, or a path in a collection."""
    if text.startswith(SCHEME) or names_document(snapshot, text, scope):
        return True
    path = text.partition("#")[0]
    name = path.rpartition("/")[2]
    is_path = "/" in path and path.partition("/")[0] in snapshot.collections
    return "." in name and format_of(name) is not None and (is_path or not re.search(r"\s", text))


def _of_id(id: str, scope: Scope, snapshot: Snapshot) -> Passage:
    document, anchor = find(snapshot, id, scope)
    sections = snapshot.catalogue.sections_of(document.key, with_text=True)
    if anchor:
        number = find_section(snapshot, document, anchor)
        is_bare = not (sections[number].prose.strip() or sections[number].code.strip())
        sections = sections[number : branch_end(sections, number) if is_bare else number + 1]
    return Passage(_text_of(document, sections), document.key, tuple(section.key for section in sections), True)


def _of_lines(id: str, first: int, last: int, scope: Scope, snapshot: Snapshot) -> Passage:
    document, _ = find(snapshot, id, scope)
    lines = snapshot.catalogue.text_of(document.key).split("\n")
    text = "\n".join(lines[first - 1 : last]) if 0 < first <= last else ""
    if not text.strip():
        raise BadRequest(
            "{document} has no text in lines {first} to {last}.", document=document.doc, first=first, last=last
        )
    held = [
        section.key
        for section in snapshot.catalogue.sections_of(document.key)
        if section.start_line <= last and section.end_line >= first
    ]
    return Passage(text[:LONGEST], document.key, tuple(held))


def _text_of(document: DocumentRow, sections: Sequence[SectionRow]) -> str:
    """What sections say, under the titles that the first of them stands under."""
    parts = [document.title]
    for section in sections:
        parts += [section.title, section.prose, section.code]
        if sum(map(len, parts)) > LONGEST:
            break
    return "\n".join(part for part in parts if part.strip())[:LONGEST]
