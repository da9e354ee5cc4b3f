"""A PDF of 1,500 pages and a page nested very deep: what they take, and whether words are found on their pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.search import SearchRequest
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.formats.children import child
from tests.bench.running import service, until
from tests.large_pdf import make_pdf

PAGES = 1500
_ASKED = (3, 17, 404, 750, 1111, 1499)
_DEPTH = 100_000


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """The PDF in the child and in a library; the deep page in the child."""
    folder = scratch / "large"
    folder.mkdir()
    content = make_pdf(folder / "large.pdf", PAGES).read_bytes()
    with child() as reader:
        reader.warm("small.pdf", content[:1000])
        document = reader.read("large.pdf", content)
        yield Figure(f"PDF of {PAGES:,} pages: CPU of the child", reader.cpu_s, "s")
        yield Figure(f"PDF of {PAGES:,} pages: most memory of the child", reader.peak_mb, "MB")
        yield Figure(f"PDF of {PAGES:,} pages: sections", len(document.sections) if document else 0, "")
    with child() as reader:
        reader.warm("small.html", b"<p>small</p>")
        reader.read("deep.html", b"<div>" * _DEPTH + b"words" + b"</div>" * _DEPTH)
        yield Figure(f"HTML of {_DEPTH:,} nested elements: CPU of the child", reader.cpu_s, "s", "1 s")
    with service(scratch / "library", has_meaning=False) as running:
        running.add(folder)
        yield Figure(f"PDF of {PAGES:,} pages: words found after adding", until(running.is_idle, 300), "s")
        right = 0
        for number in _ASKED:
            hits = running.client.search(SearchRequest(f'"leaf {number} of"', limit=3)).hits
            place = hits[0].place if hits else None
            right += place is not None and place.first <= number <= place.last
        yield Figure(
            f"PDF of {PAGES:,} pages: searches that cite the right page, of {len(_ASKED)}", right, "", str(len(_ASKED))
        )
