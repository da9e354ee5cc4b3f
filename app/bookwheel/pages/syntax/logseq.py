"""What outliners and note programs write: `key:: value` fields, Logseq's blocks, macros and references."""

from __future__ import annotations

import re
from html import escape

from bookwheel.domain.markup.comments import fence_after
from bookwheel.domain.messages import Message
from bookwheel.pages.notices import notice_html

_QUERY, _OTHER_BLOCK = Message("Query:"), Message("(a block of another page)")
_FIELD = re.compile(
    r"([ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:\[.\][ \t]+)?)"
    r"(?:\*\*|__)?([^\W\d_][\w .&/-]{0,40}?)(?:\*\*|__)?::(?:\*\*|__)?([ \t][^\n]*)?\Z"
)
_BRACKETED = re.compile(
    r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1"
    r"|\[([^\W\d_][\w -]{0,40}?)::[ \t]{0,8}((?:\[\[[^\[\]\n]{1,200}\]\]|[^\[\]\n]){1,250})\](?!\()"
    r"|\(([^\W\d_][\w -]{0,40}?)::[ \t]{1,8}((?:\[\[[^\[\]\n]{1,200}\]\]|[^()\n]){1,250})\)"
)
_MACHINE = re.compile(
    r"(?:id|collapsed|heading|created[-_]at|updated[-_]at|last-modified-at|background-color|ls-type|public|icon|template"
    r"|template-including-parent|query-[\w-]+|logseq\.[\w.-]+|hl-[\w-]+|title)\Z",
    re.IGNORECASE,
)
_BEGIN = re.compile(r"([ \t]*(?:[-*+][ \t]+)?)#\+(BEGIN|END)_([A-Z]+)[ \t]*([\w+-]*)[^\n]*\Z", re.IGNORECASE)
_CODE = {"SRC", "EXAMPLE", "EXPORT", "COMMENT", "QUERY", "VERSE", "LATEX"}
_REFERENCE = re.compile(r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1|\(\(([0-9a-f]{8}-[0-9a-f-]{27})\)\)")
_HICCUP = re.compile(r"([ \t]*(?:[-*+][ \t]+)?)\[:[a-z][\w.#-]*[ \]][^\n]*\][ \t]*\Z")
_REFERRING = re.compile(r"!?\[([^\[\]\n]*)\]\(\(\([0-9a-f-]{36}\)\)\)")
_OWN_ID = re.compile(r"^([^\n]*)\n[ \t]*id::[ \t]*([0-9a-f]{8}-[0-9a-f-]{27})[ \t]*$", re.MULTILINE)
_MACRO = re.compile(
    r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1|\{\{\{?(query|embed|video|youtube|youtube-timestamp|twitter|tweet|renderer|namespace|cloze"
    r"|docs-base-url|function|zotero-[\w-]+)\b[ \t]*([^{}\n]*)\}?\}\}"
)
NOTHING = "\ue0f3"
"""Stands on a line that shows nothing, so that the list around it stays tight; taken out of the page again."""
_NOTHINGS = re.compile(rf"<p>\s*{NOTHING}[\s{NOTHING}]*</p>|(?:<br ?/?>)?(?<!\s)\s*{NOTHING}")


def expand(text: str) -> str:
    """The source with fields and macros as Markdown, outside code, with as many lines as before."""
    if "::" not in text and "{{" not in text and "((" not in text and "#+" not in text and "[:" not in text:
        return text
    own = {match[2]: match[1].strip(" \t-*+") for match in _OWN_ID.finditer(text)} if "((" in text else {}
    lines = text.split("\n")
    fence = block = ""
    for number, line in enumerate(lines):
        begin = None if fence else _BEGIN.match(line)
        if begin and (made := _block(begin, block)):
            block = begin[3].upper() if begin[2].upper() == "BEGIN" else ""
            lines[number] = made
            continue
        before, fence = fence, fence_after(line, fence)
        if not (before or fence or block in _CODE):
            lines[number] = _line(line, own)
    return "\n".join(lines)


def without_nothings(html: str) -> str:
    """The page without the signs for lines that show nothing."""
    return _NOTHINGS.sub("", html) if NOTHING in html else html


def _block(begin: re.Match[str], block: str) -> str:
    """The fence or container of Logseq's `#+BEGIN_…` and `#+END_…`; empty for one out of order."""
    name = begin[3].upper()
    is_begin = begin[2].upper() == "BEGIN"
    if bool(block) == is_begin or (block and block != name):
        return ""
    if name in _CODE:
        return f"{begin[1]}~~~~~~{begin[4].lower() if is_begin and name == 'SRC' else ''}"
    kind = {"QUOTE": "quote", "PINNED": "note"}.get(name, name.lower())
    return f"{begin[1]}::::::::::::{f' {kind}' if is_begin else ''}"


def _line(line: str, own: dict[str, str]) -> str:
    if "[:" in line and (shape := _HICCUP.match(line)):
        return f"{shape[1]}{NOTHING}"
    if "{{" in line:
        line = _MACRO.sub(_macro, line)
    if "((" in line:
        line = _REFERRING.sub(r"\1", line)
        line = _REFERENCE.sub(lambda match: match[0] if match[1] else _referred(match[2], own), line)
    if "::" not in line:
        return line
    field = _FIELD.match(line)
    if field and not field[2].startswith(("http", "file")) and line.count("`", 0, field.end(2)) == 0:
        if _MACHINE.match(field[2].strip()):
            return f"{field[1]}{NOTHING}"
        return f"{field[1]}{_field(field[2], field[3] or '')}  "
    return _BRACKETED.sub(_bracketed, line)


def _bracketed(match: re.Match[str]) -> str:
    if match[1]:
        return match[0]
    if match[2]:
        return _field(match[2], match[3])
    return f'<span class="field">{match[5].strip()}</span>'


def _field(name: str, value: str) -> str:
    return f'<span class="field"><span class="field-name">{escape(name.strip())}</span> {value.strip()}</span>'


def _macro(match: re.Match[str]) -> str:
    if match[1]:
        return match[0]
    name, words = match[2], match[3].strip()
    if name == "query":
        return f"{notice_html(_QUERY, 'span')} `{words}`" if words and "`" not in words else ""
    if name == "embed":
        return f"!{words}" if words.startswith("[[") else words
    if name in {"video", "youtube", "twitter", "tweet"} and words.startswith(("https://", "http://")):
        return f"<{words.split()[0]}>"
    return words if name == "cloze" else ""


def _referred(identity: str, own: dict[str, str]) -> str:
    return own.get(identity) or notice_html(_OTHER_BLOCK, "span")
