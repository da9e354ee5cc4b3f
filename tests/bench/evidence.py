"""How much of the evidence for a question an agent gets for its tokens, beside what else it could do with the files."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookwheel.domain.graph import ContextRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.parsing.stop_words import STOP_WORDS
from tests.bench.agents import Caller, http_caller, message_of, opening
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.running import service, until

TREE = "chunking-eval"
QUESTIONS = 100
BUDGETS = (500, 1000, 2000)
SHOWN = 4000
"""Characters of matching lines that are looked at, as of a search by regular expression."""

READ = 10
"""Lines read before and after the best one."""

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the exact text that answers it, in one of the documents."""

    text: str
    evidence: tuple[str, ...]


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Share of the evidence found, and that share per 1,000 tokens, over a hundred questions with exact answers."""
    tree = corpora.tree("ir") / TREE
    texts = {path.name: path.read_bytes().decode("utf-8") for path in sorted((tree / "docs").iterdir())}
    lines = (tree / "questions.jsonl").read_text("utf-8").splitlines()
    chosen = [json.loads(lines[int(place * len(lines) / QUESTIONS)]) for place in range(QUESTIONS)]
    questions = [
        Question(one["text"], tuple(texts[one["doc"]][start:end] for start, end in one["spans"])) for one in chosen
    ]
    with service(scratch / "library") as running:
        running.add_and_wait(tree / "docs")
        until(lambda: running.client.status().coverage == 1.0, 300, pause_s=0.2)
        for budget in BUDGETS:

            def ask(question: str, budget: int = budget) -> tuple[str, float]:
                answer = running.client.context(ContextRequest(question, budget, 0))
                return "\n".join(passage.text for passage in answer.passages), answer.tokens

            yield from _figures(f"context of {budget:,} tokens", questions, ask)
        running.client.set(SettingChange("agents.calls_per_s", "100000"))
        made = running.client.agent(AgentRequest("evidence"))
        searching = _by_agent(http_caller(made.url, made.token))
        yield from _figures("search for two sections and lines read around the first", questions, searching)
    yield from _figures("matching lines and 21 lines read", questions, lambda text: _by_lines(text, texts))
    with closing(sqlite3.connect(":memory:")) as base:
        yield from _figures("full-text search and its best file whole", questions, _by_files(base, texts))


def _figures(name: str, questions: list[Question], ask: Callable[[str], tuple[str, float]]) -> Iterator[Figure]:
    began = time.perf_counter()
    found = [(answer, *ask(question.text)) for question in questions for answer in [question.evidence]]
    took_ms = 1000 * (time.perf_counter() - began) / len(questions)
    shares = [_share(text, evidence) for evidence, text, _ in found]
    tokens = sum(size for _, _, size in found)
    yield Figure(f"evidence found, {name}", sum(shares) / len(shares), "")
    yield Figure(f"evidence per 1,000 tokens, {name}", 1000 * sum(shares) / tokens, "")
    yield Figure(f"time of a question, {name}", took_ms, "ms")


def _share(text: str, evidence: tuple[str, ...]) -> float:
    """How much of the evidence stands in a text, counted in pieces of eight words, white space apart."""
    whole, found = 0, 0
    shown = " ".join(text.split())
    for one in evidence:
        words = one.split()
        for start in range(0, len(words), 8):
            piece = " ".join(words[start : start + 8])
            whole += len(piece)
            found += len(piece) if piece in shown else 0
    return found / whole if whole else 0.0


def _by_agent(call: Caller) -> Callable[[str], tuple[str, float]]:
    """An agent's way: search, then read where the first snippet stands; every token of both answers counts."""
    call(opening())

    def told(tool: str, **given: object) -> tuple[dict[str, Any], int]:
        result: Any = call(message_of("tools/call", name=tool, arguments=given))["result"]
        return result["structuredContent"], len(result["content"][0]["text"])

    def ask(question: str) -> tuple[str, float]:
        found, size = told("search", query=question, limit=2)
        shown = [str(hit["snippet"]) for hit in found["hits"]]
        for hit in found["hits"][:1]:
            line, (first, last) = hit.get("line"), hit["lines"]
            around = [max(first, line - READ // 2), min(last, line + READ)] if line else [first, last]
            read, more = told("read", docs=[hit.get("doc", hit["section"].partition("#")[0])], lines=around, budget=500)
            shown += [str(passage["text"]) for passage in read["passages"]]
            size += more
        return "\n".join(shown), size / 4

    return ask


def _by_lines(question: str, texts: dict[str, str]) -> tuple[str, float]:
    """The lines with most of the question's words, and the lines around the best one."""
    words = [word for word in _WORDS.findall(question.lower()) if word not in STOP_WORDS["en"] and len(word) > 2]
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    hits = [
        (len({word.lower() for word in pattern.findall(line)}), name, number, line)
        for name, text in texts.items()
        for number, line in enumerate(text.split("\n"))
        if pattern.search(line)
    ]
    hits.sort(key=lambda hit: -hit[0])
    if not hits:
        return "", 1.0
    shown = "\n".join(f"{name}:{number + 1}:{line[:200]}" for _, name, number, line in hits)[:SHOWN]
    _, name, number, _ = hits[0]
    around = "\n".join(texts[name].split("\n")[max(0, number - READ) : number + READ + 1])[: 2 * SHOWN]
    return f"{shown}\n{around}", (len(shown) + len(around)) / 4


def _by_files(base: sqlite3.Connection, texts: dict[str, str]) -> Callable[[str], tuple[str, float]]:
    base.execute("CREATE VIRTUAL TABLE files USING fts5 (name, body)")
    base.executemany("INSERT INTO files VALUES (?, ?)", texts.items())

    def ask(question: str) -> tuple[str, float]:
        words = " OR ".join(f'"{word}"' for word in _WORDS.findall(question))
        row = base.execute("SELECT body FROM files WHERE files MATCH ? ORDER BY rank LIMIT 1", (words,)).fetchone()
        return (row[0], len(row[0]) / 4) if row else ("", 1.0)

    return ask
