"""The library's settings: frozen values with their meaning, defaults and ranges."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bookwheel.domain.errors import BadRequest

T = TypeVar("T")

LINES = "lines"
"""The kind of a text that holds a value in each line."""


def _setting(
    default: T,
    about: str,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
    kind: str = "",
) -> T:
    rules = {"about": about, "least": least, "most": most, "choices": choices, "kind": kind}
    return field(default=default, metadata=rules)


@dataclass(frozen=True, slots=True)
class KeywordSettings:
    """Weights of the keyword leg, applied at query time.

    The defaults lie on a plateau over two kinds of collection. MRR@10 on known items of a document tree (all / hard)
    and nDCG@10 on two sets of abstracts: these .779 / .699, .526, .371; body alone with k1 1.2 .622 / .492, .454, .343;
    title 1 with k1 1.2 .751 / .654, .502, .354; k1 3 .782 / .707, .527, .374, but less on short paragraphs in other
    languages; b .6 or .9 .775 / .694. Each field's length is normalised by itself; a b for each gained nothing.
    """

    title: float = _setting(8.0, "Weight of words in a document's title.", 0, 100)
    headings: float = _setting(3.0, "Weight of words in a section's headings.", 0, 100)
    body: float = _setting(1.0, "Weight of words in a section's text.", 0, 100)
    code: float = _setting(0.2, "Weight of words in code.", 0, 100)
    tags: float = _setting(1.0, "Weight of words in tags, categories and keywords.", 0, 100)
    description: float = _setting(2.0, "Weight of words in a document's description or summary.", 0, 100)
    path: float = _setting(1.0, "Weight of words in a document's file name and folders.", 0, 100)
    k1: float = _setting(2.0, "How soon repeated words stop counting (BM25 k1).", 0, 10)
    b: float = _setting(0.75, "Penalty for long sections (BM25 b).", 0, 1)
    same_document_boost: float = _setting(
        0.1, "Share of the second-best section's score that is added to a document's score.", 0, 1
    )
    prefix: float = _setting(0.5, "Weight of prefix matches.", 0, 1)
    word_parts: float = _setting(
        0.5, "Weight of word parts that a question shares with a section; 0 to leave them out.", 0, 5
    )
    other_names: float = _setting(
        0.5, "Weight of acronyms and other names of the terms in a query; 0 to leave them out.", 0, 1
    )


@dataclass(frozen=True, slots=True)
class MeaningSettings:
    """Search by meaning: which embedding model reads which collection.

    A model is the path of a folder or a name on the Hugging Face hub; empty is the bundled one.
    """

    enabled: bool = _setting(True, "Use semantic search in addition to keywords and links.")
    model: str = _setting(
        "", "Embedding model: a folder, an ONNX file or the name of a fetched model; empty for the bundled model."
    )
    models: str = _setting("", "Models for individual collections: collection=model; collection=model.")
    reranker: str = _setting(
        "", "Reranker for the first hits: a folder, an ONNX file or the name of a fetched model; empty for none."
    )
    threads: int = _setting(2, "Threads that compute embeddings in the background.", 1, 64)
    on_battery: bool = _setting(True, "Compute embeddings also while the computer runs on battery.")

    def __post_init__(self) -> None:
        """Refuse what names no model.

        Raises:
            BadRequest: when `models` is not of its form.
        """
        self._by_collection()

    def model_for(self, collection: str) -> str:
        """The model that reads a collection: its own, else that of BOOKWHEEL_MODEL, else `model`."""
        usual = os.environ.get("BOOKWHEEL_MODEL", "").strip() or self.model
        return self._by_collection().get(collection, usual)

    def _by_collection(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for pair in self.models.split(";") if self.models.strip() else ():
            collection, equals, model = pair.partition("=")
            if not equals or not collection.strip():
                raise BadRequest(
                    "meaning.models must be like notes=~/models/one; rfcs=owner/name, not {text}.", text=self.models
                )
            found[collection.strip()] = model.strip()
        return found


PRESETS = {"balanced": (0.5, 0.5, 0.1), "keyword": (0.9, 0.1, 0.0), "graph": (0.3, 0.3, 0.4)}
"""Weights of words, meaning and graph by the name of a preset."""

METHODS = ("scores", "ranks")


@dataclass(frozen=True, slots=True)
class FusionSettings:
    """How the legs of a search become one ranking.

    The defaults are those of the measured plateau; see `library/search/fusion.py` for the figures.
    """

    preset: str = _setting(
        "", "Preset weights: balanced, keyword or graph; empty to use the three weights below.", choices=("", *PRESETS)
    )
    keyword: float = _setting(0.3, "Weight of keyword search.", 0, 1)
    meaning: float = _setting(0.7, "Weight of semantic search.", 0, 1)
    graph: float = _setting(0.1, "Weight of graph search.", 0, 1)
    by_query: bool = _setting(True, "Give meaning less weight for names and other short queries.")
    method: str = _setting("scores", "Fusion method: scores, or ranks (reciprocal rank fusion).", choices=METHODS)
    floor: float = _setting(0.3, "Cosine similarity below which semantic hits do not count as close.", 0, 1)
    embed_on_demand_ms: float = _setting(
        20.0, "Milliseconds that a query may spend on embedding hits without vectors.", 0, 1000
    )

    def __post_init__(self) -> None:
        """Refuse names that mean nothing.

        Raises:
            BadRequest: for an unknown preset or method.
        """
        if self.preset and self.preset not in PRESETS:
            raise BadRequest(
                "fusion.preset must be one of {choices} or empty, not {text}.",
                choices=", ".join(PRESETS),
                text=self.preset,
            )
        if self.method not in METHODS:
            raise BadRequest(
                "fusion.method must be one of {choices}, not {text}.", choices=", ".join(METHODS), text=self.method
            )

    def weighed(self, text: str) -> FusionSettings:
        """The same settings with the weights that a call gives: a preset, or those of words, meaning and graph.

        Raises:
            BadRequest: for anything else than a preset's name or three numbers from 0 to 1, one of them above 0.
        """
        if not text or text in PRESETS:
            return replace(self, preset=text) if text else self
        with suppress(ValueError):
            words, meaning, graph = (float(part) for part in text.split(","))
            if all(0 <= one <= 1 for one in (words, meaning, graph)) and words + meaning + graph > 0:
                return replace(self, preset="", keyword=words, meaning=meaning, graph=graph, by_query=False)
        raise BadRequest(
            "weights must be {choices}, or three numbers from 0 to 1 for words, meaning and graph such as"
            " 0.3,0.7,0.1; not {text}.",
            choices=", ".join(PRESETS),
            text=text[:80],
        )

    @property
    def is_adaptive(self) -> bool:
        """Whether the weights follow the query."""
        return self.by_query and not self.preset

    @property
    def weights(self) -> tuple[float, float, float]:
        """The weights of words, meaning and graph, before they follow a query."""
        return PRESETS.get(self.preset, (self.keyword, self.meaning, self.graph))


@dataclass(frozen=True, slots=True)
class IndexingSettings:
    """How files are taken in."""

    batch_files: int = _setting(200, "Maximum files per batch.", 1, 10_000)
    batch_s: float = _setting(1.0, "Maximum seconds per batch.", 0.05, 60)
    largest_file_mb: float = _setting(20.0, "Maximum file size in MB; larger files are skipped.", 0.01, 1024)
    seconds_per_file: float = _setting(20.0, "CPU time limit in seconds for parsing a file.", 0.1, 3600)
    memory_mb: int = _setting(1024, "Memory limit in MB for parsing a file.", 64, 65_536)
    watch: bool = _setting(True, "Watch folders for changes.")
    history: bool = _setting(True, "Read the git history of folders: who changed which document, and when.")
    names: bool = _setting(True, "Find people, organizations and places in English text.")


@dataclass(frozen=True, slots=True)
class NotesSettings:
    """What Bookwheel may write into collections."""

    create: bool = _setting(True, "Let “New note here…” create files; Bookwheel writes nothing else into your folders.")


_HOST = re.compile(r"[\w.:-]+")


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """Images that pages name on other computers: whose are shown without asking."""

    hosts: str = _setting("", "Hosts whose images are shown without asking, one per line.", kind=LINES)
    collections: str = _setting(
        "", "Collections whose images are shown without asking, by their short names, one per line.", kind=LINES
    )
    cache_mb: float = _setting(200.0, "Maximum size of the cache for remote images in MB.", 1, 100_000)

    def __post_init__(self) -> None:
        """Refuse what is no host.

        Raises:
            BadRequest: for a line that names none.
        """
        for name, lines in (("images.hosts", self.hosts), ("images.collections", self.collections)):
            bad = next((line for line in lines.split("\n") if line and not _HOST.fullmatch(line)), "")
            if bad:
                raise BadRequest("{name} cannot hold {text}.", name=name, text=bad[:80])


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """Sources that are refreshed by themselves."""

    on_battery: bool = _setting(False, "Refresh sources by timetable while the computer runs on battery.")
    on_metered: bool = _setting(False, "Refresh sources by timetable over a metered connection.")


@dataclass(frozen=True, slots=True)
class QuerySettings:
    """Limits of SPARQL queries."""

    limit_s: float = _setting(2.0, "Time limit of a SPARQL query in seconds.", 0.1, 60)
    memory_mb: int = _setting(1024, "Memory limit of SPARQL queries in MB, where the system supports one.", 64, 65_536)


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Limits for each agent."""

    calls_per_s: float = _setting(20.0, "Maximum calls per second.", 0.1, 100_000)
    concurrent_calls: int = _setting(4, "Maximum calls at the same time.", 1, 1000)
    concurrent_streams: int = _setting(4, "Maximum event streams at the same time.", 1, 1000)
    call_s: float = _setting(10.0, "Time limit of a call in seconds.", 0.1, 600)
    mb_per_minute: float = _setting(64.0, "Maximum MB that calls may send per minute.", 0.01, 100_000)
    tokens_per_minute: int = _setting(5_000_000, "Maximum tokens in answers per minute.", 1000, 1_000_000_000)
    activity_days: int = _setting(30, "Days to keep the activity log.", 0, 3650)
    memories: int = _setting(5000, "Maximum memories per agent.", 0, 100_000)
    memory_characters: int = _setting(4000, "Maximum characters per memory.", 100, 20_000)
    memory_mb: float = _setting(4.0, "Maximum size of an agent's memories in MB.", 0.01, 100)
    links: int = _setting(1000, "Maximum links per agent.", 0, 10_000)


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The background service."""

    idle_minutes: float = _setting(10.0, "Minutes without a client before the service stops.", 0.01, 100_000)
    indexer_idle_minutes: float = _setting(1.0, "Idle minutes before the indexer stops.", 0.01, 100_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a library."""

    keyword: KeywordSettings = KeywordSettings()
    meaning: MeaningSettings = MeaningSettings()
    fusion: FusionSettings = FusionSettings()
    indexing: IndexingSettings = IndexingSettings()
    notes: NotesSettings = NotesSettings()
    images: ImageSettings = ImageSettings()
    sources: SourceSettings = SourceSettings()
    query: QuerySettings = QuerySettings()
    agents: AgentSettings = AgentSettings()
    service: ServiceSettings = ServiceSettings()
