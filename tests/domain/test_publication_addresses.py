from __future__ import annotations

import os

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publication_addresses import is_publication_address, publication_address, publication_name

posix = pytest.mark.skipif(os.name == "nt", reason="paths of other systems")


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://Docs.example.org/handbook", "https://docs.example.org/handbook/"),
        (" https://docs.example.org/handbook/collection.bookwheel ", "https://docs.example.org/handbook/"),
        ("https://docs.example.org/collection.bookwheel", "https://docs.example.org/"),
        ("https://docs.example.org", "https://docs.example.org/"),
        ("https://docs.example.org/a/?sig=x", "https://docs.example.org/a/?sig=x"),
        ("s3://bucket/a/b/", "s3://bucket/a/b"),
        ("S3://bucket/a/collection.bookwheel", "s3://bucket/a"),
        ("s3://bucket", "s3://bucket"),
    ],
)
def test_an_address_has_one_spelling(written: str, address: str) -> None:
    assert publication_address(written) == publication_address(address) == address


@posix
@pytest.mark.parametrize(
    "written",
    ["/srv/docs", "/srv/docs/", "/srv/x/../docs/collection.bookwheel", "file:///srv/docs", "file://localhost/srv/docs"],
)
def test_a_folder_is_an_absolute_path(written: str) -> None:
    assert publication_address(written) == "/srv/docs"


@posix
def test_a_folders_letters_are_decoded_in_addresses_alone() -> None:
    assert publication_address("file:///srv/my%20docs") == "/srv/my docs"
    assert publication_address("/srv/my%20docs") == "/srv/my%20docs"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "docs",
        "./docs",
        "ftp://x.org/a",
        "s3://",
        "s3:///prefix",
        "https://user:secret@x.org/",
        "/srv/a\nb",
        "git@x.org:a",
    ],
)
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(BadRequest):
        publication_address(written)


@posix
def test_a_file_of_another_computer_is_refused() -> None:
    with pytest.raises(BadRequest):
        publication_address("file://elsewhere/srv/docs")


def test_an_address_tells_by_its_form_that_it_is_a_publications() -> None:
    assert is_publication_address("https://x.org/a/collection.bookwheel?sig=1")
    assert not is_publication_address("http://[::1")
    assert is_publication_address("s3://bucket/a") and is_publication_address("/srv/collection.bookwheel")
    assert not is_publication_address("https://x.org/a/") and not is_publication_address("/srv/docs")
    assert not is_publication_address("https://x.org/my-collection.bookwheel")


def test_a_publication_is_called_as_its_folder_at_first() -> None:
    assert publication_name("https://docs.example.org/team/handbook/") == "handbook"
    assert publication_name("https://docs.example.org/my%20docs/") == "my docs"
    assert publication_name("https://docs.example.org/") == "docs.example.org"
    assert publication_name("s3://bucket/a/b") == "b" and publication_name("s3://bucket") == "bucket"
