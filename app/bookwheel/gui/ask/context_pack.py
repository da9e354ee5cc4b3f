"""The context pack as text: the evidence for a question as Markdown for any chat, its sources, and as it is shown."""

from __future__ import annotations

import re

from bookwheel.domain.document import TOP
from bookwheel.domain.graph import ContextAnswer, Evidence, Fact
from bookwheel.domain.places import FilePlace
from bookwheel.gui.i18n.file_places import name_lines
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.state.locations import address

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_NOTE = re.compile(r"\[\^[^\]\s]+\](?::[ \t]*)?")
"""A footnote's mark, and what stands before its text."""
_IMAGE = re.compile(r"!\[([^\]\n]*)\](\([^)\n]*\)|\[[^\]\n]*\])?")
_WIKI = re.compile(r"!?\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]")
_CODE = re.compile(
    r"(^ {0,3}```.*?(?:^ {0,3}```|\Z)|^ {0,3}~~~.*?(?:^ {0,3}~~~|\Z)|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{\{#[^{}]*\}\}", re.DOTALL)
_PICTURE = re.compile(r"<img\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>", re.IGNORECASE)
_SAID = re.compile(r"\balt=(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|abbr|b|br|center|details|div|em|figcaption|figure|font|hr|i|kbd|Listing|mark|p|section|small|span|strong|sub"
    r"|summary|sup|table|tbody|td|th|thead|tr|u|ul|ol|li)\b[^<>]*>",
    re.IGNORECASE,
)
_SHORTCODE = re.compile(r"\{\{[<%].*?[>%]\}\}", re.DOTALL)
_WORDS = re.compile(r"\btext=\"([^\"]*)\"")
_ASK = QT_TR_NOOP(
    "Answer the question using only the passages below, and cite the sources that you use by their numbers."
)


def link_of(section: str, place: FilePlace | None = None) -> str:
    """The deep link of a section by its id."""
    doc, _, anchor = section.partition("#")
    return address(doc, "" if anchor == TOP else anchor, place=place)


def title_of(passage: Evidence) -> str:
    """A passage's title with the document's, where they differ."""
    above = passage.breadcrumb[-1] if passage.breadcrumb else ""
    return f"{above} › {passage.title}" if above and above != passage.title else passage.title


def sources(answer: ContextAnswer) -> str:
    """One line for each passage: its number, title, link and lines."""
    return "\n".join(
        f"{number}. [{_plain(title_of(passage))}]({link_of(passage.section, passage.place)}), {_lines(passage)}"
        for number, passage in enumerate(answer.passages, 1)
    )


def as_markdown(answer: ContextAnswer) -> str:
    """The whole pack for a chat: the question, what to do, passages with their numbers, facts, sources."""
    passages, facts, listed, source = tr("Passages"), tr("Facts"), tr("Sources"), tr("source")
    parts = [f"# {answer.question}", tr(_ASK), f"## {passages}"]
    for number, passage in enumerate(answer.passages, 1):
        cut = "\n\n({})".format(tr("The passage continues.")) if passage.is_cut else ""
        parts.append(f"### [{number}] {title_of(passage)}\n\n{passage.text.strip()}{cut}")
    if answer.facts:
        lines = [
            f"- {fact.sentence}" + (f" ([{source}]({link_of(fact.section)}))" * bool(fact.section))
            for fact in answer.facts
        ]
        parts += [f"## {facts}", "\n".join(lines)]
    return "\n\n".join([*parts, f"## {listed}", sources(answer)]) + "\n"


def as_shown(answer: ContextAnswer) -> str:
    """The pack as the window shows it: every passage under a link to its place, its own headings kept small."""
    parts: list[str] = []
    for number, passage in enumerate(answer.passages, 1):
        where = " › ".join(passage.breadcrumb)
        text = _eased(passage)
        cut = "\n\n*{}*".format(tr("The passage continues.")) if passage.is_cut else ""
        head = f"#### [{number}. {_plain(passage.title)}]({link_of(passage.section, passage.place)})"
        parts.append(f"{head}\n\n*{_plain(where)} · {_lines(passage)}*\n\n{text}{cut}")
    if answer.facts:
        lines = [
            (f"- [{_plain(fact.sentence)}]({link_of(fact.section)})" if fact.section else f"- {_plain(fact.sentence)}")
            + _path(fact)
            for fact in answer.facts
        ]
        parts.append("\n\n".join(("#### " + tr("Facts"), "\n".join(lines))))
    return "\n\n".join(parts)


def _path(fact: Fact) -> str:
    """The nodes that a fact about a way leads over, in short."""
    names = (node.partition("#")[0].rpartition("/")[2] if "/" in node else node.partition(":")[2] for node in fact.path)
    return f" *{_plain(' → '.join(names))}*" if fact.path else ""


def _lines(passage: Evidence) -> str:
    return name_lines(passage.lines, passage.place)


def _eased(passage: Evidence) -> str:
    """A passage without the heading that stands above it already, its own as bold lines, without pictures and tags."""
    text = passage.text.strip()
    first = _HEADING.match(text)
    if first is not None and first[1].strip() == passage.title:
        text = text[first.end() :].strip()
    pieces = _CODE.split(text)
    pieces[::2] = map(_prose, pieces[::2])
    return "".join(pieces)


def _prose(text: str) -> str:
    """What a reader reads of Markdown between code."""
    text = _HEADING.sub(r"**\1**", _COMMENT.sub("", text))
    text = _NOTE.sub("", text)
    text = _WIKI.sub(lambda found: found[2] or found[1], text)
    text = _PICTURE.sub(_said_of, text)
    text = _SHORTCODE.sub(_words_of, _TAG.sub("", text))
    return _IMAGE.sub(lambda found: f"*{found[1]}*" if found[1] else "", text)


def _words_of(shortcode: re.Match[str]) -> str:
    found = _WORDS.search(shortcode[0])
    return found[1] if found else ""


def _said_of(picture: re.Match[str]) -> str:
    found = _SAID.search(picture[0])
    words = " ".join((found[1] or found[2] or "").split()) if found else ""
    return f"*{words}*" if words else ""


def _plain(words: str) -> str:
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", words)
