"""The programs of the system, which the other tests are kept from."""

from __future__ import annotations

import pytest

from bookwheel.domain.formats import LIBREOFFICE, TESSERACT
from bookwheel.parsing.formats.legacy import conversion
from bookwheel.parsing.outside import programs


def _program(monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    monkeypatch.delenv(f"BOOKWHEEL_{name.upper()}")
    found = programs.find(name)
    if not found:
        pytest.skip(f"{name} is not installed here")
    return found


@pytest.fixture
def soffice(monkeypatch: pytest.MonkeyPatch) -> str:
    """LibreOffice's path."""
    conversion.converted.cache_clear()
    return _program(monkeypatch, LIBREOFFICE)


@pytest.fixture
def tesseract(monkeypatch: pytest.MonkeyPatch) -> str:
    """Tesseract's path."""
    return _program(monkeypatch, TESSERACT)
