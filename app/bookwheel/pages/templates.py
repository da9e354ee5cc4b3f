"""Hugo shortcodes, mdBook includes and the like turned into Markdown, line by line, so that line numbers stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.domain import shortcodes

_SHORTCODE = re.compile(r"\{\{([<%])((?:(?!\{\{[<%]).){0,2000}?)[>%]\}\}", re.DOTALL)
_PARAMETER = re.compile(r"""(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s"'`=]+))""")
_MDBOOK = re.compile(r"\{\{#(\w+)\s*([^}\n]*)\}\}")
_CONTENTS = re.compile(r"^(?:\[\[_?TOC_?\]\]|\[_?TOC_?\])[ \t]*$", re.MULTILINE | re.IGNORECASE)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_CALLOUTS = {
    "note",
    "caution",
    "warning",
    "tip",
    "info",
    "important",
    "danger",
    "alert",
    "admonition",
    "callout",
    "hint",
}
_CODE_FILES = {"codenew", "code", "code_sample", "codefile"}


def expand(text: str) -> str:
    """The source without template syntax, with as many lines as before."""
    if "{{<" in text or "{{%" in text:
        text = _expand_shortcodes(text)
    if "{{#" in text:
        text = _MDBOOK.sub(_include, text)
    return text


def without_contents(text: str) -> str:
    """The source without a line that asks for a table of contents, which the outline is."""
    if not _CONTENTS.search(text):
        return text
    fence = ""
    made: list[str] = []
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if opened:
            fence = "" if fence and opened[1].startswith(fence) else fence or opened[1][0] * 3
        made.append(line if fence or not _CONTENTS.match(line) else "")
    return "\n".join(made)


def _include(match: re.Match[str]) -> str:
    if match[1] in {"include", "rustdoc_include", "playground"}:
        path = match[2].split(":")[0].split()
        return f"[included: {path[0].lstrip('./')}]" if path else ""
    return ""


def _expand_shortcodes(text: str) -> str:
    found = list(_SHORTCODE.finditer(text))
    pairs = _pairs(found)
    made: list[str] = []
    at = 0
    for number, match in enumerate(found):
        if match.start() < at:
            continue
        made.append(text[at : match.start()])
        at = match.end()
        inner = match[2].strip()
        if inner.startswith("/*"):
            made.append(
                "{{" + match[1] + inner.removeprefix("/*").removesuffix("*/") + (">}}" if match[1] == "<" else "%}}")
            )
            continue
        name = _name(inner)
        if name == "comment" and number in pairs and not inner.startswith("/"):
            at = found[pairs[number]].end()
            made.append("\n" * text.count("\n", match.start(), at))
            continue
        is_alone = _is_alone(text, match)
        made.append(_replacement(inner, name, is_alone=is_alone, is_paired=number in pairs))
        made.append("\n" * match[0].count("\n"))
    made.append(text[at:])
    return "".join(made)


def _pairs(found: list[re.Match[str]]) -> dict[int, int]:
    """Opening shortcodes with their closing ones, and the other way round."""
    pairs: dict[int, int] = {}
    waiting: dict[str, list[int]] = {}
    for number, match in enumerate(found):
        inner = match[2].strip()
        name = _name(inner)
        if not inner.startswith("/"):
            waiting.setdefault(name, []).append(number)
        elif waiting.get(name):
            opening = waiting[name].pop()
            pairs[opening], pairs[number] = number, opening
    return pairs


def _name(inner: str) -> str:
    words = inner.lstrip("/ ").split(None, 1)
    return words[0].rstrip("/").lower() if words else ""


def _is_alone(text: str, match: re.Match[str]) -> bool:
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    return not text[start : match.start()].strip(" \t") and not text[match.end() : end if end >= 0 else None].strip()


def _replacement(inner: str, name: str, *, is_alone: bool, is_paired: bool) -> str:
    is_closing = inner.startswith("/")
    named = dict(_parameters(inner))
    first = named.get("0", "")
    if name in _CALLOUTS and is_paired:
        if is_alone:
            return (
                ":::::"
                if is_closing
                else f"::::: {first or named.get('type') or name} {named.get('title', '')}".rstrip()
            )
        return "" if is_closing else f"**{name.capitalize()}:** "
    if name in {"mermaid", "highlight"} and is_paired and is_alone:
        return "```" if is_closing else f"```{first if name == 'highlight' else 'mermaid'}"
    if name == "details" and is_paired and is_alone:
        return ":::::" if is_closing else f"::::: details {named.get('summary') or named.get('title') or first}"
    if is_closing:
        return ""
    return _words_of(name, first, named)


def _words_of(name: str, first: str, named: dict[str, str]) -> str:
    """What a shortcode that stands for words says; nothing for an unknown one."""
    if "text" in named and name != "code":
        return named["text"]
    if name in {"glossary_tooltip", "glossary_definition"}:
        return named.get("term_id", "").replace("-", " ")
    if name == "heading":
        return shortcodes.heading(first)
    if name in {"ref", "relref"}:
        return first
    if name in {"figure", "img", "image"} and (source := named.get("src", first)):
        caption = named.get("caption") or named.get("title") or ""
        title = ' "' + caption.replace('"', "”") + '"' if caption else ""
        return f"![{named.get('alt', '')}](<{source}>{title})"
    if name in {"feature-state", "feature_state"}:
        state = " ".join(part for part in (named.get("for_k8s_version"), named.get("state")) if part)
        return f"**Feature state:** {state}" if state else ""
    if name == "tab":
        return f"**{named.get('name', first)}**"
    if name in _CODE_FILES:
        return f"`{named.get('file', first)}`"
    if name in {"skew", "param"}:
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", first).replace("_", " ").lower()
    if name in {"example", "link"}:
        return named.get("file", first)
    return ""


def _parameters(inner: str) -> Iterator[tuple[str, str]]:
    number = -1
    for match in _PARAMETER.finditer(inner):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        if match[1]:
            yield match[1].lower(), value
        else:
            if number >= 0:
                yield str(number), value
            number += 1


def strip_comments(text: str) -> str:
    """The source without Obsidian's `%%comments%%`, outside code, with as many lines as before."""
    if "%%" not in text:
        return text
    made: list[str] = []
    fence = ""
    is_comment = False
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if opened and not is_comment:
            if not fence:
                fence = opened[1][0] * 3
            elif opened[1].startswith(fence):
                fence = ""
        if fence or "%%" not in line:
            made.append("" if is_comment else line)
            continue
        kept: list[str] = []
        for number, part in enumerate(line.split("%%")):
            if number and "".join(kept).count("`") % 2 == 0:
                is_comment = not is_comment
            elif number:
                kept.append("%%")
            if not is_comment:
                kept.append(part)
        made.append("".join(kept))
    return "\n".join(made)
