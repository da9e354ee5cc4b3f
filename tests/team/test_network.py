"""A reader whose network is cut: it answers from what it has, says how old that is, and goes on after the cut.

`BOOKWHEEL_CUT_SECONDS` says how long each cut lasts; from 75 s on refreshes fail meanwhile.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from bookwheel import wire
from tests import oidc_provider
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import Provider
from tests.s3.server import BUCKET, WRITER, S3Server
from tests.team import network, sparql_servers
from tests.team.engines import ChromaRun
from tests.team.fleet import Fleet, gathered, wait_for
from tests.team.network import HERE, Namespace
from tests.team.postgres import Postgres, free_port

CUT_S = float(os.environ.get("BOOKWHEEL_CUT_SECONDS", "15"))
REFRESHES_FAIL_S = 75.0
QUESTION = "what do wheels do for a page"

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(network.why_not()), reason=network.why_not() or "Namespaces can be made."),
]


@dataclass
class CutReader:
    """A reader in a network of its own, with all that it asks outside of it."""

    fleet: Fleet
    network: Namespace
    provider: Provider
    address: str = ""
    times_s: list[float] = field(default_factory=list[float])

    def post(self, method: str, **request: object) -> httpx.Response:
        """Call a method as a person who has signed in."""
        headers = {"bookwheel-protocol": str(wire.PROTOCOL), "authorization": f"Bearer {self.provider.token()}"}
        return self.network.run(
            lambda: httpx.post(
                f"{self.address}/rpc/{method}", json=request, headers=headers, trust_env=False, timeout=60
            )
        )

    def is_ready(self) -> bool:
        """Whether it may be asked."""
        try:
            path = f"{self.address}/readyz"
            return self.network.run(lambda: httpx.get(path, trust_env=False, timeout=60)).status_code == 200
        except httpx.TransportError:
            return False

    def search(self, query: str) -> dict[str, Any]:
        """The answer to a search; how long it took is noted."""
        began = time.monotonic()
        answer = self.post("search", query=query)
        self.times_s.append(time.monotonic() - began)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def documents(self, query: str) -> list[str]:
        """The documents that a search finds by words."""
        answer = self.post("search", query=query, mode="keyword")
        assert answer.status_code == 200, answer.text
        return [hit["doc"] for hit in answer.json()["hits"]]

    def notices(self) -> str:
        """What the status says of collections that may be old; empty for nothing."""
        told = self.post("status").json()["notices"]
        return str(told) if told else ""

    def gauge(self, name: str) -> float:
        """A value of its metrics."""
        path = f"{self.address}/metrics"
        text = self.network.run(lambda: httpx.get(path, trust_env=False, timeout=60)).text
        found = re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
        assert found is not None, text
        return float(found[1])


@pytest.fixture
def reader(tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[CutReader]:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    store, chroma = S3Server(tmp_path / "store"), ChromaRun(tmp_path)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", WRITER[0])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", WRITER[1])
    monkeypatch.setenv("AWS_ENDPOINT_URL", store.endpoint)
    (tmp_path / "oxigraph").mkdir()
    with ExitStack() as stack:
        stack.callback(store.kill)
        store.start()
        store.make_buckets()
        stack.callback(chroma.kill)
        chroma.start()
        statements = stack.enter_context(sparql_servers.oxigraph(tmp_path / "oxigraph", free_port()))
        provider = stack.enter_context(oidc_provider.running())
        around = stack.enter_context(network.namespace())
        for port in (store.port, chroma.port, postgres.port):
            around.let_in(port)
        for address in (statements.query, provider.issuer):
            around.let_in(int(address.split(":")[2].partition("/")[0]), as_loopback=True)
        database = tmp_path / "database"
        database.write_text(postgres.address.replace("127.0.0.1", HERE), "utf-8")
        identity = provider.config()
        fleet = stack.enter_context(gathered(tmp_path, postgres, has_vectors=True, store=f"s3://{BUCKET}/team"))
        fleet.tables = "\n".join([
            "[identity]", f'issuer = "{identity.issuer}"', f'audience = "{identity.audience}"',
            f'client_id = "{identity.client_id}"',
            "[engines]", f'vectors = "chroma+http://{HERE}:{chroma.port}"', f'statements = "{statements.query}"',
            f'statements_update = "{statements.update}"',
            "[audit]", f'database_file = "{database}"',
        ])  # fmt: skip
        yield _begin(CutReader(fleet, around, provider), store.port)


def _begin(reader: CutReader, port: int) -> CutReader:
    """Publish a collection, and have the reader read it."""
    fleet = reader.fleet
    texts = {f"p{number}.md": f"# Page {number}\n\nWords of wheels {number}.\n" for number in range(5)}
    fleet.add("Handbook", texts)
    fleet.start_worker("one")
    wait_for(lambda: fleet.postgres.ask("SELECT to_regclass('bookwheel.jobs')")[0][0], fleet, 180)
    wait_for(lambda: fleet.finished("Handbook"), fleet, 180)
    within = [*reader.network.command, "env", f"AWS_ENDPOINT_URL=http://{HERE}:{port}", "AWS_ALLOW_HTTP=true"]
    reader.address = fleet.start_reader(within=within)
    wait_for(reader.is_ready, fleet, 180)
    wait_for(lambda: _has_all(reader), fleet, 180)
    return reader


def _has_all(reader: CutReader) -> bool:
    """Whether every engine answers."""
    answer = reader.search(QUESTION)
    found = reader.post("query", sparql="SELECT ?s WHERE { ?s ?p ?o } LIMIT 1")
    return bool(answer["hits"]) and answer["coverage"] == 1 and not answer["notices"] and found.status_code == 200


def test_a_reader_that_is_cut_off_answers_says_its_age_and_goes_on_afterwards(reader: CutReader) -> None:
    process = reader.fleet.processes[-1]
    for number, cut in enumerate((reader.network.unreachable, reader.network.silent)):
        _try_cut(reader, number, cut)
        assert process.poll() is None


def _try_cut(reader: CutReader, cuts: int, cut: Callable[[], AbstractContextManager[None]]) -> None:
    """Cut the network while a document is published, and see that it is read afterwards."""
    fleet, word = reader.fleet, ("zorbword", "qumbraplan")[cuts]
    for _ in range(10):
        reader.search(QUESTION)
    usual_s, reader.times_s = max(reader.times_s[-10:]), []
    known, began = reader.documents("wheels"), time.monotonic()
    with cut():
        fleet.write("Handbook", f"new{cuts}.md", f"# New\n\nThe {word} is new.\n")
        fleet.make_due("Handbook")
        while time.monotonic() - began < CUT_S:
            assert {hit["doc"] for hit in reader.search(QUESTION)["hits"]} >= set(known)
            time.sleep(0.3)
        wait_for(lambda: len(fleet.finished("Handbook")) == cuts + 2, fleet, 180)
        _check_age(reader, cuts + 1, word)
    times_s = sorted(reader.times_s)
    print(f"{cut.__name__} for {time.monotonic() - began:.0f} s: {len(times_s)} searches, the slowest "
          f"{times_s[-3:]} s, the median {times_s[len(times_s) // 2]:.3f} s; before the slowest of 10 {usual_s:.2f} s",
          flush=True)  # fmt: skip
    began = time.monotonic()
    wait_for(lambda: reader.documents(word) == [f"team-handbook/new{cuts}.md"], fleet, 300)
    print(f"the new publication was read {time.monotonic() - began:.0f} s after the cut", flush=True)
    wait_for(lambda: _has_all(reader), fleet, 300)
    wait_for(lambda: reader.gauge("bookwheel_audit_waiting") <= 1, fleet, 180)
    print(f"every engine answered {time.monotonic() - began:.0f} s after the cut", flush=True)
    assert reader.gauge("bookwheel_audit_lost_total") == 0
    written = fleet.postgres.ask("SELECT count(*), count(DISTINCT id) FROM bookwheel.audit")[0]
    assert written[0] == written[1] >= len(times_s)
    wait_for(lambda: not reader.notices(), fleet, 180)


def _check_age(reader: CutReader, number: int, word: str) -> None:
    """See that a reader that is cut off says of what age its answers are."""
    assert reader.documents(word) == [] and reader.gauge("bookwheel_publication_number") == number
    assert reader.gauge("bookwheel_publication_age_seconds") > 0 and reader.gauge("bookwheel_refresh_age_seconds") > 0
    (card,) = reader.post("collections").json()["collections"]
    assert card["publication"]["sequence"] == number
    refused = reader.post("query", sparql=f"SELECT ?s WHERE {{ ?s ?p ?o }} LIMIT {number + 1}")
    assert refused.json()["code"] in ("graph_server_unavailable", "timed_out")
    if CUT_S >= REFRESHES_FAIL_S:
        wait_for(lambda: "was last refreshed at" in reader.notices(), reader.fleet, 180)
