"""Tables of sheets are marked as such, those of other documents are not."""

from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.pages.render import Target, render

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n"


@pytest.mark.parametrize(("kind", "frame"), [("csv", "table sheet"), ("sheet", "table sheet"), ("docx", "table")])
def test_tables_of_sheets_are_marked(kind: str, frame: str) -> None:
    page = render(
        TABLE,
        format="markdown",
        dialect=Dialect.CONVERTED,
        first_line=1,
        headings=(),
        resolve=lambda _href, _kind: Target("", "broken"),
        embed=lambda _name: None,
        mark=None,
        kind=kind,
    )
    assert page.html.startswith(f'<div class="{frame}"><table>')
