"""Reads and writes files in a bucket of S3 or of a store that speaks as it does."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterator
from datetime import timedelta

import obstore
from obstore import exceptions, store

from bookwheel.domain.errors import BadRequest, BookwheelError, FetchFailed, PublicationChanged, PublicationRefused
from bookwheel.domain.publications import MANIFEST, Listed, Stored
from bookwheel.fetching.s3_errors import NO_BUCKET, NO_CONDITIONS, code_of, explain
from bookwheel.fetching.s3_settings import S3Settings

PATIENCE_S = 30
"""Seconds that an answer may take; those of a large file as many as it takes at `SLOWEST_BYTES_S`."""

SLOWEST_BYTES_S = 50_000
MOST_PATIENCE_S = 1800
RETRIES = 3
RETRY_S = 60
CONDITIONS = ".bookwheel-conditional-writes"
"""A small file beside the manifest by which conditional writes are tried before the first real one."""

_CONDITIONS_TEXT = b"Bookwheel tries conditional writes with this file.\n"
_NO_VERSION = '"00000000000000000000000000000000"'
_CHUNK_BYTES = 1_000_000
_LISTED = 1000
_TRIES = 3


class S3Store:
    """A prefix of a bucket; see `Target`. Requests are bounded in time and number of retries."""

    def __init__(self, settings: S3Settings) -> None:
        """Nothing is sent yet."""
        self._settings = settings
        self._clients: dict[tuple[int, bool], store.S3Store] = {}
        self._has_conditions = False

    def read(self, name: str, most_bytes: int) -> Stored | None:
        """A file; None when it is not there."""
        with self._explained(name):
            try:
                answer = obstore.get(self._client(most_bytes), name)
            except FileNotFoundError as error:
                if code_of(error) in ("", NO_BUCKET):  # a store says which of the two is missing
                    raise
                return None
            size, version = answer.meta["size"], answer.meta["e_tag"] or ""
            content = bytearray()
            if size <= most_bytes:
                for chunk in answer.stream(_CHUNK_BYTES):
                    content += chunk
                    if len(content) > most_bytes:
                        break
        if max(size, len(content)) > most_bytes:
            raise PublicationRefused("{name} is larger than a publication may hold.", name=name)
        if len(content) != size:
            host = self._settings.host
            raise FetchFailed("{host} broke off while {name} was read. Try again later.", host=host, name=name)
        return Stored(bytes(content), version)

    def write_new(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one of this name and size; whether it was written."""
        self._require_conditions()
        with self._explained(name, is_writing=True):
            for _ in range(_TRIES):
                with contextlib.suppress(exceptions.AlreadyExistsError):
                    self._put(name, content, "create")
                    return True
                # Another writer may have it in hand, or a store that broke down left a part of it.
                with contextlib.suppress(FileNotFoundError, exceptions.PreconditionError):
                    known = obstore.head(self._client(0), name)
                    if known["size"] == len(content):
                        return False
                    self._put(name, content, {"e_tag": known["e_tag"]})
                    return True
        raise PublicationChanged("Another publisher is still writing to {address}.", address=self._settings.address)

    def replace(self, name: str, content: bytes, version: str) -> None:
        """Write a file in the place of that version of it; an empty one stands for no file."""
        self._require_conditions()
        with self._explained(name, is_writing=True):
            try:
                self._put(name, content, {"e_tag": version} if version else "create")
                return
            except (exceptions.AlreadyExistsError, exceptions.PreconditionError):
                pass
            except FileNotFoundError as error:
                if code_of(error) == NO_BUCKET:
                    raise
        # Where the answer to our own write was lost and it was sent again, the file is ours.
        known = self.read(name, max(len(content), 1 << 26))
        if known is None or known.content != content:
            raise PublicationChanged("Another publisher was faster. Publish again.")

    def names(self, folder: str) -> Iterator[Listed]:
        """The files in a folder; ages are by this computer's clock."""
        now = time.time()
        with self._explained(folder):
            found = obstore.list(  # pyright: ignore[reportUnknownMemberType] - Arrow's tables, which are not asked for
                self._client(0), folder, chunk_size=_LISTED
            )
            for entries in found:
                for entry in entries:
                    parent, _, name = entry["path"].rpartition("/")
                    if parent == folder:
                        age_s = max(0.0, now - entry["last_modified"].timestamp())
                        yield Listed(name, age_s, int(entry["size"]))

    def sweep_drafts(self, older_than_s: float) -> int:
        """There are none: an object is there whole or not at all."""
        return 0

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens when it is not there."""
        self._require_keys()
        with self._explained(name, is_writing=True):
            try:
                obstore.delete(self._client(0), name)
            except FileNotFoundError as error:
                if code_of(error) == NO_BUCKET:
                    raise

    def _put(self, name: str, content: bytes, mode: obstore.PutMode) -> None:
        kept = "no-cache" if name == MANIFEST else "public, max-age=31536000, immutable"
        attributes: obstore.Attributes = {"Content-Type": "application/octet-stream", "Cache-Control": kept}
        client = self._client(len(content), is_writing=True)
        obstore.put(client, name, content, mode=mode, attributes=attributes, use_multipart=False)

    def _require_keys(self) -> None:
        if not self._settings.is_signed:
            raise BadRequest(
                "Writing to {address} needs keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and do not set "
                "AWS_SKIP_SIGNATURE.",
                address=self._settings.address,
            )

    def _require_conditions(self) -> None:
        """Refuse a store that takes every write whatever condition is set: publishers would lose each other's."""
        self._require_keys()
        if self._has_conditions:
            return
        with self._explained(CONDITIONS, is_writing=True):
            self._has_conditions = not (self._takes("create") and self._takes("create")) and not self._takes(
                {"e_tag": _NO_VERSION}
            )
        if not self._has_conditions:
            raise FetchFailed(NO_CONDITIONS, **self._values(CONDITIONS))

    def _takes(self, mode: obstore.PutMode) -> bool:
        try:
            self._put(CONDITIONS, _CONDITIONS_TEXT, mode)
        except (exceptions.AlreadyExistsError, exceptions.PreconditionError):
            return False
        return True

    def _client(self, size_bytes: int, *, is_writing: bool = False) -> store.S3Store:
        """A client whose requests may take as long as a file of this size does on a slow line."""
        timeout_s = PATIENCE_S
        while timeout_s * SLOWEST_BYTES_S < size_bytes:
            timeout_s *= 4
        timeout_s = min(timeout_s, MOST_PATIENCE_S)
        key = timeout_s, is_writing
        if key not in self._clients:
            self._clients[key] = self._connect(timeout_s, is_writing=is_writing)
        return self._clients[key]

    def _connect(self, timeout_s: int, *, is_writing: bool) -> store.S3Store:
        settings = self._settings
        options: store.ClientConfig = {
            "allow_http": settings.endpoint.startswith("http://"),
            "allow_invalid_certificates": False,
            "connect_timeout": timedelta(seconds=min(10, timeout_s)),
            "timeout": timedelta(seconds=timeout_s),
            "user_agent": "bookwheel",
        }
        if not is_writing:  # while a file is sent nothing comes back, however long that takes
            options["read_timeout"] = timedelta(seconds=PATIENCE_S)
        config: store.S3Config = {
            "region": settings.region,
            "conditional_put": "etag",
            "disable_bulk_delete": True,
            "skip_signature": not settings.is_signed,
            # Named in any case: an empty variable of the environment counts for the engine.
            "aws_endpoint_url_s3": settings.endpoint or f"https://s3.{settings.region}.amazonaws.com",
        }
        if not settings.endpoint:
            config["virtual_hosted_style_request"] = False
        try:
            return store.S3Store(
                settings.bucket,
                prefix=settings.prefix or None,
                config=config,
                client_options=options,
                retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=RETRY_S)},
                # Given one, it asks neither the computer that a cloud lends nor any service for keys.
                credential_provider=self._credentials,
            )
        except (exceptions.BaseError, ValueError):
            raise BadRequest(
                "A variable AWS_… of the environment has a value that cannot be used. Unset those that you do not need."
            ) from None

    def _credentials(self) -> store.S3Credential:
        settings = self._settings
        return {
            "access_key_id": settings.access_key,
            "secret_access_key": settings.secret_key,
            "token": settings.session_token or None,
            "expires_at": None,
        }

    def _values(self, name: str) -> dict[str, str]:
        return {"host": self._settings.host, "address": self._settings.address, "name": name}

    @contextlib.contextmanager
    def _explained(self, name: str, *, is_writing: bool = False) -> Generator[None]:
        """Turn what the store refuses into errors that say so; the engine's own text may name keys and is dropped."""
        try:
            yield
        except BookwheelError:
            raise
        except (exceptions.BaseError, OSError, ValueError) as error:
            raise explain(error, self._settings, name, is_writing=is_writing) from None
