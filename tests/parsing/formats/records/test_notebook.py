"""Notebooks become their Markdown, code and outputs, cited by cell."""

from __future__ import annotations

import base64
import json

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, place_at
from bookwheel.parsing.formats.records import notebook
from bookwheel.parsing.markdown import reader

PIXEL = base64.b64encode(b"\x89PNG\r\n a pixel").decode()


def _markdown(source: str, **more: object) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True), **more}


def _code(source: str, *outputs: object, **metadata: object) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": 1, "metadata": metadata, "source": source, "outputs": outputs}


def _shown(**data: object) -> dict[str, object]:
    kinds = {"plain": "text/plain", "html": "text/html", "png": "image/png", "latex": "text/latex"}
    return {"output_type": "display_data", "data": {kinds.get(kind, kind): value for kind, value in data.items()}}


def _stream(text: str, name: str = "stdout") -> dict[str, object]:
    return {"output_type": "stream", "name": name, "text": text.splitlines(keepends=True)}


def _bytes(*cells: object, **metadata: object) -> bytes:
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": kernel | metadata, "nbformat": 4, "nbformat_minor": 5}).encode()


def _text(*cells: object) -> str:
    return notebook.read(_bytes(*cells), "a.ipynb").text


def test_cells_become_sections_code_and_outputs() -> None:
    content = _bytes(
        _markdown("# Title\n\nSee [other](../b.ipynb#x)."),
        _code("print(1)\n", _stream("1\n"), _stream("2\n")),
        _markdown("## Part\n\n$a$ and `b`"),
        title="Stated",
        authors=[{"name": "Ada"}],
    )
    made = notebook.read(content, "a.ipynb")
    assert made.text == (
        "# Title\n\nSee [other](../b.ipynb#x).\n\n```python\nprint(1)\n```\n\n```output\n1\n2\n```\n\n"
        "## Part\n\n$a$ and `b`\n"
    )
    assert [(place.number, place.label) for place in made.places] == [(1, ""), (2, "In [1]"), (3, "")]
    assert made.fields == {
        "title": "Stated", "author": ["Ada"], "kernel": "Python 3", "programming_language": "python",
    }  # fmt: skip
    assert [place.number for place in made.places] == [1, 2, 3]
    assert {place.kind for place in made.places} == {PlaceKind.CELL}


def test_each_section_is_cited_by_the_cells_that_hold_its_words() -> None:
    cells = [_markdown(f"# Head {number}\n\nWord{number} here.") for number in range(1, 30)]
    made = notebook.read(_bytes(*cells), "a.ipynb")
    pieces = reader.read(made.text, Dialect.CONVERTED).pieces
    assert len(pieces) == 29
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        end = after.line if after else made.text.count("\n")
        cited = place_at(made.places, (piece.line + 1, end))
        assert cited is not None and cited.first == cited.last
        assert piece.prose in "".join(cells[cited.first - 1]["source"])  # type: ignore[arg-type]


def test_colours_and_overwritten_lines_are_left_out() -> None:
    assert "\n```output\ndone 100%\nred\n```" in _text(
        _code("x", _stream("done 1%\rdone 50%\rdone 100%\n\x1b[31mred\x1b[0m\n"))
    )


def test_an_error_keeps_the_end_of_its_traceback() -> None:
    error = {
        "output_type": "error", "ename": "ValueError", "evalue": "no",
        "traceback": [*(f"\x1b[0;31mline\x1b[0m {number}" for number in range(50)), "\x1b[31mValueError\x1b[0m: no"],
    }  # fmt: skip
    text = _text(_code("f()", error))
    assert "ValueError: no\n```" in text and "line 49" in text and "line 3\n" not in text and "\x1b" not in text


def test_tables_pictures_and_formulas_are_kept_and_names_of_objects_are_not() -> None:
    rows = "<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr>"
    text = _text(
        _code(
            "df",
            _shown(plain="a b", html=f"<div><style>x</style><table>{rows}</table></div>"),
            _shown(plain="<Figure size 640x480 with 1 Axes>", png=PIXEL),
            _shown(plain="<matplotlib.lines.Line2D at 0x7f00>"),
            _shown(plain="x**2", latex="\\begin{align}x\\end{align}"),
        )
    )  # fmt: skip
    assert "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |" in text
    assert "![Output of cell 1](inner:cells/1/outputs/1.png)" in text
    assert "$$\n\\begin{align}x\\end{align}\n$$" in text
    assert "0x7f00" not in text and "Figure" not in text and "style" not in text


