"""SPARQL servers of others pass the contract of the port for statements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bookwheel.indexes.ontology.statements import ServerStatements
from bookwheel.service.team.statement_server import StatementServer
from tests.indexes.statements.contract import *  # noqa: F403 - the tests of the contract
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.team import sparql_servers
from tests.team.sparql_servers import SERVERS, SparqlServer


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparqlServer]:
    if request.param in sparql_servers.missing():
        pytest.skip(f"{request.param} is not installed; packaging/team-environment.sh says how")
    with SERVERS[request.param](tmp_path_factory.mktemp(request.param)) as running:
        yield running


@pytest.fixture(scope="module")
def connection(server: SparqlServer) -> Iterator[StatementServer]:
    opened = StatementServer(server.query, server.update, server.login)
    yield opened
    opened.close()


@pytest.fixture
def statements(connection: StatementServer) -> Iterator[ServerStatements]:
    kept = ServerStatements(connection, "urn:bookwheel:test:")
    yield kept
    for collection in {"a", "b", *kept.marks()}:
        kept.drop(collection)
