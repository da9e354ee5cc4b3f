"""Both ways into the catalogue: files that are read and parsed, and published documents that come as rows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.indexes.catalogue import CatalogueWriter
from bookwheel.library.indexing.batch import Gathering
from bookwheel.library.indexing.file_intake import Intake
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.indexing.publication_intake import PublicationIntake
from bookwheel.library.indexing.publication_scan import PublicationWork, publication_work
from bookwheel.library.indexing.scan import Found, Work, scan_work
from bookwheel.library.sources.file_rules import Rules
from bookwheel.library.sources.publication_cards import is_publication
from bookwheel.publications.mirror import PublicationMirror

AnyWork = Work | PublicationWork


class Intakes:
    """Finds what is to be taken in of a collection, and takes it in; of one thread."""

    def __init__(
        self,
        catalogue: CatalogueWriter,
        gathering: Gathering,
        found: Found,
        parser: Parser,
        passwords: Mapping[str, str],
    ) -> None:
        """Take documents into `gathering`, telling `found` of every problem; `passwords` go by the hash of content."""
        self._catalogue, self._found, self._parser = catalogue, found, parser
        self.files = Intake(catalogue, gathering, found, parser, passwords)
        self._publications = PublicationIntake(catalogue, gathering, found, self.files.taken)

    def find_work(self, collection: Collection, rules: Rules, mirror: Path, *, is_forced: bool) -> AnyWork | None:
        """What must be done so that the catalogue agrees with a collection; `mirror` is the folder of its mirror."""
        if is_publication(collection):
            return publication_work(collection, PublicationMirror(mirror), self._catalogue, is_forced=is_forced)
        return scan_work(collection, rules, self._catalogue, self._found, self._parser.limits, is_forced=is_forced)

    def advance(self, work: AnyWork, largest_mb: float) -> bool:
        """Take a part of a work in; True when it is done and `finish` is to be called once all is published."""
        if isinstance(work, PublicationWork):
            return self._publications.advance(work)
        return self.files.advance(work, largest_mb)

    def finish(self, work: AnyWork) -> None:
        """Note that all of a work is published, where that is noted."""
        if isinstance(work, PublicationWork):
            self._publications.finish(work)

    def suspend(self, work: AnyWork) -> None:
        """Note what is published of a work that a newer scan takes over, where that is noted."""
        if isinstance(work, PublicationWork):
            self._publications.suspend(work)
