"""Pages rendered for tests, and what a browser would make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html.parser import HTMLParser

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.pages.render import Heading, Include, Rendered, Target, render

ALL = (Dialect.COMMONMARK, Dialect.GFM, Dialect.OBSIDIAN, Dialect.MKDOCS)


def resolve(href: str, kind: LinkKind) -> Target:
    """Images are assets, `https:` is external, names with “missing” are broken, all else is a page."""
    if href.startswith(("http:", "https:", "mailto:")):
        return Target(href, "external")
    if "missing" in href:
        return Target("", "broken")
    if kind in {LinkKind.IMAGE, LinkKind.EMBED}:
        return Target(f"bookwheel://asset/docs/a.md?href={href}", "asset")
    return Target(f"bookwheel://doc/docs/{href}", "resolved")


def page(
    text: str,
    dialect: Dialect = Dialect.GFM,
    *,
    format: str = "markdown",
    headings: Sequence[Heading] = (),
    first_line: int = 1,
    embed: Callable[[str], str | None] = lambda name: None,
    mark: Callable[[str], Sequence[tuple[int, int]]] | None = None,
    resolve: Callable[[str, LinkKind], Target] = resolve,
    include: Include | None = None,
    extensions: Iterable[str] = (),
) -> Rendered:
    return render(
        text,
        format=format,
        dialect=dialect,
        first_line=first_line,
        headings=headings,
        resolve=resolve,
        embed=embed,
        mark=mark,
        extensions=extensions,
        include=include,
    )


def html(text: str, dialect: Dialect = Dialect.GFM) -> str:
    return page(text, dialect).html


class Elements(HTMLParser):
    """Every element of a page with its attributes, in order, and its text."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.found if "id" in attributes]

    def of(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]
