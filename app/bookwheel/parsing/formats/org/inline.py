"""Org's marks within a line as Markdown: emphasis, code, links, footnotes, times, formulas, targets."""

from __future__ import annotations

import re

from bookwheel.domain.links.named_links import LABEL, NameKind, address_to
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.nested_text import NestedText
from bookwheel.parsing.stated_names import StatedName

_INLINE = re.compile(
    r"\[cite(?:/[\w/-]{1,40})?:(?P<cited>[^\[\]]{1,2000})\]"
    r"|(?<![\w/:@])(?:cite[a-zA-Z]{0,12}):(?P<keys>&?[\w][\w:.&;,-]{0,500}\w)"
    r"|\[\[(?P<target>[^\[\]]{1,2000})\](?:\[(?P<label>(?:[^\[\]]|\[[^\[\]]{0,200}\]|\](?!\])){1,2000}?)\])?\]"
    r"|\[fn:(?P<note>[\w-]{0,80})(?::(?P<note_text>[^\[\]]{1,2000}))?\]"
    r"|[<\[](?P<time>\d{4}-\d\d-\d\d[^>\]\n]{0,60})[>\]]"
    r"|<<<?(?P<anchor>[^<>\n]{1,200})>>>?"
    r"|<?(?P<address>(?:https?|ftp|mailto):[^\s<>\[\]]{2,2000}[^\s<>\[\].,;:!?'\")])>?"
    r"|\\\((?P<formula>[^\n]{1,1000}?)\\\)|\\\[(?P<display>.{1,2000}?)\\\]|\$\$(?P<dollars>[^$]{1,2000})\$\$"
    r"|(?<![\w$])\$(?P<dollar>[^\s$](?:[^$\n]{0,300}[^\s$])?)\$(?![\w$])"
    r"|(?P<language>\bsrc_\w{1,30})(?:\[[^\]\n]{0,200}\])?\{(?P<code>[^{}\n]{1,500})\}"
    r"|@@\w{1,20}:(?P<export>[^@]{0,500})@@"
    r"|(?<=\S)(?P<script>[\^_])\{(?P<raised>[^{}\n]{1,100})\}"
    r"|(?P<line>\\\\)[ \t]*(?=\n|\Z)"
    r"|(?:(?<=[\s\-—({'\"])|(?<![\s\S]))(?P<mark>[*/_+=~])(?P<body>[^\s]|[^\s](?:(?!(?P=mark)[\s\-.,;:!?'\")}\[]).){0,500}?[^\s])"
    r"(?P=mark)(?=[\s\-—.,;:!?'\")}\[]|\Z)",
    re.DOTALL,
)
_IMAGE = re.compile(r"(?:file:|\./|https?:|[\w/.~-])[^\n]*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?)\Z", re.IGNORECASE)
_ABBREVIATION = re.compile(r"^[ \t]*#\+LINK:[ \t]+(\S+)[ \t]+(\S+)", re.IGNORECASE | re.MULTILINE)
_NAMED = re.compile(
    r"^\*+[ \t]+([^\n]+)\n(?:[ \t]*(?:DEADLINE|SCHEDULED|CLOSED)[^\n]*\n)?[ \t]*:PROPERTIES:\n"
    r"(?:[ \t]*:[^\n]*\n){0,30}?[ \t]*:CUSTOM_ID:[ \t]*(\S+)",
    re.MULTILINE,
)
_MARKS = re.compile(r"\A[A-Z]{3,12}\s+(?=\S)|\[#\w\]\s*|\s+:[\w@#%:]+:\s*\Z")
_OWN = re.compile(r"^[ \t]*:(?:CUSTOM_ID|ID):[ \t]*(\S+)|<<<?([^<>\n]{1,200})>>>?", re.MULTILINE | re.IGNORECASE)
_KEY = re.compile(r"@((?:\w|[:.#$%&+?<>~/!*-](?=\w))+)")
_ORG_REF = re.compile(r"cite[a-zA-Z]{0,12}:([^\s\[\]]{1,1000})\Z")
_SCHEME = re.compile(r"[a-zA-Z][\w+.-]*:")
_DEEPEST = 4


