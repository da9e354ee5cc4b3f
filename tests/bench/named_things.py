"""Questions that name things: made by rule from what authors state in headers, apart from the graph that answers them.

`python -m tests.bench.named_things CORPORA` prints a table; every other question is for choosing (`even`), the rest
for judging (`odd`).
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import frontmatter
import yaml

from bookwheel.domain.search import Mode
from bookwheel.indexes import embedding
from bookwheel.library.evaluation.question_set import Question
from bookwheel.library.evaluation.trial_library import embed, index_tree
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import Quality, measured

TREES = ("k8s-docs-en", "rust-rfcs")
MOST_PAGES = 8
"""Pages of one person beyond which a question for them says little of a ranking."""

_ACRONYM = re.compile(r"((?:[A-Za-z][\w-]+ ){2,6})\(([A-Z]{2,6})\)")
_FEATURE = re.compile(r"(?im)^[-*] Feature Name:\s*`?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`?\s*$")
_NUMBER = re.compile(r"^text/0*(\d+)-")


def questions_of(root: Path) -> Iterator[tuple[str, Question]]:
    """The questions of a tree, each with its kind: for each reviewer, glossary name, acronym, feature and number."""
    reviewed: dict[str, set[str]] = {}
    spelt: dict[str, dict[str, set[str]]] = {}
    for file in sorted(root.rglob("*.md")):
        path, text = file.relative_to(root).as_posix(), file.read_text("utf-8", "replace")
        header = _header(text)
        for person in _names(header.get("reviewers")):
            reviewed.setdefault(person, set()).add(path)
        for expansion, acronym in _ACRONYM.findall(text):
            words = re.split(r"[ -]", expansion.strip())[-len(acronym) :]
            if "".join(word[:1] for word in words).upper() == acronym:
                spelt.setdefault(acronym, {}).setdefault(" ".join(words).lower(), set()).add(path)
        if "/glossary/" in path:
            for name in (header.get("title"), *_names(header.get("aka"))):
                yield "glossary", Question(f"What is {name}?", {path: 1})
        for feature in _FEATURE.findall(text):
            yield "feature", Question(f"Which RFC has {feature}?", {path: 1})
        for number in _NUMBER.findall(path):
            yield "number", Question(f"What does RFC {number} propose?", {path: 1})
    for person, paths in reviewed.items():
        if len(paths) <= MOST_PAGES:
            yield "reviewer", Question(f"What does {person} review?", dict.fromkeys(paths, 1))
    for acronym, senses in spelt.items():
        paths = set().union(*senses.values())
        if len(senses) == 1 and len(paths) <= 3:
            yield "acronym", Question(f"What does {acronym} stand for?", dict.fromkeys(paths, 1))


def _header(text: str) -> Mapping[str, object]:
    try:
        return frontmatter.loads(text).metadata
    except (yaml.YAMLError, ValueError):  # a torn header
        return {}


def _names(value: object) -> list[str]:
    return [str(one) for one in value if one] if isinstance(value, list) else []


def halves(root: Path) -> dict[tuple[str, str], list[Question]]:
    """The questions of a tree by kind and half."""
    found: dict[tuple[str, str], list[Question]] = {}
    number: dict[str, int] = {}
    for kind, question in questions_of(root):
        number[kind] = number.get(kind, 0) + 1
        found.setdefault((kind, ("even", "odd")[number[kind] % 2]), []).append(question)
    return found


def snapshot_of(root: Path, folder: Path) -> Snapshot:
    """A library of a tree in this process, with its graph and vectors of all its sections."""
    return embed(index_tree(root, folder), embedding.load()).snapshot


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 of the questions for judging, with and without the graph."""
    for tree in TREES:
        root = corpora.tree(f"docs/{tree}")
        snapshot = snapshot_of(root, scratch / tree)
        judged = [one for (_, half), some in halves(root).items() if half == "odd" for one in some]
        without = measured(replace(snapshot, graph=None), judged, Settings(), Mode.AUTO).mrr
        yield Figure(f"questions that name things, {tree}, MRR@10 without the graph", without, "")
        within = measured(snapshot, judged, Settings(), Mode.HYBRID).mrr
        yield Figure(f"questions that name things, {tree}, MRR@10 hybrid", within, "", f"{without + 0.05:.3f}")


def main() -> None:
    """Print a table by kind of question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--half", default="even", choices=("even", "odd"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora")
        for tree in TREES:
            root = corpora.tree(f"docs/{tree}")
            table(snapshot_of(root, Path(scratch) / tree), root, chosen.half)


def table(snapshot: Snapshot, root: Path, half: str) -> None:
    """Print a line for each kind of question and mode."""
    kinds = {kind: some for (kind, one), some in halves(root).items() if one == half}
    kinds["all"] = [one for some in kinds.values() for one in some]
    for kind, some in kinds.items():
        by_mode: dict[Mode, Quality] = {
            mode: measured(snapshot, some, Settings(), mode)
            for mode in (Mode.KEYWORD, Mode.AUTO, Mode.HYBRID, Mode.GRAPH)
        }
        told = "  ".join(f"{mode.value} {it.mrr:.3f} ({it.p95_ms:.1f} ms)" for mode, it in by_mode.items())
        print(f"{root.name:12} {kind:9} {len(some):4}  {told}", flush=True)


if __name__ == "__main__":
    main()
