"""Where links lead, against a link graph that another resolver made of the same tree."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Report, Verb
from bookwheel.library.indexing import indexer
from bookwheel.paths import LibraryPaths
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure

TREE = "k8s-docs-en"
_JUDGED_MARK = re.compile(r"\{\{[<%]\s*glossary_tooltip\s+text=\"[^\"]+\"\s+term_id=\"")
"""The one form of a template mark that the other resolver reads."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Precision and recall over pairs of documents.

    Pairs that rest on template marks alone, in a form that the other resolver does not read, are not judged; they are
    counted apart.
    """
    root = corpora.tree(f"docs/{TREE}")
    lines = (corpora.folder / "known-item" / TREE / "links.tsv").read_text("utf-8").splitlines()
    wanted = {(source, target) for source, target in (line.split("\t")[:2] for line in lines if line)}
    paths = LibraryPaths(scratch / "library")
    paths.root.mkdir(parents=True, exist_ok=True)
    read(root, paths)
    found: dict[tuple[str, str], bool] = {}
    with closing(sqlite3.connect(paths.catalogue)) as catalogue:
        rows = catalogue.execute(
            "SELECT d.path, l.target_path, l.kind, l.line FROM links l JOIN documents d ON d.key = l.document_key"
            " WHERE l.status='resolved' AND l.target_path != d.path"
        ).fetchall()
    for source, target, kind, line in rows:
        is_judged = kind != "shortcode" or bool(_JUDGED_MARK.search(_line(root / source, line)))
        found[source, target] = found.get((source, target), False) or is_judged
    judged = {pair for pair, is_judged in found.items() if is_judged or pair in wanted}
    yield Figure(f"links of {TREE}, precision", len(judged & wanted) / len(judged), "", "0.98")
    yield Figure(f"links of {TREE}, recall", len(judged & wanted) / len(wanted), "", "0.97")
    yield Figure(f"links of {TREE}, pairs that the set cannot judge", len(found) - len(judged), "")


def read(root: Path, paths: LibraryPaths, report: Callable[[Report], None] = lambda report: None) -> None:
    """Take a tree into a fresh library, in this process."""
    commands = [Command(Verb.CONFIGURE, collections=(Collection(TREE, TREE, str(root)),)), Command(Verb.SCAN)]

    def inbox(timeout_s: float | None) -> Command | None:
        if timeout_s == 0 or (not commands and timeout_s is not None):
            return None
        return commands.pop(0) if commands else Command(Verb.STOP)

    indexer.run(paths, inbox, report)


def _line(path: Path, number: int) -> str:
    lines = path.read_text("utf-8", "replace").split("\n")
    return lines[number - 1] if number <= len(lines) else ""
