"""Words within a line as Markdown, for readers that put a line together from parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bookwheel.domain.links.named_links import CITE, address_to
from bookwheel.parsing.formats import markdown_writer as md

_NUMBER = re.compile(r"[+-]?\d[\d.,]*")


def words(text: str, *, opens: bool = False, closes: bool = False) -> str:
    """Escaped words that keep the spaces at their ends; `opens` and `closes` where a block does so with them."""
    before, after = "" if opens else ".", "" if closes else "."
    if before and after and not text.strip():
        return text
    made = md.escaped(f"{before}{text}{after}")
    return made[len(before) : len(made) - len(after)]


def emphasis(markdown: str, mark: str = "*") -> str:
    """Words between marks, which stand right at the words; spaces stay outside."""
    core = markdown.strip()
    if not core:
        return markdown
    start = markdown.index(core)
    return f"{markdown[:start]}{mark}{core}{mark}{markdown[start + len(core) :]}"


def tag(name: str, markdown: str) -> str:
    """Words in one of the HTML elements that a converted document may hold: sub, sup, mark, kbd."""
    return f"<{name}>{markdown}</{name}>" if markdown.strip() else markdown


def math(formula: str) -> str:
    """A formula within a line."""
    inner = md.one_line(formula).strip("$")
    if _NUMBER.fullmatch(inner.strip()):
        return words(inner.strip().replace("-", "−"))  # between dollars it would read as an amount of money
    return f"${inner}$" if inner.strip() else ""


def math_block(formula: str) -> str:
    """A formula by itself; empty lines in it go."""
    lines = [line.rstrip() for line in formula.strip().split("\n") if line.strip()]
    return "\n".join(["$$", *lines, "$$"]) if lines else ""


def anchor(name: str) -> str:
    """A place that links can name."""
    return f'<a id="{anchor_id(name)}"></a>'


def anchor_id(name: str) -> str:
    """A label as the id of a place: what headings keep of it."""
    return md.heading(1, "x", name).partition("{#")[2].rstrip("}")


def citation(keys: Sequence[str], before: str = "", after: str = "") -> str:
    """Works that are cited by their keys, in brackets as pandoc has them; `before` and `after` are Markdown."""
    links = "; ".join(md.link(words(f"@{key}"), address_to(CITE, [key])) for key in keys)
    inside = f"{before.strip()} {links}" if before.strip() else links
    return f"[{inside}{f', {after.strip()}' if after.strip() else ''}]" if keys else ""


def rewrite(
    text: str, pattern: re.Pattern[str], write: Callable[[re.Match[str]], str | None], *, block: bool = True
) -> str:
    """Text with each match of `pattern` as Markdown that `write` makes; the rest, and what it refuses, is escaped."""
    parts: list[str] = []
    last = 0
    for match in pattern.finditer(text):
        if match.start() < last:
            continue
        made = write(match)
        if made is None:
            continue
        if match.start() > last:
            parts.append(words(text[last : match.start()], opens=block and not last))
        parts.append(made)
        last = match.end()
    if last < len(text):
        parts.append(words(text[last:], opens=block and not last, closes=block))
    made = "".join(parts)
    return made.strip() if block else made
