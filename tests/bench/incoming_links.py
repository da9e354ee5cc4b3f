"""What the texts of links are worth to a search, on known items whose own links are left out.

A query of a known-item set may be the text of a link. Links of the pages that it was taken from are left out of the
index for that query, so that none is found by itself. Run `python -m tests.bench.incoming_links CORPORA [TREE ...]`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bookwheel.domain.search import Mode
from bookwheel.indexes import embedding
from bookwheel.library.evaluation.question_set import Question, read_set
from bookwheel.library.evaluation.trial_library import embed, index_tree
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import TREE, Quality, measured

TREES = (TREE, "obsidian-tasks", "rust-book", "foam-docs")


def prepared(corpora: Corpora, name: str, folder: Path) -> tuple[Snapshot, Sequence[Question]]:
    """A masked tree with its graph and vectors, and its questions: those that are kept, else made by the same rule."""
    tool, made, masked = corpora.folder / "tools" / "make_known_items.py", folder / "made", folder / "masked"
    command = [sys.executable, str(tool), str(corpora.tree(f"docs/{name}")), str(made), "--masked", str(masked)]
    subprocess.run(command, check=True, capture_output=True)
    kept = corpora.folder / "known-item" / name
    questions = read_set(kept if kept.is_dir() else made).questions
    return embed(index_tree(masked, folder / "library"), embedding.load()).snapshot, questions


def measured_without_own(snapshot: Snapshot, questions: Sequence[Question], mode: Mode) -> Quality:
    """Quality where each query is asked of a graph without the links of the pages that it was taken from."""
    assert snapshot.graph is not None
    each = [measured(_without(snapshot, one.excluded), [one], Settings(), mode) for one in questions]
    hard = [quality.mrr for quality, one in zip(each, questions, strict=True) if one.is_hard]
    return Quality(
        len(each),
        float(np.mean([quality.mrr for quality in each])),
        float(np.mean(hard)) if hard else 0.0,
        float(np.mean([quality.ndcg for quality in each])),
        float(np.median([quality.p50_ms for quality in each])),
        float(np.quantile([quality.p50_ms for quality in each], 0.95)),
    )


def _without(snapshot: Snapshot, paths: Sequence[str] | frozenset[str]) -> Snapshot:
    graph = snapshot.graph
    assert graph is not None
    (slug,) = snapshot.collections
    sources = [graph.number_of[doc] for path in paths if (doc := f"{slug}/{path}") in graph.number_of]
    if not sources:
        return snapshot
    left_out = set(np.flatnonzero(np.isin(graph.whole[graph.sources], sources)).tolist())
    wordings = {edge: text for edge, text in graph.wordings.items() if edge not in left_out}
    return replace(snapshot, graph=_sharing(replace(graph, wordings=wordings), graph))


def _sharing(part: Graph, whole: Graph) -> Graph:
    """The same with what does not depend on the texts of links taken over."""
    for name in ("whole", "fine", "rolled", "degrees", "named", "aliases_of", "weak", "spreading", "ends_walk"):
        part.__dict__[name] = getattr(whole, name)
    return part


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 with the texts of other pages' links and without any, by words and meaning."""
    snapshot, questions = prepared(corpora, TREE, scratch)
    linked = measured_without_own(snapshot, questions, Mode.AUTO)
    alone = measured(replace(snapshot, graph=None), questions, Settings(), Mode.AUTO)
    yield Figure("known items, MRR@10, other pages' links, all", linked.mrr, "", "0.81")
    yield Figure("known items, MRR@10, other pages' links, hard", linked.mrr_hard, "", "0.75")
    yield Figure("known items, MRR@10, without graph and links, all", alone.mrr, "")


def main() -> None:
    """Print a table by tree and mode."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("trees", nargs="*", default=TREES)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora")
        print(f"{'tree':15} {'mode':8} {'n':>4}  {'all / hard':>14}  without graph and links")
        for name in chosen.trees:
            snapshot, questions = prepared(corpora, name, Path(scratch) / name)
            for mode in (Mode.KEYWORD, Mode.AUTO):
                linked = measured_without_own(snapshot, questions, mode)
                alone = measured(replace(snapshot, graph=None), questions, Settings(), mode)
                told = f"{linked.mrr:.4f} / {linked.mrr_hard:.4f}   {alone.mrr:.4f} / {alone.mrr_hard:.4f}"
                print(f"{name:15} {mode.value:8} {len(questions):4}  {told}", flush=True)


if __name__ == "__main__":
    main()
