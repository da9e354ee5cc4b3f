"""What topics are made from: each document's words, and what its front matter says that it is about."""

from __future__ import annotations

import json
from collections import defaultdict

from bookwheel.domain.topics import TopicDocument
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.schema import SHOWN, SHOWN_SECTION

_OF_DOCUMENTS = f"SELECT key FROM documents WHERE collection = ? AND key <= {SHOWN}"
_FIELDS = ("topic", "topics")


def topic_rows(catalogue: CatalogueReader, collection: str) -> list[tuple[int, TopicDocument]]:
    """Every document of a collection with its key, by path."""
    with catalogue.snapshot() as connection:
        headings: dict[int, list[str]] = defaultdict(list)
        for key, title in connection.execute(
            "SELECT document_key, title FROM sections WHERE level > 0 AND title != '' AND document_key IN"
            f" ({_OF_DOCUMENTS}) AND key <= {SHOWN_SECTION} ORDER BY key",
            (collection,),
        ):
            headings[key].append(title)
        stated: dict[int, list[str]] = defaultdict(list)
        for key, value in connection.execute(
            f"SELECT document_key, value FROM facets WHERE field IN (?, ?) AND document_key IN ({_OF_DOCUMENTS})"
            " ORDER BY rowid",
            (*_FIELDS, collection),
        ):
            stated[key].append(value)
        rows = connection.execute(
            "SELECT key, path, title, keywords, description, summary, language, tags, category FROM documents"
            f" WHERE collection = ? AND key <= {SHOWN} ORDER BY path",
            (collection,),
        ).fetchall()
    found: list[tuple[int, TopicDocument]] = []
    for key, path, title, keywords, description, summary, language, tags, category in rows:
        labels = (*json.loads(tags), *([category] if category else []))
        found.append((
            key,
            TopicDocument(
                path, title, tuple(headings[key]), tuple(json.loads(keywords)), description or summary, language,
                tuple(dict.fromkeys(labels)), tuple(dict.fromkeys(stated[key])),
            ),
        ))  # fmt: skip
    return found
