"""HTML from inside other files as Markdown: its words and tables."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.parsing.formats.markdown_writer import escaped, one_line, table

_BLOCKS = frozenset((
    "p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "tr", "section", "hr",
))  # fmt: skip
_TABLE = "\ue000{}\ue001"
_PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")


def html_as_markdown(html: str) -> str:
    """The words of some HTML as paragraphs, and its tables as tables."""
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "head", "title", "template", "noscript"])
    if tree.body is None:
        return ""
    tables: list[str] = []
    for node in tree.css("table"):
        if node.parent is None or node.css_first("table table") or node.css_first("td table, th table"):
            continue
        made = _table(node)
        node.replace_with(_TABLE.format(len(tables)))
        tables.append(made)
    words: list[str] = []
    for node in tree.body.traverse(include_text=True):
        if node.tag == "-text":
            words.append(re.sub(r"\s+", " ", node.text_content or ""))
        elif node.tag in _BLOCKS:
            words.append("\n")
    paragraphs = "".join(words).split("\n")
    text = "\n\n".join(escaped(one_line(paragraph)) for paragraph in paragraphs if paragraph.strip())
    return _PLACEHOLDER.sub(lambda found: _nth(tables, int(found[1])), text)


def _nth(tables: list[str], number: int) -> str:
    return f"\n\n{tables[number]}\n\n" if number < len(tables) else ""


def _table(node: LexborNode) -> str:
    rows = [[escaped(one_line(cell.text(separator=" "))) for cell in row.css("td, th")] for row in node.css("tr")]
    return table([row for row in rows if row])
