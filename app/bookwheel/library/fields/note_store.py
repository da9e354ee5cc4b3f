"""The notes of collections, read once by document and linked anew for each revision and scope."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookwheel.domain.document import LinkKind
from bookwheel.indexes.catalogue import note_links, texts_with_fields
from bookwheel.library.fields.notes import Note, note_of
from bookwheel.library.fields.queries.values import Link
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.link_resolver import Resolver

_MOST_KEPT = 4
_EMBEDDED = (LinkKind.EMBED, LinkKind.IMAGE)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The notes of one collection that a caller sees, by path, in the order of their paths."""

    notes: Mapping[str, Note]
    by_name: Mapping[str, str]
    """Paths by the name of the file without its ending, in lower case; of several the shortest."""

    def note_at(self, link: Link) -> Note | None:
        """The note that a link leads to: by its path, with or without its ending, else by its name."""
        target = link.path.strip().strip("/")
        found = self.notes.get(target) or self.notes.get(f"{target}.md")
        if found is None:
            path = self.by_name.get(target.rpartition("/")[2].removesuffix(".md").casefold(), "")
            is_near = not target.count("/") or path.casefold().removesuffix(".md").endswith(target.casefold())
            found = self.notes.get(path) if is_near else None
        return found


class NoteStore:
    """Gives the notes of a collection as a snapshot shows them; any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._lock = threading.Lock()
        self._birth = -1
        self._notes: dict[int, Note] = {}
        self._shelves: OrderedDict[tuple[int, str], tuple[Facets, Shelf]] = OrderedDict()

    def shelf(self, snapshot: Snapshot, collection: str) -> Shelf:
        """The notes of a collection with their links; nothing that the snapshot hides is in them."""
        key = (id(snapshot.facets), collection)
        with self._lock:
            found = self._shelves.get(key)
            if found is not None and found[0] is snapshot.facets:
                self._shelves.move_to_end(key)
                return found[1]
            made = self._made(snapshot, collection)
            self._shelves[key] = (snapshot.facets, made)
            while len(self._shelves) > _MOST_KEPT:
                self._shelves.popitem(last=False)
            return made

    def _made(self, snapshot: Snapshot, collection: str) -> Shelf:
        catalogue = snapshot.catalogue
        with catalogue.snapshot():
            birth = catalogue.birth()
            if birth != self._birth:
                self._birth, self._notes = birth, {}
            places = snapshot.facets.places
            keys = [key for key, (slug, _, _) in places.items() if slug == collection]
            new = [key for key in keys if key not in self._notes]
            rows = catalogue.document_rows(new)
            for key, text in texts_with_fields(catalogue, new):
                if key in rows:
                    self._notes[key] = note_of(catalogue, rows[key], text)
            for key in rows.keys() - self._notes.keys():
                self._notes[key] = note_of(catalogue, rows[key], None)
            if snapshot.facets.is_whole:
                for key in self._notes.keys() - places.keys():
                    del self._notes[key]
            # Copies: the links of a note follow what the caller sees.
            own = [
                replace(self._notes[key], catalogue=catalogue, links=[], embeds=[], backlinks=[])
                for key in keys
                if key in self._notes
            ]
            notes = {note.path: note for note in sorted(own, key=lambda note: note.path.casefold())}
            _join(snapshot, collection, notes)
        names: dict[str, str] = {}
        for path in sorted(notes, key=lambda path: (path.count("/"), len(path), path)):
            names.setdefault(path.rpartition("/")[2].rpartition(".")[0].casefold(), path)
        return Shelf(notes, names)


def _join(snapshot: Snapshot, collection: str, notes: Mapping[str, Note]) -> None:
    """Fill in the links of notes and those that lead to them; one to a hidden note leads where it does without that."""
    by_key = {note.row.key: note for note in notes.values()}
    known = snapshot.collections.get(collection)
    resolver = Resolver(snapshot.catalogue, collection, Path(known.root if known else "/"), frozenset(notes))
    back: dict[str, dict[str, Link]] = {}
    for key, kind, target, fragment, text, path in note_links(snapshot.catalogue, collection):
        note = by_key.get(key)
        if note is None:
            continue
        if path and path not in notes:
            led = resolver.resolve(note.path, target, fragment, LinkKind(kind))
            path = led.path if led.status == "resolved" else ""
        shown = text if text not in (target, f"{target}#{fragment}") else ""
        link = Link(path or target, shown if kind == LinkKind.MARKDOWN else "", fragment if path else "")
        if all((known.path, known.anchor) != (link.path, link.anchor) for known in note.links[-200:]):
            note.links.append(link)
        if kind in _EMBEDDED:
            note.embeds.append(link)
        if path and path != note.path:
            back.setdefault(path, {}).setdefault(note.path, note.link)
    for path, sources in back.items():
        notes[path].backlinks.extend(_in_order(sources))


def _in_order(sources: Mapping[str, Link]) -> Sequence[Link]:
    return [sources[path] for path in sorted(sources, key=str.casefold)]
