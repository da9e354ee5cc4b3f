"""reStructuredText to docutils' tree: nothing is opened or fetched, and every role and directive is known."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from threading import Lock
from typing import Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser, directives, states
from docutils.utils import new_document, unescape

from bookwheel.parsing.formats.rst.directives import find_directive

_LINE_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKED = re.compile(r"[\\*`|_:@]")
_STARTS = re.compile(r"[*`|_]")
_MOST_STEPS = 10_000_000
_LOCK = Lock()


def parse(text: str) -> nodes.document:
    """The tree as it is parsed, without transforms: substitutions, footnotes and references are not resolved yet.

    Raises:
        RecursionError: where it is nested too deeply.
    """
    settings = cast(Any, get_default_settings)(Parser)
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = 6
    settings.halt_level = 6
    settings.warning_stream = False
    settings.syntax_highlight = "none"
    settings.line_length_limit = 10_000_000
    settings.pep_references = settings.rfc_references = False
    document = new_document("", settings)
    parser = Parser(rfc2822=text.startswith("PEP:"), inliner=_inliner())
    with _LOCK, _own_directives(), _own_machines():
        parser.parse(_LINE_BREAKS.sub(" ", text), document)
    return document


@contextmanager
def _own_directives() -> Generator[None]:
    """Docutils asks a function of its module for directives; Sphinx replaces it in this way as well."""
    own = cast(Any, directives)
    before = own.directive
    own.directive = find_directive
    try:
        yield
    finally:
        own.directive = before


@contextmanager
def _own_machines() -> Generator[None]:
    """Docutils takes the class of machines for blocks within blocks from that of its states."""
    own = cast(Any, states.RSTState)
    before, own.nested_sm, own.nested_sm_cache = (own.nested_sm, own.nested_sm_cache), _Machine, []
    try:
        yield
    finally:
        own.nested_sm, own.nested_sm_cache = before


class _States(dict[str, Any]):
    """The states of a machine, each made when it is first entered."""

    def __init__(self, machine: _Machine, classes: Iterable[type]) -> None:
        super().__init__()
        self._machine, self._classes = machine, {one.__name__: one for one in classes}

    def __missing__(self, name: str) -> Any:
        state = self[name] = self._classes[name](self._machine)
        if self._machine.has_begun:
            state.runtime_init()
        return state


class _Machine(states.NestedStateMachine):
    """Reads a block within another one.

    Docutils would make all its sixteen states for each block, of which one or two are entered: a third of its time.
    """

    has_begun = False

    def add_states(self, state_classes: Iterable[type]) -> None:
        """Note what the states are."""
        self.states = _States(self, state_classes)

    def runtime_init(self) -> None:
        """Begin a text: states that were made are ready for it, others will be once they are made."""
        self.has_begun = True
        super().runtime_init()


def _inliner() -> states.Inliner:
    """Docutils' parser of lines, with every role known, in time that is linear for hostile text.

    It reads the attributes of its own class by name, so that a subclass of it fails.
    """
    inliner = cast(Any, states.Inliner())
    parse_marked = inliner.parse

    def parse_line(text: str, lineno: int, memo: Any, parent: Any) -> tuple[list[Any], list[Any]]:
        if not _MARKED.search(text):
            return [nodes.Text(text)], []
        if len(text) > 2000 and len(_STARTS.findall(text)) * len(text) > _MOST_STEPS:
            return [nodes.Text(text)], []
        return parse_marked(text, lineno, memo, parent)

    inliner.parse, inliner.interpreted = parse_line, _interpret
    return inliner


def _interpret(rawsource: str, text: str, role: str, _line: int) -> tuple[list[Any], list[Any]]:
    node = nodes.inline(rawsource, unescape(text))
    node["role"], node["raw"] = role.lower(), unescape(text, True)
    return [node], []
