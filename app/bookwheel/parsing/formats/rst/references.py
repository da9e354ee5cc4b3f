"""What the names of one reStructuredText file stand for, and which of them other files may use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from docutils import nodes

from bookwheel.domain.links.named_links import NameKind
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.rst.objects import Scope, is_within_module, object_id, object_names
from bookwheel.parsing.stated_names import StatedName


class References:
    """What the names of one file stand for."""

    def __init__(self, document: nodes.document) -> None:
        """Gather targets, headings, substitutions, footnotes and roles in one pass."""
        self.targets: dict[str, str] = {}
        self.substitutions: dict[str, nodes.substitution_definition] = {}
        self.roles: dict[str, str] = {}
        self.terms: set[str] = set()
        self.titles: dict[str, str] = {}
        self.objects: dict[str, str] = {}
        self.citations: set[str] = set()
        self.stated: list[StatedName] = []
        self._ids: dict[int, list[str]] = {}
        self._anonymous: list[str] = []
        self._indirect: dict[str, str] = {}
        self._numbers: dict[str, str] = {}
        self._auto: list[str] = []
        self._auto_used = self._anonymous_used = self.expansions = 0
        waiting: list[str] = []
        headings: dict[str, str] = {}
        elements = _elements_of(document)
        for node in elements:
            if isinstance(node, nodes.target):
                waiting = self._note_target(node, waiting)
            elif isinstance(node, nodes.section):
                title = node[0].astext() if len(node) else ""
                headings.setdefault(key_of(title), inline.anchor_id(waiting[0]) if waiting else slug(title))
                self.titles.update(dict.fromkeys(waiting, title))
                waiting = []
            elif isinstance(node, nodes.substitution_definition):
                for name in names_of(node):
                    self.substitutions.setdefault(name, node)
                    self.substitutions.setdefault(name.lower(), node)
            elif isinstance(node, nodes.term) and node.get("glossary"):
                self.terms.add(key_of(node.astext()))
                self.stated.append(StatedName(NameKind.TERM, node.astext(), inline.anchor_id(term_id(node.astext()))))
            elif isinstance(node, nodes.citation):
                self._note_citation(node)
            elif isinstance(node, nodes.container) and node.get("kind") == "role":
                name, _, base = str(node["argument"]).partition("(")
                self.roles[name.strip().lower()] = base.strip(" )\n").lower() or "inline"
            elif not isinstance(node, (nodes.Inline, nodes.title, nodes.comment, nodes.document)):
                waiting = []
        for name, anchor in headings.items():
            self.targets.setdefault(name, f"#{anchor}")
        self._number_footnotes([node for node in elements if isinstance(node, nodes.footnote)])
        if any(node.get("kind") == "object" for node in elements):
            self._note_objects(document, Scope())

    def _note_citation(self, node: nodes.citation) -> None:
        self.citations.update(names_of(node))
        name = node[0].astext() if node.children else ""
        self.stated.append(StatedName(NameKind.CITE, name, inline.anchor_id(citation_id(node))))

    def _note_objects(self, node: nodes.Element, scope: Scope) -> None:
        """Note what is described, by its full name; modules hold for what follows them."""
        for child in node.children:
            if not isinstance(child, nodes.Element):
                continue
            kind = child.get("kind") if isinstance(child, nodes.container) else ""
            if kind == "currentmodule":
                scope.module = str(child["argument"])
            if kind != "object":
                self._note_objects(child, scope)
                continue
            names = object_names(child)
            for name in names:
                full = scope.full_name(name) if is_within_module(child) else name
                self.objects.setdefault(full, inline.anchor_id(object_id(full)))
                self.stated.append(StatedName(NameKind.OBJECT, full, inline.anchor_id(object_id(full))))
                self._ids.setdefault(id(child), []).append(object_id(full))
            if child["is_module"] and names:
                self._ids[id(child)].append(f"module-{names[0]}")
            scope.enter(child)
            self._note_objects(child, scope)
            scope.leave(child)

    def ids_of(self, described: nodes.Element) -> Sequence[str]:
        """The ids of the places that a description is."""
        return self._ids.get(id(described), ())

    def _note_target(self, node: nodes.target, waiting: list[str]) -> list[str]:
        address = str(node.get("refuri", ""))
        names = names_of(node)
        for name in names:
            if address:
                self.targets.setdefault(name, address)
            elif node.get("refname"):
                self._indirect.setdefault(name, str(node["refname"]))
            else:
                self.targets.setdefault(name, f"#{inline.anchor_id(name)}")
                self.stated.append(StatedName(NameKind.LABEL, name, inline.anchor_id(name)))
        if node.get("anonymous"):
            self._anonymous.append(address or str(node.get("refname", "")))
        return waiting if address or not names else [*waiting, *names]

    def _number_footnotes(self, notes: Sequence[nodes.footnote]) -> None:
        taken = {name for note in notes if not note.get("auto") for name in names_of(note)}
        number = 0
        for note in notes:
            if note.get("auto") == 1:
                number += 1
                while str(number) in taken:
                    number += 1
                name = next(iter(names_of(note)), "")
                self._numbers[name] = note["label"] = str(number)
                if not name:
                    self._auto.append(str(number))
            elif note.get("auto"):
                note["label"] = f"s{len([one for one in self._auto if one.startswith('s')]) + 1}"
        symbols = [note for note in notes if note.get("auto") == "*"]
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


def _elements_of(document: nodes.document) -> list[nodes.Element]:
    """All elements in their order, without a generator in a generator for each depth, as docutils has it."""
    found: list[nodes.Element] = []
    waiting: list[nodes.Node] = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Element):
            found.append(node)
            waiting += reversed(node.children)
    return found


def citation_id(node: nodes.Element) -> str:
    """The id of the place of a citation."""
    return f"cite-{node[0].astext() if node.children else ''}"


def term_id(term: str) -> str:
    """The id of the place of a glossary's entry."""
    return f"term-{slug(term)}"


def key_of(name: str) -> str:
    """A label as references are compared by it."""
    return " ".join(name.lower().split())


def names_of(node: nodes.Element) -> Iterable[str]:
    """The names of a node, those that another has as well among them."""
    return [str(name) for name in (*cast("list[Any]", node["names"]), *cast("list[Any]", node["dupnames"]))]
