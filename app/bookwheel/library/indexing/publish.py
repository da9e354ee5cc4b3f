"""The commit protocol: a batch is written, indexed, published; what a crash left half done is finished on start."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from pathlib import Path

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import Message
from bookwheel.indexes.catalogue import (
    Batch,
    CatalogueReader,
    CatalogueWriter,
    Unpublished,
    links_to,
    links_to_files,
    unsettled_links,
)
from bookwheel.indexes.keyword import KeywordRow, KeywordWriter, NotMade
from bookwheel.library.indexing.counted_documents import CountedDocuments, write_counted
from bookwheel.library.indexing.keyword_child import KeywordChild
from bookwheel.library.sources.link_resolver import resolve_links
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

BRIEF_REACH = 0.5
"""In the middle of a run only the newest segments are merged, each section once."""

REBUILD_DOCUMENTS = 4000
"""Documents whose sections are put into one commit when the keyword index is built anew."""

_NOT_COUNTED = CountedDocuments()


class Stores:
    """The catalogue and the keyword index as the indexer writes them."""

    def __init__(self, paths: LibraryPaths, *, is_suspect: bool = False) -> None:
        """Open both, finish what was left unpublished, and rebuild what cannot be used; `notices` say what was done.

        A catalogue that is suspect is checked whole.
        """
        self._paths = paths
        self.notices: list[Message] = []
        self._unsettled: dict[str, Path] = {}
        self._segments = KeywordChild(paths.keyword)
        self._keyword = self._open_keyword()
        try:
            self.catalogue = CatalogueWriter(paths.catalogue, self._keyword.revision, is_suspect=is_suspect)
        except BaseException:
            self._keyword.close()
            raise
        try:
            self._catch_up()
            self._replaced = _ReplacedPaths(self.catalogue.collections_looked_at())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close both."""
        self._segments.close()
        self._keyword.close()
        self.catalogue.close()

    def rest(self) -> None:
        """Let go of what is needed only while much is written."""
        self._segments.rest()

    def commit(self, batch: Batch) -> int:
        """Publish a batch as the next revision."""
        if self._keyword.is_stamp:
            written, counted = self.catalogue.write(batch), _NOT_COUNTED
        else:
            written, counted = write_counted(self.catalogue, batch, self._segments)
        self._replaced.add(self.catalogue.replaced(written.revision))
        try:
            self._publish(written, counted)
        except NotMade:
            self._publish(written)
        return written.revision

    def drop_collection(self, slug: str) -> int:
        """Drop everything of a collection; the revision that no longer has it."""
        keys = self.catalogue.document_keys(slug)
        revision = self.commit(Batch(dropped=keys)) if keys else self.catalogue.revision
        self.catalogue.forget(slug)
        return revision

    @property
    def has_holes(self) -> bool:
        """Whether much of a file of the keyword index is deleted, so that a merge is worth while."""
        return self._keyword.has_holes

    def optimise(self, is_wanted: Callable[[], bool]) -> bool:
        """Merge the keyword index unless it is no longer wanted; whether that was done."""
        try:
            return self._keyword.optimise(is_wanted=is_wanted)
        except IndexDamaged as error:
            self._mend(error)
            return True

    def merge_newest(self) -> bool:
        """Merge the newest segments of the keyword index while more are to come; whether there were any."""
        try:
            return self._keyword.optimise(is_brief=True, reach=BRIEF_REACH)
        except IndexDamaged as error:
            self._mend(error)
            return True

    def resolve_links(self, roots: Mapping[str, Path]) -> None:
        """Note where the links of collections, each with its folder, lead now that their files have been read.

        Where documents were replaced by others of the same names, those alone are looked at that may have changed.
        """
        with closing(CatalogueReader(self._paths.catalogue)) as reader:
            for slug, root in roots.items():
                paths = self._replaced.take(slug)
                rows = unsettled_links(reader, slug) if paths is None else links_to(reader, slug, paths)
                self.catalogue.set_link_targets(resolve_links(reader, slug, root, rows), slug, reader.revision())
                if paths is None:
                    self._unsettled.pop(slug, None)
                else:
                    self._unsettled[slug] = root

    @property
    def has_unsettled_links(self) -> bool:
        """Whether links that lead to no document are to be looked at, in whose place a file may have come."""
        return bool(self._unsettled)

    def settle_links(self, is_wanted: Callable[[], bool]) -> bool:
        """Look at those links while it is wanted; whether one leads elsewhere than was noted."""
        has_changed = False
        with closing(CatalogueReader(self._paths.catalogue)) as reader:
            for slug, root in list(self._unsettled.items()):
                targets = resolve_links(reader, slug, root, links_to_files(reader, slug), is_wanted)
                self.catalogue.set_link_targets(targets)
                has_changed = has_changed or bool(targets)
                if not is_wanted():
                    break
                del self._unsettled[slug]
        return has_changed

    def erase_traces(self) -> None:
        """Rewrite both stores so that nothing deleted is left in their files."""
        try:
            self._keyword.optimise(is_thorough=True)
        except IndexDamaged as error:
            self._mend(error)
        self.catalogue.compact()

    def _publish(self, written: Unpublished, counted: CountedDocuments = _NOT_COUNTED) -> None:
        keys = [key for key in written.document_keys if key not in counted.keys]
        try:
            self._keyword.apply(
                written.revision, self._rows(keys), written.dropped_sections, counted.sections, counted.segments
            )
        except IndexDamaged as error:
            self.catalogue.publish(written.revision)
            self._mend(error)
            return
        self.catalogue.publish(written.revision)

    def _catch_up(self) -> None:
        """Say what was lost, publish what was left unpublished, and rebuild what cannot be used."""
        if self.catalogue.notice:
            self.notices.append(self.catalogue.notice)
        elif self.catalogue.is_new and self._keyword.revision:
            self.notices.append(Message("The catalogue was missing; it is rebuilt from the files."))
        self._replay()
        if self.catalogue.is_new or self._keyword.revision != self.catalogue.revision:
            self._rebuild_keyword()

    def _replay(self) -> None:
        written = self.catalogue.unpublished()
        if written is not None:
            self._publish(written)

    def _mend(self, error: IndexDamaged) -> None:
        log.warning("keyword index: %s", error.message)
        self._replace_keyword()
        self._rebuild_keyword()

    def _open_keyword(self) -> KeywordWriter:
        try:
            return KeywordWriter(self._paths.keyword)
        except IndexDamaged as error:
            log.warning("keyword index: %s", error.message)
            erase_keyword(self._paths)
            return KeywordWriter(self._paths.keyword)

    def _rebuild_keyword(self) -> None:
        """Build the keyword index anew from the catalogue, stamped with its last part: a crash repeats it all."""
        keys = self.catalogue.document_keys()
        if self._keyword.revision:
            self._replace_keyword()
        if keys and not self._keyword.is_stamp:
            self.notices.append(Message("The keyword index was missing or out of date; it has been rebuilt."))
        *parts, last = [keys[at : at + REBUILD_DOCUMENTS] for at in range(0, len(keys), REBUILD_DOCUMENTS)] or [[]]
        for part in parts:
            self._keyword.apply(0, self._rows(part), dropped_keys=())
        self._keyword.apply(self.catalogue.revision, self._rows(last), dropped_keys=())

    def _replace_keyword(self) -> None:
        """Begin a new index, which holds words only if the one before it did."""
        self._keyword.close()
        erase_keyword(self._paths)
        self._keyword = KeywordWriter(self._paths.keyword, is_stamp=self._keyword.is_stamp)

    def _rows(self, document_keys: Sequence[int]) -> Iterator[KeywordRow]:
        return (KeywordRow(*texts) for texts in self.catalogue.keyword_texts(document_keys))


def erase_keyword(paths: LibraryPaths) -> None:
    """Delete the keyword index; what another process still holds open is left to the next start."""
    shutil.rmtree(paths.keyword, ignore_errors=True)


class _ReplacedPaths:
    """Paths of documents, by collection, that were replaced since its links were last looked at.

    They are known as long as nothing else changed that a link may depend upon.
    """

    def __init__(self, looked_at: Set[str]) -> None:
        """Nothing was replaced since the links of these collections were looked at; of others nothing is known."""
        self._paths: dict[str, set[str]] = {slug: set() for slug in looked_at}

    def add(self, paths: Mapping[str, Set[str]] | None) -> None:
        """Note what one revision replaced; None when names of documents came or went in it."""
        if paths is None:
            self._paths.clear()
            return
        for slug, replaced in paths.items():
            if slug in self._paths:
                self._paths[slug] |= replaced

    def take(self, slug: str) -> Set[str] | None:
        """What was replaced in a collection since this was asked last; None when all of its links must be looked at."""
        taken = self._paths.get(slug)
        self._paths[slug] = set()
        return taken