def test_pictures_are_given_by_their_name() -> None:
    picture = {"my plan.png": {"image/png": PIXEL}}
    content = _bytes(_code("p", _shown(png=[PIXEL])), _markdown("![A](attachment:my%20plan.png)", attachments=picture))
    assert "![A](inner:cells/2/attachments/my%20plan.png)" in notebook.read(content, "a.ipynb").text
    assert notebook.picture(content, "cells/1/outputs/0.png").startswith(b"\x89PNG")
    assert notebook.picture(content, "cells/2/attachments/my%20plan.png").startswith(b"\x89PNG")
    for name in ("cells/1/outputs/0.jpg", "cells/1/outputs/9.png", "cells/0/outputs/0.png", "../a", "cells/99/x"):
        with pytest.raises(SkippedFile):
            notebook.picture(content, name)


def test_long_outputs_are_cut_and_counted() -> None:
    made = notebook.read(_bytes(_code("x", *[_shown(plain="y" * 30_000) for _ in range(9)])), "a.ipynb")
    assert len(made.text) < 110_000
    assert "*10,000 more characters of this output are left out.*" in made.text
    assert made.warnings == ["9 long outputs of cells were cut."]


def test_a_cell_does_not_run_on_into_the_next() -> None:
    for open_end in ("```py\nx", "~~~\nx", "<!-- x", "<pre>\nx", "<script>\nx\n\ny"):
        pieces = reader.read(_text(_markdown(open_end), _markdown("# Next")), Dialect.CONVERTED).pieces
        assert pieces[-1].title == "Next", open_end


def test_bare_formulas_are_set_as_maths() -> None:
    assert _text(_markdown("a\n\\begin{align}\nx\n\\end{align}\nb")) == (
        "a\n$$\n\\begin{align}\nx\n\\end{align}\n$$\nb\n"
    )
    held = "$$\n\\begin{align}\nx\n\\end{align}\n$$"
    assert _text(_markdown(held)) == held + "\n"


def test_magics_name_the_language_and_raw_front_matter_the_title() -> None:
    raw = {"cell_type": "raw", "metadata": {}, "source": "---\ntitle: Report\nauthor: Ada\n---"}
    made = notebook.read(_bytes(raw, _code("%%bash\nls"), _code("a", vscode={"languageId": "fsharp"})), "a.ipynb")
    assert made.text == "```bash\n%%bash\nls\n```\n\n```fsharp\na\n```\n"
    assert made.fields["title"] == "Report" and made.fields["author"] == "Ada"


def test_format_3_is_read() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Old *one*"]},
        {"cell_type": "code", "language": "python", "input": ["1 + 1"], "outputs": [
            {"output_type": "pyout", "text": ["2"]},
            {"output_type": "stream", "stream": "stdout", "text": ["s"]},
            {"output_type": "display_data", "png": PIXEL},
            {"output_type": "pyerr", "ename": "E", "evalue": "v", "traceback": []},
        ]},
    ]  # fmt: skip
    content = json.dumps({"metadata": {"name": "Kept"}, "nbformat": 3, "worksheets": [{"cells": cells}]}).encode()
    made = notebook.read(content, "a.ipynb")
    assert "## Old \\*one\\*\n\n```python\n1 + 1\n```\n\n```output\n2\n```\n\n```output\ns\n```" in made.text
    assert "outputs/2.png" in made.text and "E: v" in made.text
    assert made.fields["title"] == "Kept"
    assert notebook.picture(content, "cells/2/outputs/2.png")


def test_lone_surrogates_and_nan_are_read() -> None:
    content = b'{"cells": [{"cell_type": "markdown", "source": "# a\\ud800b", "metadata": {"x": NaN}}]}'
    assert notebook.read(content, "a.ipynb").text == "# a\ufffdb\n"


def test_huge_outputs_take_little_text() -> None:
    picture = _shown(png="A" * 20_000_000, plain=["z" * 1_000] * 5_000)
    made = notebook.read(_bytes(_code("x", picture, _stream("line\n" * 1_000_000))), "a.ipynb")
    assert len(made.text) < 30_000
