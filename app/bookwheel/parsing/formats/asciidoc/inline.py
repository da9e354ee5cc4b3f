"""AsciiDoc's marks within a line as Markdown: quotes, macros, references, footnotes, attributes."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from bookwheel.domain.links.named_links import LABEL, NameKind, address_to
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.asciidoc.attributes import Attributes
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.nested_text import NestedText
from bookwheel.parsing.stated_names import StatedName

_BRACKET = r"\[(?P<{0}>(?:[^\]\\]|\\.){{0,2000}})\]"
_INLINE = re.compile(
    r"(?P<escape>\\(?=[*_`#^~\[<{]|https?:|link:|xref:|image:))(?P<escaped>\S)"
    r"|\+\+\+(?P<raw>.{0,2000}?)\+\+\+|pass:\w{0,10}" + _BRACKET.format("pass")
    + r"|`\+(?P<literal>.{1,500}?)\+`|``(?P<code2>[^`\n]{1,500})``|(?<![\w`\"'])`(?P<code>[^`\s](?:[^`]{0,500}[^`\s])?)"
    r"`(?![\w`])"
    r"|(?P<double>\"`.{1,500}?`\")|(?P<single>'`.{1,500}?`')"
    r"|\[\[\[?(?P<anchor>[\w:.-]{1,100})(?:,[^\]\n]{0,200})?\]\]\]?|anchor:(?P<anchor2>[\w:.-]{1,100})\[[^\]\n]{0,200}\]"
    r"|<<(?P<cross>[^<>,\n]{1,300})(?:,\s*(?P<cross_label>[^<>]{1,500}))?>>"
    r"|xref:(?P<xref>[^\s\[\]]{1,500})" + _BRACKET.format("xref_label")
    + r"|image:(?!:)(?P<image>[^\s\[\]]{1,500})" + _BRACKET.format("alt")
    + r"|(?:link|mailto):(?P<link>[^\s\[\]]{1,1000})" + _BRACKET.format("link_label")
    + r"|<?(?P<address>(?:https?|ftp|irc)://[^\s\[\]<>]{1,2000}[^\s\[\]<>.,;:!?'\")])>?(?:"
    + _BRACKET.format("address_label") + ")?"
    + r"|footnote(?:ref)?:(?P<note_id>[\w-]{0,60})" + _BRACKET.format("note")
    + r"|cite(?:np)?:" + _BRACKET.format("cited")
    + r"|(?P<keys>kbd|btn):" + _BRACKET.format("key") + r"|menu:(?P<menu>[^\s\[]{1,80})" + _BRACKET.format("submenu")
    + r"|(?:stem|latexmath|asciimath):" + _BRACKET.format("formula")
    + r"|\(\(\((?P<hidden>[^()\n]{0,300})\)\)\)"
    r"|\(\((?P<term>[^()\n]{1,300})\)\)|indexterm:\[(?P<hidden2>[^\]]{0,300})\]"
    r"|\[(?P<role>[^\[\]\n]{0,80})\](?=[#*_`])"
    r"|\*\*(?P<strong2>[^*]{1,500}?)\*\*|__(?P<slant2>[^_]{1,500}?)__|##(?P<mark2>[^#]{1,500}?)##"
    r"|(?<![\w*])\*(?P<strong>[^\s*](?:[^*]{0,500}?[^\s*])?)\*(?![\w*])"
    r"|(?<![\w_])_(?P<slant>[^\s_](?:(?!_\W).){0,500}?)_(?!\w)"
    r"|(?<![\w#&])#(?P<mark>[^\s#](?:[^#\n]{0,300}?[^\s#])?)#(?![\w#])"
    r"|\^(?P<sup>[^\s^]{1,100})\^|~(?P<sub>[^\s~]{1,100})~"
    r"|(?P<line>(?<=\S) \+)(?=\n|\Z)",
    re.DOTALL,
)  # fmt: skip
_IDS = re.compile(
    r"\[\[\[?([\w:.-]{1,100})|anchor:([\w:.-]{1,100})\[|^\[[^\]\n]{0,100}(?:#|id=[\"']?)([\w:.-]{1,100})", re.MULTILINE
)
_DEEPEST = 4


class AsciiDocInline:
    """Writes the text of one file's blocks; `notes` are its footnotes in their order."""

    def __init__(self, attributes: Attributes, titles: Mapping[str, tuple[str, str]], ids: Container[str]) -> None:
        """Take the attributes (they grow later on), the anchors and titles of sections by id, and all ids."""
        self._ids = ids
        self.names: list[StatedName] = []
        self._attributes = attributes
        self._titles = titles
        self.notes: list[str] = []
        self._note_numbers: dict[str, int] = {}
        self._nested = NestedText(_DEEPEST)

    def write(self, text: str, *, block: bool = True) -> str:
        """Markdown of a text; as a `block`, it begins and ends a line."""
        return self._nested.write(
            text, lambda part: inline.rewrite(self._attributes.fill(part), _INLINE, self._mark, block=block)
        )

    def _mark(self, match: re.Match[str]) -> str | None:
        name = match.lastgroup or ""
        groups = {key: value for key, value in match.groupdict().items() if value is not None}
        if "escape" in groups:
            return inline.words(groups["escaped"])
        for marks, written in (("**", ("strong", "strong2")), ("*", ("slant", "slant2"))):
            for one in written:
                if one in groups:
                    return inline.emphasis(self.write(groups[one], block=False), marks)
        for tag, names in (("mark", ("mark", "mark2")), ("sup", ("sup",)), ("sub", ("sub",))):
            for one in names:
                if one in groups:
                    return inline.tag(tag, self.write(groups[one], block=False))
        for one in ("literal", "code", "code2"):
            if one in groups:
                return md.code(self._attributes.fill(groups[one]).strip("+") if one != "literal" else groups[one])
        return self._macro(groups, name)

    def _macro(self, groups: Mapping[str, str], name: str) -> str | None:
        for one in ("raw", "pass", "term"):
            if one in groups:
                return inline.words(groups[one])
        for one in ("hidden", "hidden2", "role"):
            if one in groups:
                return ""
        for one, marks in (("double", "“”"), ("single", "‘’")):
            if one in groups:
                return f"{marks[0]}{self.write(groups[one][2:-2], block=False)}{marks[1]}"
        for one in ("anchor", "anchor2"):
            if one in groups:
                self.state(groups[one])
                return inline.anchor(groups[one])
        if "keys" in groups:
            return "+".join(
                inline.tag("kbd", inline.words(key.strip())) for key in groups["key"].split("+") if key.strip()
            )
        if "menu" in groups:
            return inline.emphasis(
                inline.words(" → ".join([groups["menu"], *re.split(r"\s*>\s*", groups["submenu"])]).strip(" →")), "**"
            )
        if "formula" in groups:
            return inline.math(groups["formula"].replace("\\]", "]"))
        if "cited" in groups:
            keys = [key for part in groups["cited"].split(",") if (key := re.sub(r"\(.*", "", part).strip())]
            return inline.citation(keys)
        return "\\" if name == "line" else self._reference(groups)

    def state(self, name: str, id: str = "") -> None:
        """Note a name by which other files may refer to a place of this one, with the place's id."""
        self.names.append(StatedName(NameKind.LABEL, name, inline.anchor_id(id or name)))

    def _reference(self, groups: Mapping[str, str]) -> str | None:
        for one in ("cross", "xref"):
            if one in groups:
                return self._cross(groups[one], _label(groups.get(f"{one}_label", "")))
        if "image" in groups:
            return md.image(_label(groups["alt"].split(",")[0]), groups["image"])
        if "link" in groups:
            target = groups["link"].strip("+")
            address = f"mailto:{target}" if "@" in target and "/" not in target else target
            return md.link(self._label(groups["link_label"]) or inline.words(target), address)
        if "address" in groups:
            label = self._label(groups.get("address_label", ""))
            return md.link(label or inline.words(groups["address"]), groups["address"])
        return self._note(groups["note_id"], groups["note"]) if "note" in groups else None

    def _label(self, text: str) -> str:
        return md.one_line(self.write(_label(text), block=False))

    def _cross(self, target: str, label: str) -> str:
        path, sharp, fragment = target.rpartition("#") if "#" in target else ("", "", target)
        is_file = bool(sharp and path) or bool(re.search(r"\.(?:adoc|asciidoc|asc)\Z", fragment))
        if is_file and not sharp:
            path, fragment = fragment, ""
        anchor, title = self._titles.get(fragment, ("", "")) if not path else ("", "")
        shown = self.write(label or title or target.strip("#"), block=False)
        if path and not re.search(r"\.\w{1,10}\Z", path):
            path += ".adoc"
        if path:
            address = f"{path}#{inline.anchor_id(fragment)}" if fragment else path
        elif anchor or fragment in self._ids:
            address = f"#{anchor or inline.anchor_id(fragment)}"
        else:
            address = address_to(LABEL, [fragment])
        return md.link(md.one_line(shown), address)

    def _note(self, name: str, text: str) -> str:
        if name and name in self._note_numbers and not text:
            return f"[^{self._note_numbers[name]}]"
        self.notes.append("")
        number = len(self.notes)
        self.notes[number - 1] = self.write(text.replace("\\]", "]"), block=False).strip()
        if name:
            self._note_numbers[name] = number
        return f"[^{number}]"


