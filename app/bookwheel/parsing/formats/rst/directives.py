"""Directives of docutils and Sphinx as nodes that say what they are; no one of them opens or fetches anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.parsers.rst.directives import body, misc, tables

CODE = {
    "code": "", "code-block": "", "sourcecode": "", "code-cell": "python", "ipython": "python", "testcode": "python",
    "testsetup": "python", "testcleanup": "python", "testoutput": "text", "doctest": "pycon", "plot": "python",
    "prompt": "bash", "graphviz": "dot", "digraph": "dot", "graph": "dot", "mermaid": "mermaid", "uml": "plantuml",
    "productionlist": "text", "jinja": "jinja", "tikz": "latex", "autograph": "text",
}  # fmt: skip
"""Directives that hold code, with its language where the argument does not say it."""

ADMONITIONS = {
    "note": "NOTE", "hint": "TIP", "tip": "TIP", "important": "IMPORTANT", "warning": "WARNING", "caution": "CAUTION",
    "attention": "WARNING", "danger": "CAUTION", "error": "CAUTION", "seealso": "NOTE",
    "todo": "NOTE",
}  # fmt: skip
"""Admonitions without a title of their own, by GitHub's callout."""

VERSIONS = {
    "versionadded": "Added in version", "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "deprecated-removed": "Deprecated since version", "versionremoved": "Removed in version",
    "version-added": "Added in version", "version-changed": "Changed in version",
    "version-deprecated": "Deprecated since version", "version-removed": "Removed in version",
}  # fmt: skip

_TITLED = frozenset({"admonition", "topic", "sidebar", "collapse", "dropdown", "details"})
_TRANSPARENT = frozenset({"only", "ifconfig", "class", "rst-class", "cssclass", "container", "if-builder", "htmlonly"})
_DROPPED = frozenset({
    "contents", "local-contents", "sectnum", "section-numbering", "index", "tabularcolumns", "target-notes", "header",
    "footer", "sectionauthor", "moduleauthor", "codeauthor", "default-domain",
    "c:namespace", "cpp:namespace", "js:currentmodule", "date", "restructuredtext-test-directive", "autosectionlabel",
    "minigallery", "program",
})  # fmt: skip
_INCLUDED = frozenset({"include", "literalinclude", "command-output", "program-output", "mdinclude", "m2rinclude"})
_OBJECTS = frozenset({
    "function", "class", "method", "classmethod", "staticmethod", "decorator", "decoratormethod", "data", "exception",
    "attribute", "property", "module", "describe", "object", "option", "cmdoption", "envvar", "confval", "setting",
    "type", "macro", "var", "member", "enum", "enumerator", "struct", "union", "opcode", "pdbcommand", "2to3fixer",
    "django-admin", "django-admin-option", "templatetag", "templatefilter", "fieldlookup", "http:get", "http:post",
})  # fmt: skip
_NOT_INDEXED = frozenset({"noindex", "no-index"})
_AUTO = re.compile(r"auto[a-z]+\Z")
_BUILT_IN: dict[str, type[Directive]] = {
    "table": tables.RSTTable,
    "list-table": tables.ListTable,
    "parsed-literal": body.ParsedLiteral,
    "line-block": body.LineBlock,
    "replace": misc.Replace,
    "unicode": misc.Unicode,
}
_META = re.compile(r":([\w.-]+)[^:]*:\s*(.*)")
_ENTRY = re.compile(r"(.+?)\s*(?<!\x00)<([^<>]+)>\s*\Z", re.DOTALL)


def find_directive(name: str, _language: object, _document: object) -> tuple[type[Directive], list[nodes.Node]]:
    """The class for a directive of any name, and no messages; in the place of docutils' own look-up."""
    key = name.lower()
    if key in _BUILT_IN:
        return _BUILT_IN[key], []
    if key == "csv-table":
        return CsvTable, []
    return (Whole if key in ADMONITIONS or key in _WHOLE else Named), []


class AnyOption:
    """Option names of all kinds, each with a text or nothing."""

    def __getitem__(self, name: str) -> Callable[[str | None], str]:
        """Take the option's text as it is."""
        return lambda text: text or ""


class Whole(Directive):
    """A directive whose first line is a part of its content."""

    has_content = True
    option_spec = cast(Any, AnyOption())

    def run(self) -> list[nodes.Node]:
        """The nodes of the directive."""
        name = self.name.lower()
        made = _BUILDERS.get(name, _any_other)(self)
        for node in made:
            if isinstance(node, nodes.Element) and node.get("kind"):
                node.line = self.lineno
        return made


class Named(Whole):
    """A directive with an argument of any length."""

    optional_arguments = 1
    final_argument_whitespace = True


