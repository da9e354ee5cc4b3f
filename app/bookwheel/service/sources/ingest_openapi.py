"""What can be asked at `/ingest/v1`, and its description as OpenAPI, made from the types that are read and answered."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

import bookwheel
from bookwheel import wire
from bookwheel.domain.ingest import DeletionRequest, IngestDeletion, IngestDocument, IngestEntity, IngestStatus
from bookwheel.domain.jobs import Job, JobsAnswer
from bookwheel.domain.messages import Message
from bookwheel.library.ingest.items import CONTROL

BASE = "/ingest/v1"

_ITEMS = (IngestDocument, IngestEntity, IngestDeletion)
_NAME_LENGTH = 200
_NAME = f"^[^{CONTROL}]*$"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query."""

    name: str
    about: str
    type: Literal["string", "boolean", "integer", "number"] = "string"
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that can be asked; `takes` is the type of its body, a batch of items where `takes_items` is set."""

    id: str
    method: str
    path: str
    about: str
    answers: type | None
    takes: type | None = None
    takes_items: bool = False
    query: tuple[Parameter, ...] = ()
    status: int = 200


_DATASOURCE = Parameter("datasource", "Where the items come from, if not from the collection's own datasource.")

OPERATIONS = (
    Operation(
        "send_batch", "POST", f"{BASE}/collections/{{collection}}/batches",
        "Take in a batch: one JSON object a line, each a document, an entity or a deletion.", Job, takes_items=True,
        query=(
            _DATASOURCE,
            Parameter("ingestor", "Name of the program that brings the batch."),
            Parameter("version", "Its version."),
            Parameter("instance", "Which of several that run."),
            Parameter("strict", "Apply nothing when one item is not valid.", "boolean"),
        ),
        status=202,
    ),
    Operation(
        "delete_items", "POST", f"{BASE}/collections/{{collection}}/deletions",
        "Delete items by id, those that a job brought last, or all of a datasource.", Job, DeletionRequest,
        query=(_DATASOURCE,), status=202,
    ),
    Operation(
        "show_collection", "GET", f"{BASE}/collections/{{collection}}", "What the collection holds, and what waits.",
        IngestStatus,
    ),
    Operation(
        "list_jobs", "GET", f"{BASE}/collections/{{collection}}/jobs", "The jobs of the collection, newest first.",
        JobsAnswer, query=(Parameter("limit", "Jobs at most.", "integer", 1, 200),),
    ),
    Operation(
        "show_job", "GET", f"{BASE}/jobs/{{job}}", "A job: its state, counters and errors.", Job,
        query=(Parameter("wait_s", "Wait so many seconds for its end.", "number", 0, 60),),
    ),
    Operation("cancel_job", "DELETE", f"{BASE}/jobs/{{job}}", "Cancel a job that has not ended.", Job),
    Operation("show_openapi", "GET", f"{BASE}/openapi.json", "This description.", None),
)  # fmt: skip
"""Everything that can be asked."""

_FAILURES = {
    "400": "The request is not valid.", "401": "The token is missing, wrong or revoked.",
    "403": "The client may not write to the collection, or it is paused.", "404": "There is no such collection or job.",
    "413": "The batch is too large.", "415": "The content type is another one.",
    "429": "Too much waits. Try again after the seconds in Retry-After.",
    "503": "The library is still opening, or the service is stopping.",
    "507": "The disk is full.",
}  # fmt: skip


@cache
def document() -> dict[str, object]:
    """The description as an OpenAPI 3.1 document."""
    types = [_as_answered(kind) for kind in (*_ITEMS, DeletionRequest, JobsAnswer, Job, IngestStatus, wire.Failure)]
    _, components = msgspec.json.schema_components(
        types, schema_hook=_schema_of, ref_template="#/components/schemas/{name}"
    )
    components["Item"] = {"oneOf": [_ref(kind) for kind in _ITEMS]}
    components["DeletionRequest"]["anyOf"] = [
        {"required": ["ids"], "properties": {"ids": {"minItems": 1}}},
        *({"required": [name], "properties": {name: {"minLength": 1}}} for name in ("job", "datasource")),
    ]
    paths: dict[str, dict[str, object]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bookwheel ingest", "version": bookwheel.__version__, "summary": __doc__ or ""},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": list[str]()}],
    }


def _described(operation: Operation) -> dict[str, object]:
    answer = _ref(operation.answers) if operation.answers is not None else {"type": "object"}
    failures = {
        code: {"description": about, "content": {"application/json": {"schema": _ref(wire.Failure)}}}
        for code, about in _FAILURES.items()
    }
    made: dict[str, object] = {
        "operationId": operation.id,
        "summary": operation.about,
        "parameters": _parameters(operation),
        "responses": {
            str(operation.status): {"description": "Done.", "content": {"application/json": {"schema": answer}}},
            **failures,
        },
    }
    if operation.takes_items:
        schema = {"$ref": "#/components/schemas/Item"}
        made["requestBody"] = {"required": True, "content": {"application/x-ndjson": {"schema": schema}}}
    elif operation.takes is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(operation.takes)}}}
    return made


def _parameters(operation: Operation) -> list[dict[str, object]]:
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    found: list[dict[str, object]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}} for name in names
    ]
    for one in operation.query:
        schema: dict[str, object] = {"type": one.type}
        if one.type == "string":
            schema |= {"maxLength": _NAME_LENGTH, "pattern": _NAME}
        if one.least is not None:
            schema["minimum"] = one.least
        if one.most is not None:
            schema["maximum"] = one.most
        found.append({"name": one.name, "in": "query", "description": one.about, "schema": schema})
    return found


def _ref(kind: type) -> dict[str, object]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


@cache
def _as_answered(kind: type) -> type:
    """A dataclass whose messages are texts, as other programs get them: msgspec describes no other default."""
    hints = get_type_hints(kind)
    made: list[tuple[str, Any, Any]] = []
    for one in fields(kind):
        default = str(one.default) if isinstance(one.default, Message) else one.default
        made.append((one.name, _type_as_answered(hints[one.name]), field(default=default)))
    return make_dataclass(kind.__name__, made, frozen=True)


def _type_as_answered(kind: Any) -> Any:
    if kind is Message:
        return str
    if get_origin(kind) is tuple:
        return tuple[tuple(_type_as_answered(one) for one in get_args(kind))]
    return _as_answered(kind) if is_dataclass(kind) and isinstance(kind, type) else kind


def _schema_of(kind: type) -> dict[str, Any]:
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError(kind.__name__)
