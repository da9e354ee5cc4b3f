"""The manual and the README as tests see them: pages, their sections, tables, links and commands."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "resources" / "manual" / "en"
README = ROOT / "README.md"
PAGES = {path.stem: path for path in sorted(MANUAL.glob("*.md")) if path.stem != "SUMMARY"}
"""The pages of the manual by name, without its table of contents."""

GERMAN = MANUAL.parent / "de"
GERMAN_PAGES = {name: GERMAN / path.name for name, path in PAGES.items()}
"""The pages that the German manual must have: those of the English one."""

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def section(page: str, title: str) -> str:
    """Return the text under a heading of a page of the manual, up to the next."""
    return section_of(PAGES[page], title)


def labels(text: str) -> list[str]:
    """Return what a text has in bold or in quotes with a capital, English or German: what the window calls it."""
    quoted = re.findall(r"“([A-Z][^”“]*)”|„([A-ZÄÖÜ][^“]*)“|\*\*([A-ZÄÖÜ][^*]*)\*\*", text)
    return [label_of(" ".join("".join(found).split())) for found in quoted]


def label_of(text: str) -> str:
    """Return a text of the window without the ellipsis of a command that asks more."""
    return text.rstrip("… ")


def german_labels() -> dict[str, set[str]]:
    """Return the German texts of the window by the English one; a text may have several, each for its place."""
    found: dict[str, set[str]] = {}
    for message in ElementTree.parse(ROOT / "resources" / "languages" / "bookwheel_de.ts").iter("message"):
        source, translation = message.findtext("source", ""), message.findtext("translation", "")
        found.setdefault(label_of(source), set()).add(label_of(translation))
    return found


def shape(path: Path) -> dict[str, object]:
    """Return what a page has in common with its translation: all but its prose."""
    text = path.read_text("utf-8")
    prose = _FENCE.sub("", text)
    targets = (re.sub(r"#.*|^\.\./en/", "", target) for target in links(path))
    return {
        "headings": re.findall(r"^#+(?= )", prose, re.MULTILINE),
        "items": len(re.findall(r"^(?:-|\d+\.) ", prose, re.MULTILINE)),
        "tables": [[sorted(_spans(cell)) for cell in row] for row in rows(prose)],
        "spans": _spans(prose),
        "code": [re.sub(r" +# .*", "", block) for block in _FENCE.findall(text)],
        "links": Counter(targets),
        "numbers": Counter(re.sub(r"[.,]", "", number) for number in re.findall(r"\d+(?:[.,]\d+)*", prose)),
    }


def _spans(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def section_of(path: Path, title: str) -> str:
    """Return the text under a heading of a file, up to the next."""
    parts = re.split(r"^##+ +(.+)$", path.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[title]


def rows(text: str) -> list[list[str]]:
    """Return the cells of every row of the tables in a text, without heads and rules."""
    found: list[list[str]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        for line in block.splitlines()[2:]:
            found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def named(page: str, title: str) -> set[str]:
    """Return every code span in the first column of the tables of a section."""
    return {name for row in rows(section(page, title)) for name in re.findall(r"`([^`]+)`", row[0])}


def links(path: Path) -> list[str]:
    """Return the targets of all links and pictures of a file, outside code, that lead to no other computer."""
    text = re.sub(r"`[^`\n]*`", "", _FENCE.sub("", path.read_text("utf-8")))
    targets = re.findall(r"\]\(([^()\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def commands(path: Path) -> list[str]:
    """Return every line of code blocks that runs the program, without its remark."""
    blocks = re.findall(r"^```(?:sh|bash)?\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = (line for block in blocks for line in block.splitlines())
    shown = (re.sub(r"\s+# .*", "", line) for line in lines)
    return [re.sub(r"^(?:\w+=\S+ +)*(?:\S*/)?bookwheel\b ?", "", line) for line in shown if _RUNS.match(line)]


_RUNS = re.compile(r"(?:\w+=\S+ +)*(?:\S*/)?bookwheel(?: |$)")
