"""The outputs of a notebook's code cells as Markdown: text, tables, pictures and the ends of tracebacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.encoding import storable
from bookwheel.parsing.formats.closed_markdown import closed
from bookwheel.parsing.formats.markdown_writer import code_block, image
from bookwheel.parsing.formats.records.html_words import html_as_markdown
from bookwheel.parsing.formats.records.json_source import Object, list_of, object_of, objects_of, text_of

LONGEST_OUTPUT = 20_000
"""Characters of one output that are read."""
MOST_OF_A_CELL = 5 * LONGEST_OUTPUT
PICTURES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/svg+xml": "svg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
}
"""Media types of pictures, best first, and the suffixes under which they are asked for."""

_KEYS_OF_OLD = {"text": "text/plain", "html": "text/html", "latex": "text/latex", "png": "image/png",
                "jpeg": "image/jpeg", "svg": "image/svg+xml", "json": "application/json"}  # fmt: skip
_COLOURS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
_ERASED = re.compile(r"[^\n\x08]\x08")
_OF_AN_OBJECT = re.compile(r"[\[(]?<[^\n]* at 0x[0-9a-fA-F]+>[^\n]*|<(?:Figure|IPython|Axes)\b[^\n]*>", re.DOTALL)
_TRACEBACK_LINES = 12


@dataclass(slots=True)
class OutputText:
    """What the outputs of one cell say: blocks of Markdown, and how many outputs were cut."""

    blocks: list[str]
    cut: int = 0
    left: int = MOST_OF_A_CELL


def read_outputs(outputs: object, cell: int) -> OutputText:
    """The outputs of a cell, counted from 1; pictures are `inner:cells/CELL/outputs/NUMBER.SUFFIX`, from 0."""
    read = OutputText([])
    for kind, position, output in _joined(outputs):
        if read.left <= 0:
            read.cut += 1
        elif kind == "stream":
            _add_text(read, text_before(output.get("text")))
        elif kind == "error":
            _add_text(read, (_end_of_traceback(output), 0), "error")
        else:
            _add_shown(read, media_of(output), f"cells/{cell}/outputs/{position}", cell)
    return read


def media_of(output: Object) -> Object:
    """What an output shows, by media type; the keys of nbformat 3 are brought to those."""
    if "data" in output:
        return object_of(output["data"])
    return {_KEYS_OF_OLD[key]: value for key, value in output.items() if key in _KEYS_OF_OLD}


def text_before(value: object, limit: int = LONGEST_OUTPUT * 2) -> tuple[str, int]:
    """The beginning of a text, and the length of the rest; the rest of a long one is never put together."""
    if isinstance(value, str):
        return storable(value[:limit]), max(0, len(value) - limit)
    parts: list[str] = []
    left, rest = limit, 0
    for part in list_of(value):
        if isinstance(part, str):
            if left:
                parts.append(part[:left])
            rest += max(0, len(part) - left)
            left = max(0, left - len(part))
    return storable("".join(parts)), rest


def _joined(outputs: object) -> Iterator[tuple[str, int, Object]]:
    """Kind, number and content of each output; rows of one stream are one, for libraries print in small pieces."""
    parts: list[object] = []
    stream: tuple[object, int] | None = None
    for position, output in enumerate(objects_of(outputs)):
        kind = output.get("output_type")
        name = output.get("name", output.get("stream")) if kind == "stream" else None
        if stream and (kind != "stream" or name != stream[0]):
            yield "stream", stream[1], {"text": parts}
            stream, parts = None, []
        if kind == "stream":
            stream = stream or (name, position)
            text = output.get("text")
            parts.extend(list_of(text) or [text])
        elif kind in ("error", "pyerr"):
            yield "error", position, output
        else:
            yield "shown", position, output
    if stream:
        yield "stream", stream[1], {"text": parts}


def _add_text(read: OutputText, text_and_rest: tuple[str, int], language: str = "output") -> None:
    text, rest = text_and_rest
    text = without_colours(text).strip("\n")
    if not text.strip():
        return
    limit = min(LONGEST_OUTPUT, read.left)
    rest += max(0, len(text) - limit)
    read.blocks.append(code_block(text[:limit].rstrip(), language))
    read.left -= len(text)
    _note_cut(read, rest)


def _note_cut(read: OutputText, rest: int) -> None:
    if rest:
        read.blocks.append(f"*{rest:,} more characters of this output are left out.*")
        read.cut += 1


def without_colours(text: str) -> str:
    """Printed text as a terminal shows it: no colour codes, and of a line written several times the last state."""
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if "\x08" in text:
        text = _ERASED.sub("", text)
    if "\r" in text:
        text = "\n".join(_last_state(line) for line in text.replace("\r\n", "\n").split("\n"))
    return text


def _last_state(line: str) -> str:
    return next((state for state in reversed(line.split("\r")) if state.strip()), "")


def _end_of_traceback(output: Object) -> str:
    name, message = text_of(output.get("ename")), text_before(output.get("evalue"))[0]
    lines = [line for part in list_of(output.get("traceback"))[-30:] for line in text_before(part)[0].split("\n")]
    last = "\n".join(lines[-_TRACEBACK_LINES:]).strip("\n")
    said = f"{name}: {message}".strip(": ")
    return last if name and name in without_colours(last) else f"{last}\n{said}".strip("\n")


def _add_shown(read: OutputText, data: Object, name: str, cell: int) -> None:
    plain = text_before(data.get("text/plain"))
    if "application/vnd.jupyter.widget-view+json" in data:
        return
    picture = next((kind for kind in PICTURES if data.get(kind)), "")
    if "text/markdown" in data:
        _add_markdown(read, data["text/markdown"], is_markdown=True)
    elif picture:
        said = "" if _is_name_of_object(plain[0]) else plain[0].strip()
        alternative = said if 0 < len(said) < 200 else f"Output of cell {cell}"
        read.blocks.append(image(alternative, f"inner:{name}.{PICTURES[picture]}"))
    elif "text/latex" in data and text_of(data["text/latex"]).strip():
        _add_latex(read, text_before(data["text/latex"]))
    elif "text/html" in data and _says_more(text_before(data["text/html"])[0], plain[0]):
        _add_markdown(read, data["text/html"], is_markdown=False)
    elif plain[0]:
        if not _is_name_of_object(plain[0]):
            _add_text(read, plain)
    elif "application/json" in data:
        _add_text(read, (_as_json(data["application/json"]), 0), "json")


def _says_more(html: str, plain: str) -> bool:
    return "<table" in html or not plain.strip() or _is_name_of_object(plain)


def _is_name_of_object(plain: str) -> bool:
    """Whether a text only names an object in memory, as Python shows what has no text of its own."""
    return len(plain) < 500 and _OF_AN_OBJECT.fullmatch(plain.strip()) is not None


def _add_markdown(read: OutputText, value: object, *, is_markdown: bool) -> None:
    text, rest = text_before(value, LONGEST_OUTPUT if is_markdown else 10 * LONGEST_OUTPUT)
    made = closed(text) if is_markdown else html_as_markdown(text)
    if len(made) > LONGEST_OUTPUT:
        rest += len(made) - LONGEST_OUTPUT
        made = closed(made[:LONGEST_OUTPUT].rpartition("\n")[0])
    if made.strip():
        read.blocks.append(made)
        read.left -= len(made)
        _note_cut(read, rest)


def _add_latex(read: OutputText, text_and_rest: tuple[str, int]) -> None:
    text, rest = text_and_rest
    lines = "\n".join(line for line in text.strip().split("\n") if line.strip())
    if rest or len(lines) > LONGEST_OUTPUT:
        _add_text(read, text_and_rest, "latex")
    elif lines.startswith("$") and lines.endswith("$"):
        read.blocks.append(lines)
    else:
        read.blocks.append(f"$$\n{lines}\n$$")
    read.left -= len(lines)


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, indent=1)
    except (RecursionError, ValueError):
        return ""
