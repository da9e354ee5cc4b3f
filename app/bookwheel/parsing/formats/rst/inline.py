"""The inline nodes and roles of reStructuredText as Markdown, with references resolved within the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from docutils import nodes

from bookwheel.domain.links.named_links import CITE, LABEL, OBJECT, TERM, address_to
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.rst.objects import OBJECT_ROLES, Scope
from bookwheel.parsing.formats.rst.references import References, key_of, names_of, term_id

_TITLED = re.compile(r"(.+?)\s*<([^<>]*)>\s*\Z", re.DOTALL)
_CODE_ROLES = frozenset({
    "code", "command-line", "file", "keyword", "literal", "lineno", "makevar", "option", "opcode", "regexp", "samp",
    "token", "var",
})  # fmt: skip
_STRONG_ROLES = frozenset({"strong", "b", "command", "program", "guilabel"})
_EMPHASIS_ROLES = frozenset({"emphasis", "i", "dfn", "title-reference", "title", "t", "cite", "mailheader", "manpage"})
_NUMBER_ROLES = frozenset(
    {"issue", "pr", "pull", "gh", "bpo", "ticket", "gh-issue", "gh-pr", "ghissue", "pull-request"}
)
_DOMAIN = re.compile(r"(?:py|c|cpp|js|rst|std|http|rust|php|rb|go|sh|cmake|ref):([a-z]+)\Z")
_MOST_EXPANSIONS = 20_000
_BUILT_IN = frozenset({"genindex", "modindex", "search"})
_CITES = re.compile(r"(?:foot)?cite(?::[a-z]{1,8})?\Z")
_ROUND_KEY = re.compile(r"\{[^{}]{0,200}\}")
_NUMBER = re.compile(r"\s*(?:%s|\{(?:number|name)\})\s*")


class InlineWriter:
    """Writes inline nodes; `suffix` is that of the files that `:doc:` names."""

    def __init__(self, references: References, suffix: str) -> None:
        """Start with the usual default role."""
        self._references = references
        self._suffix = suffix
        self.default_role = "title-reference"
        self.scope = Scope()

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

    def citation(self, node: nodes.Element) -> str:
        """A mark that leads to a citation of this file, or of another."""
        if str(node.get("refname", "")) in self._references.citations:
            return self.footnote(node)
        return f"[{md.link(inline.words(node.astext()), address_to(CITE, [node.astext()]))}]"

    def footnote(self, node: nodes.Element) -> str:
        """A mark that leads to a footnote."""
        return f"[^{inline.anchor_id(self._references.footnote_label(node))}]"

    def target(self, node: nodes.Element) -> str:
        """A named place within a line; the target of an embedded address shows nothing."""
        label = self.write(node.children, block=False)
        return "".join(inline.anchor(name) for name in names_of(node)) + label if label else ""

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
        if _CITES.match(role) and (keys := keys_in(text)):
            return inline.citation(keys)
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
        """A link to a label of this file or another; without words, its section's title where that is in this file."""
        label, target = _label_and_target(text)
        key = key_of(target)
        label = _NUMBER.sub(" ", label).strip()
        shown = inline.words(md.one_line(label or self._references.titles.get(key, "") or target))
        if key in _BUILT_IN:
            return shown
        own = self._references.targets.get(key, "")
        return md.link(shown, own if own.startswith("#") else address_to(LABEL, [key]))

    def term(self, _role: str, text: str, _raw: str) -> str:
        """A word of a glossary, in this file or another."""
        label, target = _label_and_target(text)
        shown = inline.words(md.one_line(label or target))
        key = key_of(target)
        if key in self._references.terms:
            return md.link(shown, f"#{term_id(key)}")
        return md.link(inline.emphasis(shown), address_to(TERM, [key]))

    def described(self, role: str, text: str, _raw: str) -> str:
        """The name of a function, class or the like, and a link to its description in this file or another."""
        _, target = _label_and_target(text)
        shown = _code(self, role, text, text)
        if text.strip().startswith("!") or not target:
            return shown
        names = list(dict.fromkeys(self.scope.candidates(target)))
        own = next((self._references.objects[name] for name in names if name in self._references.objects), "")
        return md.link(shown, f"#{own}" if own else address_to(OBJECT, names))


def keys_in(text: str) -> list[str]:
    """The keys of works in a role, without what is written before and after each (`{see}knuth84{p. 1}`).

    None where it holds words.
    """
    keys = [key.strip() for key in _ROUND_KEY.sub("", text).split(",")]
    return keys if all(re.fullmatch(r"[^\s<>{}]+", key) for key in keys) else []


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
    (OBJECT_ROLES, InlineWriter.described),
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
    "citation_reference": InlineWriter.citation,
    "target": InlineWriter.target,
    "image": InlineWriter.picture,
    "inline": InlineWriter.role,
    "problematic": lambda _writer, node: inline.words(node.astext()),
    "system_message": lambda _writer, _node: "",
}
