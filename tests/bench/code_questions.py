"""Whether code is found by what it does: functions asked for by the first sentence of their docstrings.

The set is made by rule from packages that are installed here and from Python's own library, so that anyone can make one
like it: the sentence is the question and is taken out of the function that it asks for; what else the docstring says
stays. Even questions are for choosing, odd ones for reporting. Run `python -m tests.bench.code_questions`.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import sysconfig
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bookwheel.domain.document import Dialect
from bookwheel.domain.search import Mode
from bookwheel.indexes import embedding
from bookwheel.library.evaluation.question_set import Question, neutral_name
from bookwheel.library.evaluation.trial_library import embed, index_documents
from bookwheel.parsing.documents import parse
from bookwheel.settings import Settings
from tests.bench import references
from tests.bench.known_items import JudgedSet, Quality, measured, quality_of

PACKAGES = ("rdflib", "aiohttp", "docutils", "whoosh", "markdown", "pyqtgraph", "rich", "httpx", "pygments", "requests")
LIBRARY = ("asyncio", "email", "concurrent", "json", "http", "urllib", "logging", "unittest", "multiprocessing", "xml")
FUNCTIONS, QUESTIONS = 2400, 600
SEED = 7
_FEWEST, _MOST = 4, 16
_LEAST_LINES = 4
_SENTENCE = re.compile(r"\s*(.+?)(?:\.(?=\s|$)|\n\s*\n|$)", re.DOTALL)


def prepared(folder: Path) -> JudgedSet:
    """A library of functions, each a file of Python, and the questions."""
    chance = random.Random(SEED)
    found = sorted(set(_functions()))
    counts = Counter(question for question, _ in found)
    chosen = chance.sample(found, min(FUNCTIONS, len(found)))
    texts = {f"{neutral_name(number)}.py": text for number, (_, text) in enumerate(chosen, 1)}
    # A sentence that several functions share asks for none of them.
    asked = [
        Question(question, {path: 1.0})
        for path, (question, _) in zip(texts, chosen, strict=True)
        if counts[question] == 1
    ]
    parsed = (parse(text.encode(), path, dialect=Dialect.GFM, choices=("code=on",)) for path, text in texts.items())
    return JudgedSet("code", index_documents(parsed, folder), asked[:QUESTIONS], texts)


def _functions() -> Iterator[tuple[str, str]]:
    """Questions and the functions that answer them, without the sentence."""
    roots = [Path(sysconfig.get_path("purelib")) / name for name in PACKAGES]
    roots += [Path(sysconfig.get_path("stdlib")) / name for name in LIBRARY]
    for root in roots:
        for file in sorted(root.rglob("*.py")):
            source = file.read_text("utf-8", "replace")
            try:
                tree = ast.parse(source)
            except (SyntaxError, ValueError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (made := _question(node, source)):
                    yield made


def _question(node: ast.FunctionDef | ast.AsyncFunctionDef, source: str) -> tuple[str, str] | None:
    said = ast.get_docstring(node, clean=False)
    text = ast.get_source_segment(source, node, padded=True)
    if not said or not text or not (match := _SENTENCE.match(said)):
        return None
    sentence = match.group(1)
    words = re.findall(r"[A-Za-z][\w'-]*", sentence)
    is_plain = all(character.isascii() for character in sentence) and not re.search(r"[`:<>{}\\@]", sentence)
    if not _FEWEST <= len(words) <= _MOST or not is_plain or sentence not in text:
        return None
    without = textwrap.dedent(text.replace(match.group(0).strip(), "", 1))
    if len([line for line in without.splitlines() if line.strip()]) < _LEAST_LINES:
        return None
    return " ".join(sentence.split()).lower(), without


def halves(questions: Sequence[Question]) -> tuple[Sequence[Question], Sequence[Question]]:
    """The questions for choosing, and those for reporting."""
    return questions[::2], questions[1::2]


def main() -> None:
    """Print a table, the reporting half by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("choosing", "reporting"), default="reporting")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        made = prepared(Path(scratch))
        asked = halves(made.questions)[chosen.half == "reporting"]
        snapshot = embed(made.snapshot, embedding.load()).snapshot
        for mode in (Mode.KEYWORD, Mode.SEMANTIC, Mode.HYBRID, Mode.AUTO):
            print(_row(mode.value, measured(snapshot, asked, Settings(), mode)), flush=True)
        for label, scores in references.measure(made.texts, asked):
            print(_row(label, quality_of(scores, asked)), flush=True)


def _row(label: str, it: Quality) -> str:
    return f"{label:12} {it.questions:5} MRR@10 {it.mrr:.3f}, nDCG@10 {it.ndcg:.3f}, p50 {it.p50_ms:.2f} ms"


if __name__ == "__main__":
    main()
