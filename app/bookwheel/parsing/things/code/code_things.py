"""A source file's definitions as things, and what it states of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from bookwheel.domain.document import Document
from bookwheel.domain.messages import Message
from bookwheel.domain.things import DOCUMENT, SECTION, ThingKind, keyed_id
from bookwheel.parsing.things.code.fences import LABELS
from bookwheel.parsing.things.code.grammars import Grammar, captures_of, grammar_of
from bookwheel.parsing.things.code.home import CodeHome
from bookwheel.parsing.things.code.resolution import Rules, resolve
from bookwheel.parsing.things.code.scopes import CodeFile, Scope, Walk
from bookwheel.parsing.things.gathering import Gathering, Spot

LARGEST = 2_000_000
"""Characters of a file whose names are read."""


def gather(document: Document, home: CodeHome, found: Gathering) -> None:
    """Everything that a source file defines, imports, calls and inherits."""
    grammar = grammar_of(document.path, document.text) if len(document.text) <= LARGEST else None
    if grammar is None:
        return
    try:
        file = read(grammar, document.text, document.path, home)
    except TimeoutError:
        found.warn(Message("Parsing the code took too long, so the graph does not include its definitions."))
        return
    _Stating(document, file, grammar, found).all()


def read(grammar: Grammar, text: str, path: str, home: CodeHome) -> CodeFile:
    """A source file's names, with their keys."""
    source = text.encode("utf-8", "replace")
    file = grammar.file_of(path, home)
    grammar.read(Walk(source, file), captures_of(grammar, source), path)
    _set_keys(file, file.module, "")
    return file


def _set_keys(file: CodeFile, top: Scope, _path: str) -> None:
    waiting = [top]
    while waiting:
        scope = waiting.pop()
        for name, member in scope.members.items():
            if member.key:
                continue
            member.path = f"{scope.path}{file.separator}{name}" if scope.path else name
            exported = file.renamed.get(name, name) if scope is top else name
            is_shared = file.language == "c" and scope is top and not member.is_local
            member.key = file.join(file.shared if is_shared else scope.key, exported)
            waiting.append(member)


class _Stating:
    """What is stated of one file."""

    def __init__(self, document: Document, file: CodeFile, grammar: Grammar, found: Gathering) -> None:
        self._file, self._found = file, found
        self._grammar = grammar
        self._rules: Rules = grammar.rules
        self._lines = document.text.split("\n")
        self._starts = [section.start_line for section in document.sections]

    def all(self) -> None:
        """State everything."""
        module = self._module()
        for scope in self._file.definitions:
            self._define(scope)
        for one in self._file.imports.values():
            id = _id(one.key)
            kind = {"kind": "module"} if one.is_module else {}
            if self._found.name(id, one.label, (), kind):
                self._found.state(module, "imports", id, self._spot(one.line))
        for scope, base, line in self._inherited():
            self._refer(scope, "inherits", base, line, is_type=True)
        for call in {(call.caller, call.text): call for call in reversed(self._file.calls)}.values():
            self._refer(call.caller, "calls", call.text, call.line, is_type=False)

    def _module(self) -> str:
        module = self._file.module
        id = _id(module.key)
        short = module.name.replace("::", "/").replace(".", "/").rpartition("/")[2]
        self._found.name(id, module.name or "default", (short,), {"kind": module.kind})
        self._found.state(DOCUMENT, "defines", id, self._spot(1))
        language = keyed_id(ThingKind.LANGUAGE, self._grammar.language)
        if self._found.name(language, LABELS[self._grammar.language]):
            self._found.state(DOCUMENT, "writtenIn", language, Spot(0, 1, ""))
            self._found.state(id, "writtenIn", language, Spot(0, 1, ""))
        return id

    def _define(self, scope: Scope) -> None:
        id = _id(scope.key)
        module = self._file.module
        whole = f"{module.name}{self._file.separator}{scope.path}" if "/" not in module.name else ""
        values = {"kind": scope.kind, "signature": scope.signature, "line": str(scope.line)}
        if not self._found.name(id, scope.path, (scope.name, whole), values):
            return
        spot = self._spot(scope.line)
        self._found.state(SECTION, "defines", id, spot)
        parent = scope.parent
        if parent is not None and parent.key:
            if parent.is_elsewhere:
                self._found.name(_id(parent.key), parent.path)
            self._found.state(_id(parent.key), "contains", id, spot)

    def _inherited(self) -> Iterator[tuple[Scope, str, int]]:
        waiting = [self._file.module]
        while waiting:
            scope = waiting.pop()
            waiting.extend(member for member in scope.members.values() if member.parent is scope)
            for base, line in scope.bases:
                yield scope, base, line

    def _refer(self, scope: Scope, relation: str, text: str, line: int, *, is_type: bool) -> None:
        """State a relation to what a name means, if that can be told."""
        while not scope.key and scope.parent is not None:
            scope = scope.parent
        at = scope.parent if is_type and scope.parent is not None else scope
        target = resolve(self._file, self._rules, at, text, is_type=is_type)
        if target is None or target.scope is scope:
            return
        id = _id(target.key)
        if scope.is_elsewhere:
            self._found.name(_id(scope.key), scope.path)
        if self._found.name(id, target.label):
            self._found.state(_id(scope.key), relation, id, self._spot(line))

    def _spot(self, line: int) -> Spot:
        section = max(0, bisect_right(self._starts, line) - 1)
        return Spot(section, line, self._lines[line - 1].strip() if 0 < line <= len(self._lines) else "")


def _id(key: str) -> str:
    """The id of what has a key; capitals tell names apart in code."""
    return f"{ThingKind.CODE}:{key}"
