"""Whether exact things are found as they are typed: identifiers, descriptions, capitals, options, paths.

The questions are made from a tree by rule, so that anyone can make them again: an identifier is one that stands as
written in three documents at most, which are its answers; a description is that of one document's front matter.
Run `python -m tests.bench.typed_queries CORPORA`; CORPORA is laid out or packed.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import frontmatter

from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.formats import format_of
from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.indexes import embedding
from bookwheel.library.evaluation.question_set import Question
from bookwheel.library.evaluation.trial_library import embed, index_documents
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.documents import parse
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora

TREES = ("docs/k8s-docs-en", "docs/rust-rfcs", "docs/obsidian-tasks", "docs/datasette-docs-rst")
KINDS = {
    "environment variable": r"(?<![\w$])[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+(?!\w)",
    "flag": r"(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])",
    "snake_case": r"(?<![\w.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w.(-])",
    "camelCase": r"(?<![\w.])[a-z]+(?:[A-Z][a-z0-9]+)+(?![\w.])",
    "dotted key": r"(?<![\w./-])[a-z][\w-]*(?:\.[a-zA-Z][\w-]*){2,}(?![\w/.-])",
    "package name": r"(?<![\w./-])(?:@[a-z]+/)?[a-z]+(?:-[a-z0-9]+){2,}(?![\w./-])",
}
MOST_EACH = 50
MOST_HOLDERS = 3
SEED = 7


def questions_of(texts: Mapping[str, str]) -> dict[str, list[Question]]:
    """Questions by kind; `texts` are the documents of a tree by path."""
    chance = random.Random(SEED)
    made: dict[str, list[Question]] = {}
    for kind, rule in KINDS.items():
        holders: dict[str, set[str]] = {}
        for path, text in texts.items():
            for found in set(re.findall(rule, text)):
                holders.setdefault(found, set()).add(path)
        rare = sorted(name for name, paths in holders.items() if len(paths) <= MOST_HOLDERS and len(name) <= 60)
        chosen = sorted(chance.sample(rare, min(MOST_EACH, len(rare))))
        made[kind] = [Question(name, dict.fromkeys(holders[name], 1)) for name in chosen]
    names = made["environment variable"]
    made["option"] = [Question(f"-{question.text}", question.relevant) for question in names]
    made["parts of a name"] = [
        Question(" ".join(re.split(r"[_.-]+", question.text)), question.relevant) for question in made["snake_case"]
    ]
    headers = {path: _header(text) for path, text in texts.items() if path.endswith(".md")}
    made["description"] = _stated(headers, "description", chance)
    titles = [question for question in _stated(headers, "title", chance) if len(question.text.split()) > 2]
    made["title in capitals"] = [replace(question, text=question.text.upper()) for question in titles]
    made["path"] = [
        Question(" ".join(path.rpartition(".")[0].split("/")[-2:]), {path: 1})
        for path in sorted(chance.sample(sorted(texts), min(MOST_EACH, len(texts))))
    ]
    return {kind: questions for kind, questions in made.items() if questions}


def _header(text: str) -> Mapping[str, object]:
    try:
        return frontmatter.loads(text).metadata
    except Exception:  # a header that is none states nothing
        return {}


def _stated(headers: Mapping[str, Mapping[str, object]], field: str, chance: random.Random) -> list[Question]:
    stated: dict[str, dict[str, int]] = {}
    for path, header in headers.items():
        value = header.get(field)
        if isinstance(value, str) and len(value.split()) > 1:
            stated.setdefault(" ".join(value.split()), {})[path] = 1
    return [Question(text, stated[text]) for text in sorted(chance.sample(sorted(stated), min(MOST_EACH, len(stated))))]


def ranks(snapshot: Snapshot, questions: Sequence[Question], mode: Mode, kept: Kept, settings: Settings) -> list[int]:
    """The place of the first right document for each question, 0 where it is not among the first ten."""
    places: list[int] = []
    for question in questions:
        answer = search(SearchRequest(question.text, mode, limit=40), EVERYTHING, snapshot, settings, kept=kept)
        ranked = list(dict.fromkeys(hit.doc.partition("/")[2] for hit in answer.hits))[:10]
        places.append(next((place for place, doc in enumerate(ranked, 1) if doc in question.relevant), 0))
    return places


def indexed(root: Path, folder: Path) -> tuple[Snapshot, dict[str, list[Question]]]:
    """A tree, indexed without vectors, and its questions."""
    files = {
        file.relative_to(root).as_posix(): file
        for file in sorted(root.rglob("*"))
        if file.is_file() and format_of(file.name)
    }

    def documents() -> Iterator[Document]:
        for path, file in files.items():
            yield parse(file.read_bytes(), path, dialect=Dialect.GFM)

    texts = {path: file.read_text("utf-8", "replace") for path, file in files.items() if not path.endswith(".svg")}
    return index_documents(documents(), folder), questions_of(texts)


def main() -> None:
    """Print a table of all trees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--only", nargs="*", default=list(TREES), help="these trees alone")
    chosen = parser.parse_args()
    encoder = embedding.load()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora")
        print(f"{'tree':12} {'asked by':22} {'mode':8} {'n':>4} {'first':>5} {'ten':>5} {'MRR':>6}")
        for name in chosen.only:
            snapshot, questions = indexed(corpora.tree(name), Path(scratch) / name)
            snapshot = embed(snapshot, encoder).snapshot
            kept = Kept()
            for kind, asked in questions.items():
                for mode in (Mode.KEYWORD, Mode.AUTO):
                    print(row(Path(name).name, kind, mode, ranks(snapshot, asked, mode, kept, Settings())), flush=True)


def row(tree: str, kind: str, mode: Mode, places: Sequence[int]) -> str:
    """One row of the table."""
    first, ten = sum(place == 1 for place in places), sum(place > 0 for place in places)
    mrr = sum(1 / place for place in places if place) / len(places)
    return f"{tree[:12]:12} {kind:22} {mode.value:8} {len(places):4} {first:5} {ten:5} {mrr:6.3f}"


if __name__ == "__main__":
    main()
