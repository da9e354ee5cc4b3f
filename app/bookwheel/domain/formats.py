"""The formats that are read: one table with their names, file endings and readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bookwheel.domain.code_languages import LANGUAGES
from bookwheel.domain.errors import BadRequest


class FormatUse(StrEnum):
    """What a collection does with the files of a format.

    It reads them, leaves them out, takes them as plain text, or reads them and recognises the words in their pictures.
    """

    ON = "on"
    OFF = "off"
    TEXT = "text"
    OCR = "ocr"


class Form(StrEnum):
    """How a document's text is set as a page."""

    MARKDOWN = "markdown"
    TEXT = "text"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file.

    `name` stands in settings and on documents; `label` is what its files are called. `suffixes` are in lower case with
    their point, `names` whole file names in lower case. `reader` is a module below `parsing.formats`, empty for
    Markdown and plain text. `is_text` says that its files can be read as plain text; `is_on` that they are read unless
    a collection says otherwise. `needs` is the program of others without which none of its files is read;
    `has_ocr` that words in its pictures can be recognised.
    """

    name: str
    label: str
    suffixes: tuple[str, ...]
    reader: str = ""
    form: Form = Form.MARKDOWN
    is_text: bool = True
    is_on: bool = True
    names: tuple[str, ...] = ()
    needs: str = ""
    has_ocr: bool = False


LIBREOFFICE, TESSERACT = "LibreOffice", "Tesseract"
"""Programs of others that readers ask for help where they are installed."""

MARKDOWN = Format(
    "markdown", "Markdown", (".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd")
)  # fmt: skip
TEXT = Format("text", "Plain text", (".txt", ".text"), form=Form.TEXT)

CODE_SUFFIXES = tuple(suffix for language in LANGUAGES for suffix in language.suffixes)
CODE_NAMES = tuple(name for language in LANGUAGES for name in language.names)
JSON_SUFFIXES = (".json", ".jsonc", ".json5", ".geojson", ".jsonl", ".ndjson", ".webmanifest", ".code-workspace")
ARCHIVE_SUFFIXES = (
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".gz", ".bz2", ".xz",
)  # fmt: skip
IMAGE_SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg", ".tif", ".tiff", ".heic", ".heif", ".avif",
)  # fmt: skip
XML_SUFFIXES = (".xml", ".xsd", ".xsl", ".xslt", ".rss", ".atom", ".wsdl", ".plist")

FORMATS: tuple[Format, ...] = (
    MARKDOWN,
    TEXT,
    Format("rst", "reStructuredText", (".rst", ".rest"), "rst.document"),
    Format("org", "Org", (".org",), "org.document"),
    Format("asciidoc", "AsciiDoc", (".adoc", ".asciidoc", ".asc"), "asciidoc.document"),
    Format("mediawiki", "MediaWiki", (".mediawiki", ".wiki"), "wiki.mediawiki"),
    Format("textile", "Textile", (".textile",), "wiki.textile"),
    Format("latex", "LaTeX", (".tex", ".latex", ".ltx"), "tex.document"),
    Format(
        "man", "Manual page", (*(f".{section}" for section in range(1, 10)), ".man", ".mdoc", ".3pm"), "man.document"
    ),
    Format("html", "HTML", (".html", ".htm", ".xhtml", ".xht"), "html.document"),
    Format("webarchive", "Saved page", (".mhtml", ".mht"), "html.saved_page", is_text=False),
    Format("pdf", "PDF", (".pdf",), "pdf.document", is_text=False, has_ocr=True),
    Format("docx", "Word", (".docx", ".docm", ".dotx"), "office.docx", is_text=False),
    Format("pptx", "PowerPoint", (".pptx", ".pptm", ".ppsx", ".potx"), "slides.pptx", is_text=False),
    Format("odt", "OpenDocument text", (".odt", ".ott", ".fodt"), "open_document.odt", is_text=False),
    Format("odp", "OpenDocument slides", (".odp", ".otp", ".fodp"), "open_document.odp", is_text=False),
    Format(
        "doc",
        "Older text document",
        (".doc", ".wpd", ".wps", ".sxw", ".stw", ".abw"),
        "legacy.text",
        is_text=False,
        needs=LIBREOFFICE,
    ),
    Format(
        "ppt",
        "Older slides",
        (".ppt", ".pps", ".sxi"),
        "legacy.slides",
        is_text=False,
        needs=LIBREOFFICE,
    ),
    Format("rtf", "RTF", (".rtf",), "rtf.document", is_text=False),
    Format("sheet", "Excel", (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), "office.sheets", is_text=False),
    Format("csv", "CSV", (".csv", ".tsv", ".tab"), "office.separated"),
    Format("image", "Picture", IMAGE_SUFFIXES, "pictures.document", is_text=False, is_on=False, has_ocr=True),
    Format("archive", "Archive", ARCHIVE_SUFFIXES, "archives.document", is_text=False),
    Format("epub", "EPUB", (".epub",), "books.epub", is_text=False),
    Format("fiction", "FictionBook", (".fb2", ".fb2.zip"), "books.fiction_book", is_text=False),
    Format("notebook", "Jupyter notebook", (".ipynb",), "records.notebook"),
    Format("subtitles", "Subtitles", (".srt", ".vtt", ".sbv"), "records.subtitles"),
    Format("mail", "Mail", (".eml", ".mbox"), "records.mail.document"),
    Format("outlook", "Outlook message", (".msg",), "records.mail.outlook", is_text=False),
    Format("bibliography", "Bibliography", (".bib", ".ris", ".csljson", ".csl.json"), "records.bibliography"),
    Format("glossary", "Glossary", (".glossary.json",), "records.glossary", names=("glossary.json",)),
    Format("entities", "Entities", (".entities.jsonl",), "records.entities"),
    Format("contacts", "Contacts", (".vcf", ".vcard"), "records.vcard"),
    Format("calendar", "Calendar", (".ics", ".ical"), "records.icalendar"),
    Format("outline", "Outline", (".opml",), "records.opml"),
    Format("canvas", "Canvas", (".canvas", ".excalidraw", ".excalidraw.md"), "records.drawings.document"),
    Format("base", "Base", (".base",), "bases.document"),
    Format("rdf", "Turtle and JSON-LD", (".ttl", ".jsonld"), "graphs.rdf", is_on=False),
    Format("code", "Source code", CODE_SUFFIXES, "code.source", Form.CODE, is_on=False, names=CODE_NAMES),
    Format("json", "JSON", JSON_SUFFIXES, "code.json_code", Form.CODE, is_on=False),
    Format("yaml", "YAML", (".yaml", ".yml"), "code.yaml_code", Form.CODE, is_on=False),
    Format("toml", "TOML", (".toml",), "code.toml_code", Form.CODE, is_on=False),
    Format("xml", "XML", XML_SUFFIXES, "code.xml_code", Form.CODE, is_on=False),
    Format("ini", "Settings file", (".ini", ".cfg", ".conf", ".properties"), "code.ini_code", Form.CODE, is_on=False),
)
"""Every format, in the order in which settings show them."""


def format_of(path: str) -> Format | None:
    """The format of a file by its name alone; None for a file that is read only where an include pattern names it.

    A name without suffix (README, LICENSE) is plain text; a hidden file is not.
    """
    name = path.rpartition("/")[2].lower()
    by_suffix, by_name = _tables()
    if found := by_name.get(name):
        return found
    parts = name.split(".")
    if len(parts) == 1 or (parts[0] and not parts[-1]):
        return TEXT if name else None
    if not parts[0] and len(parts) == 2:  # a hidden file
        return None
    for start in (-2, -1):
        if len(parts) > -start and (found := by_suffix.get("." + ".".join(parts[start:]))):
            return found
    return None


@cache
def _tables() -> tuple[Mapping[str, Format], Mapping[str, Format]]:
    by_suffix = {suffix: kind for kind in FORMATS for suffix in kind.suffixes}
    return by_suffix, {name: kind for kind in FORMATS for name in kind.names}


@cache
def format_named(name: str) -> Format:
    """The format of a document by its name; plain text for one that is not known any more."""
    return next((kind for kind in FORMATS if kind.name == name), TEXT)


def use_of(kind: Format, chosen: Mapping[str, FormatUse]) -> FormatUse:
    """What a collection with these choices does with a format."""
    return chosen.get(kind.name, FormatUse.ON if kind.is_on else FormatUse.OFF)


def chosen_uses(lines: Iterable[str]) -> dict[str, FormatUse]:
    """A collection's choices, written as `pdf=off` or `code=on`; the last one counts.

    Raises:
        BadRequest: for a format or a use that there is not.
    """
    found: dict[str, FormatUse] = {}
    for line in lines:
        name, _, word = (part.strip().lower() for part in line.partition("="))
        kind = next((kind for kind in FORMATS if kind.name == name), None)
        if kind is None:
            known = ", ".join(kind.name for kind in FORMATS)
            raise BadRequest("There is no format {name}. Formats: {known}.", name=name, known=known)
        allowed = ("on", "off", *(["text"] * kind.is_text), *(["ocr"] * kind.has_ocr))
        if word not in allowed:
            uses = ", ".join(allowed)
            raise BadRequest("Write {name}= and one of: {uses}.", name=name, uses=uses)
        found[name] = FormatUse(word)
    return found
