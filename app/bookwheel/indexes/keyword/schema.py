"""The fields of the index, as Whoosh keeps them."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

from whoosh import columns, fields, formats
from whoosh.analysis.analyzers import CompositeAnalyzer
from whoosh.analysis.tokenizers import IDTokenizer

FIELDS = ("title", "headings", "body", "code", "tags", "description", "path")
"""The fields that are searched."""

ANALYSIS = 4
"""Grows when the same text would give other terms, or files are others; an index of another number is rebuilt."""

KEYS = columns.NumericColumn("q", default=-1)
"""The column of section keys."""


@dataclass(frozen=True, slots=True)
class KeywordRow:
    """One section as it is indexed. `key` is never used again; `language` an ISO 639-1 code, empty when unknown.

    `description` and `path` are those of the document, in its first section alone.
    """

    key: int
    title: str
    headings: str
    body: str
    code: str
    tags: str
    language: str
    description: str = ""
    path: str = ""


class CountedField(fields.FieldType):
    """A field that is given its terms counted: no positions, the weight is the frequency."""

    def __init__(self) -> None:
        super().__init__(formats.Existence(), CompositeAnalyzer(IDTokenizer()), scorable=True)

    def index(
        self, value: Mapping[bytes, float], **kwargs: object
    ) -> Generator[tuple[bytes, int, float, bytes], None, None]:
        """Whoosh's own way in: term, frequency, weight and an empty value for each term."""
        return ((term, round(weight), weight, b"") for term, weight in value.items())


class StampedSchema(fields.Schema):
    """The schema with the revision that the index has reached; Whoosh writes both in one step with each commit."""

    revision = 0
    analysis = 0
    is_stamp = False
    """Whether the index tells its revision alone, since words are kept elsewhere."""


def new_schema(*, is_stamp: bool = False) -> StampedSchema:
    """The schema of an empty index."""
    schema = StampedSchema(key=fields.COLUMN(KEYS), **{name: CountedField() for name in FIELDS})
    schema.analysis = ANALYSIS
    schema.is_stamp = is_stamp
    return schema
