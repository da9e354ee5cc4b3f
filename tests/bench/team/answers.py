"""Whether a team's reader answers as the publisher's own library does, with each engine.

BENCH_ENGINES names what answers, divided by spaces: `embedded` (by default), `lancedb` (in a folder made for it), or
entries of the table `engines` such as `vectors=chroma+http://127.0.0.1:8000,words=postgresql://…`. BENCH_SETS names the
tree of known items and the judged sets (`k8s-docs-en cranfield cisi`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from bookwheel.domain.search import Filter, SearchRequest
from bookwheel.library.evaluation.measures import ndcg_of
from bookwheel.library.evaluation.question_set import neutral_name, read_lines, read_set
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import TREE
from tests.bench.large_tree import queries_of
from tests.bench.running import Running, until
from tests.bench.sharing import LONGEST_S
from tests.bench.team.publisher import Shown, publisher
from tests.bench.team.readers import Reader, readers

SETS = f"{TREE} cranfield cisi"
QUESTIONS, SHOWN = 1000, 10
LIMIT_OF_DIFFERENCE = "at most 0.005"

Ask = Callable[[SearchRequest], list[tuple[str, str]]]
"""Asks a question; the documents and sections of its hits, best first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A set of judged questions: the grades of documents, by their paths, for each question."""

    name: str
    questions: Sequence[tuple[str, Mapping[str, float]]]


@dataclass(frozen=True, slots=True)
class Answers:
    """The first sections of each question, and nDCG@10 by the set's name."""

    sections: Sequence[Sequence[str]]
    ndcg: Mapping[str, float]


def measure(corpora: Corpora, kept: Path) -> Iterator[Figure]:
    """Ask the publisher's library, then a reader with each engine, the same questions."""
    folder = kept / "team-answers"
    shown, judged = _collections(corpora, folder)
    questions = _questions(corpora, judged, has_tree=any(one.name == TREE for one in shown))
    with publisher(folder, shown) as publishing:
        published = publishing.publish()
        slugs = {card.name: card.slug for card in publishing.running.client.collections().collections}
        own = _ask_own(publishing.running, slugs, questions, judged)
    yield Figure("team, answers: questions", len(questions), "")
    for name, value in own.ndcg.items():
        yield Figure(f"team, answers: {name}, nDCG@10, own library", value, "")
    for engine in os.environ.get("BENCH_ENGINES", "embedded").split():
        label = _label(engine)
        with readers(folder / f"answers-{label}", published, 1, _table(engine, folder)) as ((reader,), _):
            until(reader.is_whole, LONGEST_S, pause_s=0.5)
            until(reader.is_at_rest, LONGEST_S, pause_s=0.5)
            yield from _compared(f"team, answers, {label}", own, _ask_reader(reader, slugs, questions, judged))


def _collections(corpora: Corpora, folder: Path) -> tuple[tuple[Shown, ...], tuple[Judged, ...]]:
    """A tree and the judged abstracts, each a collection."""
    target = folder / "published"
    shown: list[Shown] = []
    judged: list[Judged] = []
    for name in os.environ.get("BENCH_SETS", SETS).split():
        source = folder / "sources" / name
        if name == TREE:
            shutil.copytree(corpora.tree(f"docs/{TREE}"), source, dirs_exist_ok=True)
            shown.append(Shown(TREE, source, target / TREE, ()))
            continue
        found = read_set(corpora.tree("ir") / name)
        assert found.corpus is not None
        paths = _write_abstracts(found.corpus, source)
        questions = [
            (question.text, {paths[document]: grade for document, grade in question.relevant.items()})
            for question in found.questions
        ]
        judged.append(Judged(name, questions))
        shown.append(Shown(name, source, target / name, ()))
    return tuple(shown), tuple(judged)


