from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.ingest import MOST_ENTRIES, BatchHead, IngestDeletion, IngestDocument, IngestEntity, Ingestor
from bookwheel.library.ingest.items import CheckedItem, Refused, check_head, read_item

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp()


def _read(**fields: object) -> CheckedItem:
    return read_item(json.dumps(fields).encode(), NOW)


def _refusal(line: bytes | str) -> str:
    with pytest.raises(Refused) as refused:
        read_item(line.encode() if isinstance(line, str) else line, NOW)
    return str(refused.value.message)


def test_a_line_without_kind_is_a_document():
    checked = _read(id="a/b", text="# Hello", tags=["x"], metadata={"n": 3, "names": ["Ada", "Grace"]})
    assert checked.item == IngestDocument("a/b", "# Hello", tags=("x",), metadata={"n": 3, "names": ("Ada", "Grace")})
    assert checked.id == "a/b" and len(checked.digest) == 16


def test_an_entity_without_id_is_known_by_type_and_key():
    checked = _read(kind="entity", type="ticket", key="T-1", properties={"a": {"b": [1, 2]}})
    assert isinstance(checked.item, IngestEntity) and checked.id == "ticket:T-1"


def test_a_deletion_names_an_id():
    assert _read(kind="delete", id="a").item == IngestDeletion("a")


def test_the_digest_does_not_depend_on_the_order_of_fields():
    one = read_item(b'{"id":"a","text":"t","metadata":{"x":1,"y":2}}', NOW)
    other = read_item(b'{"metadata":{"y":2,"x":1},"text":"t","id":"a"}', NOW)
    assert one.digest == other.digest != _read(id="a", text="u").digest


def test_ids_are_composed_letters():
    assert _read(id="Cafe\u0301", text="").id == "Caf\u00e9"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id": "a", "text": "torn', "not valid JSON"),
        (b'{"id": "a", "text": "\xff"}', "not valid JSON"),
        ("[1]", "one JSON object"),
        ('"text"', "one JSON object"),
        ('{"id": "a", "text": "t", "kind": "page"}', "no kind page"),
        ('{"id": "a", "text": "t", "kind": {}}', "no kind"),
        ('{"id": "a", "text": "t", "titel": "T"}', "no field titel"),
        ('{"id": "a"}', "missing required field `text`"),
        ('{"id": "a", "text": 3}', "Expected `str`"),
        ('{"id": "a", "text": "t", "format": "pdf"}', "not valid"),
        ('{"id": " ", "text": "t"}', "id is empty"),
        ('{"id": "a\\u0000b", "text": "t"}', "control character"),
        ('{"id": "a\\u202eb", "text": "t"}', "control character"),
        ('{"id": "a", "text": "t", "url": "no address"}', "url is not an address"),
        ('{"id": "a", "text": "t", "modified": "yesterday"}', "modified is not a date"),
        ('{"id": "a", "text": "t", "modified": "2026-11-28"}', "lies in the future"),
        ('{"id": "a", "text": "t", "modified": "9999-12-31T23:59:59-23:59"}', "modified"),
        ('{"id": "a", "text": "t", "fresh_until": "1970-01-01"}', "has passed"),
        ('{"id": "a", "text": "t", "metadata": {"n": NaN}}', "not valid JSON"),
        ('{"kind": "entity", "type": "t", "key": "k", "properties": {"n": 1e999}}', "not"),
        ('{"kind": "entity", "type": "...", "key": "k"}', "at least one letter"),
        ('{"kind": "entity", "type": "t", "key": ""}', "key is empty"),
        ('{"kind": "entity", "type": "t", "key": "k", "relations": [{"type": "t", "key": ""}]}', "key is empty"),
        ('{"kind": "entity", "type": "t", "key": "k", "labels": ["\\n"]}', "control character"),
        ('{"kind": "entity", "type": "t", "key": "k", "parent": {"type": ""}}', "not valid"),
        ('{"id": "a", "text": "t", "metadata": ' + '{"a":' * 50_000 + "1" + "}" * 50_001, "nested too deeply"),
    ],
)
def test_what_is_no_item_is_refused_with_the_reason(line: bytes | str, reason: str):
    assert reason in _refusal(line)


def test_properties_of_some_depth_are_refused():
    deep: object = "x"
    for _ in range(20):
        deep = {"a": deep}
    assert "too deeply" in _refusal(json.dumps({"kind": "entity", "type": "t", "key": "k", "properties": deep}))


def test_more_entries_than_the_limit_are_refused():
    many = [f"t{n}" for n in range(MOST_ENTRIES + 1)]
    assert "tags has more than" in _refusal(json.dumps({"id": "a", "text": "", "tags": many}))
    assert "other_keys has more" in _refusal(
        json.dumps({"kind": "entity", "type": "t", "key": "k", "other_keys": many})
    )


def test_a_refusal_names_the_id_where_there_is_one():
    with pytest.raises(Refused) as refused:
        _read(id="a/b", text="t", modified="never")
    assert refused.value.id == "a/b"


def test_a_time_without_zone_is_in_utc():
    assert _read(id="a", text="", modified="2026-11-26").modified == datetime(2026, 11, 26, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("head", [BatchHead("x" * 300), BatchHead("a\nb"), BatchHead("a", Ingestor("b", "\x00"))])
def test_names_of_a_batch_are_checked(head: BatchHead):
    with pytest.raises(Refused):
        check_head(head)


_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_names = st.sampled_from(
    ("id", "kind", "text", "type", "key", "title", "tags", "metadata", "labels", "properties", "relations", "modified")
)


@given(st.dictionaries(_names | st.text(max_size=6), _values, max_size=8))
def test_any_object_is_an_item_or_refused(table: dict[str, object]):
    try:
        read_item(json.dumps(table).encode(), NOW)
    except Refused as refused:
        assert str(refused.message)


@given(st.binary(max_size=200))
def test_any_bytes_are_an_item_or_refused(line: bytes):
    try:
        read_item(line, NOW)
    except Refused as refused:
        assert str(refused.message)
