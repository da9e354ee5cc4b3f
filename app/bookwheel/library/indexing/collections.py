"""Collections: adding a folder or a source, finding one that is known, weighing and removing it."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from bookwheel.domain.collection import AddAnswer, AddRequest, Collection, ConfigureRequest
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, FolderUnreadable, NotAllowed, NotFound
from bookwheel.domain.formats import chosen_uses
from bookwheel.domain.notes import NewNoteAnswer, NewNoteRequest
from bookwheel.domain.publication_addresses import publication_address
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest
from bookwheel.domain.web_addresses import is_web_address, source_address
from bookwheel.indexes.state import State
from bookwheel.library.indexing.new_sources import is_same_key, source_of, usual_name
from bookwheel.library.sources.collection_root import find_refusal
from bookwheel.library.sources.file_rules import Rules
from bookwheel.library.sources.file_walk import look_at
from bookwheel.library.sources.ignore_patterns import Patterns
from bookwheel.library.sources.new_note import create_note
from bookwheel.library.sources.publication_cards import is_publication
from bookwheel.paths import LibraryPaths

_CHANGEABLE = ("name", "weight", "ignore", "include", "formats", "dialect", "language", "in_search")


class Collections:
    """The library's collections, kept in the state; safe to use from any thread."""

    def __init__(self, state: State, paths: LibraryPaths) -> None:
        """Read what the state holds; `paths` says which folder may not be one."""
        self._state, self._paths = state, paths
        self._lock = threading.Lock()
        self._known = self._read()
        self.are_notes_allowed: Callable[[], bool] = lambda: True
        """Whether the settings let new notes be made, asked each time."""

    def all(self) -> tuple[Collection, ...]:
        """Every collection by slug."""
        return self._known

    def find(self, named: str) -> Collection:
        """The collection of a slug, name, root folder or address.

        Raises:
            NotFound: with near slugs.
        """
        folded = named.strip().casefold()
        for one in self._known:
            if folded in (one.slug, one.name.casefold()) or (named and _same_folder(named, one.root)):
                return one
        if (one := self._of_named_address(named)) is not None:
            return one
        slugs = [one.slug for one in self._known]
        near = [slug for slug in slugs if folded and (folded in slug or slug in folded)] or slugs
        raise NotFound(
            "There is no collection {name}.", name=named, did_you_mean=near[:5], next="bookwheel collections"
        )

    def add(self, request: AddRequest) -> AddAnswer:
        """Add a folder, or find it (or the collection it lies in) among the known ones.

        A file is added with its folder, and its document named. A known folder keeps its slug and takes over a name,
        weight or patterns that differ from the defaults.

        Raises:
            FolderUnreadable: when the path is missing or cannot be read.
            BadRequest: for a folder that may not be a collection, a file that is no document, a weight out of range, a
                pattern that can match nothing or a format that there is not.
        """
        _refuse_weight(request.weight)
        _refuse_patterns((*request.ignore, *request.include))
        chosen_uses(request.formats)
        path = _readable(request.path)
        folder = path if path.is_dir() else path.parent
        self._refuse(folder)
        with self._lock:
            known = self._around(folder)
            if known is not None:
                known = self._updated(known, request) if _same_folder(folder, os.path.realpath(known.root)) else known
                _refuse_file(path, known)
                return AddAnswer(known, True, _document_of(path, known))
            added = self._made(_as_named(request.path, folder), request)
            _refuse_file(path, added)
            self._keep(added)
        return AddAnswer(added, False, _document_of(path, added))

    def add_source(self, request: AddSourceRequest, kind: SourceKind) -> AddAnswer:
        """Add a source of a kind with a mirror in the library's folder, or find the one of this address.

        Raises:
            BadRequest: for what is no address, an empty name, a weight out of range or a pattern that matches nothing.
        """
        _refuse_weight(request.weight)
        _refuse_patterns((*request.bounds.include, *request.bounds.exclude))
        source = source_of(request, kind)
        with self._lock:
            known = self._of_address(source.address, kind)
            if known is not None:
                return AddAnswer(self._with_key(known, source.key), True)
            name = request.name.strip() or usual_name(source)
            slug = self._free_slug(name)
            added = Collection(
                slug=slug,
                name=name,
                root=str(self._paths.mirrored_documents(slug)),
                weight=request.weight,
                language=request.language,
                in_search=request.in_search,
                added_at=datetime.now(UTC).isoformat(timespec="seconds"),
                source=source,
            )
            self._paths.mirrored_documents(slug).mkdir(parents=True, exist_ok=True)
            self._keep(added)
        return AddAnswer(added, False)

    def change_source(self, request: ChangeSourceRequest) -> Collection:
        """Change when a source is refreshed and what of it is fetched. What it is now.

        Raises:
            NotFound: with near slugs.
            BadRequest: for a folder, or a pattern that can match nothing.
        """
        wanted = {"timetable": request.timetable, "bounds": request.bounds, "is_paused": request.is_paused}
        changes = {name: value for name, value in wanted.items() if value is not None}
        if request.bounds is not None:
            _refuse_patterns((*request.bounds.include, *request.bounds.exclude))
        with self._lock:
            known = self.find(request.collection)
            if known.source is None:
                raise BadRequest("{name} is a folder. Bookwheel notices its changes by itself.", name=known.name)
            changed = replace(known, source=replace(known.source, **changes))
            if changed != known:
                self._keep(changed)
        return changed

    def keep_kind(self, slug: str, kind: SourceKind) -> None:
        """Keep the kind that a source turned out to be.

        Raises:
            NotFound: with near slugs.
        """
        with self._lock:
            known = self.find(slug)
            assert known.source is not None, "a folder is never fetched"
            self._keep(replace(known, source=replace(known.source, kind=kind)))

    def keep_key(self, slug: str, key: str, name: str = "") -> None:
        """Keep the key that signs a publication now, and what its publisher calls it unless the person named it.

        Raises:
            NotFound: with near slugs.
        """
        with self._lock:
            known = self.find(slug)
            assert known.source is not None, "a folder is never fetched"
            changed = replace(known, source=replace(known.source, key=key))
            if name and known.name == usual_name(known.source) and not self._is_taken(name, known):
                changed = replace(changed, name=name)
            if changed != known:
                self._keep(changed)

    def change(self, request: ConfigureRequest) -> Collection:
        """Change what a person may set of a collection; the slug stays. What it is now.

        Raises:
            NotFound: with near slugs.
            BadRequest: for a weight out of range, a pattern that can match nothing, a format that there is not, or an
                empty name or one that another collection has.
        """
        changes = {name: getattr(request, name) for name in _CHANGEABLE if getattr(request, name) is not None}
        if request.weight is not None:
            _refuse_weight(request.weight)
        _refuse_patterns((*(request.ignore or ()), *(request.include or ())))
        chosen_uses(request.formats or ())
        with self._lock:
            known = self.find(request.collection)
            if request.name is not None:
                changes["name"] = self._free_name(request.name, known)
            changed = replace(known, **changes)
            if changed != known:
                self._keep(changed)
        return changed

    def new_note(self, request: NewNoteRequest) -> NewNoteAnswer:
        """Make one new file in a collection, unless the settings forbid it.

        Raises:
            NotFound: with near slugs.
            NotAllowed, BadRequest: see `create_note`.
        """
        collection, root = self.find(request.collection), self._paths.root
        if is_publication(collection):
            raise NotAllowed("{name} is a subscription. Add a folder of your own for notes.", name=collection.name)
        if collection.source is not None:
            raise NotAllowed("{name} is fetched. Add a folder of your own for notes.", name=collection.name)
        return create_note(collection, root, request, is_allowed=self.are_notes_allowed())

    def remove(self, named: str) -> Collection:
        """Forget a collection here; the other stores must be told. Its folder is not touched.

        Raises:
            NotFound: with near slugs.
        """
        with self._lock:
            gone = self.find(named)
            self._state.drop_collection(gone.slug)
            self._known = self._read()
        return gone

    def _made(self, folder: Path, request: AddRequest) -> Collection:
        name = request.name.strip() or folder.name or str(folder)
        return Collection(
            slug=self._free_slug(name),
            name=name,
            root=str(folder),
            weight=request.weight,
            ignore=request.ignore,
            include=request.include,
            formats=request.formats,
            dialect=request.dialect,
            language=request.language,
            in_search=request.in_search,
            added_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _updated(self, known: Collection, request: AddRequest) -> Collection:
        plain = AddRequest(request.path)
        changes = {
            name: getattr(request, name) for name in _CHANGEABLE if getattr(request, name) != getattr(plain, name)
        }
        updated = replace(known, **changes)
        if updated != known:
            self._keep(updated)
        return updated

    def _free_name(self, wanted: str, own: Collection) -> str:
        name = wanted.strip()
        if not name:
            raise BadRequest("A collection needs a name.")
        if self._is_taken(name, own):
            raise BadRequest("There is already a collection named {name}. Choose another name.", name=name)
        return name

    def _is_taken(self, name: str, own: Collection) -> bool:
        folded = name.casefold()
        return any(folded in (one.name.casefold(), one.slug) for one in self._known if one.slug != own.slug)

    def _with_key(self, known: Collection, key: str) -> Collection:
        """A known subscription, which takes over a key that it has none of yet.

        Raises:
            BadRequest: for another key than the one that it trusts.
        """
        source = known.source
        if source is None or not key or key == source.key or (source.key and is_same_key(source.key, key)):
            return known
        if source.key:
            raise BadRequest(
                "{name} trusts another key. Remove it first if the publisher has a new one.", name=known.name
            )
        changed = replace(known, source=replace(source, key=key))
        self._keep(changed)
        return changed

    def _keep(self, collection: Collection) -> None:
        self._state.put_collection(collection)
        self._known = self._read()

    def _read(self) -> tuple[Collection, ...]:
        """What the state holds; a mirror lies where the library's folder lies now."""
        return tuple(
            replace(one, root=str(self._paths.mirrored_documents(one.slug))) if one.source is not None else one
            for one in self._state.collections()
        )

    def _of_address(self, address: str, kind: SourceKind | None = None) -> Collection | None:
        """The collection of an address; with a `kind` a publication is told apart from a site at the same address."""
        is_wanted = kind is SourceKind.PUBLICATION
        return next(
            (
                one
                for one in self._known
                if one.source is not None
                and one.source.address == address
                and (kind is None or (one.source.kind is SourceKind.PUBLICATION) == is_wanted)
            ),
            None,
        )

    def _of_named_address(self, named: str) -> Collection | None:
        """The collection of an address as a person writes it."""
        if is_web_address(named) and (one := self._of_address(source_address(named))) is not None:
            return one
        with contextlib.suppress(BadRequest):
            return self._of_address(publication_address(named), SourceKind.PUBLICATION)
        return None

    def _around(self, folder: Path) -> Collection | None:
        real = {one.slug: os.path.realpath(one.root) for one in self._known}
        holders = [
            one for one in self._known if folder.is_relative_to(real[one.slug]) or _same_folder(folder, real[one.slug])
        ]
        return max(holders, key=lambda one: len(real[one.slug]), default=None)

    def _refuse(self, folder: Path) -> None:
        refusal = find_refusal(folder, self._paths.root)
        if refusal:
            raise BadRequest(refusal)

    def _free_slug(self, name: str) -> str:
        taken = {one.slug for one in self._known} | set(self._state.forgetting())
        wanted = slug_of(name)
        number, slug = 2, wanted
        while slug in taken:
            slug, number = f"{wanted}-{number}", number + 1
        return slug


def slug_of(name: str) -> str:
    """A name as the first part of a document id: lower case letters and digits of any script, joined by hyphens."""
    plain = unicodedata.normalize("NFC", name).casefold()
    return re.sub(r"[^\w]+|_+", "-", plain).strip("-")[:60].strip("-") or "collection"


def _refuse_weight(weight: float) -> None:
    if not 0 <= weight <= 10:
        raise BadRequest("A weight is a number from 0 to 10, not {text}.", text=f"{weight:g}")


def _refuse_patterns(patterns: tuple[str, ...]) -> None:
    for fault in Patterns.of(patterns).faults:
        raise BadRequest(
            "The pattern {pattern} cannot match anything: {reason}.", pattern=fault.pattern, reason=fault.reason
        )


def _readable(named: str) -> Path:
    if not named.strip() or "\0" in named:
        raise BadRequest("Specify a folder or a file to add.")
    path = Path(named).expanduser()
    if not path.is_absolute():
        raise BadRequest("The path must be absolute, not {path}.", path=named)
    try:
        path = path.resolve(strict=True)
        if path.is_dir():
            with os.scandir(path):
                return path
        with path.open("rb"):
            return path
    except FileNotFoundError:
        raise FolderUnreadable("{path} does not exist. Check the path.", path=named) from None
    except OSError as error:
        reason = error.strerror or "no access"
        raise FolderUnreadable(
            "{path} cannot be read ({reason}). Check its permissions.", path=named, reason=reason
        ) from None


def _as_named(named: str, folder: Path) -> Path:
    """A real folder as the person named it, so that a symbolic link on the way is followed again when it changes."""
    path = Path(os.path.abspath(Path(named).expanduser()))
    return next((one for one in (path, path.parent) if os.path.realpath(one) == str(folder)), folder)


def _same_folder(one: str | Path, other: str | Path) -> bool:
    if str(one) == str(other):
        return True
    if sys.platform in ("win32", "darwin"):
        return os.path.normcase(str(one)).casefold() == os.path.normcase(str(other)).casefold()
    return False


def _refuse_file(path: Path, collection: Collection) -> None:
    if path.is_dir():
        return
    if look_at(Rules.of(collection), path.relative_to(os.path.realpath(collection.root)).as_posix()) is None:
        raise BadRequest(
            "{file} cannot be opened: it is not Markdown or plain text, or its folder excludes it.", file=path.name
        )


def _document_of(path: Path, collection: Collection) -> str:
    if path.is_dir():
        return ""
    relative = PurePosixPath(path.relative_to(os.path.realpath(collection.root)).as_posix())
    return f"{collection.slug}/{unicodedata.normalize('NFC', str(relative))}"