def _label(text: str) -> str:
    """The words of a macro's brackets, without its attributes."""
    text = re.sub(r",\s*\w+=.*\Z", "", text.replace("\\]", "]").strip(), flags=re.DOTALL)
    return re.sub(r"\A\w+=\S+\Z", "", text).strip('"').removesuffix("^").strip()


def automatic_id(title: str) -> str:
    """The id that AsciiDoc gives a section without one."""
    return "_" + re.sub(r"[\s._-]+", "_", re.sub(r"[^\w\s.-]", "", title.lower())).strip("_")


def ids_in(text: str) -> frozenset[str]:
    """The ids of all places in a file but for those that sections get from their titles."""
    return frozenset(name for found in _IDS.findall(text) for name in found if name)


def section_titles(text: str) -> dict[str, tuple[str, str]]:
    """The anchors and titles of a file's sections by their ids and by their titles."""
    found: dict[str, tuple[str, str]] = {}
    for match in re.finditer(
        r"^(?:\[(?:\[|#|id=[\"']?)([\w:.-]+)[^\n]*\]\n)?(?:=+|#+)[ \t]+([^\n]+)", text, re.MULTILINE
    ):
        title = match[2].strip()
        value = (inline.anchor_id(match[1]) if match[1] else slug(title), title)
        for key in (match[1], automatic_id(title), title):
            if key:
                found.setdefault(key, value)
    return found
