"""XML: elements as sections by their names and lines; feeds by their entries."""

from __future__ import annotations

from dataclasses import dataclass
from xml.parsers import expat

from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.code.data_outline import (
    DEEPEST_NODE,
    NAMES,
    Contents,
    Node,
    Problem,
    add_field,
    broken,
    converted,
    is_sentence,
)
from bookwheel.parsing.formats.converted import Converted

DEEPEST = 1_000
LARGEST = 30_000_000


@dataclass(slots=True)
class _Element:
    """An open element: its node where it may become a section, its text so far, and where this began."""

    name: str
    node: Node | None
    words: list[str]
    at: int
    has_elements: bool = False


def read(content: bytes, path: str) -> Converted:
    """The text with its elements as outline; no entity is resolved and nothing is fetched.

    Raises:
        SkippedFile: for binary files.
    """
    decoded = decode(content)
    text, warnings = decoded.text, list(decoded.warnings)
    found = Contents()
    if len(text) > LARGEST:
        warnings.append(Message("The file is too large for an outline; it is cut into parts of equal length."))
        return converted(text, found, warnings)
    try:
        _Scan(text, found).run()
    except Problem as problem:
        warnings.append(broken(text, "XML", problem))
    return converted(text, found, warnings)


class _Scan:
    """One pass of Expat, which knows true lines in files of any length, as lxml does not."""

    def __init__(self, text: str, found: Contents) -> None:
        self._text, self._found = text, found
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._open: list[_Element] = []
        self._parser = parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        parser.EntityDeclHandler = self._on_entity
        parser.CommentHandler = self._on_comment
        parser.buffer_text = True

    def run(self) -> None:
        """Fill what is found.

        Raises:
            Problem: at the first place where the text is no XML; what was read before stays.
        """
        try:
            self._parser.Parse(self._text.encode("utf-8"), True)
        except expat.ExpatError as error:
            line = min(max(error.lineno, 1), len(self._starts)) - 1
            raise Problem(self._starts[line] + error.offset, expat.ErrorString(error.code) or "") from error
        finally:
            for element in self._open:
                if element.node is not None:
                    element.node.end = len(self._text)

    def _at(self) -> int:
        line = min(self._parser.CurrentLineNumber, len(self._starts)) - 1
        return min(self._starts[line] + self._parser.CurrentColumnNumber, len(self._text))

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        at = self._at()
        depth = len(self._open)
        if depth >= DEEPEST:
            raise Problem(at, "it is nested too deeply")
        local = name.rpartition(":")[2]
        node = None
        if not depth:
            node = Node(local, at)
            self._found.tops.append(node)
        elif depth <= DEEPEST_NODE + 1 and (above := self._open[-1].node) is not None:
            node = Node(local, at)
            above.children.append(node)
        if depth:
            self._open[-1].has_elements = True
        for key, value in attributes.items():
            if node is not None and key.rpartition(":")[2] in NAMES:
                node.call(key.rpartition(":")[2], value)
            if is_sentence(value):
                self._found.strings.append((at, value))
        self._found.keys.append((at, local))
        self._open.append(_Element(local, node, [], at))

    def _on_text(self, words: str) -> None:
        if self._open and words.strip():
            self._open[-1].words.append(words)

    def _on_comment(self, words: str) -> None:
        if is_sentence(words):
            self._found.strings.append((self._at(), words))

    def _on_entity(self, name: str, *_others: object) -> None:
        raise Problem(self._at(), f"it declares the entity {name}, and entities are not resolved")

    def _on_end(self, _name: str) -> None:
        element = self._open.pop()
        words = " ".join("".join(element.words).split())
        if words and is_sentence(words):
            self._found.strings.append((element.at, words))
        if words and not element.has_elements and self._open:
            above = self._open[-1].node
            if above is not None and element.name in NAMES:
                above.call("name" if element.name == "title" else element.name, words)
            if len(self._open) == 1 or (len(self._open) == 2 and self._open[-1].name == "channel"):
                add_field(self._found.fields, element.name, words)
        if element.node is not None:
            element.node.end = self._at()
            children = element.node.children
            element.node.is_list = len(children) > 1 and len({child.key.split(" ")[0] for child in children}) == 1
            if element.node.name:
                self._name(element.node)

    def _name(self, node: Node) -> None:
        if node.key not in ("entry", "item"):
            node.name = f"{node.key} {node.name}"
        node.key = node.name