class OrgInline:
    """Writes the text of one file's blocks."""

    def __init__(self, text: str) -> None:
        """Gather the file's abbreviations of links."""
        self._abbreviations = {match[1]: match[2] for match in _ABBREVIATION.finditer(text)}
        self._named = {slug(_MARKS.sub("", match[1])): match[2] for match in _NAMED.finditer(text)}
        self.names: list[StatedName] = []
        self._own = {inline.anchor_id(name) for pair in _OWN.findall(text) for name in pair if name}
        self._nested = NestedText(_DEEPEST)

    def write(self, text: str, *, block: bool = True) -> str:
        """Markdown of a text; as a `block`, it begins and ends a line."""
        return self._nested.write(text, lambda part: inline.rewrite(part, _INLINE, self._mark, block=block))

    def _mark(self, match: re.Match[str]) -> str | None:
        groups = match.groupdict()
        if groups["cited"]:
            return self._cited(groups["cited"])
        if groups["keys"]:
            return inline.citation([key.strip("&") for key in re.split("[,;]", groups["keys"]) if key.strip("&")])
        if groups["mark"]:
            return self._emphasis(groups["mark"], groups["body"])
        if groups["target"]:
            return self._link(groups["target"], groups["label"] or "")
        if groups["note"] is not None:
            return self._note(groups["note"], groups["note_text"] or "")
        if groups["address"]:
            return md.link(inline.words(groups["address"]), groups["address"])
        for name in ("formula", "display", "dollars", "dollar"):
            if groups[name]:
                return inline.math(groups[name])
        if groups["script"]:
            return inline.tag("sup" if groups["script"] == "^" else "sub", inline.words(groups["raised"]))
        if groups["anchor"]:
            self.state(groups["anchor"])
            return inline.anchor(groups["anchor"]) + (inline.words(groups["anchor"]) if match[0][:3] == "<<<" else "")
        return inline.words(groups["time"]) if groups["time"] else self._rest(groups)

    def state(self, name: str, id: str = "") -> None:
        """Note a name by which other files may refer to a place of this one, with the place's id."""
        self.names.append(StatedName(NameKind.LABEL, name, inline.anchor_id(id or name)))

    def _cited(self, inside: str) -> str:
        """Org's own citation, with what stands before its first key and behind its last."""
        keys = list(_KEY.finditer(inside))
        if not keys:
            return inline.words(f"[cite:{inside}]")
        before = inside[: keys[0].start()].rpartition(";")[2]
        after = inside[keys[-1].end() :].partition(";")[0]
        notes = [self.write(part, block=False) for part in (before, after)]
        return inline.citation([key[1] for key in keys], notes[0], notes[1])

    def _rest(self, groups: dict[str, str | None]) -> str | None:
        if groups["language"]:
            return md.code(groups["code"] or "")
        if groups["line"]:
            return "\\"
        return "" if groups["export"] is not None else None

    def _emphasis(self, mark: str, body: str) -> str:
        if mark in "=~":
            return md.code(body)
        inside = self.write(body, block=False)
        return inline.emphasis(inside, {"*": "**", "/": "*", "_": "*", "+": "~~"}[mark])

    def _note(self, name: str, text: str) -> str:
        if text:
            return f" ({self.write(text, block=False).strip()})"
        return f"[^{inline.anchor_id(name)}]" if name else ""

    def _link(self, target: str, label: str) -> str:
        if org_ref := _ORG_REF.match(target.strip()):
            return inline.citation([key for part in re.split("[,;]", org_ref[1]) if (key := part.strip(" &@"))])
        address = self._address(target.strip())
        if not label and _IMAGE.match(target):
            return md.image("", address)
        if re.match(r"file:|https?:|\./|/", label) and _IMAGE.match(label):
            return md.link(md.image("", self._address(label)), address)
        shown = self.write(label, block=False) if label else inline.words(re.sub(r"\Afile:|\A[*#]", "", target))
        return md.link(md.one_line(shown), address)

    def _address(self, target: str) -> str:
        scheme, colon, rest = target.partition(":")
        if colon and scheme in self._abbreviations:
            pattern = self._abbreviations[scheme]
            return pattern.replace("%s", rest) if "%s" in pattern else pattern + rest
        if target.startswith("#"):
            return f"#{inline.anchor_id(target[1:])}"
        if target.startswith("*"):
            found = slug(target[1:].strip())
            return f"#{inline.anchor_id(self._named.get(found, found))}"
        if scheme == "id" and colon:
            name = rest.partition("::")[0]
            own = inline.anchor_id(name)
            return f"#{own}" if own in self._own else address_to(LABEL, [name])
        if scheme in ("file", "attachment") or re.match(r"[./~]", target):
            path, _, search = (rest if scheme in ("file", "attachment") else target).partition("::")
            fragment = inline.anchor_id(search[1:]) if search[:1] == "#" else slug(search.lstrip("*"))
            return f"{path}#{fragment}" if search and not search.isdigit() else path
        return target if _SCHEME.match(target) else f"#{slug(target)}"
