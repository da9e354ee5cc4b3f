"""Writes spans as OpenTelemetry's protocol wants them, and reads what a collector answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, ArrayValue, InstrumentationScope, KeyValue
from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1 import trace_pb2

import bookwheel
from bookwheel.service.team.traces.recording import Attributes, Span


def encode(spans: Sequence[Span], resource: Mapping[str, str]) -> bytes:
    """Return the message that hands spans to a collector; `resource` says which program they are of.

    Source: https://opentelemetry.io/docs/specs/otlp/
    """
    scope = InstrumentationScope(name="bookwheel", version=bookwheel.__version__)
    scoped = trace_pb2.ScopeSpans(scope=scope, spans=[_span(span) for span in spans])
    told = trace_pb2.ResourceSpans(resource=Resource(attributes=_attributes(resource)), scope_spans=[scoped])
    return ExportTraceServiceRequest(resource_spans=[told] if spans else []).SerializeToString()


def count_rejected(answer: bytes) -> int:
    """Return how many spans a collector says that it did not take; 0 where its answer is no message."""
    try:
        return max(0, ExportTraceServiceResponse.FromString(answer).partial_success.rejected_spans)
    except DecodeError:
        return 0


def _span(span: Span) -> trace_pb2.Span:
    code = trace_pb2.Status.STATUS_CODE_ERROR if span.is_failed else trace_pb2.Status.STATUS_CODE_UNSET
    return trace_pb2.Span(
        trace_id=span.trace_id,
        span_id=span.span_id,
        parent_span_id=span.parent_id,
        name=span.name,
        kind=trace_pb2.Span.SpanKind.ValueType(span.kind.value),
        start_time_unix_nano=span.began_ns,
        end_time_unix_nano=span.ended_ns,
        attributes=_attributes(span.attributes),
        status=trace_pb2.Status(code=code),
    )


def _attributes(attributes: Attributes) -> list[KeyValue]:
    return [KeyValue(key=key, value=_value(value)) for key, value in attributes.items()]


def _value(value: str | Sequence[str]) -> AnyValue:
    if isinstance(value, str):
        return AnyValue(string_value=value)
    return AnyValue(array_value=ArrayValue(values=[AnyValue(string_value=part) for part in value]))
