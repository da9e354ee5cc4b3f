"""Markdown from inside a file, kept as it is but for what would run on into the text after it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAY_RUN_ON = re.compile(r"```|~~~|<[!?pstPST]|\\begin\{")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_HTML = re.compile(r" {0,3}<(?:(script|pre|style|textarea)(?=[\s>]|$)|!--|\?|!\[CDATA\[|![A-Z])", re.IGNORECASE)
_ENDS_OF_HTML = {"!--": "-->", "?": "?>", "![cdata[": "]]>"}
_FORMULA = re.compile(r"\\begin\{((?:equation|align|alignat|flalign|gather|multline|eqnarray|displaymath)\*?)\}")


@dataclass(frozen=True, slots=True)
class _Block:
    """A block that goes on until a line with its end; `closing` is written after that."""

    end: str
    is_fence: bool = False
    closing: str = ""

    def ends_with(self, line: str) -> bool:
        if not self.is_fence:
            return self.end in line.lower()
        mark = line.strip()
        return len(mark) >= len(self.end) and not mark.strip(self.end[0])


def closed(text: str) -> str:
    """Markdown whose blocks end with it: open fences and HTML blocks are closed, and bare LaTeX formulas get `$$`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _MAY_RUN_ON.search(text) is None:
        return text
    lines: list[str] = []
    block: _Block | None = None
    is_maths = False
    for line in text.split("\n"):
        is_first = block is None
        if block is None:
            block = _opened(line, is_maths)
            is_maths ^= block is None and line.count("$$") % 2 == 1
            if block and block.closing:
                lines.append(block.closing)
        lines.append(line)
        if block and block.ends_with(line[3:] if is_first and not block.is_fence else "" if is_first else line):
            lines += [block.closing] if block.closing else []
            block = None
    if block:
        lines += [block.end, block.closing] if block.closing else [block.end]
    return "\n".join(lines)


def _opened(line: str, is_maths: bool) -> _Block | None:
    """The block that a line opens, if it may go on after it."""
    if fence := _FENCE.match(line):
        return _Block(fence[1], is_fence=True)
    if not is_maths and (formula := _FORMULA.match(line)):
        return _Block(f"\\end{{{formula[1]}}}", closing="$$")
    if html := _HTML.match(line):
        mark = html[0].strip()[1:].lower()
        return _Block(f"</{mark}>" if html[1] else _ENDS_OF_HTML.get(mark, ">"))
    return None
