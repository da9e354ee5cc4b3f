"""Teams at the command line and for agents on standard input."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from bookwheel.bridge.proxy import Bridge
from bookwheel.bridge.team import TeamReader
from bookwheel.cli import program
from bookwheel.client.teams.reader_connection import describe
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.teams import Team
from bookwheel.domain.errors import BadRequest, FetchRefused, ServiceUnavailable
from tests.client.teams.conftest import Desk
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(desk: Desk, capsys: pytest.CaptureFixture[str]) -> Run:
    def one(*words: str) -> tuple[int, str, str]:
        code = program.main(words, str(desk.places.root))
        return code, *capsys.readouterr()

    return one


def test_a_person_connects_searches_and_disconnects(run: Run, desk: Desk) -> None:
    address = desk.team().address
    assert run("team") == (1, "You are not connected to a team. Connect: bookwheel team connect ADDRESS\n", "")
    desk.provider.device_answers = ["authorization_pending"]
    code, shown, told = run("team", "connect", address, "--name", "Docs")
    desk.provider.device_answers = []
    assert code == 0 and "Connected to Docs: 1 collection." in shown and "team-open" in shown
    assert "/activate?code=WXYZ-" in told and "confirm the code WXYZ-" in told
    code, shown, _ = run("search", "wheel", "--json")
    assert {hit["section"].partition("/")[0] for hit in json.loads(shown)["hits"]} == {"notes", "team-open"}
    code, shown, _ = run("search", "wheel", "--json", "--without-teams")
    assert {hit["section"].partition("/")[0] for hit in json.loads(shown)["hits"]} == {"notes"}
    assert "Welcome" in run("outline", "team-open/welcome.md")[1]
    assert "team-open" in run("collections")[1]
    assert json.loads(run("team", "list", "--json")[1])[0]["collections"] == ["team-open"]
    token = json.loads(run("team", "token", "docs", "--json")[1])["token"]
    assert desk.served.get("/team", token).json()["collections"] == ["Open"]
    assert run("team", "disconnect", "DOCS")[1] == "Disconnected from Docs.\n"
    assert run("team", "token", "docs")[0] == program.REFUSED
    assert "team-open" not in run("collections")[1]
    assert token.encode() not in b"".join(
        file.read_bytes() for file in desk.places.root.rglob("*") if file.is_file() and file.stat().st_size < 1_000_000
    )


def test_a_declined_sign_in_connects_to_nothing(run: Run, desk: Desk) -> None:
    desk.provider.device_answers = ["access_denied"]
    code, _, told = run("team", "connect", desk.team().address)
    desk.provider.device_answers = []
    assert code == program.REFUSED and "The sign-in was declined." in told
    assert desk.teams.all() == ()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://docs.example.org", "begins with https://"),
        ("https://ada:secret@docs.example.org", "begins with https://"),
        ("https://docs.example.org/?a=b", "begins with https://"),
        ("file:///etc", "begins with https://"),
        ("", "begins with https://"),
    ],
)
def test_addresses_that_would_tell_secrets_are_not_asked(address: str, sentence: str) -> None:
    with pytest.raises(FetchRefused, match=sentence):
        describe(address)


def test_what_is_no_reader_is_named(desk: Desk) -> None:
    with pytest.raises(FetchRefused, match="No team's library answers"):
        describe(desk.provider.issuer)
    with pytest.raises(ServiceUnavailable, match="refuses the connection"):
        describe("http://127.0.0.1:9")
    with pytest.raises(ServiceUnavailable, match="does not answer"):
        describe(f"https://{desk.served.host}")
    with pytest.raises(FetchRefused, match="certificate"):
        describe(f"https://{desk.served.host}", "/nowhere/ca.pem")


@pytest.mark.parametrize(
    "told",
    [
        b"[]", b"{}", b"torn", b'{"name": 7}', b'{"name": "\\u001b[31m"}', b'{"name": "T", "issuer": 3}',
        b'{"name": "T", "issuer": "http://login.example.org", "client_id": "a", "audience": "b"}',
        b'{"name": "T", "issuer": "https://login.example.org", "client_id": "", "audience": "b"}',
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_descriptions_that_are_none_are_refused(desk: Desk, told: bytes) -> None:
    desk.provider.answers["/team"] = (200, told, {})
    try:
        with pytest.raises(FetchRefused):
            describe(desk.provider.issuer)
    finally:
        del desk.provider.answers["/team"]


def test_two_teams_are_told_apart_and_a_damaged_list_is_named(desk: Desk, run: Run) -> None:
    desk.teams.keep(Team("Docs", "https://a.example.org"))
    with pytest.raises(BadRequest, match="Another team is called docs"):
        desk.teams.keep(Team("docs", "https://b.example.org"))
    desk.teams.keep(Team("Renamed", "https://a.example.org"))
    assert [team.name for team in desk.teams.all()] == ["Renamed"]
    assert "did you mean: Renamed" in run("team", "disconnect", "Docs")[2]
    file = desk.places.teams / "teams.json"
    kept = file.read_bytes()
    file.write_bytes(b"torn")
    assert "The list of teams is damaged" in run("team")[2]
    code, shown, _ = run("search", "wheel")
    assert code == 0 and "notes/" in shown and "The list of teams is damaged" in shown
    file.write_bytes(kept)


def _speak(desk: Desk, name: str, *messages: dict[str, object]) -> list[dict[str, object]]:
    output = io.BytesIO()
    lines = iter([*(json.dumps(one).encode() + b"\n" for one in messages), b""])
    Bridge(TeamReader(desk.places, name), output).run(lambda: next(lines))
    return [json.loads(line) for line in output.getvalue().splitlines()]


_HELLO: dict[str, object] = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
_SEARCH: dict[str, object] = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "qumbraword"}},
}  # fmt: skip


def test_an_agent_speaks_to_the_team_as_the_person(desk: Desk) -> None:
    desk.sign_in("staff")
    hello, found = _speak(desk, "TEAM", _HELLO, _SEARCH)
    assert "library of Team" in json.dumps(hello) and "team-qumbra/plan.md" in json.dumps(found)
    desk.sign_in()
    assert "team-qumbra" not in json.dumps(_speak(desk, "team", _HELLO, _SEARCH))


def test_an_agent_hears_what_to_do_where_nobody_is_signed_in(desk: Desk) -> None:
    assert "not connected to a team called team" in str(_speak(desk, "team", _HELLO)[0]["error"])
    desk.teams.keep(desk.team())
    assert "bookwheel team sign-in team" in str(_speak(desk, "team", _HELLO)[0]["error"])
    desk.teams.sign_ins.keep(desk.team().address, Tokens("torn"))
    assert "bookwheel team sign-in team" in str(_speak(desk, "team", _HELLO)[0]["error"])
