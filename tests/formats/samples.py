"""One table: a file of every format, by its name, and what writes it."""

from __future__ import annotations

from bookwheel.domain.formats import format_of
from tests.formats import packages, pages, records, texts
from tests.formats.texts import Writer

SAMPLES: dict[str, Writer] = {
    "notes.md": texts.markdown,
    "notes.txt": texts.plain,
    "notes.rst": texts.rst,
    "notes.org": texts.org,
    "notes.adoc": texts.asciidoc,
    "notes.textile": texts.textile,
    "notes.mediawiki": texts.mediawiki,
    "notes.tex": texts.latex,
    "notes.1": texts.manual_page,
    "notes.html": texts.html,
    "notes.mhtml": texts.saved_page,
    "notes.pdf": pages.pdf,
    "notes.docx": packages.docx,
    "notes.pptx": packages.pptx,
    "notes.odt": packages.odt,
    "notes.fodt": packages.flat_odt,
    "notes.odp": packages.odp,
    "notes.rtf": pages.rtf,
    "notes.xlsx": packages.xlsx,
    "notes.ods": packages.ods,
    "notes.csv": texts.separated(","),
    "notes.tsv": texts.separated("\t"),
    "notes.svg": texts.drawing,
    "notes.zip": packages.zip_archive,
    "notes.tar.gz": packages.tar_archive,
    "notes.epub": packages.epub,
    "notes.fb2": packages.fiction_book,
    "notes.fb2.zip": packages.zipped_book,
    "notes.ipynb": records.notebook,
    "notes.srt": records.subrip,
    "notes.vtt": records.web_subtitles,
    "notes.eml": records.message,
    "notes.mbox": records.mailbox,
    "notes.msg": records.outlook,
    "notes.bib": records.bibtex,
    "notes.ris": records.ris,
    "notes.csljson": records.csl,
    "notes.glossary.json": texts.glossary,
    "notes.entities.jsonl": records.entities,
    "notes.vcf": records.contacts,
    "notes.ics": records.calendar,
    "notes.opml": records.outline,
    "notes.canvas": records.canvas,
    "notes.excalidraw": records.drawing,
    "notes.base": records.base,
    "notes.ttl": texts.turtle,
    "notes.jsonld": texts.json_ld,
    "notes.py": texts.python,
    "notes.c": texts.c_code,
    "notes.json": texts.json_data,
    "notes.jsonl": texts.json_lines,
    "notes.yaml": texts.yaml_data,
    "notes.toml": texts.toml_data,
    "notes.xml": texts.xml_data,
    "notes.ini": texts.ini_data,
}
"""Names of files with what writes chapters as such a file; every format has at least one."""


def format_name(name: str) -> str:
    """The format of a sample by its name."""
    kind = format_of(name)
    return kind.name if kind else ""
