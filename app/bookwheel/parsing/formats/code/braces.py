"""Definitions in languages with braces: what stands before each opening brace says what the block is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.parsing.formats.code.outline import Definition

_LONGEST_HEADER = 600
_DEEPEST = 12
_SIGNS = re.compile(r"[{};]")
_ANNOTATION = re.compile(r"@(?!interface\b)[\w.]+(?:[ \t]*\([^()]*\))?\s*|#!?\[[^\]]*\]\s*|\[[A-Z]\w*[^\]]*\]\s*")
_CASE = re.compile(r"(?:case\b[^:]*|default|public|private|protected|signals|slots|Q_OBJECT)\s*:(?!:)\s*")
_TYPE = re.compile(
    r"(?:^|\s)(?P<kind>class|interface|struct|enum|union|trait|object|namespace|module|mod|protocol|extension|record|actor"
    r"|impl|service|message|contract|library|mixin|annotation|rpc|oneof|package)(?:\s+(?:class|struct|object))?"
    r"(?:\s*<[^<>]*(?:<[^<>]*>[^<>]*)*>)?\s+(?P<name>[A-Za-z\u00c0-\uffff_$][\w$.:]*)"
)
_FOR = re.compile(r"\bfor\s+([A-Za-z\u00c0-\uffff_][\w:]*)")
_GO_TYPE = re.compile(r"\s*type\s+(?P<name>\w+)(?:\[[^\]]*\])?\s+(?P<kind>struct|interface)\b")
_OBJC = re.compile(
    r"@(?P<kind>interface|implementation|protocol)\s+(?P<name>\w+)|(?m:^)[-+]\s*\([^)]*\)\s*(?P<method>\w+)"
)
_FUNCTION = re.compile(
    r"(?:^|\s)(?:function\*?|(?:func|fun|fn|def|sub|macro_rules!|task|modifier)(?=\s))\s*"
    r"(?:\((?P<receiver>[^()]*)\)\s*)?(?:<[^<>]*>\s*)?(?P<name>[A-Za-z\u00c0-\uffff_$][\w$.:]*)"
)
_ARROW = re.compile(
    r"(?:^|\s)(?:(?:const|let|var)\s+)?(?P<name>[A-Za-z\u00c0-\uffff_$][\w$.]*)\s*(?::[^=]*)?[=:]\s*"
    r"(?:(?:async\s*)?(?:function\b|\([^{}]*\)[^={}]*=>|[\w$]+\s*=>)|(?:[\w.]+\()?(?:async\s*)?\([^{}]*\)[^={}]*=>)\s*\Z"
)
_CALL = re.compile(r"(?P<name>~?[A-Za-z\u00c0-\uffff_$#][\w$#]*(?:::~?\w+)*|operator\s*[^\s\w(]+)\s*(?:<[^<>]*>\s*)?\(")
_TEST = re.compile(r"\s*(?P<kind>describe|context|suite|it|test)(?:\.\w+)*\(\s*(?P<quote>['\"`])")
_VALUE = re.compile(
    r"(?m:^)(?:export\s+(?:declare\s+)?(?P<kind>const|let|type)\s+(?P<name>[A-Za-z\u00c0-\uffff_$][\w$]*)"
    r"|(?:declare\s+|pub\s+)?(?P<type>type)\s+(?P<alias>[A-Z][\w$]*)[^=\n]*="
    r"|(?:(?:data|sealed|value|case|public|abstract|open|pub|annotation|final)\s+)+"
    r"(?P<plain>class|interface|object|struct|trait|record)\s+(?P<of>[A-Z]\w*))"
)
_NOT_NAMES = frozenset(
    [
        "if",
        "for",
        "while",
        "switch",
        "catch",
        "else",
        "do",
        "try",
        "return",
        "synchronized",
        "using",
        "lock",
        "foreach",
        "when",
        "match",
        "guard",
        "with",
        "unless",
        "until",
        "await",
        "throw",
        "new",
        "typeof",
        "sizeof",
        "defer",
        "select",
        "go",
        "init",
        "finally",
        "elif",
        "elseif",
        "fixed",
        "checked",
        "unchecked",
        "delete",
        "in",
        "not",
        "and",
        "or",
        "assert",
        "loop",
        "unsafe",
        "get",
        "set",
        "required",
    ]
) - {"init", "get", "set"}
_SPACES = ("namespace ", "module ", "mod ", "package ", "library ")
_GOES_ON = re.compile(r"\s*(?:extends|implements|throws|where|noexcept|override|const\b|->|[:),.&|?{=])|\s*\Z")
_TO_GO_ON = (",", "(", "=", ":", "->", "&&", "||", "<", "=>")
_RECEIVER = re.compile(r"\*?\s*([A-Za-z\u00c0-\uffff_]\w*)(?:\[[^\]]*\])?\s*\Z")


@dataclass(slots=True)
class _Block:
    """An open block; `name` is empty for one that defines nothing, and a space only keeps names apart."""

    name: str
    is_type: bool
    column: int
    depth: int
    is_below_type: bool
    is_space: bool = False


def definitions_in(masked: str, text: str, *, has_prototypes: bool) -> list[Definition]:
    """The types and functions in the order of the text.

    `masked` is the text with blank comments and strings; `has_prototypes` reads declarations that end in `;` too.
    """
    found: list[Definition] = []
    blocks: list[_Block] = []
    before = 0
    for match in _SIGNS.finditer(masked):
        at = match.start()
        if match[0] == "}":
            if blocks:
                blocks.pop()
        elif match[0] == "{" or (has_prototypes and _is_declaring(blocks)):
            first = max(before, at - _LONGEST_HEADER)
            _on_header(
                masked, text, (first, at), blocks, found, is_block=match[0] == "{", has_prototypes=has_prototypes
            )
        before = match.end()
    return _with_values(masked, found)


def _is_declaring(blocks: list[_Block]) -> bool:
    return not blocks or blocks[-1].is_type or not blocks[-1].name


def _on_header(
    masked: str,
    text: str,
    span: tuple[int, int],
    blocks: list[_Block],
    found: list[Definition],
    *,
    is_block: bool,
    has_prototypes: bool,
) -> None:
    header = masked[span[0] : span[1]]
    lead = _last_statement(header)
    lead += len(header) - lead - len(header[lead:].lstrip())
    named = _named(header[lead:], text[span[0] + lead : span[1] + 1], blocks, is_block=is_block)
    if named is None and has_prototypes and lead:
        lead = len(header) - len(header.lstrip())
        named = _named(header[lead:], text[span[0] + lead : span[1] + 1], blocks, is_block=is_block)
    at = span[0] + lead
    column = at - (masked.rfind("\n", 0, at) + 1)
    if not column:
        while blocks and blocks[-1].column > 0 and not blocks[-1].is_below_type:
            blocks.pop()  # an unbalanced brace further up
    above = blocks[-1] if blocks else _Block("", False, 0, 0, False)
    if named is None or above.depth >= _DEEPEST:
        if is_block:
            blocks.append(_Block("", False, column, above.depth, above.is_below_type))
        return
    title, name, is_type = named
    path = [block.name for block in blocks if block.name] if above.depth else []
    if not (found and found[-1].title == title and found[-1].depth == above.depth and not is_block):
        found.append(Definition(at, above.depth, title, ".".join([*path, name])))
    if is_block:
        is_space = is_type and title.startswith(_SPACES)
        blocks.append(_Block(name, is_type, column, above.depth + 1, is_type or above.is_below_type, is_space))


def _last_statement(header: str) -> int:
    """Where the last statement of a header begins: languages without `;` end one with the line."""
    end = len(header.rstrip())
    depth = 0
    while True:
        start = header.rfind("\n", 0, end) + 1
        line = header[start:end]
        depth += line.count(")") - line.count("(")
        before = header[:start].rstrip()
        if not before or (depth <= 0 and not _GOES_ON.match(line) and not before.endswith(_TO_GO_ON)):
            return _after_labels(header, start)
        end = len(before)


def _after_labels(header: str, at: int) -> int:
    at += len(header) - at - len(header[at:].lstrip())
    while (skipped := _CASE.match(header, at) or _ANNOTATION.match(header, at)) and skipped.end() > at:
        at = skipped.end()
    return at


def _named(header: str, written: str, blocks: list[_Block], *, is_block: bool) -> tuple[str, str, bool] | None:
    """The title and the name of what a header defines, and whether it is a type; None for any other block."""
    bare = header.strip()
    if not bare or bare.startswith(("if ", "if(", "else", "for ", "for(", "while", "switch", "return ", "do ", "try")):
        return None
    if (test := _TEST.match(written)) is not None:
        name = written[test.end() : test.end() + 100].split(test["quote"])[0].split("\n")[0]
        return (f"{test['kind']}: {name}", name, True) if name else None
    if (go := _GO_TYPE.match(header)) is not None:
        return f"{go['kind']} {go['name']}", go["name"], True
    if is_block and (kind := _TYPE.search(bare.split("(")[0] if "fun" not in bare else "")) is not None:
        return None if bare.endswith("=") else _type(bare, kind)
    if (function := _FUNCTION.search(bare)) is not None:
        return _function(function, blocks)
    if (is_block and "=" in bare and "operator" not in bare) or bare.endswith("=>"):
        arrow = _ARROW.search(bare)
        return _method(arrow["name"], blocks) if arrow else None
    return _called(bare, blocks, is_block=is_block)


def _type(bare: str, kind: re.Match[str]) -> tuple[str, str, bool] | None:
    name = kind["name"].rstrip(":.")
    if kind["kind"] == "impl" and (target := _FOR.search(bare)):
        return f"impl {name} for {target[1]}", target[1], True
    return f"{kind['kind']} {name}", name, True


def _function(function: re.Match[str], blocks: list[_Block]) -> tuple[str, str, bool] | None:
    name = function["name"].rstrip(":.")
    if function["receiver"] and (owner := _RECEIVER.search(function["receiver"])):
        return f"{owner[1]}.{name}()", f"{owner[1]}.{name}", False
    return _method(name, blocks)


def _method(name: str, blocks: list[_Block]) -> tuple[str, str, bool]:
    owner = blocks[-1] if blocks else None
    if owner is not None and owner.is_type and not owner.is_space and " " not in owner.name and "::" not in name:
        return f"{owner.name}.{name}()", name, False
    return f"{name}()", name, False


def _called(bare: str, blocks: list[_Block], *, is_block: bool) -> tuple[str, str, bool] | None:
    """A function without keyword: a name before brackets, in a type or at the top of the file."""
    in_type = bool(blocks) and blocks[-1].is_type
    if blocks and not in_type and blocks[-1].depth:
        return None
    call = _CALL.search(bare)
    if call is None or call["name"] in _NOT_NAMES or "=" in bare[: call.start()] or "." in bare[: call.start()]:
        return None
    words = bare[: call.start()].split()
    if any(word in _NOT_NAMES for word in words) or bare[: call.start()].endswith((".", "(", ",", "->")):
        return None
    if (not in_type or not is_block) and not words and "::" not in call["name"]:
        return None
    if not is_block and not bare.endswith((")", "const", "override", "noexcept", "= 0", "default", "delete")):
        return None
    return _method(call["name"], blocks)


def _with_values(masked: str, found: list[Definition]) -> list[Definition]:
    """Also the types and the exported values that have no block of their own."""
    lines = {masked.rfind("\n", 0, one.at) + 1 for one in found}
    for match in _VALUE.finditer(masked):
        if match.start() not in lines:
            kind = match["kind"] or match["type"] or match["plain"]
            name = match["name"] or match["alias"] or match["of"]
            found.append(Definition(match.start(), 0, f"{kind} {name}", name))
    return sorted(found, key=_offset)


def _offset(definition: Definition) -> int:
    return definition.at
