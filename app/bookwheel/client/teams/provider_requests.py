"""Requests of a client to an identity provider: JSON and forms, bounded in size and time, without redirects."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import IO, cast

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.web_addresses import is_protected_address

MOST_BYTES = 1_000_000
READ_S = 10.0
TOTAL_S = 20.0

Fields = dict[str, object]


def get(address: str) -> Fields:
    """Return the JSON object behind an address.

    Raises:
        FetchFailed: when there is no answer, or another one.
    """
    status, fields = _ask(urllib.request.Request(address))
    if status != 200:
        raise FetchFailed("The identity provider answers {status}.", status=status)
    return fields


def post(address: str, form: Mapping[str, str]) -> tuple[int, Fields]:
    """Send a form; the status and the JSON object of the answer, also of one that refuses.

    Raises:
        FetchFailed: when there is no answer, or one that is not JSON.
    """
    body = urllib.parse.urlencode(form).encode("ascii")
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return _ask(urllib.request.Request(address, body, kind, method="POST"))


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses to go elsewhere: what is sent are codes and tokens."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage,
        newurl: str,
    ) -> None:  # fmt: skip
        raise FetchRefused("The identity provider leads to another address.")


def _ask(request: urllib.request.Request) -> tuple[int, Fields]:
    if not is_protected_address(request.full_url):
        raise FetchRefused("The identity provider has no https address.")
    request.add_header("Accept", "application/json")
    request.add_header("User-Agent", "Bookwheel")
    secure = urllib.request.HTTPSHandler(context=ssl.create_default_context())
    opener = urllib.request.build_opener(_NoRedirects, secure)
    ends_s = time.monotonic() + TOTAL_S
    try:
        try:
            response = cast("http.client.HTTPResponse", opener.open(request, timeout=READ_S))
        except urllib.error.HTTPError as error:  # an answer as well: it says why something is refused
            with error:
                return error.code, _parse(_read(cast("IO[bytes]", error), ends_s))
        with response:
            return response.status, _parse(_read(response, ends_s))
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise FetchFailed("The identity provider can't be reached ({reason}).", reason=type(reason).__name__) from None


def _read(response: IO[bytes], ends_s: float) -> bytes:
    content = bytearray()
    while chunk := response.read(min(65_536, MOST_BYTES + 1 - len(content))):
        content += chunk
        if len(content) > MOST_BYTES:
            raise FetchRefused("The identity provider sends more than {size} MB.", size=MOST_BYTES // 1_000_000)
        if time.monotonic() > ends_s:
            raise FetchFailed("The identity provider took too long to answer.")
    return bytes(content)


def _parse(content: bytes) -> Fields:
    try:
        found: object = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FetchFailed("The identity provider answers with something that is not a JSON object.")
    return cast("Fields", found)
