from __future__ import annotations

import json
from typing import Any, cast

import jsonschema
import pytest

from bookwheel import packing
from bookwheel.domain.ingest import IngestDeletion, IngestDocument, IngestEntity
from bookwheel.domain.jobs import Job, JobCounts, JobError, JobKind, JobState
from bookwheel.domain.messages import Message
from bookwheel.service.sources.ingest_openapi import OPERATIONS, document

DESCRIPTION = cast("dict[str, Any]", document())
SCHEMAS = cast("dict[str, Any]", DESCRIPTION["components"]["schemas"])


def _check(value: object, name: str) -> None:
    whole = {"$ref": f"#/components/schemas/{name}", "components": DESCRIPTION["components"]}
    jsonschema.Draft202012Validator(whole).validate(value)


def test_every_reference_is_described_by_a_valid_schema():
    text = json.dumps(DESCRIPTION)
    for part in text.split('"$ref": "#/components/schemas/')[1:]:
        assert part.partition('"')[0] in SCHEMAS
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_operation_is_described():
    described = {
        one["operationId"]: (method.upper(), path)
        for path, methods in DESCRIPTION["paths"].items()
        for method, one in methods.items()
    }
    assert described == {one.id: (one.method, one.path) for one in OPERATIONS}


@pytest.mark.parametrize(
    "item",
    [
        IngestDocument("a", "text", tags=("x",), metadata={"n": 1, "names": ("a", None)}),
        IngestEntity("t", "k", properties={"a": {"b": [1, None]}}),
        IngestDeletion("a"),
    ],
)
def test_items_are_as_they_are_described(item: object):
    _check(json.loads(packing.encode(item)), "Item")


def test_a_job_is_as_it_is_described():
    error = JobError(1, "a", Message("{name} is empty.", name="id"))
    job = Job("1", JobKind.INGEST, "c", JobState.DONE, "2026-11-26", counts=JobCounts(1), errors=(error,))
    _check(json.loads(packing.encode_as_text(job)), "Job")


@pytest.mark.parametrize("item", [{"id": 1, "text": "t"}, {"kind": "entity", "type": "t"}, {"kind": "page", "id": "a"}])
def test_what_is_no_item_is_described_as_none(item: object):
    with pytest.raises(jsonschema.ValidationError):
        _check(item, "Item")


@pytest.mark.parametrize("deletion", [{}, {"ids": []}, {"job": ""}, {"ids": [], "datasource": ""}])
def test_a_deletion_of_nothing_is_described_as_none(deletion: object):
    with pytest.raises(jsonschema.ValidationError):
        _check(deletion, "DeletionRequest")


def test_a_deletion_is_as_it_is_described():
    for deletion in ({"ids": ["a"], "job": ""}, {"job": "1"}, {"datasource": "tickets"}):
        _check(deletion, "DeletionRequest")
