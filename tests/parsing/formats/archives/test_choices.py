"""Formats that a collection switched on or off are read or left out inside archives as well."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from tests.parsing.formats.changes import zipped

FILES: dict[str, str | bytes] = {
    "a.md": "# Wheel\n\n*Oak*\n",
    "b.json": '{"wood": "sycamore"}',
    "c.py": "def turn_wheel():\n    pass\n",
}


def test_what_is_read_in_an_archive_follows_the_collection() -> None:
    packed = zipped(FILES)
    usual = parse(packed, "a.zip")
    assert "Oak" in usual.text and "sycamore" not in usual.text and "turn_wheel" not in usual.text
    chosen = parse(packed, "a.zip", choices=("json=on", "markdown=text"))
    assert "sycamore" in chosen.text and "turn_wheel" not in chosen.text and "\\*Oak\\*" in chosen.text
    with pytest.raises(SkippedFile):
        parse(packed, "a.zip", choices=("markdown=off",))
