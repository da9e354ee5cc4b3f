"""Docutils' state machines with the same answers in less time; making and asking them took half of a document's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import states
from docutils.utils import unescape

_MARKED = re.compile(r"[\\*`|_:@]")
_STARTS = re.compile(r"[*`|_]")
_MOST_STEPS = 10_000_000
_BODY_ORDER = [*states.Body.ws_initial_transitions, *map(str, states.Body.initial_transitions)]
_BODY_ORDER_OF_LETTERS = ["enumerator", "text"]
"""The kinds of blocks that can begin with a letter; all others begin with a sign or a space."""
_machines: list[Any] = []


class _State:
    """A state whose table of transitions is made once for its class, not for each block."""

    nested_sm: Any
    nested_sm_cache = _machines
    transition_table: tuple[list[str], list[tuple[str, Any, str]]] | None = None
    order_of_letters: list[str]

    def add_initial_transitions(self) -> None:
        """Bind the transitions to this state."""
        own, kind = cast(Any, self), cast(Any, type(self))
        if kind.transition_table is None:
            super().add_initial_transitions()  # type: ignore[misc]
            table = [(name, pattern, state) for name, (pattern, _, state) in own.transitions.items()]
            kind.transition_table = own.transition_order, table
            kind.order_of_letters = (
                _BODY_ORDER_OF_LETTERS if own.transition_order == _BODY_ORDER else own.transition_order
            )
        order, table = kind.transition_table
        own.transition_order = order
        own.transitions = {name: (pattern, getattr(self, name), state) for name, pattern, state in table}


@cache
def _quick(state_class: type) -> type:
    return type(state_class.__name__, (_State, state_class), {"nested_sm": NestedMachine})


class _States(dict[str, Any]):
    """The states of a machine, each made when it is first entered: of sixteen, a block enters one or two."""

    def __init__(self, machine: _Machine, classes: Iterable[type]) -> None:
        super().__init__()
        self._machine, self._classes = machine, {one.__name__: one for one in classes}

    def __missing__(self, name: str) -> Any:
        state = self[name] = cast(Any, _quick(self._classes[name]))(self._machine)
        if self._machine.has_begun:
            state.runtime_init()
        return state


class _Machine:
    """What both machines do in another way than docutils."""

    has_begun = False
    states: Any
    line: Any
    line_offset: int
    input_lines: Any
    document: Any
    observers: list[Any]

    def add_states(self, state_classes: Iterable[type]) -> None:
        """Note what the states are."""
        self.states = _States(self, state_classes)

    def runtime_init(self) -> None:
        """Begin a text: states that were made are ready for it, others will be once they are made."""
        self.has_begun = True
        super().runtime_init()  # type: ignore[misc]

    def next_line(self, n: int = 1) -> str:
        """Step to a line and return it; raise EOFError below the last."""
        self.line_offset += n
        try:
            self.line = self.input_lines.data[self.line_offset]
        except IndexError:
            self.line = None
            raise EOFError from None
        finally:
            self.notify_observers()
        return self.line

    def notify_observers(self) -> None:
        """Tell the document, the one observer that there is, where the machine is."""
        if not self.observers:
            return
        try:
            source, offset = self.input_lines.items[self.line_offset]
        except IndexError:
            super().notify_observers()  # type: ignore[misc]
            return
        self.document.note_source(source, offset)

    def check_line(self, context: Any, state: Any, transitions: Any = None) -> Any:
        """Enter the first transition whose pattern the line matches; a letter leaves few to try."""
        line = self.line
        if transitions is None:
            transitions = state.order_of_letters if line[:1].isalpha() else state.transition_order
        known = state.transitions
        for name in transitions:
            pattern, method, next_state = known[name]
            if match := pattern.match(line):
                return method(match, context, next_state)
        return state.no_match(context, transitions)


class TopMachine(_Machine, states.RSTStateMachine):
    """Reads a document."""


class NestedMachine(_Machine, states.NestedStateMachine):
    """Reads a block within another one."""


def attach(above: Any, child: Any) -> None:
    """Note what a node is below; docutils asks for the document six times, and may climb the whole tree each time."""
    child.parent = node = above
    document = node._document  # noqa: SLF001 - the property of that name climbs by itself
    while document is None and (node := node.parent) is not None:
        document = node._document  # noqa: SLF001
    if document is None:
        return
    child.document = document
    if child.source is None:
        child.source = document.current_source
    if child.line is None:
        child.line = document.current_line


def forget_document(inliner: states.Inliner) -> None:
    """Let go of the document: machines that wait for the next block hold it, and the parser of lines."""
    _machines.clear()
    own = cast(Any, inliner)
    own.document = own.parent = own.reporter = None


def build_inliner(settings: Any) -> states.Inliner:
    """Docutils' parser of lines, with every role known, in time that is linear for hostile text.

    It reads the attributes of its own class by name, so that a subclass of it fails.
    """
    inliner = cast(Any, states.Inliner())
    parse_marked, find_addresses = inliner.parse, inliner.implicit_inline
    inliner.init_customizations(settings)

    def parse_line(text: str, lineno: int, memo: Any, parent: Any) -> tuple[list[Any], list[Any]]:
        if not _MARKED.search(text):
            return [nodes.Text(text)], []
        if len(text) > 2000 and len(_STARTS.findall(text)) * len(text) > _MOST_STEPS:
            return [nodes.Text(text)], []
        return parse_marked(text, lineno, memo, parent)

    def parse_addresses(text: str, lineno: int) -> list[Any]:
        if text and ":" not in text and "@" not in text:
            return [nodes.Text(text)]
        return find_addresses(text, lineno)

    inliner.parse, inliner.interpreted, inliner.implicit_inline = parse_line, _interpret, parse_addresses
    inliner.init_customizations = _keep
    return inliner


def _keep(_settings: Any) -> None:
    """Keep the patterns as they are."""


def _interpret(rawsource: str, text: str, role: str, _line: int) -> tuple[list[Any], list[Any]]:
    node = nodes.inline(rawsource, unescape(text))
    node["role"], node["raw"] = role.lower(), unescape(text, True)
    return [node], []
