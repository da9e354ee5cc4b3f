"""Whether "more like this" finds what belongs together: pages that a page links to, and paragraphs of one article.

Links are taken out of the tree before it is read, with their texts, and paragraphs have no title: neither tells what
is asked. `python -m tests.bench.similar CORPORA` prints each half of the passages, by words, by meaning and by both.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.document import Dialect
from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.indexes import embedding
from bookwheel.library.evaluation.measures import reciprocal_rank
from bookwheel.library.evaluation.question_set import read_abstracts
from bookwheel.library.evaluation.trial_library import SLUG, embed, index_documents
from bookwheel.library.search.search import search
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.documents import parse
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure

TREE, ARTICLES = "k8s-docs-en", "xquad-en"
MODES = (Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO)
LEAST_WORDS = 60
"""Words of a section that is about something."""

_LINK = re.compile(r"!?\[[^\]\n]*\]\([^)\n]*\)|\{\{[<%] *(?:glossary|heading|ref|link)[^}]*\}\}|^\[[^\]]+\]:.*$", re.M)


@dataclass(frozen=True, slots=True)
class Asked:
    """A passage by its id, and the documents (paths) that it should lead to."""

    id: str
    relevant: Mapping[str, float]

    @property
    def half(self) -> int:
        """The half to which its document belongs, 0 or 1."""
        return zlib.crc32(self.id.partition("#")[0].encode()) % 2


@dataclass(frozen=True, slots=True)
class PassageSet:
    """A library with passages to ask for."""

    name: str
    snapshot: Snapshot
    passages: Sequence[Asked]


def linked_pages(corpora: Corpora, folder: Path) -> tuple[PassageSet, PassageSet]:
    """The pages of k8s-docs-en without links, and their longer sections, with what each page links to."""
    root = corpora.tree(f"docs/{TREE}")
    documents = [
        parse(_LINK.sub(" ", file.read_text("utf-8")).encode(), file.relative_to(root).as_posix(), dialect=Dialect.GFM)
        for file in sorted(root.rglob("*.md"))
    ]
    snapshot = index_documents(documents, folder)
    targets: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for line in (corpora.folder / "known-item" / TREE / "links.tsv").read_text("utf-8").splitlines():
        source, target, *_ = line.split("\t")
        if source != target and all(snapshot.catalogue.document(f"{SLUG}/{end}") for end in (source, target)):
            targets[source][target] = 1.0
    pages = [Asked(f"{SLUG}/{path}", relevant) for path, relevant in sorted(targets.items())]
    sections = [
        Asked(f"{SLUG}/{path}#{section.anchor}", relevant)
        for path, relevant in sorted(targets.items())
        if (row := snapshot.catalogue.document(f"{SLUG}/{path}")) is not None
        for section in snapshot.catalogue.sections_of(row.key)
        if section.words >= LEAST_WORDS
    ]
    return PassageSet("linked pages", snapshot, pages), PassageSet("sections", snapshot, sections[::3])


def paragraphs(corpora: Corpora, folder: Path) -> PassageSet:
    """The paragraphs of Wikipedia articles, each with the others of its article."""
    documents = dict(read_abstracts(corpora.tree("ir") / ARTICLES / "corpus.jsonl", "en"))
    articles: defaultdict[str, list[str]] = defaultdict(list)
    for name, document in documents.items():
        articles[name.partition("-")[0]].append(document.path)
    bare = [parse(document.text.encode(), document.path, dialect=Dialect.GFM) for document in documents.values()]
    passages = [
        Asked(f"{SLUG}/{path}", dict.fromkeys((other for other in paths if other != path), 1.0))
        for paths in articles.values()
        for path in paths
        if len(paths) > 1
    ]
    return PassageSet("paragraphs", index_documents(bare, folder), passages)


def asked(asked: PassageSet, half: int, mode: Mode, settings: Settings) -> tuple[float, float, float]:
    """MRR@10 of one half of the passages, and p50 and p95 in ms."""
    scores, took = list[float](), list[float]()
    for passage in asked.passages:
        if passage.half != half:
            continue
        request = SearchRequest("", mode, like=passage.id, is_by_document=True)
        began = time.perf_counter()
        answer = search(request, EVERYTHING, asked.snapshot, settings)
        took.append((time.perf_counter() - began) * 1000)
        ranked = [hit.doc.partition("/")[2] for hit in answer.hits]
        scores.append(reciprocal_rank(ranked, passage.relevant))
    took.sort()
    return sum(scores) / len(scores), took[len(took) // 2], took[len(took) * 95 // 100]


def prepared(corpora: Corpora, folder: Path) -> Iterator[PassageSet]:
    """Every set, with vectors of all sections."""
    encoder = embedding.load()
    made = paragraphs(corpora, folder / "paragraphs")
    yield PassageSet(made.name, embed(made.snapshot, encoder).snapshot, made.passages)
    pages, sections = linked_pages(corpora, folder / "pages")
    whole = embed(pages.snapshot, encoder).snapshot
    yield PassageSet(pages.name, whole, pages.passages)
    yield PassageSet(sections.name, whole, sections.passages)


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 of the second half by each mode, and the time of a search by both."""
    for one in prepared(corpora, scratch):
        for mode in MODES:
            mrr, p50, p95 = asked(one, 1, mode, Settings())
            yield Figure(f"like a passage, {one.name}, {mode.value}, MRR@10", mrr, "")
            if mode is Mode.AUTO:
                yield Figure(f"like a passage, {one.name}, p50", p50, "ms")
                yield Figure(f"like a passage, {one.name}, p95", p95, "ms")


def main() -> None:
    """Print both halves of every set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        for one in prepared(Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora"), Path(scratch)):
            for mode in MODES:
                for half in (0, 1):
                    mrr, p50, p95 = asked(one, half, mode, Settings())
                    count = sum(passage.half == half for passage in one.passages)
                    print(f"{one.name:13} {mode.value:9} half {half} {count:5} {mrr:6.3f} {p50:7.1f} {p95:7.1f} ms")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