def _write_abstracts(corpus: Path, folder: Path) -> dict[str, str]:
    """Write each document as a file whose name no question has a word of; their paths by their ids."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[str, str] = {}
    for number, (_, entry) in enumerate(read_lines(corpus), 1):
        path = f"{neutral_name(number)}.md"
        (folder / path).write_text(f"# {entry['title']}\n\n{entry['text']}\n", "utf-8")
        paths[str(entry["_id"])] = path
    return paths


def _questions(corpora: Corpora, judged: Sequence[Judged], *, has_tree: bool) -> list[str]:
    """Those of the judged sets, the known items where the corpora have some, and words of the tree for the rest."""
    questions = [text for one in judged for text, _ in one.questions]
    if not has_tree:
        return questions[:QUESTIONS]
    if (corpora.folder / "known-item" / TREE).is_dir():
        questions += corpora.queries(TREE)
    missing = max(0, QUESTIONS - len(questions))
    return [*questions, *queries_of(corpora.tree(f"docs/{TREE}"), missing)][:QUESTIONS]


def _label(engine: str) -> str:
    """An engine's name in figures: what kind it is, without its address."""
    return "+".join(entry.partition(":")[0].replace("=", " ") for entry in engine.split(","))


def _table(engine: str, folder: Path) -> dict[str, str]:
    """The table of engines in a reader's configuration."""
    if engine == "embedded":
        return {}
    if engine == "lancedb":
        return {"vectors": f"lancedb:{(folder / 'lancedb').resolve()}"}
    entries = (entry.partition("=") for entry in engine.split(","))
    return {name: address for name, _, address in entries}


def _ask_own(running: Running, slugs: Mapping[str, str], questions: Sequence[str], judged: Sequence[Judged]) -> Answers:
    """What the publisher's own program is answered, as paths without the collection's slug."""

    def ask(request: SearchRequest) -> list[tuple[str, str]]:
        return [(hit.doc, hit.section) for hit in running.client.search(request).hits]

    return _ask(ask, slugs, questions, judged)


def _ask_reader(
    reader: Reader, slugs: Mapping[str, str], questions: Sequence[str], judged: Sequence[Judged]
) -> Answers:
    """Likewise what a person of the team is answered."""
    own = reader.slugs()
    back = {own[name]: slug for name, slug in slugs.items()}

    def ask(request: SearchRequest) -> list[tuple[str, str]]:
        hits = reader.rpc("search", asdict(request))["hits"]
        return [(_renamed(hit["doc"], back), _renamed(hit["section"], back)) for hit in hits]

    return _ask(ask, own, questions, judged)


def _ask(ask: Ask, slugs: Mapping[str, str], questions: Sequence[str], judged: Sequence[Judged]) -> Answers:
    for question in questions:  # once before, so that nothing that is still being loaded makes a difference
        ask(SearchRequest(question, limit=SHOWN))
    sections = [[section for _, section in ask(SearchRequest(question, limit=SHOWN))] for question in questions]
    ndcg: dict[str, float] = {}
    for one in judged:
        within = (Filter("collection", (slugs[one.name],)),)
        scores: list[float] = []
        for question, relevant in one.questions:
            found = ask(SearchRequest(question, limit=SHOWN, is_by_document=True, filters=within))
            scores.append(ndcg_of([document.partition("/")[2] for document, _ in found], relevant))
        ndcg[one.name] = fmean(scores)
    return Answers(sections, ndcg)


def _renamed(name: str, back: Mapping[str, str]) -> str:
    slug, slash, rest = name.partition("/")
    return f"{back.get(slug, slug)}{slash}{rest}"


def _compared(name: str, own: Answers, team: Answers) -> Iterator[Figure]:
    pairs = list(zip(own.sections, team.sections, strict=True))
    same = sum(one == other for one, other in pairs)
    alike = sum(set(one) == set(other) for one, other in pairs)
    yield Figure(f"{name}: the same first ten in the same order", 100 * same / len(pairs), "%", "99")
    yield Figure(f"{name}: the same first ten in any order", 100 * alike / len(pairs), "%")
    for judged, value in team.ndcg.items():
        yield Figure(f"{name}: {judged}, nDCG@10", value, "")
        difference = abs(value - own.ndcg[judged])
        yield Figure(f"{name}: {judged}, nDCG@10, difference", difference, "", LIMIT_OF_DIFFERENCE)
