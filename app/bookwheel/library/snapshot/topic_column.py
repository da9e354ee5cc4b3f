"""The topics of documents as a field that filters and counts: each with its topics and all that are broader."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bookwheel.domain.topics import StatedTopics
from bookwheel.library.snapshot.facet_column import Bools, Column, Keys

FIELD = "topic"


def topic_column(stated: Mapping[str, StatedTopics], places: Mapping[int, tuple[str, str, int]]) -> Column | None:
    """Documents (by key) with the labels of their topics; None where none has any."""
    key_of = {(slug, path): key for key, (slug, path, _) in places.items() if slug in stated}
    code_of: dict[str, int] = {}
    rows: list[tuple[int, int]] = []
    for slug, topics in stated.items():
        codes_of = {key: [code_of.setdefault(one, len(code_of)) for one in chain] for key, chain in _chains(topics)}
        for path, topic in topics.of:
            if (slug, path) in key_of:
                rows += ((key_of[slug, path], code) for code in codes_of.get(topic, ()))
    if not rows:
        return None
    pairs = np.unique(np.array(rows, np.int32), axis=0)
    return Column.of(pairs[:, 0].copy(), pairs[:, 1].copy(), tuple(code_of))


def moved(column: Column | None, new_keys: Keys) -> Column | None:
    """The column for documents that have other keys now (by the old key, 0 for those that are gone)."""
    if column is None:
        return None
    documents = new_keys[column.documents]
    rows = np.lexsort((column.codes, documents))
    rows = rows[documents[rows] > 0]
    return Column.of(documents[rows], column.codes[rows], column.values) if len(rows) else None


def _chains(topics: StatedTopics) -> list[tuple[str, list[str]]]:
    """By topic its label and those of all broader ones."""
    by_key = {one.key: one for one in topics.topics}
    chains: list[tuple[str, list[str]]] = []
    for key in by_key:
        labels: dict[str, None] = {}
        at = key
        while (one := by_key.get(at)) is not None and len(labels) <= len(by_key) and one.label not in labels:
            labels[one.label] = None
            at = one.parent
        chains.append((key, list(labels)))
    return chains


def joined(stated: Column | None, topics: Column | None) -> Column | None:
    """What front matter says, of documents that have no topics, and topics."""
    if stated is None or topics is None:
        return topics or stated
    has_topics = np.zeros(int(max(stated.documents.max(), topics.documents.max())) + 1, np.bool_)
    has_topics[topics.documents] = True
    kept = ~has_topics[stated.documents]
    values = dict.fromkeys((*stated.values, *topics.values))
    code_of = {value: code for code, value in enumerate(values)}
    codes = np.array([code_of[value] for value in topics.values], np.int32)[topics.codes]
    return Column.of(
        np.concatenate([stated.documents[kept], topics.documents]),
        np.concatenate([stated.codes[kept], codes]).astype(np.int32),
        tuple(values),
    )


def of_documents(column: Column | None, shown: Bools) -> Column | None:
    """The rows of some documents (bool by document key); None where there are none."""
    kept = shown[column.documents] if column is not None else None
    if column is None or kept is None or not kept.any():
        return None
    return Column.of(column.documents[kept], column.codes[kept], column.values)
