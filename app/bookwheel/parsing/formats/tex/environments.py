"""Environments of LaTeX by what they hold: code, formulas, lists, tables, quotes, theorems, or nothing to read."""

from __future__ import annotations

import re

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.tex.source import Source

CODE = ("verbatim", "verbatim*", "Verbatim", "BVerbatim", "lstlisting", "minted", "alltt")
MATH = frozenset(
    f"{name}{star}"
    for name in ("equation", "align", "gather", "multline", "displaymath", "eqnarray", "flalign", "alignat", "math")
    for star in ("", "*")
)
LISTS = ("itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum")
TABLES = ("tabular", "tabular*", "tabularx", "longtable", "tabulary", "supertabular")
QUOTES = ("quote", "quotation", "verse", "displayquote")
UNREAD = ("tikzpicture", "comment", "pgfpicture", "filecontents", "filecontents*", "circuitikz")
THEOREMS = frozenset((
    "theorem", "lemma", "proof", "definition", "corollary", "proposition", "remark", "example", "claim", "conjecture",
    "exercise", "solution", "block", "alertblock", "exampleblock",
))  # fmt: skip
FLOATS = ("figure", "table", "figure*", "table*", "wrapfigure", "minipage", "thebibliography", "columns")
"""Those that take options and widths before what they hold."""
_WIDTH = re.compile(r"\s*\{[\d.]*\s*(?:\\(?:text|line|column)width|[a-z]{2}|[rlioRLIO]|9+)?\}")


def code_block(name: str, inside: str) -> str:
    """An environment of code as Markdown, with its language where it is stated."""
    rest = Source(inside)
    options = rest.option() if inside.lstrip(" \t").startswith("[") else ""
    language = rest.argument() if name == "minted" else ""
    stated = re.search(r"language\s*=\s*\{?(?:\[[^\]]*\])?([\w+#-]+)", options)
    return md.code_block(inside[rest.at :].lstrip("\n"), (stated[1] if stated else language).lower())


def pass_options(source: Source) -> None:
    """Pass what an environment takes in brackets, and widths in braces."""
    while source.option():
        pass
    while width := _WIDTH.match(source.text, source.at):
        source.at = width.end()
