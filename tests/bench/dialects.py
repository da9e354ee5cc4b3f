"""Compare our pages with those of another program: which words and elements differ, page by page.

    python -m tests.bench.dialects --dialect gfm --pages 10 --with "cmark-gfm --unsafe -e table" FOLDER

The other program gets a page without its front matter and gives HTML. What stands in both is not named.
"""

from __future__ import annotations

import argparse
import random
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from html.parser import HTMLParser
from pathlib import Path

from bookwheel.domain.document import Dialect
from bookwheel.parsing.front_matter import split
from tests.pages.rendering import page

_COUNTED = (
    "p", "li", "tr", "blockquote", "pre", "em", "strong", "s", "a", "img", "h1", "h2", "h3", "h4", "h5", "h6", "dt",
    "dd", "br", "sub", "sup", "table", "hr", "details", "kbd", "mark",
)  # fmt: skip
_INLINE = frozenset(("span", "a", "code", "em", "strong", "s", "sub", "sup", "mark", "i", "b", "img", "del"))
_SAME = {"del": "s", "b": "strong", "i": "em"}
_HIDDEN = frozenset(("script", "style", "head", "template"))
_SHOWN = 4
"""Places of a page that are named."""


class _Shape(HTMLParser):
    """The elements of a page by their names, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Counter[str] = Counter()
        self._text: list[str] = []
        self._hidden = 0
        self.feed(html)
        self.close()

    @property
    def words(self) -> list[str]:
        return re.sub("[\u21a9\ufe0e\u200b]", "", "".join(self._text)).split()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        self.elements[_SAME.get(tag, tag)] += 1
        self._text.append("" if tag in _INLINE else " ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _HIDDEN
        self._text.append("" if tag in _INLINE else " ")

    def handle_data(self, data: str) -> None:
        self._text.append("" if self._hidden else data)


def differences(theirs: str, ours: str) -> Iterator[str]:
    """What differs between two pages: how like their words are, then elements, then the first of the words."""
    one, other = _Shape(theirs), _Shape(ours)
    matcher = SequenceMatcher(None, one.words, other.words, autojunk=False)
    counts = {
        name: (one.elements[name], other.elements[name])
        for name in _COUNTED
        if one.elements[name] != other.elements[name]
    }
    yield f"words {matcher.ratio():.4f}  elements (theirs, ours) {counts}"
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    for _, start, end, from_, to in changes[:_SHOWN]:
        yield f"    {' '.join(one.words[start:end])[:70]!r} → {' '.join(other.words[from_:to])[:70]!r}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--with", dest="command", required=True, help="turns Markdown on stdin into HTML on stdout")
    arguments.add_argument("--dialect", type=Dialect, default=Dialect.GFM)
    arguments.add_argument("--extension", action="append", default=[], help="of a MkDocs site, by its name")
    arguments.add_argument("--pages", type=int, default=10)
    chosen = arguments.parse_args()
    files = sorted(chosen.folder.rglob("*.md"))
    random.Random(7).shuffle(files)
    for file in files[: chosen.pages]:
        text = file.read_text("utf-8", errors="replace")
        body = text[split(text).length :]
        answer = subprocess.run(shlex.split(chosen.command), input=body, capture_output=True, text=True, check=True)
        ours = page(body, chosen.dialect, extensions=chosen.extension).html
        print(file.relative_to(chosen.folder), *differences(answer.stdout, ours), sep="\n  ")


if __name__ == "__main__":
    main()
