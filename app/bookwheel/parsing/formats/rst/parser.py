"""reStructuredText to docutils' tree: nothing is opened or fetched, and every role and directive is known."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from copy import copy
from functools import cache
from threading import Lock
from typing import Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser, directives, states
from docutils.statemachine import string2lines
from docutils.utils import new_document

from bookwheel.parsing.formats.rst.directives import find_directive
from bookwheel.parsing.formats.rst.machines import TopMachine, attach, build_inliner, forget_document

_LINE_BREAKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_TAB_WIDTH = 8
_LOCK = Lock()


def parse(text: str) -> nodes.document:
    """The tree as it is parsed, without transforms: substitutions, footnotes and references are not resolved yet.

    Raises:
        RecursionError: where it is nested too deeply.
    """
    document = new_document("", copy(_settings()))
    lines = cast(Any, string2lines)(_LINE_BREAKS.sub(" ", text), tab_width=_TAB_WIDTH, convert_whitespace=True)
    first = "RFC2822Body" if text.startswith("PEP:") else "Body"
    machine = cast(Any, TopMachine)(state_classes=states.state_classes, initial_state=first)
    inliner = _inliner()
    with _LOCK, _own_functions():
        try:
            machine.run(lines, document, inliner=inliner)
        finally:
            forget_document(inliner)
    return document


@cache
def _settings() -> Any:
    """The settings of every document: docutils would build them from two hundred options each time."""
    settings = cast(Any, get_default_settings)(Parser)
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = 6
    settings.halt_level = 6
    settings.warning_stream = False
    settings.syntax_highlight = "none"
    settings.pep_references = settings.rfc_references = False
    settings.tab_width = _TAB_WIDTH
    return settings


@cache
def _inliner() -> states.Inliner:
    """The parser of lines for all documents, which would build its patterns for each."""
    return build_inliner(_settings())


@contextmanager
def _own_functions() -> Generator[None]:
    """Docutils asks a function of its module for directives; Sphinx replaces it in this way as well.

    All its nodes are put below one another by one method of their root class, which no subclass of ours could replace.
    """
    module, node = cast(Any, directives), cast(Any, nodes.Node)
    directive, setup_child = module.directive, node.setup_child
    module.directive, node.setup_child = find_directive, attach
    try:
        yield
    finally:
        module.directive, node.setup_child = directive, setup_child
