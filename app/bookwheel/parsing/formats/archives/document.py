"""Zip files, tar archives and compressed files: every document in them, cited by its path inside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from bookwheel.domain.errors import ProtectedFile, SkippedFile
from bookwheel.domain.formats import ARCHIVE_SUFFIXES, FormatUse
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS, is_secret
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import storable
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.archives.joined import INSIDE, anchor_of, as_markdown, fitted, kind_of
from bookwheel.parsing.formats.archives.packed import Packed, opened
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.readers import picture_in
from bookwheel.parsing.formats.zip_parts import LARGEST_PICTURE, LARGEST_WHOLE
from bookwheel.parsing.stated_names import StatedName

MOST_DOCUMENTS = 2_000
MOST_CHARACTERS = 20_000_000
DEEPEST = 2
"""Archives within each other, the file itself counted."""

_NAMED = 3
_PROTECTED = "The file is protected by a password."
"""What the readers say of a file that they cannot decrypt."""


def read(content: bytes, path: str) -> Converted:
    """An archive's documents as sections of one, by the formats that are read unless a collection says otherwise."""
    return read_chosen(content, path, {})


def read_chosen(content: bytes, path: str, chosen: Mapping[str, FormatUse]) -> Converted:
    """An archive's documents as sections of one, in the order of their paths, by the formats that were chosen.

    Hidden files, secrets and the folders of programs are left out, as in a collection. A file that cannot be read
    costs itself alone; what was left out is counted in the warnings.

    Raises:
        SkippedFile: for a damaged or protected archive, and for one without any document.
    """
    name = path.rpartition("/")[2]
    archive = _Documents(chosen)
    archive.add(opened(content, name), "", 1)
    if not archive.read and archive.protected:
        raise SkippedFile("The files in the archive are protected by a password.")
    if not archive.read:
        raise SkippedFile("The archive contains no readable documents.")
    ending = next((ending for ending in ARCHIVE_SUFFIXES if name.lower().endswith(ending)), "")
    fields: dict[str, object] = {"title": name[: len(name) - len(ending)]}
    return Converted(archive.writer.text, fields, archive.writer.places, archive.warnings, names=archive.names)


def picture(content: bytes, name: str) -> bytes:
    """A picture of an archive, or of a file in it.

    Raises:
        SkippedFile: when there is none, or it is damaged or too large.
    """
    path, _, inside = name.partition(INSIDE)
    part = _part(content, path, 1)
    if inside:
        return picture_in(part, kind_of(part, path), inside)
    if len(part) > LARGEST_PICTURE:
        raise SkippedFile("The part {name} of the file is too large.", name=name)
    return part


def _part(content: bytes, path: str, depth: int) -> bytes:
    """A file of an archive, or of one in it, by its whole path."""
    archive = opened(content, "")
    paths = {_path_of(raw): raw for raw in archive.names}
    if path not in paths and depth < DEEPEST:
        above = next((one for one in paths if path.startswith(f"{one}/")), "")
        if above:
            return _part(archive.read(paths[above]), path[len(above) + 1 :], depth + 1)
    return archive.read(paths.get(path, path))


class _Documents:
    """Gathers the documents of an archive and of archives in it."""

    def __init__(self, chosen: Mapping[str, FormatUse]) -> None:
        self._chosen = chosen
        self.writer = Writer()
        self.names: list[StatedName] = []
        self.read = self.protected = 0
        self._unread: list[str] = []
        self._left_out = 0
        self._bytes = 0
        self._characters = 0

    @property
    def warnings(self) -> list[Message]:
        """What was not read, in sentences."""
        made: list[Message] = []
        if self._unread:
            examples = ", ".join(self._unread[:_NAMED])
            made.append(
                Message(
                    "{count} files in it cannot be read: {examples}", count=str(len(self._unread)), examples=examples
                )
            )
        if self.protected:
            made.append(Message("{count} of them are protected by a password.", count=str(self.protected)))
        if self._left_out:
            made.append(Message("The archive is large; {count} files in it were left out.", count=str(self._left_out)))
        return made

    def add(self, archive: Packed, above: str, depth: int) -> None:
        """Read an archive that lies at the path `above`, empty for the file itself."""
        paths = {_path_of(raw): raw for raw in archive.names}
        names = {above + path for path in paths}
        for path in sorted(paths, key=lambda path: (path.casefold(), path)):
            if _is_ignored(path):
                continue
            if self.read >= MOST_DOCUMENTS or self._characters >= MOST_CHARACTERS or self._bytes >= LARGEST_WHOLE:
                self._left_out += 1
                continue
            try:
                self._add_file(archive.read(paths[path]), path, above, depth, names)
            except SkippedFile as error:
                self._unread.append(above + path)
                self.protected += isinstance(error, ProtectedFile) or error.message.template == _PROTECTED

    def _add_file(self, content: bytes, path: str, above: str, depth: int, names: set[str]) -> None:
        self._bytes += len(content)
        kind = kind_of(content, path, self._chosen)
        if kind.name == "archive":
            if depth >= DEEPEST:
                raise SkippedFile("Files of this type are not read.")
            self.add(opened(content, path), f"{above}{path}/", depth + 1)
            return
        whole = above + path
        text, names_stated = as_markdown(content, path, kind)
        if not text.strip():
            return
        self.read += 1
        self._characters += len(text)
        made = fitted(text, whole, self.read, names)
        self.writer.at(PlaceKind.FILE, label=whole)
        self.writer.add(md.heading(1, md.escaped(whole), anchor_of(whole)))
        self.writer.add(made)
        self.names += names_stated


def _path_of(raw: str) -> str:
    """A name in an archive as a path below its root, whatever it claims."""
    parts = PurePosixPath(storable(raw).replace("\\", "/")).parts
    return "/".join(part for part in parts if part not in ("/", "..", "."))


def _is_ignored(path: str) -> bool:
    parts = path.split("/")
    is_hidden = any(part.startswith(".") or part in LEFT_OUT_FOLDERS for part in parts)
    return not path or is_hidden or is_secret(parts[-1])
