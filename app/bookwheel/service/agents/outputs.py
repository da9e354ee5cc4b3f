"""The JSON Schemas of what the tools answer; an answer is a whole one or an error, and either fits."""

from __future__ import annotations

_TEXT: dict[str, object] = {"type": "string"}
_NUMBER: dict[str, object] = {"type": "integer"}
_TEXTS: dict[str, object] = {"type": "array", "items": _TEXT}
_LINES: dict[str, object] = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}
_ERROR: dict[str, object] = {"code": _TEXT, "message": _TEXT, "did_you_mean": _TEXTS, "next": _TEXT}
_STATE: dict[str, object] = {
    "revision": _NUMBER,
    "pending": _NUMBER,
    "coverage": {"type": "number"},
    "notices": _TEXTS,
}


def _rows(required: str, **properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "array",
        "items": {"type": "object", "properties": properties, "required": required.split()},
    }


def _answer(required: str, **properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {**properties, **_STATE, **_ERROR},
        "anyOf": [{"required": required.split()}, {"required": ["code", "message"]}],
    }


SEARCH = _answer(
    "hits total cursor revision pending coverage notices",
    hits=_rows(
        "doc section title breadcrumb lines snippet score uri",
        doc=_TEXT,
        section=_TEXT,
        title=_TEXT,
        breadcrumb=_TEXTS,
        lines=_LINES,
        snippet=_TEXT,
        score={"type": "number"},
        uri=_TEXT,
        type=_TEXT,
        explanation={"type": "object"},
    ),
    total=_NUMBER,
    cursor=_TEXT,
    suggestions=_TEXTS,
)

OUTLINE = _answer(
    "doc title sections revision pending coverage notices",
    doc=_TEXT,
    title=_TEXT,
    words=_NUMBER,
    sections=_rows(
        "section title level depth words lines",
        section=_TEXT,
        title=_TEXT,
        level=_NUMBER,
        depth=_NUMBER,
        words=_NUMBER,
        branch_words=_NUMBER,
        lines=_LINES,
    ),
)

BROWSE = _answer(
    "view total cursor revision pending coverage notices",
    view=_TEXT,
    total=_NUMBER,
    cursor=_TEXT,
    collections=_rows("slug name documents sections state"),
    documents=_rows("doc title"),
    values=_rows("field value count"),
    facets=_rows("field value count"),
)

READ = _answer(
    "passages cursor revision pending coverage notices",
    passages=_rows(
        "doc section title breadcrumb lines text uri",
        doc=_TEXT,
        section=_TEXT,
        title=_TEXT,
        breadcrumb=_TEXTS,
        lines=_LINES,
        text=_TEXT,
        uri=_TEXT,
        modified_at=_TEXT,
        is_truncated={"type": "boolean"},
        metadata_json=_TEXT,
        previous=_TEXT,
        next=_TEXT,
    ),
    cursor=_TEXT,
)

EXPLORE = _answer(
    "nodes edges total revision graph_revision notices",
    nodes=_rows("id kind title"),
    edges=_rows("source relation target"),
    path=_TEXTS,
    total=_NUMBER,
    graph_revision=_NUMBER,
)

QUERY = _answer(
    "columns rows is_cut graph_revision notices",
    columns=_TEXTS,
    rows={"type": "array", "items": _TEXTS},
    is_cut={"type": "boolean"},
    graph_revision=_NUMBER,
)

CONTEXT = _answer(
    "passages facts tokens revision pending coverage notices",
    passages=_rows("section doc title lines text score uri"),
    facts=_rows("sentence"),
    tokens=_NUMBER,
)
