"""The JSON Schemas of what the tools answer; an answer is a whole one or an error, and either fits.

All of them are sent with the list of tools, so they name every field that must be there, and give types where one could
be mistaken.
"""

from __future__ import annotations

_TEXT: dict[str, object] = {"type": "string"}
_NUMBER: dict[str, object] = {"type": "integer"}
_TEXTS: dict[str, object] = {"type": "array", "items": _TEXT}
_LINES: dict[str, object] = {"type": "array", "items": _NUMBER}


def _rows(required: str, **properties: dict[str, object]) -> dict[str, object]:
    shape: dict[str, object] = {"type": "object", "properties": properties} if properties else {"type": "object"}
    return {"type": "array", "items": {**shape, "required": required.split()}}


def _answer(required: str, **properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "anyOf": [{"required": required.split()}, {"required": ["code", "message"]}],
    }


INGEST = _answer("job", job={"type": "object"})

JOBS = _answer("jobs", jobs=_rows("id state counts", errors={"type": "array"}))

SEARCH = _answer(
    "hits total cursor revision pending coverage notices",
    hits=_rows(
        "section title breadcrumb lines snippet score",
        breadcrumb=_TEXTS,
        lines=_LINES,
        place=_TEXT,
        score={"type": "number"},
        explanation={"type": "object"},
        languages={"type": "array"},
        further=_rows("snippet"),
        copies=_TEXTS,
        url=_TEXT,
    ),
    total=_NUMBER,
    suggestions=_TEXTS,
    facets=_rows("field value count"),
    memories=_rows("id content score"),
)

OUTLINE = _answer(
    "doc title sections revision pending coverage notices",
    sections=_rows("section title level depth words lines", branch_words=_NUMBER, lines=_LINES, place=_TEXT),
)

BROWSE = _answer(
    "view total cursor revision pending coverage notices",
    total=_NUMBER,
    collections=_rows("slug name documents sections state", publication={"type": "object"}),
    documents=_rows("doc title"),
    values=_rows("field value count"),
    topics=_rows("id label documents"),
    links=_rows("id subject relation object"),
    changes=_rows("at documents"),
    annotations=_rows("section kind"),
    reading=_rows("doc title"),
    findings=_rows("doc"),
    facets=_rows("field value count"),
)

READ = _answer(
    "passages cursor revision pending coverage notices",
    passages=_rows(
        "doc section title breadcrumb lines text uri",
        breadcrumb=_TEXTS,
        lines=_LINES,
        place=_TEXT,
        modified_at=_TEXT,
        is_truncated={"type": "boolean"},
        metadata_json=_TEXT,
        url=_TEXT,
    ),
)

EXPLORE = _answer(
    "nodes edges total revision graph_revision pending coverage notices",
    nodes=_rows("id kind title"),
    edges=_rows("source relation target"),
    path=_TEXTS,
    total=_NUMBER,
    graph_revision=_NUMBER,
)

QUERY = _answer(
    "columns rows is_cut cursor revision graph_revision pending coverage notices",
    columns=_TEXTS,
    rows={"type": "array", "items": _TEXTS},
    is_cut={"type": "boolean"},
    graph_revision=_NUMBER,
)

CONTEXT = _answer(
    "passages facts tokens revision pending coverage notices",
    passages=_rows("section doc lines text score", place=_TEXT, url=_TEXT),
    facts=_rows("sentence", score={"type": "number"}, path={"type": "array", "items": _TEXT}),
    tokens=_NUMBER,
)

REMEMBER = _answer("id is_new total", is_new={"type": "boolean"}, total=_NUMBER, subject=_TEXT, object=_TEXT)

RECALL = _answer(
    "memories total cursor notices",
    memories=_rows("id content role type created_at", score={"type": "number"}),
    total=_NUMBER,
    sessions=_rows("session memories last_at"),
)

FORGET = _answer("forgotten", forgotten=_NUMBER)
