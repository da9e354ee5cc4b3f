"""A mailing list's archive as documents: `python mail_archive.py list.mbox`. Writes JSON Lines."""

from __future__ import annotations

import argparse
import email
import email.policy
import html
import json
import mailbox
import re
import sys
from datetime import UTC
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

_TAG = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def main() -> int:
    """Convert one archive; the exit code is 1 when it holds no message."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the archive, in the format mbox")
    given = parser.parse_args()
    if not given.file.is_file():
        parser.error(f"there is no file {given.file}")
    archive = mailbox.mbox(given.file, create=False)
    count = 0
    try:
        for key in archive.iterkeys():
            content = archive.get_bytes(key)
            sys.stdout.write(json.dumps(convert(content), ensure_ascii=True) + "\n")
            count += 1
    finally:
        archive.close()
    return 0 if count else 1


def convert(content: bytes) -> dict[str, Any]:
    """A message as a document; without a Message-ID its content tells it apart."""
    message = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    own = _header(message, "Message-ID").strip("<> ") or blake2b(content, digest_size=12).hexdigest()
    about = {
        "author": _header(message, "From"),
        "to": _header(message, "To")[:240],
        "list": _header(message, "List-Id"),
        "in_reply_to": _header(message, "In-Reply-To").strip("<> "),
    }
    return {
        "id": f"messages/{own}"[:500],
        "title": _header(message, "Subject")[:500] or "(no subject)",
        "text": _text(message),
        "format": "text",
        "modified": _date(_header(message, "Date")),
        "metadata": {name: value for name, value in about.items() if value},
    }


def _header(message: EmailMessage, name: str) -> str:
    try:
        found = str(message.get(name, ""))
    except (ValueError, IndexError, LookupError, AttributeError):  # the parser's own faults over odd headers
        found = ""
    return _CONTROL.sub(" ", found.encode("utf-8", "replace").decode("utf-8")).strip()


def _text(message: EmailMessage) -> str:
    try:
        body = message.get_body(("plain", "html"))
        text = str(body.get_content()) if body is not None else ""
        if body is not None and body.get_content_subtype() == "html":
            text = html.unescape(_TAG.sub(" ", text))
    except (ValueError, LookupError, KeyError, AttributeError, UnicodeError):
        payload = message.get_payload(decode=True)
        text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\r\n", "\n")


def _date(written: str) -> str:
    """A date as ISO 8601 in UTC; empty for none, or one that no clock shows."""
    try:
        moment = parsedate_to_datetime(written)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, TypeError, OverflowError, IndexError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
