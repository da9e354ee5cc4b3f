"""Hugo shortcodes as Markdown, line by line: what stands for words says them, what frames becomes a container."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.domain import shortcodes
from bookwheel.pages.includes import Kind, mark

_SHORTCODE = re.compile(r"\{\{([<%])((?:(?!\{\{[<%]).){0,2000}?)[>%]\}\}", re.DOTALL)
_PARAMETER = re.compile(r"""(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s"'`=]+))""")
_CALLOUTS = {
    "note", "caution", "warning", "tip", "info", "important", "danger", "alert", "admonition", "callout", "hint",
    "pageinfo", "success", "question",
}  # fmt: skip
_KINDS_OF_HINT = {"primary": "note", "secondary": "note", "success": "tip", "light": "note", "dark": "note"}
_FOLDS = {"details", "expand", "collapse", "spoiler"}
_TABS = {"tabs", "tabpane", "tabgroup", "codetabs"}
_CODE_FILES = {"codenew", "code", "code_sample", "codefile", "example", "code-file"}
_PARTS = {"include", "readfile", "include-file", "snippet"}
_FILMS = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
_SAID = {
    "thirdparty-content": "This section leads to projects and products of third parties.",
    "version-check": "To check the version, enter `kubectl version`.",
}
DEEPEST = 30
"""Containers in one another; deeper ones are shown as their text alone."""
_COLONS = 40
_CONTAINER = re.compile(rf"( *)(:{{{_COLONS - DEEPEST},{_COLONS}}})( [^\n]*)?[ \t]*")
_INDENTED = re.compile(rf"^ +:{{{_COLONS - DEEPEST},{_COLONS}}} ", re.MULTILINE)


def _shown(opening: str, inner: str) -> str:
    """A shortcode that is shown and not run, as its writer wants it read."""
    name = inner.removeprefix("/*").removesuffix("*/")
    return "{{" + opening + name + (">}}" if opening == "<" else "%}}")


def expand(text: str) -> str:
    """The source without shortcodes, with as many lines as before; unknown ones go, the text inside them stays."""
    found = list(_SHORTCODE.finditer(text))
    pairs = _pairs(found)
    made: list[str] = []
    fences: dict[int, str] = {}
    depth = at = 0
    for number, match in enumerate(found):
        if match.start() < at:
            continue
        made.append(text[at : match.start()])
        at = match.end()
        inner = match[2].strip()
        if inner.startswith("/*"):
            made.append(_shown(match[1], inner))
            continue
        name = _name(inner)
        is_closing, is_paired = inner.startswith("/"), number in pairs
        if name == "comment" and is_paired and not is_closing:
            at = found[pairs[number]].end()
            made.append("\n" * text.count("\n", match.start(), at))
            continue
        is_alone = _is_alone(text, match)
        if is_closing:
            if number in fences:
                depth -= fences[number].startswith(":")
                made.append(fences[number])
        else:
            closing = found[pairs[number]] if is_paired else None
            frame = _frame(inner, name) if closing and is_alone and _is_alone(text, closing) else ""
            if frame and depth < DEEPEST:
                fences[pairs[number]] = fence = "```" if frame.startswith("```") else ":" * (_COLONS - depth)
                depth += fence != "```"
                made.append(frame if fence == "```" else f"{fence} {frame}")
            else:
                is_block = is_alone or (name in _PARTS and _is_first(text, match))
                made.append(_words_of(inner, name, is_alone=is_block, is_paired=is_paired))
        made.append("\n" * match[0].count("\n"))
    expanded = "".join([*made, text[at:]])
    return _drawn_in(expanded) if _INDENTED.search(expanded) else expanded


def _drawn_in(text: str) -> str:
    """The lines of a container that stands in a list as far in as it begins: Hugo reads them by themselves."""
    open_at: list[tuple[str, int]] = []
    made: list[str] = []
    for line in text.split("\n"):
        width = open_at[-1][1] if open_at else 0
        lead = len(line) - len(line.lstrip(" "))
        shown = " " * width + line if lead < width and line.strip() else line
        made.append(shown)
        if found := _CONTAINER.fullmatch(shown):
            if not found[3] and open_at and open_at[-1][0] == found[2]:
                open_at.pop()
            elif found[3]:
                open_at.append((found[2], len(found[1])))
    return "\n".join(made)


def _pairs(found: list[re.Match[str]]) -> dict[int, int]:
    """Opening shortcodes with their closing ones, and the other way round."""
    pairs: dict[int, int] = {}
    waiting: dict[str, list[int]] = {}
    for number, match in enumerate(found):
        inner = match[2].strip()
        name = _name(inner)
        if not inner.startswith("/"):
            if not inner.endswith("/"):
                waiting.setdefault(name, []).append(number)
        elif waiting.get(name):
            opening = waiting[name].pop()
            pairs[opening], pairs[number] = number, opening
    return pairs


