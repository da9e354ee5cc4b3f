"""Template marks turned into Markdown, line by line, so that line numbers stay: shortcodes, includes, tabs."""

from __future__ import annotations

import re

from bookwheel.domain.markup.comments import fence_after
from bookwheel.pages.includes import Kind, mark
from bookwheel.pages.syntax import shortcodes

_MDBOOK = re.compile(r"\\?\{\{#(\w++)\s*+((?:(?!\{\{#)[^}\n])*+)\}\}")
_CONTENTS = re.compile(r"^(?:\[\[_?TOC_?\]\]|\[_?TOC_?\])[ \t]*$", re.MULTILINE | re.IGNORECASE)
_SNIPPET = re.compile(r"[ \t]*<<<[ \t]*(@?[^\s{#\[]+)(#[\w-]+)?[^\n]*\Z")
_PART = re.compile(r"[ \t]*<!--[ \t]*@include:[ \t]*([^\s{]+?)(?:\{[^}\n]*\})?[ \t]*-->[ \t]*\Z")
_IMPORT = re.compile(r"import\s[^\n]*\sfrom\s*(['\"])[@./\w-]+\1;?[ \t]*\Z|import\s*(['\"])[@./\w-]+\2;?[ \t]*\Z")
_EXPORT = re.compile(
    r"export\s+(?:(?:const|let|var)\s+[\w$\s,{}\[\]]+=|(?:default\s+)?(?:async\s+)?function\b|(?:default\s+)?class\s+\w+\s*(?:\{|extends\b)"
    r"|default\s+(?:[({]|\w+;?\s*\Z)|\{[^{}\n]*\})"
)
"""What MDX runs and does not show, up to an empty line."""
_TABS = re.compile(r"[ \t]*<(/?)(Tabs|TabItem)\b([^<>]*)>[ \t]*\Z")
_LABEL = re.compile(r"""\b(label|value)\s*=\s*\{?["']([^"']*)["']""")
_REMARK = re.compile(r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1|\{/\*.*?(?:\*/\}|\Z)")
_INTERPOLATED = re.compile(r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1|\{\{[^{}\n]*\}\}")


def expand(text: str) -> str:
    """The source without template syntax, with as many lines as before."""
    if "{{<" in text or "{{%" in text:
        text = shortcodes.expand(text)
    if "{{#" in text:
        text = _MDBOOK.sub(_include, text)
    if "{/*" in text:
        text = _without_remarks(text)
    if (
        "<<<" in text
        or "@include" in text
        or "<Tab" in text
        or "import " in text
        or "export " in text
        or "<script setup" in text
    ):
        text = _expand_site(text)
    return text


def without_contents(text: str) -> str:
    """The source without a line that asks for a table of contents, which the outline is."""
    if not _CONTENTS.search(text):
        return text
    fence = ""
    made: list[str] = []
    for line in text.split("\n"):
        fence = fence_after(line, fence)
        made.append(line if fence or not _CONTENTS.match(line) else "")
    return "\n".join(made)


def _include(match: re.Match[str]) -> str:
    if match[0].startswith("\\"):
        return match[0][1:]
    if match[1] in {"include", "rustdoc_include", "playground"} and (path := match[2].split()):
        return mark(Kind.FILE, path[0], "", path[0].split(":")[0].lstrip("./"))
    return ""


def _without_remarks(text: str) -> str:
    """The source without MDX's `{/* remarks */}`, outside code, with as many lines as before."""
    made: list[str] = []
    fence = ""
    is_open = False
    for line in text.split("\n"):
        if is_open:
            _, end, line = line.partition("*/}")
            is_open = not end
        before, fence = fence, fence_after(line, fence)
        if not before and not fence and "{/*" in line:
            is_open = any(not found[1] and not found[0].endswith("*/}") for found in _REMARK.finditer(line))
            line = _REMARK.sub(_not_put_in, line)
        made.append(line)
    return "\n".join(made)


def _expand_site(text: str) -> str:
    """VitePress' snippets and parts, Docusaurus' tabs and imports, and what Vue would have put in."""
    is_vue = "<script setup" in text
    tabs = _TABS_ALL.findall(text) if "<Tab" in text else []
    has_tabs = sum(not closing for closing, _ in tabs) * 2 == len(tabs)
    fence = ""
    depth = 0
    is_export = False
    made: list[str] = []
    for line in text.split("\n"):
        is_export = bool(line.strip()) and (is_export or _is_export(line, made, fence))
        before, fence = fence, "" if is_export else fence_after(line, fence)
        if is_export:
            made.append("")
        elif before or fence:
            made.append(line)
        elif snippet := _SNIPPET.match(line):
            made.append(mark(Kind.FILE, snippet[1].removeprefix("@"), "", snippet[1].removeprefix("@/")))
        elif part := _PART.match(line):
            made.append(mark(Kind.PART, part[1].removeprefix("@"), ""))
        elif _IMPORT.match(line):
            made.append("")
        elif has_tabs and (tab := _TABS.match(line)):
            depth -= bool(tab[1])
            made.append(":" * (80 - depth) + ("" if tab[1] else f" {_tab(tab)}"))
            depth += not tab[1]
        else:
            made.append(_INTERPOLATED.sub(_not_put_in, line) if is_vue and "{{" in line else line)
    return "\n".join(made)


_TABS_ALL = re.compile(r"^[ \t]*<(/?)(Tabs|TabItem)\b[^<>]*>[ \t]*$", re.MULTILINE)


def _is_export(line: str, before: list[str], fence: str) -> bool:
    return not fence and (not before or not before[-1].strip()) and _EXPORT.match(line) is not None


def _tab(match: re.Match[str]) -> str:
    if match[2] == "Tabs":
        return "tabs"
    named = dict(_LABEL.findall(match[3]))
    return f"tab {named.get('label') or named.get('value') or ''}".rstrip()


def _not_put_in(match: re.Match[str]) -> str:
    return match[0] if match[1] else ""
