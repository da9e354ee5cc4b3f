"""`bookwheel doctor --team`: checks a configuration, the identity provider, the certificate and every publication."""

from __future__ import annotations

import argparse
import contextlib
import ssl
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from bookwheel import wire
from bookwheel.crawling.publication_reader import open_publication
from bookwheel.domain.collection_source import Bounds, Source, SourceKind
from bookwheel.domain.crawling import FetchTask
from bookwheel.domain.errors import BookwheelError, ConfigurationRefused, NotPublished
from bookwheel.domain.messages import Message
from bookwheel.domain.publication_addresses import publication_address
from bookwheel.domain.service.doctor import Check, DoctorAnswer
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.fetching.connections import resolve
from bookwheel.indexes.keyword.store import open_words
from bookwheel.indexes.ontology.statements import Limits
from bookwheel.publications import manifest
from bookwheel.service.sources.source_fetches import AGENT
from bookwheel.service.team import access, config
from bookwheel.service.team.config_engines import read_login
from bookwheel.service.team.statement_server import StatementServer
from bookwheel.service.team.traces import opening as traces

_ASK_AGAIN = Message("Correct it and check again.")


def main(words: Sequence[str]) -> int:
    """Print what is wrong; 1 when anything is."""
    parser = argparse.ArgumentParser("bookwheel doctor")
    parser.add_argument("--team", metavar="CONFIG", required=True)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(words)
    answer = examine(Path(arguments.team))
    if arguments.json:
        print(wire.encode(answer).decode())
    else:
        for check in answer.checks:
            print(f"{check.state:6}  {check.message}")
            if check.advice:
                print(f"        {check.advice}")
    sys.stdout.flush()
    return 0 if answer.is_healthy else 1


def examine(file: Path) -> DoctorAnswer:
    """Check a configuration and everything that it names."""
    try:
        team = config.read(file)
    except ConfigurationRefused as error:
        check = Check(Message("Configuration"), "bad", error.message, _ASK_AGAIN)
        return DoctorAnswer((check,), is_healthy=False)
    checks = (
        Check(Message("Configuration"), "good", Message("The configuration has no faults.")),
        *_check_certificate(team),
        *_check_provider(team),
        *_check_statements(team),
        *_check_words(team),
        *_check_databases(team),
        *_check_traces(team),
        *(_check_collection(collection) for collection in team.collections),
    )
    return DoctorAnswer(checks, all(check.state == "good" for check in checks))


def _check_certificate(team: TeamConfig) -> Iterator[Check]:
    if team.certificate:

        def load() -> Message:
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(team.certificate, team.key)
            except (OSError, ssl.SSLError) as error:
                reason = error.strerror or str(error)
                raise ConfigurationRefused(
                    "Certificate and key do not go together ({reason}).", reason=reason
                ) from None
            return Message("Certificate and key go together.")

        yield _check(Message("Certificate"), load)


def _check_provider(team: TeamConfig) -> Iterator[Check]:
    tokens = access.open_tokens(team)
    if team.identity is not None and tokens is not None:
        issuer = team.identity.issuer

        def ask() -> Message:
            tokens.check()
            return Message("The identity provider {issuer} gives its keys.", issuer=issuer)

        yield _check(Message("Identity provider"), ask)


def _check_statements(team: TeamConfig) -> Iterator[Check]:
    if team.engines.statements:

        def ask() -> Message:
            engines = team.engines
            login = read_login(engines.statements_login)
            server = StatementServer(engines.statements, engines.statements_update, login)
            with contextlib.closing(server):
                server.update("DROP SILENT GRAPH <urn:bookwheel:none>")
                server.query([("query", "ASK {}")], "application/sparql-results+json", Limits())
            return Message("The SPARQL server {address} takes queries and updates.", address=engines.statements)

        yield _check(Message("SPARQL server"), ask)


def _check_words(team: TeamConfig) -> Iterator[Check]:
    if team.engines.words:

        def ask() -> Message:
            with contextlib.closing(open_words(team.engines.words)) as words:
                count = len(words.collections())
            return Message("The words' database answers; it holds {count} publications.", count=count)

        yield _check(Message("Words"), ask)


def _check_databases(team: TeamConfig) -> Iterator[Check]:
    """Whether the databases answer, their schema, jobs that failed, and grants that show nothing."""
    if not team.names_database:
        return
    if find_spec("psycopg") is None:
        message = Message("The tables [workers], [audit], [grants] and [memory] need an extra of Bookwheel.")
        yield Check(Message("Queue"), "bad", message, Message("Install it with: pip install 'bookwheel[team]'"))
        return
    from bookwheel.service.team.database import check as database  # noqa: PLC0415 - of the extra `team`

    yield from database.examine(team)


def _check_traces(team: TeamConfig) -> Iterator[Check]:
    config = team.traces
    if config is None:
        return
    if not traces.has_protocol():
        message = Message("The table [traces] needs an extra of Bookwheel.")
        yield Check(Message("Traces"), "bad", message, Message("Install it with: pip install 'bookwheel[team]'"))
        return

    def ask() -> Message:
        from bookwheel.service.team.traces import exporter  # noqa: PLC0415 - of the extra `team`

        exporter.check(config)
        return Message("The trace collector {address} takes traces.", address=config.endpoint)

    yield _check(Message("Traces"), ask)


def _check_collection(collection: TeamCollection) -> Check:
    def ask() -> Message:
        source = Source(
            SourceKind.PUBLICATION, publication_address(collection.address), bounds=Bounds(may_be_private=True)
        )
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            try:
                content = open_publication(FetchTask(folder, source, AGENT), resolve, stack).manifest(None)
            except NotPublished:
                if not collection.source:
                    raise
                return Message("{name}: nothing is published yet. A worker does it in its turn.", name=collection.name)
        assert content is not None, "nothing is known of it"
        signed = manifest.decode(content)
        manifest.check(signed, None, collection.key)
        return Message(
            "{name}: {count} documents, published at {at} and signed by the key.",
            name=collection.name,
            count=f"{signed.manifest.documents:,}",
            at=signed.manifest.published_at,
        )

    return _check(Message.verbatim(collection.name), ask)


def _check(name: Message, ask: Callable[[], Message]) -> Check:
    try:
        return Check(name, "good", ask())
    except BookwheelError as error:
        message = Message("{name}: {reason}", name=name, reason=error.message)
        return Check(name, "bad", message, _ASK_AGAIN)
