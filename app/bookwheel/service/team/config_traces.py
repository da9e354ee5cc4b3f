"""Reads the table of a configuration that names where traces are sent, and the file of headers that go with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.team import DEFAULT_SAMPLE, TracesConfig
from bookwheel.service.team.config_checks import is_safe_address, is_web_address, name_fault
from bookwheel.service.team.config_fields import Fields, path_below

MOST_BYTES = 8_192
"""Bytes of a file of headers."""

MOST_HEADERS = 20

_HEADER = re.compile(
    r"(?P<name>[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):[ \t]*(?P<value>[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)"
)
_OWN = frozenset((
    "host", "content-type", "content-length", "content-encoding", "transfer-encoding", "connection", "upgrade", "te",
    "expect", "trailer", "accept-encoding", "keep-alive", "proxy-connection",
))  # fmt: skip
"""Headers of which the connection decides."""


def read_traces(fields: Fields | None, folder: Path) -> TracesConfig | None:
    """Return where traces are sent; files are relative to `folder`."""
    if fields is None:
        return None
    file = fields.text("headers_file", "")
    return TracesConfig(
        endpoint=fields.text("endpoint"),
        sample=_sample(fields),
        headers_file=str(path_below(folder, file)) if file else "",
    )


def check_traces(traces: TracesConfig | None) -> Iterator[Message]:
    """What is wrong with the address of a collector."""
    if traces is None or not traces.endpoint:
        return
    parts = urlsplit(traces.endpoint) if is_web_address(traces.endpoint) else None
    if parts is None or parts.query or parts.fragment:
        yield name_fault("traces.endpoint", Message("Write the address of a collector, such as http://127.0.0.1:4318."))
    elif traces.headers_file and not is_safe_address(traces.endpoint):
        yield name_fault("traces.endpoint", Message("With headers_file, write an address that begins with https://."))


def read_headers(file: str) -> dict[str, str]:
    """Return the headers in a file, one `Name: value` a line; none without a file.

    Raises:
        ConfigurationRefused: for a file that cannot be read, and for lines that are no headers.
    """
    if not file:
        return {}
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConfigurationRefused("The file {file} cannot be read ({reason}).", file=file, reason=reason) from None
    lines = [line.rstrip() for line in content.decode("latin-1").splitlines() if line.strip()]
    found = [_HEADER.fullmatch(line) for line in lines]
    headers = {header["name"]: header["value"] for header in found if header is not None}
    is_own = any(name.lower() in _OWN for name in headers)
    if is_own or not headers or len(headers) < len(lines) or len(lines) > MOST_HEADERS or len(content) > MOST_BYTES:
        raise ConfigurationRefused(
            "Write headers such as Authorization: Bearer …, one a line, into the file {file}.", file=file
        )
    return headers


def _sample(fields: Fields) -> float:
    """The share of traces that is recorded."""
    value = fields.value("sample")
    if value is None:
        return DEFAULT_SAMPLE
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        fields.refuse("sample", Message("Write a number from 0 to 1."))
        return DEFAULT_SAMPLE
    return float(value)
