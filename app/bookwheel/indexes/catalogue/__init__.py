"""The catalogue: what was parsed, in one SQLite file that the indexer writes and the service reads.

May import wire, paths, settings, log and domain. Must not know another index, the library, or a file format.
Readers see the published revision only; document and section keys are never used again.
"""

from bookwheel.indexes.catalogue.document_rows import asset_links, read_rows, section_ranges
from bookwheel.indexes.catalogue.facet_rows import changes_since, facets_of, hashes_of, levels_of, places_of
from bookwheel.indexes.catalogue.graph_rows import stated, unstated
from bookwheel.indexes.catalogue.keyword_rows import keyword_texts_of
from bookwheel.indexes.catalogue.mention_rows import DocumentTexts, Mention
from bookwheel.indexes.catalogue.name_folding import fold_name
from bookwheel.indexes.catalogue.note_rows import NoteLink, note_links, texts_with_boxes, texts_with_fields
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.row_builder import rows_of
from bookwheel.indexes.catalogue.rows import (
    Batch,
    DocumentRow,
    FacetRow,
    FileRow,
    LinkRow,
    NewDocument,
    SectionRow,
    StatedDocument,
    StatedLink,
    Unpublished,
)
from bookwheel.indexes.catalogue.single_document import SingleDocument
from bookwheel.indexes.catalogue.stale_links import links_to, links_to_files, unsettled_links
from bookwheel.indexes.catalogue.text_rows import SectionBounds, headings_of, section_bounds, texts_of, titles_of
from bookwheel.indexes.catalogue.topic_rows import topic_rows
from bookwheel.indexes.catalogue.writer import CHOICES, IDENTITY, MAPPING, MOUNTED, CatalogueWriter

__all__ = [
    "CHOICES",
    "IDENTITY",
    "MAPPING",
    "MOUNTED",
    "Batch",
    "CatalogueReader",
    "CatalogueWriter",
    "DocumentRow",
    "DocumentTexts",
    "FacetRow",
    "FileRow",
    "LinkRow",
    "Mention",
    "NewDocument",
    "NoteLink",
    "SectionBounds",
    "SectionRow",
    "SingleDocument",
    "StatedDocument",
    "StatedLink",
    "Unpublished",
    "asset_links",
    "changes_since",
    "facets_of",
    "fold_name",
    "hashes_of",
    "headings_of",
    "keyword_texts_of",
    "levels_of",
    "note_links",
    "places_of",
    "read_rows",
    "rows_of",
    "section_bounds",
    "section_ranges",
    "stated",
    "texts_of",
    "texts_with_boxes",
    "texts_with_fields",
    "titles_of",
    "topic_rows",
    "links_to",
    "links_to_files",
    "unsettled_links",
    "unstated",
]
