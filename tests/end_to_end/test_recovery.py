"""Each store in turn, lost, torn or of another time: the next start serves, says so, and ends with the same answers."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psutil
import pyoxigraph as ox
import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.graph import ExploreRequest, QueryRequest
from bookwheel.domain.readiness import KEYWORD_BEHIND
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.domain.service.status import StatusAnswer
from bookwheel.indexes.keyword import KeywordReader, KeywordWriter
from bookwheel.indexes.ontology.stores import numbered
from bookwheel.paths import LibraryPaths
from tests.waiting import until

from .conftest import Verb

Harm = Callable[[Path], None]
Answers = dict[str, object]


def lost(path: Path) -> None:
    """Take a store away."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def torn(path: Path) -> None:
    """Put noise into every file of a store."""
    noise = random.Random(5).randbytes(3000)
    for each in [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]:
        each.write_bytes(noise)


def cut(path: Path) -> None:
    """Leave half of every file of a store."""
    for each in [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]:
        content = each.read_bytes()
        each.write_bytes(content[: len(content) // 2])


def other_version(path: Path) -> None:
    """Let a store say that another Bookwheel, or another Chroma, made it."""
    if path.is_file():
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version=99")
    for stamp in path.rglob("stamp"):
        place, _, _ = stamp.read_text("utf-8").partition("\n")
        stamp.write_text(f"{place}\nanother", "utf-8")


def earlier(path: Path) -> None:
    """Put an older copy in a store's place."""
    lost(path)
    shutil.copytree(path.parent.with_name("earlier-" + path.parent.name) / path.name, path)


def a_file(path: Path) -> None:
    """Put a file where a folder should be."""
    lost(path)
    path.write_text("does not exist", "utf-8")


ROUNDS: tuple[tuple[dict[str, Harm], ...], ...] = (
    (
        {"vectors.sqlite": lost, "oxigraph": torn, "whoosh": torn, "state.sqlite": lost},
        {"catalogue.sqlite": other_version, "chroma": torn, "state.sqlite": torn},
        {"vectors.sqlite": other_version, "oxigraph": lost, "whoosh": lost},
    ),
    (
        {"catalogue.sqlite": cut, "chroma": other_version, "vectors.sqlite": cut, "state.sqlite": cut},
        {"whoosh": earlier, "oxigraph": earlier, "chroma": lost},
        {"catalogue.sqlite": lost, "oxigraph": a_file, "vectors.sqlite": torn},
    ),
)
"""Harms that have nothing to do with each other share a start."""

SAID: dict[str, tuple[str, ...]] = {
    "state.sqlite": ("restored from its backup",),
    "catalogue.sqlite": ("The catalogue ", "The documents were indexed by another version"),
    "vectors.sqlite": ("vectors were",),
    "whoosh": ("keyword index was",),
    "chroma": ("vector index was",),
    "oxigraph": ("The graph ",),
}


def is_settled(status: StatusAnswer) -> bool:
    """Whether everything there is can be found in every way."""
    return (
        (status.state, status.documents, status.embedding.state) == ("ready", 12, "ready")
        and status.graph_revision == status.revision
        and status.coverage == 1.0
    )


def unsaid(client: Client, harms: dict[str, Harm]) -> list[str]:
    """Which stores were harmed without a notice; one that is opened late tells of it late."""
    notices = " ".join(client.status().notices)
    return [name for name in harms if not any(said in notices for said in SAID[name])]


def answers(client: Client) -> Answers:
    """What each way of asking finds; topics are made in a quiet moment, which may come before or after."""
    asked = {Mode.KEYWORD: "spoke7 of ash", Mode.SEMANTIC: "spoke7 of ash", Mode.GRAPH: "Page 0"}
    found: Answers = {
        mode.value: sorted(hit.section for hit in client.search(SearchRequest(query, mode=mode, limit=20)).hits)
        for mode, query in asked.items()
    }
    explored = client.explore(ExploreRequest("notes/page0.md", hops=2))
    edges = (edge for edge in explored.edges if not edge.target.startswith("topic:"))
    found["explore"] = sorted((edge.source, edge.relation, edge.target) for edge in edges)
    query = "SELECT ?d ?t { ?d a bw:Document ; bw:title ?t } ORDER BY ?d"
    found["sparql"] = client.query(QueryRequest(query)).rows
    return found


@pytest.fixture
def linked(notes: Path) -> Path:
    """The documents, each with a link to the next."""
    for number in range(12):
        path = notes / f"page{number}.md"
        path.write_text(f"{path.read_text('utf-8')}\n[on](page{number + 1}.md) #wheels\n", "utf-8")
    return notes


def writing(client: Client) -> list[str]:
    """The service's children that write stores."""
    kinds: list[str] = []
    for child in psutil.Process(client.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            kinds.extend(child.cmdline())
    return [kind for kind in kinds if kind in ("indexer", "embedder")]


def holds_every_vector(library: LibraryPaths) -> bool:
    """Whether Chroma holds as many vectors as there are, so that it is not being filled."""
    counts = list[int]()
    for file, query in (
        (library.vectors, "SELECT count(DISTINCT hash) FROM vectors"),
        (next(library.chroma.rglob("chroma.sqlite3"), None), "SELECT count(*) FROM embeddings"),
    ):
        with contextlib.suppress(sqlite3.Error):  # it is just being made
            if file is not None:
                with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as rows:
                    counts += rows.execute(query).fetchone()
    return len(counts) == 2 and counts[0] == counts[1] > 0


def filled(client: Client, folder: Path) -> Answers:
    """Take a folder in whole; what is found then."""
    client.add(AddRequest(str(folder)))
    until(lambda: is_settled(client.status()), 90)
    return answers(client)


@pytest.mark.usefixtures("meaning")
@pytest.mark.parametrize("rounds", ROUNDS, ids=("first", "second"))
def test_every_store_is_made_again_from_its_source(
    client: Client, library: LibraryPaths, linked: Path, rounds: tuple[dict[str, Harm], ...]
):
    first = filled(client, linked)
    token = client.agent(AgentRequest("reader")).token
    for store in (library.keyword, library.ontology):
        shutil.copytree(store, library.root.with_name("earlier-" + library.root.name) / store.name)
    (linked / "page7.md").write_text("# Page 7\n\nSpoke7 is made of elm.\n\n[back](page0.md)\n", "utf-8")
    until(lambda: is_settled(client.status()) and answers(client)["explore"] != first["explore"], 60)
    before = answers(client)
    assert all(before.values())
    client.stop(20)
    for harms in rounds:
        for name, harm in harms.items():
            harm(library.root / name)
        with closing(connect(library, client="cli")) as one:
            until(lambda one=one: is_settled(one.status()), 90)
            until(lambda one=one: answers(one) == before)
            until(lambda: list(library.chroma.rglob("chroma.sqlite3")))
            until(lambda one=one: one.doctor(DoctorRequest()).is_healthy)
            until(
                lambda one=one, harms=harms: not unsaid(one, harms),
                tell=lambda one=one, harms=harms: unsaid(one, harms),
            )
            assert one.agent(AgentRequest("reader", is_unasked=True)).token == token
            assert one.stop(20)


@pytest.mark.usefixtures("meaning")
def test_folders_lost_while_the_service_runs_are_made_again(client: Client, library: LibraryPaths, linked: Path):
    filled(client, linked)
    until(lambda: list(library.chroma.rglob("chroma.sqlite3")))
    for folder in (library.keyword, library.ontology, library.chroma):
        shutil.rmtree(folder, ignore_errors=True)  # a store may take a file away meanwhile
    (linked / "page3.md").write_text("# Page 3\n\nSpoke7 of ash stands here too. [on](page4.md) #wheels\n", "utf-8")
    until(lambda: "notes/page3.md#page-3" in str(answers(client)["keyword"]), 60)
    until(lambda: client.doctor(DoctorRequest(True)).is_healthy)
    until(lambda: all(check.state == "good" for check in client.doctor(DoctorRequest()).checks))
    until(lambda: is_settled(client.status()))
    found = answers(client)
    assert all("page3.md" in str(found[way]) for way in ("keyword", "semantic", "explore", "sparql"))


def test_words_that_are_damaged_while_the_service_runs_are_built_anew(
    client: Client, library: LibraryPaths, linked: Path, verb: Verb
):
    client.add(AddRequest(str(linked)))
    until(lambda: client.status().state == "ready" and client.search(SearchRequest("spoke7", Mode.KEYWORD)).hits, 90)
    segments = {file.name: file for file in library.keyword.glob("*.seg")}
    for file in segments.values():
        with file.open("r+b") as open_file:
            open_file.write(random.Random(5).randbytes(file.stat().st_size))
    first = client.search(SearchRequest("wheel ash elm", Mode.KEYWORD))
    assert first.hits == () and KEYWORD_BEHIND in first.notices
    assert verb("context", "What is spoke7?").returncode == 0
    until(lambda: client.search(SearchRequest("spoke7", Mode.KEYWORD)).hits, 60)
    assert not segments.keys() & {file.name for file in library.keyword.glob("*.seg")}
    assert client.search(SearchRequest("spoke7", Mode.KEYWORD)).notices == ()
    assert "Traceback" not in (library.log / "service.log").read_text("utf-8")


@pytest.mark.usefixtures("meaning")
def test_the_doctor_finds_and_mends_what_the_stores_have_too_much_or_lack(
    client: Client, library: LibraryPaths, linked: Path, verb: Verb
):
    client.set(SettingChange("service.indexer_idle_minutes", "0.01"))
    before = filled(client, linked)
    until(lambda: holds_every_vector(library))
    until(lambda: not writing(client))
    with closing(sqlite3.connect(library.vectors)) as vectors, vectors:
        vectors.execute("DELETE FROM vectors WHERE key IN (SELECT key FROM vectors LIMIT 3)")
        vectors.execute("INSERT INTO vectors SELECT NULL, model, x'00', vector FROM vectors LIMIT 1")
    store = ox.Store(str(numbered(library.ontology)[-1][1]))
    gone = ox.NamedNode("urn:bookwheel:doc:notes/gone.md")
    store.add(ox.Quad(gone, gone, gone, gone))
    store.remove_graph(ox.NamedNode("urn:bookwheel:doc:notes/page2.md"))
    store.flush()
    del store
    reader = KeywordReader.open(library.keyword)
    writer = KeywordWriter(library.keyword)
    writer.apply(reader.revision, [], dropped_keys=reader.keys[:2].tolist())
    writer.close()
    shutil.rmtree(library.chroma)

    def bad() -> dict[str, str]:
        return {check.name: check.message for check in client.doctor(DoctorRequest()).checks if check.state == "bad"}

    until(lambda: "nearest vectors" in bad())  # while Chroma is still being filled, the doctor does not look at it
    assert bad() == {
        "vectors": "3 chunks have lost their vectors.",
        "nearest vectors": "The vector index folder is missing.",
        "keyword index": "The keyword index has 0 extra sections and is missing 2.",
        "ontology": "The ontology has 1 documents too many and is missing 1.",
    }
    mended = verb("doctor", "--repair")
    assert mended.returncode == 0 and "being rebuilt from the catalogue" in mended.stdout
    until(lambda: all(check.state == "good" for check in client.doctor(DoctorRequest()).checks))
    until(lambda: is_settled(client.status()) and answers(client) == before)
    assert verb("doctor", "--json").returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which not even root may write")
@pytest.mark.usefixtures("meaning")
def test_waiting_ends_when_the_ontology_can_never_be_written(
    client: Client, library: LibraryPaths, linked: Path, verb: Verb
):
    client.stop(20)
    library.ontology.symlink_to("/proc/sys")
    added = verb("add", str(linked), "--wait", "all")
    assert added.returncode == 0
    assert "The ontology cannot be written" in added.stdout
    assert client.search(SearchRequest("spoke7")).hits
    status = client.status()
    assert status.graph_problem
    said = verb("doctor")
    assert said.returncode == 1 and "The ontology cannot be written" in said.stdout
    library.ontology.unlink()
    assert verb("doctor", "--repair").returncode == 0
    until(lambda: is_settled(client.status()) and not client.status().graph_problem, tell=client.status)
    assert verb("doctor").returncode == 0