def _name(inner: str) -> str:
    words = inner.lstrip("/ ").split(None, 1)
    return words[0].rstrip("/").lower() if words else ""


def _is_alone(text: str, match: re.Match[str]) -> bool:
    return _is_first(text, match) and _is_last(text, match)


def _is_first(text: str, match: re.Match[str]) -> bool:
    start = text.rfind("\n", 0, match.start()) + 1
    return not text[start : match.start()].strip(" \t")


def _is_last(text: str, match: re.Match[str]) -> bool:
    end = text.find("\n", match.end())
    return not text[match.end() : end if end >= 0 else None].strip()


def _frame(inner: str, name: str) -> str:
    """What the container or the fence of a paired shortcode is called; empty for one that frames nothing."""
    named = dict(_parameters(inner))
    first = named.get("0", "")
    title = named.get("title") or named.get("header") or ""
    if name in _CALLOUTS:
        kind = first if first.isalpha() else named.get("type") or named.get("color") or name
        kind = _KINDS_OF_HINT.get(kind, kind)
        return f"{'note' if kind in {'alert', 'pageinfo', 'callout'} else kind} {title}".rstrip()
    if name in {"mermaid", "highlight", "math"}:
        return "```" + (first if name == "highlight" else name)
    if name in _FOLDS:
        return f"details {named.get('summary') or title or first}".rstrip()
    if name in _TABS:
        return "tabs"
    if name == "tab" and (language := named.get("codelang") or named.get("lang")):
        return f"```{language} [{named.get('name') or title or first}]"
    if name == "tab":
        return f"tab {named.get('name') or title or first}".rstrip()
    return ""


def _words_of(inner: str, name: str, *, is_alone: bool, is_paired: bool) -> str:
    """What a shortcode that stands for words says; nothing for an unknown one."""
    named = dict(_parameters(inner))
    first = named.get("0", "")
    if is_alone and (block := _block_of(name, first, named)):
        return block
    if name in _CALLOUTS:
        return f"**{name.capitalize()}:** " if is_paired else ""
    if name in {"glossary_tooltip", "glossary_definition"} and (term := named.get("term_id", "")):
        words = named.get("text") or term.replace("-", " ")
        return f'<a class="term" href="{term}">{words}</a>' if term.replace("-", "").isalnum() else words
    if name in {"link", "button"}:
        words, href = named.get("text") or first, named.get("url") or named.get("href") or named.get("link") or ""
        return f"[{words}](<{href}>)" if words and href else words
    if "text" in named and name not in {"code", "tab"}:
        return named["text"]
    if name == "heading":
        return shortcodes.heading(first)
    if name in {"ref", "relref"}:
        return first or named.get("path", "")
    if name in {"figure", "img", "image"} and (source := named.get("src", first)):
        caption = named.get("caption") or named.get("title") or ""
        title = ' "' + caption.replace('"', "”") + '"' if caption else ""
        return f"![{named.get('alt', '')}](<{source}>{title})"
    if name in {"feature-state", "feature_state"}:
        state = " ".join(part for part in (named.get("for_k8s_version"), named.get("state")) if part)
        return f"**Feature state:** {state}" if state else ""
    if name == "tab":
        return f"**{named.get('name') or named.get('header') or first}**"
    if name in _CODE_FILES and (file := named.get("file", first)):
        return f"`{file}`"
    if name in _FILMS and (film := named.get("id", first)):
        return f"<{_FILMS[name]}{film}>"
    if name in {"skew", "param", "latest-version", "release-branch", "latest-semver"}:
        words = first or name.replace("-", " ")
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words).replace("_", " ").lower()
    return _SAID.get(name, "")


def _block_of(name: str, first: str, named: dict[str, str]) -> str:
    """The mark of something that takes a block's place: a file, another page's text; empty for anything else."""
    file = named.get("file") or named.get("path") or first
    if name in _CODE_FILES and file:
        return mark(Kind.CODE, file, file)
    if name in _PARTS and file:
        return mark(Kind.PART, file, "")
    if name == "tab" and (part := named.get("include")):
        return mark(Kind.TAB, part, named.get("name", ""))
    if name == "glossary_definition" and (term := named.get("term_id")):
        kind = Kind.TERM_IN_SHORT if named.get("length") == "short" else Kind.TERM
        return mark(kind, term, named.get("prepend") or "", named.get("prepend") or term.replace("-", " "))
    if name == "table" and (caption := named.get("caption")):
        return mark(Kind.CAPTION, "", caption)
    if name == "thirdparty-content":
        return mark(Kind.CAPTION, "", _SAID[name])
    return ""


def _parameters(inner: str) -> Iterator[tuple[str, str]]:
    number = -1
    for match in _PARAMETER.finditer(inner.removesuffix("/")):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        if match[1]:
            yield match[1].lower(), value
        else:
            if number >= 0:
                yield str(number), value
            number += 1
