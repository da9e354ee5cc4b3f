"""Sheets and separated values become tables whose rows are cited by their cells."""

from __future__ import annotations

import io
import random
import struct
import time
import zipfile
from datetime import date, datetime

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.office.sheet_rows import shown, write_sheet
from tests.formats.compound_file import compound_file

CSV = "part;cm\nhub;10\nrim;120\n"


def _xlsx(*sheets: str) -> bytes:
    file = io.BytesIO()
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, len(sheets) + 1))
    linked = "".join(
        f'<Relationship Id="r{n}" Type="{rels}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
        whole = f'<Relationship Id="r1" Type="{rels}/officeDocument" Target="xl/workbook.xml"/>'
        packed.writestr("_rels/.rels", f'<Relationships xmlns="{package}">{whole}</Relationships>')
        packed.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{rels}"><sheets>{names}</sheets></workbook>'
        )
        packed.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{linked}</Relationships>')
        for number, rows in enumerate(sheets, 1):
            sheet = f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'
            packed.writestr(f"xl/worksheets/sheet{number}.xml", sheet)
    return file.getvalue()


def _row(number: int, *cells: str) -> str:
    made = "".join(
        f'<c r="{chr(66 + at)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>' for at, cell in enumerate(cells)
    )
    return f'<row r="{number}">{made}</row>'


def test_a_workbook_s_sheets_are_sections_and_rows_are_cited_by_their_cells() -> None:
    rows = _row(3, "part", "wood") + _row(4, "hub", "oak") + _row(5, "rim", "ash")
    formula = '<row r="6"><c r="B6"><f>SUM(1,2)</f><v>3</v></c></row>'
    document = parse(_xlsx(rows + formula, ""), "wheels.xlsx")
    assert [(section.level, section.title) for section in document.sections] == [(2, "S1"), (2, "S2")]
    assert "| part | wood |\n| --- | --- |\n| hub | oak |\n| rim | ash |\n| 3 |  |" in document.text
    place = place_at(document.places, (5, 6))
    assert place is not None and place.words == "S1!B4:C5"


def test_separated_values_of_any_kind() -> None:
    with_tabs, with_commas = CSV.replace(";", "\t").encode("utf-16"), CSV.replace(";", ",").encode()
    for content, name in ((CSV.encode(), "a.csv"), (with_tabs, "a.tsv"), (with_commas, "a.csv")):
        document = parse(content, name)
        assert document.text == "| part | cm |\n| --- | --- |\n| hub | 10 |\n| rim | 120 |\n"
        place = place_at(document.places, (4, 4))
        assert place is not None and place.words == "A3:B3"
    quoted = parse(b'name,said\nRamelli,"a | b\nand c"\n', "a.csv")
    assert "| Ramelli | a \\| b and c |" in quoted.text


def test_short_japanese_tables_keep_their_letters() -> None:
    assert parse("名前,年齢\n佐藤太郎,30\n三木英子,25\n".encode("cp932"), "a.csv").text.startswith("| 名前 | 年齢 |")


def test_long_sheets_are_cut_into_sections_and_counted() -> None:
    writer = Writer()
    rows = [["number", "word"], *([str(at), f"word{at}"] for at in range(2, 6002))]
    [warning] = write_sheet(writer, "Long", rows)
    assert "5,000 of 6,001 rows" in warning
    assert writer.text.count("| number | word |") == 25 and "### Rows 2–201\n" in writer.text
    line = next(at for at, text in enumerate(writer.text.split("\n"), 1) if "word4321" in text)
    place = place_at(writer.places, (line, line))
    assert place is not None and place.words == "Long!A4321:B4321"


def test_values_are_shown_as_a_person_reads_them() -> None:
    values = (3.0, 0.1 + 0.2, True, None, date(1588, 1, 2), datetime(1588, 1, 2), datetime(1588, 1, 2, 3, 4, 5), "=1+1")
    assert [shown(value) for value in values] == [
        "3", "0.3", "TRUE", "", "1588-01-02", "1588-01-02", "1588-01-02 03:04:05", "=1+1",
    ]  # fmt: skip


def test_hostile_sheets_are_read_in_time_or_skipped() -> None:
    began = time.process_time()
    assert parse(b"a,b\n" * 1_000_000, "a.csv").warnings
    assert parse(b"," * 2_000_000, "a.csv").sections and parse(b'"' * 5001, "a.csv").sections
    assert "5,000" in parse(b",".join([b"x"] * 5000), "a.csv").warnings[0]
    assert time.process_time() - began < 15
    for content in (b"", b"PK\x03\x04torn", b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 600, _xlsx("")[:300]):
        with pytest.raises(SkippedFile):
            parse(content, "a.xlsx")
    chance, whole = random.Random(16), _xlsx(_row(1, "a", "b") * 3)
    for _ in range(150):
        content = bytearray(whole)
        for _ in range(chance.randrange(1, 12)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            assert parse(bytes(content), "a.xlsx").sections
        except SkippedFile as skipped:
            assert skipped.message


def test_a_workbook_over_which_the_library_panics_is_skipped() -> None:
    begin, cut = struct.pack("<HHHHHHII", 0x809, 16, 0x600, 5, 1, 1, 0, 0), struct.pack("<HH", 0x85, 0)
    with pytest.raises(SkippedFile, match="damaged"):
        parse(compound_file({"Workbook": begin + cut}), "a.xls")


def test_a_protected_opendocument_sheet_says_so() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", "<m:manifest xmlns:m='x'><m:encryption-data/></m:manifest>")
        file.writestr("content.xml", b"\x00\x01scrambled")
    with pytest.raises(SkippedFile, match="protected by a password"):
        parse(packed.getvalue(), "a.ods")
