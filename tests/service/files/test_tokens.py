"""The file of agents' tokens."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest, NotFound, Unauthorised
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.search import Filter
from bookwheel.service.files.tokens import CONNECTED_S, Tokens


def test_a_token_names_its_client_after_a_restart(tmp_path: Path):
    path = tmp_path / "tokens.json"
    assert not Tokens(path).has_clients
    token = Tokens(path).make("claude-code", ("notes",))
    assert Tokens(path).has_clients
    client = Tokens(path).client_of(token)
    assert client is not None
    assert (client.name, client.collections) == ("claude-code", ("notes",))
    assert Tokens(path).client_of(token + "x") is None
    assert Tokens(path).client_of("") is None
    assert Tokens(path).client_of("\udcff") is None


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_only_the_owner_may_read_the_file(tmp_path: Path):
    path = tmp_path / "tokens.json"
    Tokens(path).make("a")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_new_scope_keeps_the_token(tmp_path: Path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.make("a")
    assert tokens.make("a", ("one",)) == token
    client = tokens.client_of(token)
    assert client is not None and client.collections == ("one",)


def test_a_revoked_client_is_gone_but_remembered_as_revoked(tmp_path: Path):
    path = tmp_path / "tokens.json"
    tokens = Tokens(path)
    old = tokens.make("a")
    tokens.revoke("a")
    assert tokens.client_of(old) is None
    assert tokens.all() == ()
    kept = json.loads(path.read_text("utf-8"))
    assert (kept["clients"], kept["revoked"]) == ([], ["a"])
    assert Tokens(path).make("a") != old
    assert json.loads(path.read_text("utf-8"))["revoked"] == []
    with pytest.raises(NotFound):
        tokens.revoke("b")


@pytest.mark.parametrize("name", ["", "two words", "../x", "a" * 65, "é", "-a"])
def test_a_name_that_is_no_plain_word_is_refused(tmp_path: Path, name: str):
    with pytest.raises(BadRequest):
        Tokens(tmp_path / "tokens.json").make(name)


def test_a_torn_file_is_said_without_its_content(tmp_path: Path):
    path = tmp_path / "tokens.json"
    path.write_text('{"clients":[{"token":"bw_secret', "utf-8")
    tokens = Tokens(path)
    assert tokens.all() == () and "Connect your agents again" in tokens.file.notices[0]
    assert "bw_secret" not in tokens.file.notices[0]


def test_a_client_counts_as_connected_for_a_while_after_its_call(tmp_path: Path):
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    tokens = Tokens(tmp_path / "tokens.json", lambda: now[0])
    tokens.make("a")
    assert not tokens.all()[0].is_connected
    tokens.seen("a")
    assert tokens.all()[0].is_connected
    now[0] += timedelta(seconds=CONNECTED_S + 1)
    assert not tokens.all()[0].is_connected
    tokens.close()
    assert Tokens(tmp_path / "tokens.json").all()[0].seen_at == "2026-01-01T00:00:00+00:00"


def test_a_program_that_asks_for_itself_neither_widens_its_scope_nor_comes_back(tmp_path: Path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.make("a", ("one",))
    assert tokens.make("a", None, is_unasked=True) == token
    client = tokens.client_of(token)
    assert client is not None and client.collections == ("one",)
    tokens.revoke("a")
    with pytest.raises(Unauthorised, match="connect"):
        tokens.make("a", None, is_unasked=True)
    assert tokens.make("a") != token


def test_a_client_remembers_only_when_the_person_said_so(tmp_path: Path):
    path = tmp_path / "tokens.json"
    tokens = Tokens(path)
    token = tokens.make("a")
    assert not tokens.all()[0].may_remember
    tokens.make("a", may_remember=True)
    tokens.make("a", ("one",))
    client = Tokens(path).client_of(token)
    assert client is not None and client.may_remember and client.collections == ("one",)
    tokens.make("a", is_unasked=True, may_remember=False)
    assert tokens.all()[0].may_remember
    tokens.make("b", is_unasked=True, may_remember=True)
    assert [client.may_remember for client in tokens.all()] == [True, False]
    tokens.make("a", may_remember=False)
    assert not tokens.all()[0].may_remember


def test_a_file_of_an_earlier_version_lets_nobody_remember(tmp_path: Path):
    path = tmp_path / "tokens.json"
    path.write_text('{"clients":[{"name":"a","token":"bw_x","collections":null,"created_at":"2026-01-01"}]}', "utf-8")
    assert not Tokens(path).all()[0].may_remember


def test_what_a_client_sees_is_kept_and_private_pages_are_hidden_unless_the_person_says_so(tmp_path: Path):
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.make("a")
    tokens.make("b", filter='path:guide/ -tag:draft -title:"My diary"')
    tokens.make("b", is_unasked=True, filter="")
    tokens.make("c", filter="")
    tokens.make("b", ("notes",))
    for kept in (tokens, Tokens(tmp_path / "tokens.json")):
        filters = [client.filter for client in kept.all()]
        assert filters == ["-private:true", 'path:guide/ -tag:draft -title:"My diary"', ""]
    for slip in ("private", "-", "path:", "a:b c", 'a:"b', "-:x", "x:y" * 900, "a:b " * 101):
        with pytest.raises(BadRequest):
            tokens.make("b", filter=slip)
    assert next(client.filter for client in tokens.all() if client.name == "b").startswith("path:guide/")


def test_an_older_file_hides_private_pages(tmp_path: Path):
    path = tmp_path / "tokens.json"
    entry = {"name": "old", "token": "bw_x", "collections": None, "created_at": "2026-01-01T00:00:00+00:00"}
    path.write_text(json.dumps({"clients": [entry]}), "utf-8")
    assert [client.filter for client in Tokens(path).all()] == ["-private:true"]


def test_several_values_of_a_field_widen_and_several_hidden_ones_are_all_hidden():
    assert filters_of('path:a/ path:b/ -tag:x -tag:"y z" ') == (
        Filter("path", ("a/", "b/")),
        Filter("tag", ("x", "y z"), True),
    )
    assert filters_of("  ") == ()


def test_a_client_reads_annotations_only_when_the_person_said_so(tmp_path: Path):
    tokens = Tokens(tmp_path / "clients.json")
    tokens.make("a", is_unasked=True, may_read_annotations=True)
    assert not tokens.all()[0].may_read_annotations
    tokens.make("a", may_read_annotations=True)
    tokens.make("a", ("notes",))
    assert Tokens(tmp_path / "clients.json").all()[0].may_read_annotations
    tokens.make("a", may_read_annotations=False)
    assert not tokens.all()[0].may_read_annotations


def test_a_client_writes_where_it_was_let_until_it_is_not(tmp_path: Path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.make("program", (), may_write=("tickets", "wiki", "tickets"))

    def may_write() -> tuple[str, ...]:
        client = Tokens(tmp_path / "tokens.json").client_of(token)
        assert client is not None
        return client.may_write

    assert may_write() == ("tickets", "wiki")
    tokens.make("program", None)
    tokens.make("program", None, is_unasked=True, may_write=("other",))
    assert may_write() == ("tickets", "wiki")
    tokens.forget_collection("wiki")
    assert may_write() == ("tickets",)
    tokens.make("program", (), may_write=())
    assert may_write() == ()
