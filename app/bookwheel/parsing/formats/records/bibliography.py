"""Reads bibliographies (.bib, .ris, .csljson): a section for each work, with its key as anchor."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.records.bibtex import read_bibtex
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.references import Reference, reference_blocks, reference_names, stated_work
from bookwheel.parsing.formats.records.ris import read_csl, read_ris

_MOST_REFERENCES = 20_000
_MOST_KEYWORDS = 200


def read(content: bytes, path: str) -> Converted:
    """A bibliography as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file without a reference.
    """
    decoded = decode(content)
    damaged = 0
    if path.lower().endswith(".ris") or decoded.text.lstrip().startswith("TY  -"):
        references: Sequence[Reference] = list(read_ris(decoded.text))
    elif path.lower().endswith((".json", ".csljson")):
        references = list(read_csl(content, decoded.text))
    else:
        references, damaged = read_bibtex(decoded.text)
    if not references:
        raise SkippedFile("This file contains no bibliography entries.")
    writer, warnings = Writer(), list(decoded.warnings)
    for reference in references[:_MOST_REFERENCES]:
        writer.at(PlaceKind.LINE, reference.first, reference.last)
        for block in reference_blocks(reference):
            writer.add(block)
    if damaged:
        warnings.append(Message("{count} entries are damaged; they were read as far as possible.", count=damaged))
    warnings += warn_of_left_out(len(references), _MOST_REFERENCES)
    keywords = dict.fromkeys(keyword for reference in references for keyword in reference.keywords)
    fields: dict[str, object] = {"type": "reference", "keywords": list(keywords)[:_MOST_KEYWORDS]}
    names = [name for reference in references[:_MOST_REFERENCES] for name in reference_names(reference)]
    works = [stated_work(reference) for reference in references[:_MOST_REFERENCES]]
    return Converted(writer.text, fields, writer.places, warnings, names=names, works=works)
