"""The inline nodes and roles of reStructuredText as Markdown, with references resolved within the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any, cast

from docutils import nodes

from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline

_TITLED = re.compile(r"(.+?)\s*<([^<>]*)>\s*\Z", re.DOTALL)
_CODE_ROLES = frozenset({
    "any", "attr", "class", "cls", "code", "command-line", "confval", "const", "data", "deco", "envvar", "exc", "file",
    "func", "keyword", "literal", "lineno", "makevar", "meth", "mod", "module", "obj", "option", "opcode", "prop",
    "regexp", "samp", "setting", "token", "type", "var", "djadmin", "lookup", "tfilter", "ttag",
})  # fmt: skip
_STRONG_ROLES = frozenset({"strong", "b", "command", "program", "guilabel"})
_EMPHASIS_ROLES = frozenset({"emphasis", "i", "dfn", "title-reference", "title", "t", "cite", "mailheader", "manpage"})
_NUMBER_ROLES = frozenset(
    {"issue", "pr", "pull", "gh", "bpo", "ticket", "gh-issue", "gh-pr", "ghissue", "pull-request"}
)
_DOMAIN = re.compile(r"(?:py|c|cpp|js|rst|std|http|rust|php|rb|go|sh|cmake|ref):([a-z]+)\Z")
_MOST_EXPANSIONS = 20_000


class References:
    """What the names of one file stand for."""

    def __init__(self, document: nodes.document) -> None:
        """Gather targets, headings, substitutions, footnotes and roles in one pass."""
        self.targets: dict[str, str] = {}
        self.substitutions: dict[str, nodes.substitution_definition] = {}
        self.roles: dict[str, str] = {}
        self.terms: set[str] = set()
        self.titles: dict[str, str] = {}
        self._anonymous: list[str] = []
        self._indirect: dict[str, str] = {}
        self._numbers: dict[str, str] = {}
        self._auto: list[str] = []
        self._auto_used = self._anonymous_used = self.expansions = 0
        waiting: list[str] = []
        headings: dict[str, str] = {}
        for node in document.findall(nodes.Element):
            if isinstance(node, nodes.target):
                waiting = self._note_target(node, waiting)
            elif isinstance(node, nodes.section):
                title = node[0].astext() if len(node) else ""
                headings.setdefault(_key(title), inline.anchor_id(waiting[0]) if waiting else slug(title))
                self.titles.update(dict.fromkeys(waiting, title))
                waiting = []
            elif isinstance(node, nodes.substitution_definition):
                for name in _names(node):
                    self.substitutions.setdefault(name, node)
                    self.substitutions.setdefault(name.lower(), node)
            elif isinstance(node, nodes.term) and node.get("glossary"):
                self.terms.add(_key(node.astext()))
            elif isinstance(node, nodes.container) and node.get("kind") == "role":
                name, _, base = str(node["argument"]).partition("(")
                self.roles[name.strip().lower()] = base.strip(" )\n").lower() or "inline"
            elif not isinstance(node, (nodes.Inline, nodes.title, nodes.comment, nodes.document)):
                waiting = []
        for name, anchor in headings.items():
            self.targets.setdefault(name, f"#{anchor}")
        self._number_footnotes(document)

    def _note_target(self, node: nodes.target, waiting: list[str]) -> list[str]:
        address = str(node.get("refuri", ""))
        names = _names(node)
        for name in names:
            if address:
                self.targets.setdefault(name, address)
            elif node.get("refname"):
                self._indirect.setdefault(name, str(node["refname"]))
            else:
                self.targets.setdefault(name, f"#{inline.anchor_id(name)}")
        if node.get("anonymous"):
            self._anonymous.append(address or str(node.get("refname", "")))
        return waiting if address or not names else [*waiting, *names]

    def _number_footnotes(self, document: nodes.document) -> None:
        taken = {name for note in document.findall(nodes.footnote) if not note.get("auto") for name in _names(note)}
        number = 0
        for note in document.findall(nodes.footnote):
            if note.get("auto") == 1:
                number += 1
                while str(number) in taken:
                    number += 1
                name = next(iter(_names(note)), "")
                self._numbers[name] = note["label"] = str(number)
                if not name:
                    self._auto.append(str(number))
            elif note.get("auto"):
                note["label"] = f"s{len([one for one in self._auto if one.startswith('s')]) + 1}"
        symbols = [note for note in document.findall(nodes.footnote) if note.get("auto") == "*"]
        for index, note in enumerate(symbols, 1):
            note["label"] = f"s{index}"
        self._symbols_used = 0

    def footnote_label(self, reference: nodes.Element) -> str:
        """The label of the footnote that a reference names."""
        if reference.get("auto") == "*":
            self._symbols_used += 1
            return f"s{self._symbols_used}"
        name = str(reference.get("refname", ""))
        if reference.get("auto"):
            if name:
                return self._numbers.get(name, name)
            self._auto_used += 1
            return self._auto[self._auto_used - 1] if self._auto_used <= len(self._auto) else str(self._auto_used)
        return name or reference.astext()

    def address(self, reference: nodes.Element) -> str:
        """Where a reference leads; empty if nothing in the file says it."""
        if reference.get("refuri"):
            return str(reference["refuri"])
        name = str(reference.get("refname", ""))
        if reference.get("anonymous") and not name:
            self._anonymous_used += 1
            found = self._anonymous[self._anonymous_used - 1 : self._anonymous_used]
            return self._resolve(found[0]) if found else ""
        return self._resolve(name)

    def _resolve(self, name: str) -> str:
        for _ in range(20):
            if name in self.targets:
                return self.targets[name]
            if name not in self._indirect:
                return name if re.match(r"[a-z]+:|[./#]", name) else ""
            name = self._indirect[name]
        return ""


class InlineWriter:
    """Writes inline nodes; `suffix` is that of the files that `:doc:` names."""

    def __init__(self, references: References, suffix: str) -> None:
        """Start with the usual default role."""
        self._references = references
        self._suffix = suffix
        self.default_role = "title-reference"

    def write(self, children: Sequence[nodes.Node], *, block: bool = True) -> str:
        """Markdown of inline nodes; as a `block`, they begin and end a line."""
        parts: list[str] = []
        last = len(children) - 1
        for index, node in enumerate(children):
            if isinstance(node, nodes.Text):
                parts.append(inline.words(str(node), opens=block and not index, closes=block and index == last))
            elif isinstance(node, nodes.Element):
                parts.append(self._element(node))
        made = "".join(parts)
        return made.strip() if block else made

    def _element(self, node: nodes.Element) -> str:
        known = _WRITERS.get(type(node).__name__)
        return known(self, node) if known else self.write(node.children, block=False)

    def reference(self, node: nodes.Element) -> str:
        """A link, or its words alone."""
        label = self.write(node.children, block=False)
        address = self._references.address(node)
        if address == node.astext() and re.match(r"https?://", address):
            return f"<{address}>" if not re.search(r"[<>\s\\]", address) else md.link(label, address)
        return md.link(md.one_line(label), address) if address else label

    def substitution(self, node: nodes.Element) -> str:
        """What a substitution stands for, or its name."""
        references = self._references
        name = str(node.get("refname", ""))
        found = references.substitutions.get(name) or references.substitutions.get(name.lower())
        references.expansions += 1
        if found is None or not found.children or references.expansions > _MOST_EXPANSIONS or found.get("open"):
            return inline.words(node.astext())
        found["open"] = 1
        made = self.write(found.children, block=False)
        del found["open"]
        return made if len(made) < 5000 else inline.words(node.astext())

    def footnote(self, node: nodes.Element) -> str:
        """A mark that leads to a footnote."""
        return f"[^{inline.anchor_id(self._references.footnote_label(node))}]"

    def target(self, node: nodes.Element) -> str:
        """A named place within a line; the target of an embedded address shows nothing."""
        label = self.write(node.children, block=False)
        return "".join(inline.anchor(name) for name in _names(node)) + label if label else ""

    def picture(self, node: nodes.Element) -> str:
        """A picture, which may be a link."""
        address = str(node.get("uri", ""))
        made = md.image(str(node.get("alt", "")), address)
        return md.link(made, str(node["target"])) if node.get("target") else made

    def role(self, node: nodes.Element) -> str:
        """The text of a role as its kind is read."""
        role = str(node.get("role", "")) or self.default_role
        role = self._references.roles.get(role, role)
        if match := _DOMAIN.match(role):
            role = match[1]
        raw, text = str(node.get("raw", "")), node.astext()
        for names, written in _ROLES:
            if role in names:
                return written(self, role, text, raw)
        titled = _TITLED.match(text)
        return inline.words(titled[1] if titled else text)

    def document(self, _role: str, text: str, _raw: str) -> str:
        """A link to another file of the documentation."""
        label, target = _label_and_target(text)
        path, _, fragment = target.partition("#")
        if path and not re.match(r"[a-z]+://", path) and PurePosixPath(path).suffix != self._suffix:
            path += self._suffix
        return md.link(inline.words(md.one_line(label or target)), f"{path}#{fragment}" if fragment else path)

    def label(self, _role: str, text: str, _raw: str) -> str:
        """A link to a label; without a title, that of the section where the label stands in this file."""
        label, target = _label_and_target(text)
        key = _key(target)
        shown = label or self._references.titles.get(key, "") or target
        return md.link(inline.words(md.one_line(shown)), f"#{inline.anchor_id(key)}")

    def term(self, _role: str, text: str, _raw: str) -> str:
        """A word of the glossary; a link where that stands in this file."""
        label, target = _label_and_target(text)
        shown = inline.words(md.one_line(label or target))
        key = _key(target)
        return md.link(shown, f"#term-{slug(key)}") if key in self._references.terms else inline.emphasis(shown)


def _key(name: str) -> str:
    return " ".join(name.lower().split())


def _names(node: nodes.Element) -> Iterable[str]:
    return [str(name) for name in (*cast("list[Any]", node["names"]), *cast("list[Any]", node["dupnames"]))]


def _label_and_target(text: str) -> tuple[str, str]:
    titled = _TITLED.match(text)
    if titled:
        return titled[1].strip(), titled[2].strip()
    return "", text.strip().lstrip("!")


def _code(_writer: InlineWriter, role: str, text: str, raw: str) -> str:
    label, target = _label_and_target(raw if role in ("code", "literal", "samp", "file", "regexp") else text)
    if role in ("code", "literal"):
        return md.code(raw)
    shown = label or target
    if not label and shown.startswith("~"):
        shown = shown.rsplit(".", 1)[-1].lstrip("~")
    if role in ("file", "samp"):
        shown = re.sub(r"(?<!\\)\{([^{}]*)\}", r"\1", shown)
    if role in ("func", "meth") and not label and not shown.endswith(")"):
        shown += "()"
    return md.code(shown)


def _numbered_standard(_writer: InlineWriter, role: str, text: str, _raw: str) -> str:
    label, target = _label_and_target(text)
    number, _, fragment = target.partition("#")
    number = number.strip()
    if not number.isdigit():
        return inline.words(label or target)
    pep = role == "pep"
    address = (
        f"https://peps.python.org/pep-{int(number):04}/"
        if pep
        else f"https://datatracker.ietf.org/doc/html/rfc{number}"
    )
    return md.link(inline.words(label or f"{role.upper()} {number}"), f"{address}#{fragment}" if fragment else address)


def _download(_writer: InlineWriter, _role: str, text: str, _raw: str) -> str:
    label, target = _label_and_target(text)
    return md.link(inline.words(md.one_line(label or target)), target)


RoleWriter = Callable[[InlineWriter, str, str, str], str]
_ROLES: Sequence[tuple[frozenset[str], RoleWriter]] = (
    (_CODE_ROLES, _code),
    (frozenset({"ref", "numref"}), InlineWriter.label),
    (frozenset({"doc"}), InlineWriter.document),
    (frozenset({"term"}), InlineWriter.term),
    (_EMPHASIS_ROLES, lambda _writer, _role, text, _raw: inline.emphasis(inline.words(text))),
    (_STRONG_ROLES, lambda _writer, _role, text, _raw: inline.emphasis(inline.words(text.replace("&", "")), "**")),
    (frozenset({"math"}), lambda _writer, _role, _text, raw: inline.math(raw)),
    (frozenset({"sup", "superscript"}), lambda _writer, _role, text, _raw: inline.tag("sup", inline.words(text))),
    (frozenset({"sub", "subscript"}), lambda _writer, _role, text, _raw: inline.tag("sub", inline.words(text))),
    (frozenset({"kbd"}), lambda _writer, _role, text, _raw: inline.tag("kbd", inline.words(text))),
    (
        frozenset({"menuselection"}),
        lambda _writer, _role, text, _raw: inline.emphasis(
            inline.words(text.replace("-->", "→").replace("&", "")), "**"
        ),
    ),
    (frozenset({"pep", "rfc"}), _numbered_standard),
    (frozenset({"download"}), _download),
    (_NUMBER_ROLES, lambda _writer, _role, text, _raw: inline.words(f"#{text}" if text.isdigit() else text)),
    (frozenset({"raw"}), lambda _writer, _role, _text, _raw: ""),
    (frozenset({"abbr", "abbreviation", "ac"}), lambda _writer, _role, text, _raw: inline.words(text)),
)
_WRITERS: dict[str, Callable[[InlineWriter, nodes.Element], str]] = {
    "emphasis": lambda writer, node: inline.emphasis(writer.write(node.children, block=False)),
    "strong": lambda writer, node: inline.emphasis(writer.write(node.children, block=False), "**"),
    "literal": lambda _writer, node: md.code(node.astext()),
    "reference": InlineWriter.reference,
    "substitution_reference": InlineWriter.substitution,
    "footnote_reference": InlineWriter.footnote,
    "citation_reference": InlineWriter.footnote,
    "target": InlineWriter.target,
    "image": InlineWriter.picture,
    "inline": InlineWriter.role,
    "problematic": lambda _writer, node: inline.words(node.astext()),
    "system_message": lambda _writer, _node: "",
}
