from __future__ import annotations

import pytest

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.indexes.vector_store import EngineAddress, EngineKind, check_engine, read_address


@pytest.mark.parametrize(
    ("text", "kind", "location"),
    [
        ("chroma+http://127.0.0.1:8000", EngineKind.CHROMA, "http://127.0.0.1:8000"),
        ("chroma+https://vectors.example.org/", EngineKind.CHROMA, "https://vectors.example.org"),
        ("lancedb:/srv/vectors", EngineKind.LANCE, "/srv/vectors"),
        ("lancedb+s3://bucket/some/prefix/", EngineKind.LANCE, "s3://bucket/some/prefix"),
        ("postgresql://ada@db/books", EngineKind.POSTGRES, "postgresql://ada@db/books"),
    ],
)
def test_an_address_names_an_adapter_and_what_it_opens(text: str, kind: EngineKind, location: str) -> None:
    assert read_address(text) == EngineAddress(kind, location)


@pytest.mark.parametrize(
    "text",
    [
        "", "chroma", "http://127.0.0.1:8000", "chroma+http://", "chroma+http://host:99999", "chroma+http://h:port",
        "chroma+http://ada:word@host", "chroma+http://host/path", "chroma+http://host?x=1", "lancedb:folder",
        "lancedb:", "lancedb://host/folder", "lancedb+s3:///prefix", "lancedb+s3://key:word@bucket", "chroma+http://[",
        "postgresql:books", "faiss:/srv/vectors",
    ],
)  # fmt: skip
def test_an_address_that_no_adapter_opens_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(ConfigurationRefused, match="lancedb:/folder"):
        read_address(text)
    assert "lancedb:/folder" in str(check_engine(text))


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "bookwheel[team]" in str(check_engine("lancedb:/srv/vectors"))
    assert not check_engine("chroma+http://127.0.0.1:8000")