class CsvTable(tables.CSVTable):
    """A table from the lines below the directive; one from a file is named, never read."""

    def run(self) -> Any:
        """The table."""
        source = self.options.get("file") or self.options.get("url")
        return [_kind("included", target=str(source))] if source else super().run()


def _kind(kind: str, **values: object) -> nodes.container:
    node = nodes.container("", **cast(Any, values))
    node["kind"] = kind
    return node


def _argument(directive: Directive) -> str:
    return str(directive.arguments[0]).strip() if directive.arguments else ""


def _filled(directive: Directive, node: nodes.Element) -> list[nodes.Node]:
    cast(Any, directive.state).nested_parse(directive.content, directive.content_offset, node)
    return [node]


def _inlines(directive: Directive, text: str) -> list[nodes.Node]:
    return cast(Any, directive.state).inline_text(text, directive.lineno)[0]


def _paragraph(directive: Directive, text: str) -> nodes.paragraph:
    node = nodes.paragraph(text, "", *_inlines(directive, text))
    node.line = directive.lineno
    return node


def _any_other(directive: Directive) -> list[nodes.Node]:
    name = directive.name.lower()
    if ":" in name or name in _OBJECTS or _AUTO.match(name):
        return _described(directive)
    node = _kind("other")
    if argument := _argument(directive):
        node += _paragraph(directive, argument)
        node["titled"] = bool(directive.content)
    return _filled(directive, node)


def _described(directive: Directive) -> list[nodes.Node]:
    lines = re.sub(r"\\\n\s*", "", _argument(directive)).split("\n")
    names = [line.strip() for line in lines if line.strip()]
    name = directive.name.lower()
    described = "" if _NOT_INDEXED & directive.options.keys() else name
    node = _kind("object", signatures=names, described=described, is_module=name.endswith("module"))
    return _filled(directive, node)


def _admonition(directive: Directive) -> list[nodes.Node]:
    name = directive.name.lower()
    title = {"seealso": "See also", "todo": "To do"}.get(name, "")
    return _filled(directive, _kind("callout", callout=ADMONITIONS[name], title=title))


def _titled(directive: Directive) -> list[nodes.Node]:
    node = _kind("callout", callout="NOTE" if directive.name.lower() == "admonition" else "", title="")
    if argument := _argument(directive):
        node += (title := nodes.title(argument, "", *_inlines(directive, argument)))
        title.line = directive.lineno
    return _filled(directive, node)


def _version(directive: Directive) -> list[nodes.Node]:
    count = 2 if directive.name.lower() == "deprecated-removed" else 1
    *numbers, text = [*_argument(directive).split(None, count), *([""] * (count + 1))][: count + 1]
    number = ", ".join(filter(None, numbers))
    node = _kind("version", words=f"{VERSIONS[directive.name.lower()]} {number}".strip())
    if text.strip():
        node += _paragraph(directive, text.strip())
    return _filled(directive, node)


def _code(directive: Directive) -> list[nodes.Node]:
    name = directive.name.lower()
    argument = _argument(directive)
    language = CODE[name]
    if not language:
        language, argument = argument.split("\n")[0].split(" ")[0], ""
    elif name in ("doctest", "prompt", "testcode", "testoutput", "testsetup", "plot", "code-cell"):
        argument = ""  # names of groups and shells
    text = "\n".join([*([argument] if argument else []), *directive.content])
    node = nodes.literal_block(text, text)
    node["language"], node["stated"] = language, True
    node.line = directive.content_offset + (0 if argument else 1)
    caption = str(directive.options.get("caption", ""))
    before: list[nodes.Node] = [_titled_line(directive, caption)] if caption else []
    return [*before, node] if text.strip() else before


def _titled_line(directive: Directive, text: str) -> nodes.container:
    node = _kind("rubric")
    node += _paragraph(directive, text)
    return node


def _rubric(directive: Directive) -> list[nodes.Node]:
    return _filled(directive, _titled_line(directive, _argument(directive)))


def _transparent(directive: Directive) -> list[nodes.Node]:
    """The content in the place of the directive, with its sections."""
    state = cast(Any, directive.state)
    state.nested_parse(directive.content, directive.content_offset, state.parent, match_titles=True)
    return []


def _class(directive: Directive) -> list[nodes.Node]:
    """A class of Python, as Sphinx reads it; a word in lower case alone names a look, as docutils does."""
    is_look = re.fullmatch(r"[a-z][\w -]*", _argument(directive))
    return _transparent(directive) if is_look or not _argument(directive) else _described(directive)


def _dropped(_directive: Directive) -> list[nodes.Node]:
    return []


