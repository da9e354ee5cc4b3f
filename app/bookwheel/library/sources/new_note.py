"""Makes a new note: one file, never over another one, never outside its collection."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import unicodedata
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotAllowed
from bookwheel.domain.messages import Message
from bookwheel.domain.notes import TEMPLATE, NewNoteAnswer, NewNoteRequest, file_name_of, folders_of
from bookwheel.library.sources.collection_root import find_refusal
from bookwheel.library.sources.inside_root import describe, read_inside

_BUILT_IN = "---\ntitle: {{title}}\ndate: {{date}}\n---\n\n# {{title}}\n\n"
_MOST_TEMPLATE_BYTES = 100_000
_MOST_NAMED = 5
_PLACEHOLDER = re.compile(r"\{\{[ \t]*([\w.:-]+)[ \t]*\}\}")
_WHOLE_VALUE = re.compile(r"([ \t]*(?:-[ \t]+)?(?:[\w-]+:[ \t]+)?)\{\{[ \t]*title[ \t]*\}\}[ \t]*(\r?)")
_HAS_DESCRIPTORS = os.open in os.supports_dir_fd and os.unlink in os.supports_dir_fd
_LOOKING = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | os.O_RDONLY
_WRITING = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def create_note(
    collection: Collection,
    library: Path,
    request: NewNoteRequest,
    *,
    is_allowed: bool = True,
    today: date | None = None,
) -> NewNoteAnswer:
    """Make the file of a new note, filled from its collection's template; `library` is the library's own folder.

    Raises:
        NotAllowed: where the settings forbid it.
        BadRequest: for a name or folder that may not be, a file that exists, a template that cannot be read, or a
            folder that cannot be written; nothing is left behind then.
    """
    if not is_allowed:
        raise NotAllowed("The setting {name} forbids new notes.", name="notes.create")
    name, title = file_name_of(request.name)
    folders = folders_of(request.folder)
    root = Path(os.path.realpath(collection.root))
    refusal = find_refusal(root, library)
    if refusal:
        raise BadRequest(refusal)
    if root.is_relative_to(os.path.realpath(paths.resources())):
        raise BadRequest("“{name}” is part of Bookwheel. Add a folder of your own for notes.", name=collection.name)
    text, unknown = fill(_read_template(root), title, today or date.today())
    disk_path = _write(root, folders, name, text.encode())
    notices = (_tell_unknown(unknown),) if unknown else ()
    doc = "/".join((collection.slug, *folders, name))
    return NewNoteAnswer(doc, str(disk_path), text.count("\n") + 1, notices)


def fill(template: str, title: str, today: date) -> tuple[str, tuple[str, ...]]:
    """A template with title and date in it, and the names of placeholders that are not known and stay as they are.

    What is put in is not read again. In the front matter a title alone is quoted, so that it stays one text.
    """
    unknown: dict[str, None] = {}
    head, rest = _split_front_matter(template)
    quoted = json.dumps(title, ensure_ascii=False)
    lines = [
        f"{match[1]}{quoted}{match[2]}"
        if (match := _WHOLE_VALUE.fullmatch(line))
        else _put_in(line, title, today, unknown)
        for line in head.split("\n")
    ]
    return "\n".join(lines) + _put_in(rest, title, today, unknown), tuple(unknown)


def _put_in(text: str, title: str, today: date, unknown: dict[str, None]) -> str:
    def value(match: re.Match[str]) -> str:
        if match[1] == "title":
            return title.replace("'", "''") if match.string[match.start() - 1 : match.start()] == "'" else title
        if match[1] == "date":
            return today.isoformat()
        unknown[match[0]] = None
        return match[0]

    return _PLACEHOLDER.sub(value, text)


def _split_front_matter(template: str) -> tuple[str, str]:
    """The front matter with the line that ends it, and the rest; nothing and all where there is none."""
    found = re.match(r"---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?=\r?\n|$)", template)
    return (found[0], template[found.end() :]) if found else ("", template)


def _tell_unknown(unknown: tuple[str, ...]) -> Message:
    names = ", ".join(unknown[:_MOST_NAMED])
    return Message("Unknown placeholders of {file} were left as they are: {names}.", file=TEMPLATE, names=names)


def _read_template(root: Path) -> str:
    try:
        content, _ = read_inside(root, TEMPLATE, _MOST_TEMPLATE_BYTES)
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        return _BUILT_IN
    except OSError as error:
        reason = describe(error)
    except UnicodeDecodeError:
        reason = Message("it is not UTF-8")
    raise BadRequest("The template {file} cannot be read: {reason}. No note was created.", file=TEMPLATE, reason=reason)


def _write(root: Path, folders: tuple[str, ...], name: str, content: bytes) -> Path:
    """Make a file in a folder that is reached through no link, or nothing at all; its path."""
    with _opened_folder(root, folders) as (folder, path):
        target = str(path / name) if folder is None else name
        try:
            if any(_same_name(entry, name) for entry in os.listdir(path if folder is None else folder)):
                raise FileExistsError
            file = os.open(target, _WRITING, 0o666, dir_fd=folder)
            try:
                with os.fdopen(file, "wb") as out:
                    out.write(content)
            except OSError:
                with suppress(OSError):
                    os.unlink(target, dir_fd=folder)
                raise
        except FileExistsError:
            raise BadRequest("{name} already exists in this folder. Choose another name.", name=name) from None
        except OSError as error:
            raise BadRequest("The note could not be created: {reason}.", reason=describe(error)) from None
        return path / name


@contextmanager
def _opened_folder(root: Path, folders: tuple[str, ...]) -> Generator[tuple[int | None, Path]]:
    """A descriptor of a folder below a root (None where the system has none) and its path; no link is followed."""
    if not _HAS_DESCRIPTORS:
        yield None, _plain_folder(root, folders)
        return
    path, above = root, -1
    try:
        above = os.open(root, _LOOKING)
        for part in folders:
            part = _disk_name(part, above)
            below = os.open(part, _LOOKING, dir_fd=above)
            os.close(above)
            path, above = path / part, below
    except OSError as error:
        if above >= 0:
            os.close(above)
        raise _refused_folder(error, folders) from None
    try:
        yield above, path
    finally:
        os.close(above)


def _plain_folder(root: Path, folders: tuple[str, ...]) -> Path:
    """The folder's path where the system has no descriptors of folders."""
    path = root.joinpath(*folders)
    try:
        if os.path.realpath(path) != str(path) or not stat.S_ISDIR(os.lstat(path).st_mode):
            raise NotADirectoryError
    except OSError as error:
        raise _refused_folder(error, folders) from None
    return path


def _refused_folder(error: OSError, folders: tuple[str, ...]) -> BadRequest:
    folder = "/".join(folders)
    if isinstance(error, FileNotFoundError):
        return BadRequest("There is no folder {folder} in the collection.", folder=folder)
    if isinstance(error, NotADirectoryError) or error.errno == errno.ELOOP:
        return BadRequest("{folder} is not a folder in the collection, or it is a link.", folder=folder)
    return BadRequest("The folder {folder} cannot be used: {reason}.", folder=folder, reason=describe(error))


def _disk_name(part: str, above: int) -> str:
    """A folder's name as it is on the disk, where its accents may be written otherwise."""
    entries = os.listdir(above)
    if part in entries:
        return part
    return next((entry for entry in entries if unicodedata.normalize("NFC", entry) == part), part)


def _same_name(entry: str, name: str) -> bool:
    """Whether two names are one on a system that keeps no case or another form of accents."""
    return unicodedata.normalize("NFC", entry).casefold() == name.casefold()
