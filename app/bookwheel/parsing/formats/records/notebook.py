"""Reads Jupyter notebooks of formats 3 and 4: Markdown cells, code, and what the code printed and drew."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.closed_markdown import closed
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, code_block, escaped, heading
from bookwheel.parsing.formats.records.json_source import Object, list_of, object_of, objects_of, parse_json, text_of
from bookwheel.parsing.formats.records.notebook_outputs import PICTURES, media_of, read_outputs
from bookwheel.parsing.front_matter import Header, split

_LARGEST_PICTURE_BYTES = 32_000_000
_ATTACHMENT = re.compile(r"(?<=[\s(<\"'])attachment:([^\s)>\"']+)")
_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGIC_LANGUAGES = {
    "bash": "bash", "sh": "bash", "script": "bash", "html": "html", "js": "javascript", "javascript": "javascript",
    "latex": "latex", "markdown": "markdown", "perl": "perl", "r": "r", "ruby": "ruby", "sql": "sql", "svg": "svg",
    "writefile": "", "cython": "cython",
}  # fmt: skip
_KERNEL_LANGUAGES = {"ipython": "python", "ipython3": "python", "python3": "python", "python2": "python", "ir": "r"}
_RAW_LANGUAGES = {"text/html": "html", "text/latex": "latex", "text/restructuredtext": "rst", "text/x-rst": "rst"}
_PICTURE = re.compile(r"cells/(\d{1,6})/(?:outputs/(\d{1,6})\.(\w+)|attachments/(.+))", re.DOTALL)


def read(content: bytes, path: str) -> Converted:
    """A notebook as Markdown; places are its cells, counted from 1.

    Raises:
        SkippedFile: for a file that holds no notebook.
    """
    notebook = _notebook(content)
    metadata = object_of(notebook.get("metadata"))
    language = _language(notebook, metadata)
    converted = Converted("", _fields(metadata, language))
    writer = Writer()
    cut = 0
    for number, cell in enumerate(_cells(notebook), start=1):
        blocks = _blocks(cell, number, language)
        if cell.get("cell_type") == "code":
            outputs = read_outputs(cell.get("outputs"), number)
            blocks += outputs.blocks
            cut += outputs.cut
        elif number == 1 and (header := _front_matter(cell)):
            converted.fields |= header.values
            blocks = [closed(text_of(cell.get("source"))[header.length :])]
        if any(block.strip() for block in blocks):
            writer.at(PlaceKind.CELL, number, label=_label(cell))
            for block in blocks:
                writer.add(block)
    converted.text, converted.places = writer.text, writer.places
    if cut:
        converted.warnings.append(Message("{count} long outputs of cells were cut.", count=cut))
    return converted


def picture(content: bytes, name: str) -> bytes:
    """A picture of a notebook by the name that its text gives it after `inner:`.

    Raises:
        SkippedFile: for a name that the notebook does not hold, and for a picture over 32 MB.
    """
    wanted = _PICTURE.fullmatch(name)
    cells = list(_cells(_notebook(content))) if wanted else []
    if wanted is None or not 0 < int(wanted[1]) <= len(cells):
        raise SkippedFile("This file contains no picture {name}.", name=name)
    cell = cells[int(wanted[1]) - 1]
    if wanted[4]:
        bundle = object_of(object_of(cell.get("attachments")).get(unquote(wanted[4])))
        found = next(((kind, bundle[kind]) for kind in PICTURES if kind in bundle), None)
    else:
        outputs = list(objects_of(cell.get("outputs")))
        shown = media_of(outputs[int(wanted[2])]) if int(wanted[2]) < len(outputs) else {}
        found = next(((kind, shown[kind]) for kind in PICTURES if PICTURES[kind] == wanted[3] and kind in shown), None)
    if found is None:
        raise SkippedFile("This file contains no picture {name}.", name=name)
    return _decoded(found[0], text_of(found[1]))


def _decoded(kind: str, text: str) -> bytes:
    if len(text) > _LARGEST_PICTURE_BYTES * 4 // 3:
        raise SkippedFile("This picture is larger than 32 MB.")
    if kind == "image/svg+xml" and "<" in text:
        return text.encode(errors="replace")
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        raise SkippedFile("This picture is damaged.") from None


def _notebook(content: bytes) -> Object:
    notebook = object_of(parse_json(content))
    if not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise SkippedFile("This file is not a Jupyter notebook: it has no cells.")
    return notebook


def _cells(notebook: Object) -> Iterator[Object]:
    if "cells" in notebook:
        yield from objects_of(notebook["cells"])
    else:
        for worksheet in objects_of(notebook["worksheets"]):
            yield from objects_of(worksheet.get("cells"))


def _language(notebook: Object, metadata: Object) -> str:
    stated = (
        text_of(object_of(metadata.get("kernelspec")).get("language")),
        text_of(object_of(metadata.get("language_info")).get("name")),
        *(text_of(cell.get("language")) for cell, _ in zip(_cells(notebook), range(20), strict=False)),
    )
    name = next((name.lower() for name in stated if name), "")
    return _KERNEL_LANGUAGES.get(name, name)


def _language_of_cell(source: str, metadata: Object) -> str:
    magic = _MAGIC.match(source)
    if magic:
        return _MAGIC_LANGUAGES.get(magic[1].lower(), "")
    return text_of(object_of(metadata.get("vscode")).get("languageId"))


def _fields(metadata: Object, language: str) -> dict[str, object]:
    authors = [text_of(author.get("name")) if author else "" for author in objects_of(metadata.get("authors"))]
    name = text_of(metadata.get("name")).removesuffix(".ipynb")
    fields: dict[str, object] = {
        "title": text_of(metadata.get("title")).strip() or (name if not name.startswith("Untitled") else ""),
        "author": [author for author in authors if author],
        "tags": [tag for tag in list_of(metadata.get("tags")) if isinstance(tag, str)],
        "kernel": text_of(object_of(metadata.get("kernelspec")).get("display_name")),
        "programming_language": language,
    }
    return {key: value for key, value in fields.items() if value}


def _blocks(cell: Object, number: int, language: str) -> list[str]:
    """The source of a cell as Markdown, without outputs."""
    kind, source = cell.get("cell_type"), text_of(cell.get("source", cell.get("input"))).strip("\n")
    if not source.strip():
        return []
    metadata = object_of(cell.get("metadata"))
    if kind == "markdown":
        return [_markdown(source, cell, number)]
    if kind == "code":
        return [code_block(source, _language_of_cell(source, metadata) or language)]
    if kind == "heading":
        level = cell.get("level")
        return [heading(level if isinstance(level, int) else 1, escaped(source))]
    if kind == "raw":
        stated = text_of(metadata.get("raw_mimetype")) or text_of(metadata.get("format"))
        return [closed(source) if stated == "text/markdown" else code_block(source, _RAW_LANGUAGES.get(stated, ""))]
    return []


def _markdown(source: str, cell: Object, number: int) -> str:
    text = closed(source)
    attachments = object_of(cell.get("attachments"))
    if not attachments or "attachment:" not in text:
        return text

    def as_inner(match: re.Match[str]) -> str:
        name = unquote(match[1])
        return f"inner:cells/{number}/attachments/{quote(name)}" if name in attachments else match[0]

    return _ATTACHMENT.sub(as_inner, text)


def _label(cell: Object) -> str:
    """What stands beside a cell of code: the number of its run, if it was run."""
    count = cell.get("execution_count", cell.get("prompt_number"))
    return f"In [{count if isinstance(count, int) else ' '}]" if cell.get("cell_type") == "code" else ""


def _front_matter(cell: Object) -> Header | None:
    """The header in a raw cell, as Quarto has it; None where there is none."""
    source = text_of(cell.get("source"))
    if cell.get("cell_type") != "raw" or not source.startswith("---"):
        return None
    header = split(source + "\n")
    return header if header.values else None
