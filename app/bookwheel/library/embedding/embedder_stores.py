"""The catalogue and the vectors as the embedder works on them: what is published, and what of it has vectors."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE
from bookwheel.indexes.catalogue import CatalogueReader, levels_of, places_of
from bookwheel.indexes.vectors import VectorsWriter
from bookwheel.paths import LibraryPaths


@dataclass(frozen=True, slots=True)
class Published:
    """A published document: its date (the header's, else the file's) and its section keys."""

    key: int
    collection: str
    path: str
    date: str
    sections: tuple[int, ...]


class Embedded:
    """Both stores, opened as they are needed; `notice` says when the vectors had to be replaced."""

    def __init__(self, paths: LibraryPaths) -> None:
        """Open nothing yet."""
        self._paths = paths
        self._catalogue: CatalogueReader | None = None
        self._vectors: VectorsWriter | None = None
        self.is_suspect = False
        self.notice = NO_MESSAGE
        self.openings = 0

    def close(self) -> None:
        """Let go of both."""
        if self._catalogue is not None:
            self._catalogue.close()
        if self._vectors is not None:
            self._vectors.close()
        self._catalogue = self._vectors = None

    def open(self) -> bool:
        """Whether there is a catalogue; opens what is not open, or was replaced."""
        if (self._catalogue is not None and self._catalogue.is_replaced) or (
            self._vectors is not None and self._vectors.is_replaced
        ):
            self.close()
        if self._vectors is None:
            self.close()
            if not self._paths.catalogue.exists():
                return False
            self._catalogue = CatalogueReader(self._paths.catalogue)
            self._vectors = VectorsWriter(self._paths.vectors, self._catalogue.birth(), is_suspect=self.is_suspect)
            self.is_suspect, self.notice = False, self._vectors.notice
            self.openings += 1
        return True

    @property
    def is_open(self) -> bool:
        """Whether both are open."""
        return self._vectors is not None

    @property
    def catalogue(self) -> CatalogueReader:
        """The catalogue.

        Raises:
            IndexDamaged: when it is not open.
        """
        if self._catalogue is None:
            raise IndexDamaged("The catalogue is not open.")
        return self._catalogue

    @property
    def vectors(self) -> VectorsWriter:
        """The vectors.

        Raises:
            IndexDamaged: when they are not open.
        """
        if self._vectors is None:
            raise IndexDamaged("The vectors are not open.")
        return self._vectors

    def published(self) -> list[Published]:
        """Every published document of one revision."""
        with self.catalogue.snapshot():
            places = places_of(self.catalogue, None)
            sections: dict[int, list[int]] = {key: [] for key, *_ in places}
            for section, document, *_ in levels_of(self.catalogue, None):
                sections[document].append(section)
        return [
            Published(key, collection, path, date, tuple(sections[key])) for key, collection, path, date, *_ in places
        ]

    def tidy(self, models: Mapping[str, int], given_up: Container[int]) -> None:
        """Take out what belongs to no published section; `models` are the models' numbers by collection.

        An earlier model's vectors stay until the present one has done all that it can.
        """
        done = {number: self.vectors.sections(number) for number in set(models.values())}
        wanted: dict[int, list[int]] = {number: [] for number in self.vectors.models()}
        for document in self.published():
            own = models.get(document.collection)
            is_done = own is not None and all(key in done[own] or key in given_up for key in document.sections)
            for number, keys in wanted.items():
                if number == own or not is_done:
                    keys.extend(document.sections)
        self.vectors.keep({number: keys for number, keys in wanted.items() if keys or number in done})

    def delete(self) -> None:
        """Delete the vectors, for a library without a catalogue."""
        self.close()
        for file in self._paths.root.glob(f"{self._paths.vectors.name}*"):
            file.unlink(missing_ok=True)
