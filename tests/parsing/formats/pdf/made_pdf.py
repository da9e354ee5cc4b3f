"""Small PDFs, written out for tests."""

from __future__ import annotations

Text = tuple[float, float, float, str, str]
"""Left, baseline from below, size, font (F1 plain, F2 bold, F3 fixed), words."""


def made_pdf(pages: list[list[Text]], more: str = "", catalog: str = "", page: str = "", info: str = "") -> bytes:
    """A PDF of A4 pages with these words; `more` holds further objects from number 100 on."""
    fonts = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier"}
    objects: dict[int, str] = {1: f"<</Type/Catalog/Pages 2 0 R {catalog}>>"}
    kids = [10 + 2 * at for at in range(len(pages))]
    objects[2] = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>"
    for at, (name, base) in enumerate(fonts.items(), 3):
        flags = 1 if name == "F3" else 32
        weight = 700 if name == "F2" else 400
        objects[at] = (
            f"<</Type/Font/Subtype/Type1/BaseFont/{base}/Encoding/WinAnsiEncoding/FontDescriptor {at + 3} 0 R>>"
        )
        objects[at + 3] = f"<</Type/FontDescriptor/FontName/{base}/Flags {flags}/FontWeight {weight}/ItalicAngle 0>>"
    used = "/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>"
    for kid, lines in zip(kids, pages, strict=True):
        shown = "".join(f"BT /{font} {size} Tf {x} {y} Td ({words}) Tj ET\n" for x, y, size, font, words in lines)
        objects[kid] = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]{used}/Contents {kid + 1} 0 R {page}>>"
        objects[kid + 1] = f"<</Length {len(shown)}>>stream\n{shown}\nendstream"
    objects[9] = f"<<{info}>>"
    made = "%PDF-1.7\n" + "".join(f"{number} 0 obj\n{body}\nendobj\n" for number, body in sorted(objects.items()))
    return (made + more + "trailer<</Root 1 0 R/Info 9 0 R>>\n%%EOF\n").encode("latin-1")
