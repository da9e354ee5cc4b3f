"""An OpenDocument file, zipped or as one XML: its body, styles and metadata."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.office.properties import open_document_fields
from bookwheel.parsing.formats.office.relations import part_tree
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts

_CODE = re.compile(r"preformatted|source|code|listing", re.IGNORECASE)
_QUOTE = re.compile(r"quotation|quote|zitat|citation", re.IGNORECASE)
_SPACE = re.compile(r"_20_|\s+")
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Style:
    """How words or paragraphs of a style are set; `names` are its own name and those of the styles it comes from."""

    names: tuple[str, ...] = ()
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_hidden: bool = False
    raised: str = ""

    @property
    def is_title(self) -> bool:
        """Whether a paragraph is the document's title."""
        return any(name.casefold() in ("title", "titel", "titre", "título", "titolo") for name in self.names)

    @property
    def is_code(self) -> bool:
        """Whether a paragraph is code."""
        return any(_CODE.search(name) for name in self.names)

    @property
    def is_quote(self) -> bool:
        """Whether a paragraph is a quotation."""
        return any(_QUOTE.search(name) for name in self.names)


PLAIN = Style()


class OpenDocument:
    """A file's body of one kind (`text` or `presentation`), with what its names refer to."""

    def __init__(self, content: bytes, kind: str) -> None:
        """Take the file apart.

        Raises:
            SkippedFile: when it is damaged, encrypted, or no such document.
        """
        self.kind = kind
        self.warnings: list[Message] = []
        self.parts = Parts(content) if content.startswith(_ZIP) else None
        if self.parts is None:
            root = parse_xml(content)
            trees = [root]
            self.fields: dict[str, object] = {}
        else:
            root, trees = self._unpack(self.parts)
        self._elements = {
            attribute(one, "name"): one
            for tree in trees
            for one in tree.iter()
            if name_of(one) in ("style", "list-style") and attribute(one, "name")
        }
        self._styles: dict[str, Style] = {}
        body = next((one for one in root if name_of(one) == "body"), None)
        found = next((one for one in (() if body is None else body) if name_of(one) == kind), None)
        if found is None:
            raise SkippedFile("The file contains no OpenDocument text or slides.")
        self.body: Element = found

    def _unpack(self, parts: Parts) -> tuple[Element, list[Element]]:
        manifest = part_tree(parts, "META-INF/manifest.xml")
        if manifest is not None and any(name_of(one) == "encryption-data" for one in manifest.iter()):
            raise SkippedFile("The file is protected by a password.")
        root, styles = parse_xml(parts.read("content.xml")), part_tree(parts, "styles.xml")
        self.fields = open_document_fields(parts)
        if any(name.startswith(("Basic/", "Scripts/")) and not name.endswith("/") for name in parts.names):
            self.warnings.append(Message("The document contains macros; they are not run."))
        return root, [root] if styles is None else [styles, root]

    def style(self, name: str) -> Style:
        """A style by its name, with what it has from the styles it comes from."""
        if name not in self._styles:
            self._styles[name] = self._resolved(name)
        return self._styles[name]

    def inner(self, element: Element) -> Element | None:
        """The XML of a formula, chart or table that an element refers to; None where there is none."""
        if self.parts is None:
            return next(iter(element), None)
        return part_tree(self.parts, f"{attribute(element, 'href').removeprefix('./').rstrip('/')}/content.xml")

    def is_ordered(self, name: str, depth: int) -> bool:
        """Whether a list style numbers its entries at a depth from 0."""
        for level in self._elements.get(name, ()):
            if attribute(level, "level") == str(depth + 1):
                return name_of(level) == "list-level-style-number" and bool(attribute(level, "num-format"))
        return False

    def _resolved(self, name: str) -> Style:
        names: list[str] = []
        looks: dict[str, str] = {}
        while (element := self._elements.get(name)) is not None and name not in names and len(names) < 50:
            names.append(name)
            for one in element:
                if name_of(one) == "text-properties":
                    for key, value in one.items():
                        looks.setdefault(key.rpartition("}")[2], value)
            name = attribute(element, "parent-style-name")
        names += [name] if name and name not in names else []
        return Style(
            tuple(_SPACE.sub(" ", one) for one in names),
            is_bold=looks.get("font-weight", "") in ("bold", "600", "700", "800", "900"),
            is_italic=looks.get("font-style", "") in ("italic", "oblique"),
            is_struck=looks.get("text-line-through-style", "none") != "none",
            is_hidden=looks.get("display", "") == "none",
            raised=_raised(looks.get("text-position", "")),
        )  # fmt: skip


def _raised(position: str) -> str:
    """The element for raised or lowered words by their position, such as `super 58%` or `-33% 58%`."""
    if position.startswith(("sub", "-")):
        return "sub"
    return "sup" if position.startswith("super") or position[:1] in tuple("123456789") else ""