def _raw(directive: Directive) -> list[nodes.Node]:
    return [_kind("raw", format=_argument(directive))]


def _included(directive: Directive) -> list[nodes.Node]:
    return [_kind("included", target=_argument(directive))]


def _toctree(directive: Directive) -> list[nodes.Node]:
    entries: list[tuple[str, str, int]] = []
    for offset, line in enumerate(directive.content):
        entry = str(line).strip()
        if not entry or entry == "self":
            continue
        stated = _ENTRY.match(entry)
        place = directive.content_offset + offset + 1
        entries.append((stated[1], stated[2].strip(), place) if stated else ("", entry, place))
    return [_kind("toctree", entries=entries, caption=str(directive.options.get("caption", "")))]


def _glossary(directive: Directive) -> list[nodes.Node]:
    """Terms, several of which may share a definition."""
    found = nodes.definition_list("")
    content, offset = directive.content, directive.content_offset
    at, entry = 0, nodes.definition_list_item("")
    while at < len(content):
        line = str(content[at])
        if not line.strip() or line.startswith(".. "):
            at += 1
        elif not line[0].isspace():
            if len(entry) and isinstance(entry[-1], nodes.definition):
                entry = nodes.definition_list_item("")
            if not len(entry):
                found += entry
            text = re.split(r" +: +", line)[0].strip()
            entry += (term := nodes.term(text, "", *_inlines(directive, text)))
            term.line, term["glossary"] = offset + at + 1, True
            at += 1
        else:
            end = at
            while end < len(content) and (not str(content[end]).strip() or str(content[end])[0].isspace()):
                end += 1
            part = content[at:end]
            part.trim_left(min(len(one) - len(one.lstrip()) for one in map(str, part) if one.strip()))
            entry += (definition := nodes.definition(""))
            cast(Any, directive.state).nested_parse(part, offset + at, definition)
            at = end
    return [found]


def _image(directive: Directive) -> list[nodes.Node]:
    address = "".join(_argument(directive).split())
    node = nodes.image("", uri=address, alt=str(directive.options.get("alt", "")))
    node.line = directive.lineno
    target = str(directive.options.get("target", "")).strip()
    if target and not target.endswith("_"):
        node["target"] = "".join(target.split())
    return [node] if address else []


def _figure(directive: Directive) -> list[nodes.Node]:
    node = _kind("figure")
    node += _image(directive)
    return _filled(directive, node)


def _math(directive: Directive) -> list[nodes.Node]:
    formulas = [_argument(directive), *re.split(r"\n\s*\n", "\n".join(directive.content))]
    made: list[nodes.Node] = []
    for formula in formulas:
        if formula.strip():
            made.append(node := nodes.math_block(formula, formula))
            node.line = directive.lineno
    return made


def _meta(directive: Directive) -> list[nodes.Node]:
    values: dict[str, str] = {}
    last = ""
    for line in directive.content:
        if match := _META.match(str(line)):
            last = match[1].lower()
            values[last] = match[2]
        elif last:
            values[last] = f"{values[last]} {str(line).strip()}".strip()
    return [_kind("meta", values=values)]


def _said(directive: Directive) -> list[nodes.Node]:
    return [_kind(directive.name.lower().removeprefix("py:"), argument=_argument(directive))]


_WHOLE = frozenset({"meta", "toctree", "glossary", "epigraph", "highlights", "pull-quote", "compound", "acks", "hlist"})


def _quote(directive: Directive) -> list[nodes.Node]:
    return _filled(directive, nodes.block_quote(""))


Builder = Callable[[Directive], list[nodes.Node]]
_BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(CODE, cast(Builder, _code)),
    **dict.fromkeys(ADMONITIONS, cast(Builder, _admonition)),
    **dict.fromkeys(VERSIONS, cast(Builder, _version)),
    **dict.fromkeys(_TITLED, cast(Builder, _titled)),
    **dict.fromkeys(_TRANSPARENT, cast(Builder, _transparent)),
    "class": _class,
    **dict.fromkeys(_DROPPED, cast(Builder, _dropped)),
    **dict.fromkeys(_INCLUDED, cast(Builder, _included)),
    **dict.fromkeys(
        ("highlight", "highlightlang", "role", "default-role", "title", "currentmodule", "py:currentmodule"),
        cast(Builder, _said),
    ),
    **dict.fromkeys(("epigraph", "highlights", "pull-quote"), cast(Builder, _quote)),
    "toctree": _toctree,
    "glossary": _glossary,
    "image": _image,
    "figure": _figure,
    "math": _math,
    "meta": _meta,
    "raw": _raw,
    "rubric": _rubric,
    "centered": _rubric,
}
