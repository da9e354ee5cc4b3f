from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel import __main__
from bookwheel.domain.search import Filter, Scope
from bookwheel.domain.team import Grant, TeamCollection, TeamConfig
from bookwheel.service.team.callers import Callers
from bookwheel.service.team.grants import MOST_SCOPES, Grants, name_unusable
from tests.service.team.serving import Badges

NAMES = ("Open", "Qumbra", "Qworp")
SLUGS = {name: f"team-{name.lower()}" for name in NAMES}


@contextmanager
def _callers(*grants: Grant, scope: str = "") -> Iterator[Callers]:
    """Callers of an open collection and two that go by grants."""
    collections = tuple(
        TeamCollection(name, f"/srv/{name}", "key", (), scope if name != "Open" else "", has_grants=name != "Open")
        for name in NAMES
    )
    config = TeamConfig("Team", "127.0.0.1", 1, "http://localhost:1", "", "", False, None, collections)
    stored = Grants(grants)
    callers = Callers(config, Badges(), lambda: SLUGS, lambda reason: reason, lambda: stored)
    try:
        yield callers
    finally:
        callers.close()


def _scope_of(callers: Callers, token: str) -> Scope:
    return callers.scope_of(asyncio.run(callers.identify(token)))


def test_without_grants_nobody_sees_a_collection_of_the_database() -> None:
    with _callers() as callers:
        assert _scope_of(callers, "person:ada:staff,,database").collections == ("team-open",)
        nobody = asyncio.run(callers.identify_if_asked(""))
        assert callers.scope_of(nobody).collections == ()


def test_a_group_sees_what_it_is_granted_and_no_more() -> None:
    with _callers(Grant("Qumbra", "staff"), Grant("Qworp", "lab", "path:a/")) as callers:
        assert _scope_of(callers, "person:ada:staff").collections == ("team-open", "team-qumbra")
        assert _scope_of(callers, "person:ada:Staff,STAFF, staff,*,%").collections == ("team-open",)
        both = _scope_of(callers, "agent:eve:lab,staff")
        assert both.collections == tuple(SLUGS.values())
        assert both.by_collection == (("team-qworp", (Filter("path", ("a/",)),)),)


def test_a_caller_of_two_groups_sees_what_either_shows() -> None:
    wide, narrow, other = Grant("Qumbra", "all"), Grant("Qumbra", "a", "path:a/"), Grant("Qumbra", "b", "path:b/")
    with _callers(wide, narrow, other) as callers:
        assert [slug for slug, _ in _scope_of(callers, "person:eve:a,b").by_collection] == ["team-qumbra"] * 2
        assert _scope_of(callers, "person:eve:a,all").by_collection == ()


def test_the_filter_of_the_configuration_holds_beside_that_of_a_grant() -> None:
    with _callers(Grant("Qumbra", "a", "path:a/"), Grant("Qumbra", "b"), scope="path:b/") as callers:
        own, part = Filter("path", ("b/",)), Filter("path", ("a/",))
        assert _scope_of(callers, "person:eve:a").by_collection == (("team-qumbra", (own, part)),)
        assert set(_scope_of(callers, "person:eve:a,b").by_collection) == {
            ("team-qumbra", (own, part)),
            ("team-qumbra", (own,)),
        }


@pytest.mark.parametrize("scope", ["tag draft", "after:soon", "level:x", "has:cat", 'tag:"', "x" * 2001, "a:b\0 c"])
def test_a_grant_whose_filter_cannot_be_applied_shows_nothing(scope: str) -> None:
    with _callers(Grant("Qumbra", "staff", scope), Grant("Qworp", "staff")) as callers:
        assert _scope_of(callers, "person:ada:staff").collections == ("team-open", "team-qworp")
    (unusable,) = Grants((Grant("Qumbra", "staff", scope),)).unusable
    assert unusable[0].group == "staff" and unusable[1]


def test_names_of_what_shows_nothing_act_on_no_terminal() -> None:
    grants = Grants(Grant("Qumbra", f"a\n\x1b[31m{number}", "bad") for number in range(9))
    told = name_unusable(grants)
    assert told.isprintable() and told.count("Qumbra to a??[31m") == 5


def test_filters_beyond_those_that_a_collection_may_have_show_nothing() -> None:
    grants = Grants(Grant("Qumbra", f"g{number:03}", f"path:{number:03}/") for number in range(MOST_SCOPES + 5))
    assert (grants.count, len(grants.unusable)) == (MOST_SCOPES, 5)
    assert len(grants.find("Qumbra", [f"g{number:03}" for number in range(500)])) == MOST_SCOPES


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.text(max_size=8), st.text(max_size=20)), max_size=8))
def test_no_group_sees_by_the_grant_of_another(rows: list[tuple[str, str, str]]) -> None:
    grants = Grants(Grant(*row) for row in rows)
    for name in NAMES:
        for group in {row[1] for row in rows} | {"", "staff"}:
            is_granted = any(row[:2] == (name, group) for row in rows)
            assert is_granted or not grants.find(name, (group,))


def test_grants_that_show_the_same_are_equal() -> None:
    one, other = Grant("Qumbra", "a", "path:x/", "ada"), Grant("Qumbra", "a", "path:x/", "eve")
    assert Grants((one,)) == Grants((other,)) != Grants((Grant("Qumbra", "b", "path:x/"),))


CONFIG = """
name = "Team"
[identity]
issuer = "https://login.example.org"
audience = "bookwheel"
[[collections]]
name = "Open"
address = "/srv/open"
key = "0123-4567-89ab-cdef"
groups = []
"""


@pytest.mark.parametrize(
    ("table", "words", "code", "told"),
    [
        ("", ("grants",), 4, "The configuration names no database."),
        ("[grants]\ncolour = 1\n", ("grants",), 4, "grants.colour: There is no such key."),
        ("GRANTS", ("grant", "Open", "--group", "a"), 4, "The configuration says who sees Open."),
        ("GRANTS", ("grant", "Opn", "--group", "a"), 4, "The configuration has no collection Opn."),
        ("GRANTS", ("grants",), 3, "cannot be used"),
        ("GRANTS", ("revoke", "Open", "--group", "a"), 3, "cannot be used"),
    ],
)
def test_what_operators_cannot_do_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, words: tuple[str, ...], code: int, told: str
) -> None:
    table = table.replace("GRANTS", '[grants]\ndatabase = "postgresql://bookwheel@127.0.0.1:9/none"\n')
    (tmp_path / "team.toml").write_text(CONFIG.replace("[identity]", f"{table}[identity]"), "utf-8")
    assert __main__.main(["team", *words, "--config", str(tmp_path / "team.toml")]) == code
    shown = capsys.readouterr()
    assert told in shown.err and shown.out == ""
