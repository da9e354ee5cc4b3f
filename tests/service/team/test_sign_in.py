from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from bookwheel.service.team import doctor
from tests import oidc_provider
from tests.publications.publishing import public
from tests.service.team.serving import serving, write_publications


def test_tokens_of_a_provider_open_what_their_groups_may_see(tmp_path: Path) -> None:
    with oidc_provider.running() as provider:
        config = provider.config()
        tokens = AccessTokens(config, asker(config.issuer))
        collections = write_publications(tmp_path)
        with serving(tmp_path / "library", collections, identity=config, tokens=tokens) as served:

            def names(token: str) -> list[str]:
                return served.get("/team", token).json()["collections"]

            assert names(provider.token(sub="ada", groups=["staff"])) == ["Open", "Qumbra"]
            assert names(provider.token(sub="bob", groups=["lab", "other"])) == ["Open", "Qworp"]
            assert names(provider.agent_token(groups=["lab"])) == ["Open", "Qworp"]
            assert names(provider.token(sub="eve", groups=[])) == ["Open"]
            listed = served.tool("search", {"query": "qworpword"}, provider.agent_token(groups=["lab"]))
            assert listed["structuredContent"]["hits"][0]["section"].startswith("team-qworp/result.md")
            for bad in (provider.token(sub="ada", aud="other"), provider.token(sub="ada", exp=1), "a.b.c"):
                refused = served.rpc("collections", {}, bad)
                assert refused.status_code == 401 and 'error="invalid_token"' in refused.headers["www-authenticate"]
                assert bad not in refused.text


def test_the_doctor_asks_the_provider_and_every_publication(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_publications(tmp_path)
    with oidc_provider.running() as provider:
        text = f'name = "T"\n[identity]\nissuer = "{provider.issuer}"\naudience = "bookwheel"\n'
        for name in ("open", "qworp"):
            text += (
                f'[[collections]]\nname = "{name}"\naddress = "{tmp_path / name}"\nkey = "{public()}"\ngroups = []\n'
            )
        (tmp_path / "team.toml").write_text(text, "utf-8")
        assert doctor.main(["--team", str(tmp_path / "team.toml")]) == 0
        told = capsys.readouterr().out
        assert told.count("good") == 4 and "open: 2 documents" in told and "gives its keys" in told
        (tmp_path / "qworp" / "collection.bookwheel").write_bytes(b"torn")
        (tmp_path / "team.toml").write_text(text.replace(public(), "0000-0000-0000-0000", 1), "utf-8")
        answer = doctor.examine(tmp_path / "team.toml")
        assert [check.state for check in answer.checks] == ["good", "good", "bad", "bad"] and not answer.is_healthy
    answer = doctor.examine(tmp_path / "team.toml")
    assert answer.checks[1].state == "bad" and "Identity provider" in answer.checks[1].message
    (tmp_path / "team.toml").write_text("name = 1", "utf-8")
    assert doctor.main(["--team", str(tmp_path / "team.toml"), "--json"]) == 1
