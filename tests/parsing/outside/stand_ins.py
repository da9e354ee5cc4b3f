"""Shell scripts that stand in for LibreOffice and Tesseract."""

from __future__ import annotations

from pathlib import Path

from tests.parsing.formats.changes import zipped

SOFFICE = """\
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
while [ $# -gt 1 ]; do
  case "$1" in --outdir) out=$2;; --convert-to) to=$2;; esac
  shift
done
mkdir -p "$out" && cp "$here/made.$to" "$out/document.$to"
"""

_NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def odt(body: str, parts: dict[str, str | bytes] | None = None) -> bytes:
    """A text of OpenDocument."""
    content = f"<office:body><office:text>{body}</office:text></office:body>"
    document = f"<office:document-content {_NAMES}>{content}</office:document-content>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": document, **(parts or {})})


def stand_in(folder: Path, name: str, script: str) -> Path:
    """A program in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)
    return program


TESSERACT = """\
#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of available languages (3):\\ndeu\\neng\\nosd\\n'; exit 0; fi
here=$(dirname "$(readlink -f "$0")")
echo "$4" >> "$here/languages" 2>/dev/null
cp "$here/words.tsv" "$2.tsv"
"""


def words_table(*lines: str) -> str:
    """Tesseract's table of lines of words, each line a paragraph, 100 pixels below the one before."""
    rows = ["level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"]
    for number, line in enumerate(lines, 1):
        for place, word in enumerate(line.split(), 1):
            row = (5, 1, 1, 1 + line.startswith("New"), number, place, 100 * place, 100 * number, 90, 40, 95.5, word)
            rows.append("\t".join(map(str, row)))
    return "\n".join(rows) + "\n"
