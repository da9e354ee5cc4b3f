"""The reading verbs, with the real service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.__main__ import main
from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from tests.words_only import turn_meaning_off

BODY = (
    "# Long\n\n"
    + "".join(f"Line {number} of a page that goes on and on.\n\n" for number in range(1000))
    + "One line. " * 5000
    + "\n"
)
SOURCES = Path(__file__).parents[2] / "app"


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, library_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a long page and an odd name, taken in by a service that ends with the test."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    root = tmp_path / "notes"
    root.mkdir()
    (root / "long.md").write_text(f"---\nauthor: Ada\n---\n{BODY}", "utf-8")
    (root / "C#.md").write_text("# C sharp\n\n## Types\n\nValues and references.\n", "utf-8")
    client = connect(turn_meaning_off(library_folder), client="cli")
    client.add(AddRequest(str(root)))
    try:
        assert main(["rebuild", "--wait"]) == 0
        yield
    finally:
        client.stop(10)
        client.close()


def test_a_long_page_is_printed_whole_with_its_front_matter_once(capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert main(["read", "notes/long.md", "--metadata"]) == 0
    printed = capsys.readouterr().out
    assert printed.count('"author": "Ada"') == 1
    assert printed.endswith(f"\n{BODY}")


def test_a_name_with_the_sign_of_an_anchor_is_outlined(capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert main(["outline", "notes/C#.md"]) == 0
    assert "Types" in capsys.readouterr().out
    assert main(["outline", "notes/C#.md#types"]) == 0
    assert "C sharp" in capsys.readouterr().out
