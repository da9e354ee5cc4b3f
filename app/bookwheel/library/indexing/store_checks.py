"""Whether the stores that the indexer writes are sound and agree with each other."""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.domain.errors import IndexDamaged, StoreUnusable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.catalogue import CatalogueReader, levels_of, places_of, unstated
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.paths import LibraryPaths

CATALOGUE, KEYWORD, ONTOLOGY = Message("catalogue"), Message("keyword index"), Message("ontology")


def faults(paths: LibraryPaths) -> Iterator[tuple[Message, Message]]:
    """Each store with what is wrong with it, empty when it is sound; the catalogue alone when that is not.

    What is being written meanwhile, or waits to be, is not wrong.

    Raises:
        StorageUnavailable: when the system refuses to read one.
    """
    try:
        catalogue = CatalogueReader(paths.catalogue)
    except IndexDamaged as error:
        yield CATALOGUE, error.message
        return
    try:
        try:
            fault = catalogue.fault()
        except IndexDamaged as error:
            fault = error.message
        yield CATALOGUE, fault
        if fault:
            return
        for name, check in ((KEYWORD, _keyword), (ONTOLOGY, _ontology)):
            try:
                yield name, check(paths, catalogue)
            except IndexDamaged as error:
                yield name, error.message
    finally:
        catalogue.close()


def waiting(paths: LibraryPaths) -> int:
    """How many documents the ontology has yet to take in; 0 when that cannot be known."""
    try:
        catalogue = CatalogueReader(paths.catalogue)
        try:
            return len(unstated(catalogue))
        finally:
            catalogue.close()
    except StoreUnusable:
        return 0


def _keyword(paths: LibraryPaths, catalogue: CatalogueReader) -> Message:
    newest = catalogue.revision()
    keyword = KeywordReader.open(paths.keyword)
    try:
        if keyword.revision < newest:
            return Message(
                "The keyword index is at revision {theirs}, the library at {ours}.",
                theirs=keyword.revision,
                ours=newest,
            )
        if keyword.is_stamp:
            return NO_MESSAGE
        there = set(keyword.keys[keyword.is_living].tolist())
        wanted = {key for key, *_ in levels_of(catalogue, None)}
        if there != wanted and keyword.revision == newest == catalogue.revision():
            return Message(
                "The keyword index has {count} extra sections and is missing {lacking}.",
                count=f"{len(there - wanted):,}",
                lacking=f"{len(wanted - there):,}",
            )
    finally:
        keyword.close()
    return NO_MESSAGE


def _ontology(paths: LibraryPaths, catalogue: CatalogueReader) -> Message:
    with catalogue.snapshot():
        newest, noted = catalogue.revision(), set(unstated(catalogue))
        wanted = {f"{collection}/{path}" for _, collection, path, *_ in places_of(catalogue, None)}
    ontology = OntologyReader.open(paths.ontology)
    if ontology is None:
        return Message("The ontology is missing.") if wanted and not noted else NO_MESSAGE
    try:
        there, reached = ontology.docs(), ontology.revision
    finally:
        ontology.close()
    if catalogue.revision() != newest or unstated(catalogue):
        return NO_MESSAGE
    if reached != newest:
        return Message("The ontology is at revision {theirs}, the catalogue at {ours}.", theirs=reached, ours=newest)
    if there != wanted:
        return Message(
            "The ontology has {count} documents too many and is missing {lacking}.",
            count=f"{len(there - wanted):,}",
            lacking=f"{len(wanted - there):,}",
        )
    return NO_MESSAGE
