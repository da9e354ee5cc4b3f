"""A collector that takes OpenTelemetry's protocol over HTTP, and behaves as a test wants it to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span


@dataclass
class Receiver:
    """What came, and what is answered: `status` and `body`, once `goes_on` is set; `raw` in place of an answer."""

    address: str = ""
    status: int = 200
    body: bytes = b""
    raw: bytes = b""
    goes_on: threading.Event = field(default_factory=threading.Event)
    bodies: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def resources(self) -> list[ResourceSpans]:
        """All messages, decoded."""
        decoded = (ExportTraceServiceRequest.FromString(body) for body in tuple(self.bodies))
        return [spans for request in decoded for spans in request.resource_spans]

    def spans(self) -> list[Span]:
        """All spans."""
        return [span for resource in self.resources() for scope in resource.scope_spans for span in scope.spans]

    def named(self, name: str) -> list[Span]:
        """The spans of one name."""
        return [span for span in self.spans() if span.name == name]


def attributes(span: Span) -> dict[str, str | list[str]]:
    """The attributes of a span."""
    return {
        one.key: one.value.string_value or [part.string_value for part in one.value.array_value.values]
        for one in span.attributes
    }


@contextmanager
def receiving(port: int = 0) -> Iterator[Receiver]:
    """Receive until the test is done."""
    receiver = Receiver()
    receiver.goes_on.set()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.goes_on.wait(60)
            if receiver.raw:
                self.wfile.write(receiver.raw)
                self.close_connection = True
                return
            receiver.paths.append(self.path)
            receiver.headers.append({name.lower(): value for name, value in self.headers.items()})
            if receiver.status < 300:
                receiver.bodies.append(body)
            self.send_response(receiver.status)
            self.send_header("content-length", str(len(receiver.body)))
            self.end_headers()
            self.wfile.write(receiver.body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    receiver.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.goes_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
