"""A batch in the making: what has been parsed and dropped since the last revision."""

from __future__ import annotations

from bookwheel.indexes.catalogue import Batch, FileRow, NewDocument


class Gathering:
    """Gathers changes until they are published together; the last word on a path wins."""

    def __init__(self) -> None:
        """Start empty."""
        self._added: dict[tuple[str, str], NewDocument] = {}
        self._dropped: dict[int, str] = {}
        self._files: dict[tuple[str, str], FileRow | None] = {}
        self._moved: list[tuple[str, str, str]] = []
        self.began_s = 0.0

    def __len__(self) -> int:
        """How many files are affected."""
        return len(self._files)

    def add(self, new: NewDocument, replaced: FileRow | None) -> None:
        """A parsed document in the place of the one that its path had."""
        place = (new.collection, new.rows.path)
        self._drop_document(new.collection, replaced)
        self._added[place] = new
        self._files[place] = new.file

    def note(self, collection: str, file: FileRow) -> None:
        """A file whose document (or having none) stays as it is."""
        self._files.setdefault((collection, file.path), file)

    def skip(self, collection: str, file: FileRow, replaced: FileRow | None) -> None:
        """A file that is left out; the document that its path had goes."""
        place = (collection, file.path)
        self._drop_document(collection, replaced)
        self._added.pop(place, None)
        self._files[place] = file

    def drop(self, collection: str, file: FileRow) -> None:
        """A file that is gone."""
        place = (collection, file.path)
        self._drop_document(collection, file)
        self._added.pop(place, None)
        self._files[place] = None

    def move(self, collection: str, old: FileRow, path: str) -> None:
        """A file that is gone because it is now at `path`."""
        self.drop(collection, old)
        self._moved.append((collection, old.path, path))

    def remember_move(self, collection: str, old_path: str, path: str) -> None:
        """The id of a file that was dropped before, and turned up again at `path`."""
        self._moved.append((collection, old_path, path))

    def file(self, collection: str, path: str) -> tuple[bool, FileRow | None]:
        """Whether this batch knows of a path, and the file there."""
        place = (collection, path)
        return place in self._files, self._files.get(place)

    def batch(self) -> Batch:
        """What there is to publish."""
        return Batch(
            added=tuple(self._added.values()),
            dropped=tuple(self._dropped),
            gone=[place for place, file in self._files.items() if file is None],
            skipped=[
                (place[0], file) for place, file in self._files.items() if file is not None and place not in self._added
            ],
            moved=tuple(self._moved),
        )

    def clear(self) -> None:
        """Gather from nothing again."""
        self._added.clear()
        self._dropped.clear()
        self._files.clear()
        self._moved.clear()

    def docs(self) -> list[str]:
        """Ids of the documents changed or gone."""
        added = (f"{slug}/{path}" for slug, path in self._added)
        return list(dict.fromkeys((*added, *self._dropped.values())))

    def count(self, collection: str) -> int:
        """How many files of a collection are affected."""
        return sum(slug == collection for slug, _ in self._files)

    def sections(self) -> int:
        """How many sections are added."""
        return sum(len(new.rows.sections) for new in self._added.values())

    def _drop_document(self, collection: str, file: FileRow | None) -> None:
        if file is not None and file.document_key:
            self._dropped[file.document_key] = f"{collection}/{file.path}"
