"""Opens stores of objects (`s3://bucket/prefix`), by the extra `bookwheel[s3]`."""

from __future__ import annotations

import os
from importlib.util import find_spec

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.targets import Target
from bookwheel.fetching.s3_settings import read_settings


def open_object_store(address: str) -> Target:
    """Return the store at `s3://bucket/prefix`, with keys, region and endpoint of the environment (`AWS_…`).

    Nothing is sent before a file is read or written. Without keys, requests are not signed: public files can be read.

    Raises:
        BadRequest: for an address or a setting that cannot be used, and where the extra is not installed.
    """
    settings = read_settings(address, os.environ)
    if find_spec("obstore") is None:
        raise BadRequest(
            "Reading and writing {address} needs an extra of Bookwheel. Install it with: pip install 'bookwheel[s3]'",
            address=settings.address,
        )
    from bookwheel.fetching.s3_store import S3Store  # noqa: PLC0415 - of the extra

    return S3Store(settings)
