"""Says in a sentence what a store of objects refused, without any of the keys."""

from __future__ import annotations

import re

from bookwheel.domain.errors import BadRequest, BookwheelError, FetchFailed, StorageUnavailable, TimedOut
from bookwheel.fetching.s3_settings import S3Settings

NO_BUCKET = "NoSuchBucket"

_CODE = re.compile(r"<Code>(\w+)</Code>|\(code: (\w+)\)")
_STATUS = re.compile(r"status code: (\d{3})")

_ELSEWHERE = "The bucket {bucket} is in another region than {region}. Set AWS_REGION."
_CLOCK = "The clock of this computer differs too much from that of {host}. Set the clock, then try again."
_TOKEN = "{host} does not accept the session token: it may have expired. Get new keys, then try again."
_FULL = "{host} has no space left for {bucket}. Free some space there, then try again."
_BUSY = "{host} is too busy now. Try again later."
_BROKEN = "{host} failed over the request (status {status}). Try again later."
NO_CONDITIONS = (
    "{host} does not support conditional writes, which keep two publishers from overwriting each other. "
    "Publish to another store or to a folder."
)

_BY_CODE: dict[str, tuple[type[BookwheelError], str]] = {
    NO_BUCKET: (FetchFailed, "There is no bucket {bucket} at {host}. Check the address and AWS_ENDPOINT_URL."),
    "InvalidBucketName": (BadRequest, "{host} does not accept {bucket} as the name of a bucket."),
    "InvalidAccessKeyId": (FetchFailed, "{host} does not know the access key. Check AWS_ACCESS_KEY_ID."),
    "SignatureDoesNotMatch": (
        FetchFailed,
        "{host} does not accept the secret key. Check AWS_SECRET_ACCESS_KEY and AWS_REGION.",
    ),
    "ExpiredToken": (FetchFailed, _TOKEN),
    "InvalidToken": (FetchFailed, _TOKEN),
    "TokenRefreshRequired": (FetchFailed, _TOKEN),
    "RequestTimeTooSkewed": (FetchFailed, _CLOCK),
    "RequestExpired": (FetchFailed, _CLOCK),
    "PermanentRedirect": (FetchFailed, _ELSEWHERE),
    "AuthorizationHeaderMalformed": (FetchFailed, _ELSEWHERE),
    "IllegalLocationConstraintException": (FetchFailed, _ELSEWHERE),
    "NotImplemented": (FetchFailed, NO_CONDITIONS),
    "EntityTooLarge": (FetchFailed, "{host} does not take files as large as {name}."),
    "QuotaExceeded": (StorageUnavailable, _FULL),
    "QuotaExceededException": (StorageUnavailable, _FULL),
    "XMinioStorageFull": (StorageUnavailable, _FULL),
    "InsufficientStorage": (StorageUnavailable, _FULL),
    "SlowDown": (FetchFailed, _BUSY),
    "ServiceUnavailable": (FetchFailed, _BUSY),
}
_BY_STATUS: dict[str, tuple[type[BookwheelError], str]] = {
    "301": (FetchFailed, _ELSEWHERE),
    "307": (FetchFailed, _ELSEWHERE),
    "404": (FetchFailed, "{host} is not a store of objects. Check AWS_ENDPOINT_URL."),
    "405": (FetchFailed, "{host} is not a store of objects. Check AWS_ENDPOINT_URL."),
    "429": (FetchFailed, _BUSY),
    "501": (FetchFailed, NO_CONDITIONS),
    "503": (FetchFailed, _BUSY),
    "507": (StorageUnavailable, _FULL),
}
_BY_TEXT: tuple[tuple[str, type[BookwheelError], str], ...] = (
    (r"timed ?out|TimedOut|deadline", TimedOut, "{host} took too long to answer. Try again later."),
    (r"dns error|lookup address|ResolveError", FetchFailed, "There is no computer {host}. Check AWS_ENDPOINT_URL."),
    (
        r"[Cc]ertificate|InvalidContentType|CorruptMessage|UnknownIssuer",
        FetchFailed,
        "The connection to {host} is not safe: its certificate is not trusted, or it does not speak https.",
    ),
    (r"redirect", FetchFailed, _ELSEWHERE),
    (r"error sending request", FetchFailed, "{host} cannot be reached. Check AWS_ENDPOINT_URL and the connection."),
    (
        r"request or response body|decoding response body|end of file|closed before|IncompleteBody|ended early",
        FetchFailed,
        "{host} broke off while {name} was read. Try again later.",
    ),
)


def code_of(error: BaseException) -> str:
    """Return the code that the store gave its refusal, such as `NoSuchBucket`; empty where there is none."""
    found = _CODE.search(str(error))
    return (found[1] or found[2]) if found else ""


def explain(error: BaseException, settings: S3Settings, name: str, *, is_writing: bool) -> BookwheelError:
    """Return the error for a person; of the store's own text only its code and status are used."""
    text, code = str(error), code_of(error)
    status = found[1] if (found := _STATUS.search(text)) else ""
    known = _BY_CODE.get(code) or _BY_STATUS.get(status)
    if known is None and (status in ("401", "403") or code in ("AccessDenied", "AllAccessDisabled")):
        known = FetchFailed, _forbidden(settings, is_writing=is_writing)
    if known is None and status:
        known = FetchFailed, _BROKEN
    if known is None:
        known = next(((kind, message) for words, kind, message in _BY_TEXT if re.search(words, text)), None)
    kind, message = known or (FetchFailed, "{host} gave an answer that Bookwheel does not understand for {name}.")
    values = {"bucket": settings.bucket, "host": settings.host, "region": settings.region, "name": name}
    return kind(message, **values, status=status, address=settings.address)


def _forbidden(settings: S3Settings, *, is_writing: bool) -> str:
    if not settings.is_signed:
        return "{address} is not public. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    if is_writing:
        return "The keys may not write to {address}. Use keys that may read, list, write and delete there."
    return "The keys may not read {address}. Use keys that may read and list there."
