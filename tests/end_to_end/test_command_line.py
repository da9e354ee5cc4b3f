from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel import wire
from bookwheel.client.connection import Client
from bookwheel.domain.reading import OutlineRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.fetching.servers import web_server
from tests.library.evaluation.sets import write_set
from tests.service.models.hubs import NAME, publish
from tests.tiny_models.models import BERT, make_model
from tests.waiting import until


@pytest.mark.shares_service
def test_a_folder_is_added_found_read_and_removed(verb: Verb, notes: Path):
    added = verb("add", str(notes), "--wait", "keyword")
    assert (added.returncode, added.stderr) == (0, "")
    assert "Added" in added.stdout and "12 documents" in added.stdout
    found = verb("search", "spoke7", "--json")
    hit = json.loads(found.stdout)["hits"][0]
    assert set(hit) >= {"doc", "section", "title", "breadcrumb", "lines", "snippet", "score", "uri"}
    assert hit["section"] == "notes/page7.md#spokes"
    exact = verb("search", "Spoke7 is", "--mode", "literal", "--case").stdout
    assert "notes/page7.md#spokes" in exact and "7: Spoke7 is made of ash." in exact
    assert "notes/page7.md#spokes" in verb("search", "/spoke[7] IS/i").stdout
    assert "fault at character 6: missing )" in verb("search", "spoke(", "--regex").stderr
    like = verb("search", "--like", "notes/page7.md#Spokes", "--limit", "3").stdout
    assert "#spokes" in like and "notes/page7.md#spokes" not in like
    assert verb("search", "--like", "notes/page7.md", "spoke3").stdout.count("notes/page3.md#") == 1
    assert "did you mean: notes/page7.md" in verb("search", "--like", "notes/pge7.md").stderr
    assert "Give a QUERY" in verb("search").stderr
    assert "path: notes 12" in verb("search", "spokes", "--facet", "path").stdout
    assert verb("read", hit["section"]).stdout == "## Spokes\n\nSpoke7 is made of ash.\n"
    assert "Spokes" in verb("outline", "notes/page7.md").stdout
    assert "12 documents" in verb("browse").stdout
    filler = "Nothing here.\n\n" * 90
    (notes / "log.md").write_text(f"# Log\n\nA zanzibar.\n\n{filler}Another zanzibar.\n", "utf-8")
    (notes / "log.de.md").write_text("# Logbuch\n\nDas ist nicht auf Englisch, sondern auf Deutsch.\n", "utf-8")
    until(lambda: "line 185" in verb("search", "zanzibar", "--snippets", "2").stdout)
    until(lambda: "also in de notes/log.de.md" in verb("search", "zanzibar").stdout)
    for name in ("first", "second"):
        (notes / f"{name}.md").write_text("# Quagga\n\nThe quagga is a kind of zebra.\n", "utf-8")
    until(lambda: "1 near-identical copy: notes/second.md#quagga" in verb("search", "quagga").stdout)
    assert verb("search", "quagga", "--copies").stdout.count("#quagga") == 2
    assert verb("remove", "notes").returncode == 0
    assert verb("collections").returncode == 1
    assert verb("read", hit["section"]).returncode == 4


@pytest.mark.shares_service
def test_mapping_rules_are_tried_before_they_hold(verb: Verb, notes: Path, tmp_path: Path):
    (notes / "staff.json").write_text('[{"nr": 1, "who": "Ada <b>"}, {"nr": 2, "who": "Bob"}]', "utf-8")
    rules = tmp_path / "draft.toml"
    rules.write_text('[[rule]]\nfiles = "*.json"\ntype = "employee"\nkey = "nr"\nlabel = "who"\n', "utf-8")
    tried = verb("mapping", str(notes), "--rules", str(rules))
    assert tried.returncode == 0 and "makes 2 × employee from 1 file" in tried.stdout
    assert "employee Ada <b> (1)  staff.json:1" in tried.stdout
    assert verb("mapping", str(notes)).returncode == 1
    verb("add", str(notes), "--format", "json=on", "--wait", "all")
    assert verb("entities", "--json").returncode == 1
    (notes / ".bookwheel-mapping.toml").write_bytes(rules.read_bytes())
    until(lambda: "employee" in verb("entities").stdout)
    rules.write_text('[[rule]]\nfile = "*.json"\n', "utf-8")
    wrong = verb("mapping", "notes", "--rules", str(rules))
    assert wrong.returncode == 1 and 'Line 2: "file" is not known here. Did you mean "files"?' in wrong.stdout
    assert verb("mapping", "nowhere").returncode == 4
    assert verb("mapping", "notes", "--what").returncode == 2


@pytest.mark.shares_service
def test_changes_are_listed_since_a_day(verb: Verb, notes: Path):
    verb("add", str(notes), "--wait", "keyword")
    os.utime(notes / "page7.md", (1_777_800_000, 1_777_800_000))
    verb("rebuild", "notes", "--wait")
    listed = verb("changes", "--since", "2026-05-01", "--limit", "2000")
    assert listed.returncode == 0 and "2026-05-0" in listed.stdout and "notes/page7.md" in listed.stdout
    answer = json.loads(verb("changes", "--since", "2026-05-01", "--json").stdout)
    assert {"at", "by", "commit", "title", "documents"} <= set(answer["changes"][0])
    assert verb("changes", "--since", "2100-01-01").returncode == 1
    assert verb("changes", "--since", "soon").returncode == 4


@pytest.mark.shares_service
def test_tasks_are_listed_by_due_date_and_none_is_an_exit_code(verb: Verb, notes: Path):
    (notes / "todo.md").write_text("# To do\n\n- [ ] Later\n- [ ] Oil 📅 2020-01-31 #shop\n- [x] Old\n", "utf-8")
    verb("add", str(notes), "--wait", "keyword")
    listed = verb("tasks")
    assert [line.split()[:4] for line in listed.stdout.splitlines()] == [
        ["[", "]", "2020-01-31", "Oil"],
        ["[", "]", "Later", "notes/todo.md"],
    ]
    assert listed.returncode == 0 and "line 4" in listed.stdout
    assert "Oil" in verb("tasks", "--due", "overdue").stdout and "Later" in verb("tasks", "--due", "none").stdout
    (task,) = json.loads(verb("tasks", "--state", "done", "--folder", "notes", "--json").stdout)["tasks"]
    assert (task["doc"], task["line"], task["mark"], task["is_done"]) == ("notes/todo.md", 5, "x", True)
    assert verb("tasks", "zebra").returncode == 1
    assert verb("tasks", "--due", "2020-01-31..soon").returncode == 4
    assert verb("tasks", "--state", "half").returncode == 2


@pytest.mark.shares_service
def test_what_links_leave_to_mend_and_what_is_worth_a_look_stops_a_script(verb: Verb, notes: Path):
    (notes / "due.md").write_text("---\nreview_by: 2020-01-31\n---\n# Due\n\nWords. [gone](page77.md)\n", "utf-8")
    verb("add", str(notes), "--wait", "all")
    broken = verb("links", "broken")
    assert broken.returncode == 1 and "near: notes/page7.md" in broken.stdout
    passed = verb("links", "passed")
    lines = passed.stdout.splitlines()
    assert passed.returncode == 1 and lines[0].split() == ["notes/due.md", "notes/due.md#due"]
    assert lines[2].split() == ["review_by:", "2020-01-31", "Words.", "[gone](page77.md)"]
    (finding,) = json.loads(verb("links", "passed", "--json").stdout)["findings"]
    assert (finding["line"], finding["other_line"]) == (2, 6)
    dismissed = verb("links", "passed", "--dismiss", finding["id"])
    assert dismissed.returncode == 0 and "1 dismissed" in dismissed.stdout
    verb("rebuild", "notes", "--wait")
    verb("stop")
    until(lambda: f"{finding['id']} (dismissed)" in verb("links", "passed", "--dismissed").stdout)
    assert verb("links", "passed").returncode == 0
    assert verb("links", "passed", "--restore", finding["id"]).returncode == 1
    assert verb("links", "passed", "--dismiss", "notes/x").returncode == 4
    assert verb("links", "replaced").returncode == 0
    assert verb("links", "worthless").returncode == 2


@pytest.mark.shares_service
def test_command_line_and_rpc_give_the_same_hits(verb: Verb, client: Client, notes: Path):
    verb("add", str(notes), "--wait", "all")
    shown = json.loads(verb("search", "wheel turns", "--limit", "20", "--filter", "collection=notes", "--json").stdout)
    answer = client.search(SearchRequest("wheel turns", limit=20))
    assert [hit["section"] for hit in shown["hits"]] == [hit.section for hit in answer.hits]
    assert shown["total"] == answer.total
    assert [hit["score"] for hit in shown["hits"]] == [round(hit.score, 4) for hit in answer.hits]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("status",), 3),
        (("stop",), 1),
        (("search",), 2),
        (("search", "x", "--filter", "nonsense"), 2),
        (("nonsense", "--help"), 2),
    ],
)
def test_exit_codes_without_a_service(verb: Verb, words: tuple[str, ...], code: int):
    assert verb(*words).returncode == code


@pytest.mark.shares_service
def test_exit_codes_with_a_service(verb: Verb, client: Client):
    assert verb("status").returncode == 0
    assert verb("search", "nothinghere").returncode == 1
    assert verb("outline", "no/such.md").returncode == 4
    assert verb("add", "/nowhere/at/all").returncode == 4
    assert verb("settings", "set", "keyword.title", "many").returncode == 4
    assert verb("doctor").returncode == 0
    assert verb("stop").returncode == 0


@pytest.mark.shares_service
def test_failures_are_json_where_json_was_asked_for(verb: Verb, client: Client):
    failed = verb("settings", "get", "keyword.titel", "--json")
    assert failed.returncode == 4
    assert json.loads(failed.stdout)["code"] == "not_found"


@pytest.mark.shares_service
def test_library_may_be_named_before_or_after_the_verb(
    verb: Verb, client: Client, library: LibraryPaths, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("BOOKWHEEL_LIBRARY")
    for words in (
        ("--library", str(library.root), "status", "--json"),
        ("status", f"--library={library.root}", "--json"),
    ):
        assert json.loads(verb(*words).stdout)["pid"] == client.pid


@pytest.mark.shares_service
def test_settings_are_kept_and_take_effect_at_once(verb: Verb, client: Client, library: LibraryPaths):
    assert verb("settings", "set", "keyword.title", "5").returncode == 0
    row = json.loads(verb("settings", "get", "keyword.title", "--json").stdout)["settings"][0]
    assert (row["value"], row["default"]) == ("5", "8")
    assert "title = 5" in library.settings.read_text("utf-8")


def test_calls_that_a_person_counts_are_in_the_activity_list(verb: Verb, client: Client, notes: Path):
    verb("add", str(notes), "--wait", "keyword")
    verb("search", "spoke3")
    verb("outline", "notes/page3.md")
    client.status()
    client.collections()
    calls = client.activity(ActivityRequest()).activity
    assert [(call.tool, call.query, call.client) for call in calls] == [
        ("outline", "notes/page3.md", "cli"),
        ("search", "spoke3", "cli"),
    ]
    assert calls[1].hits >= 1
    assert "spoke3" in verb("activity").stdout


@pytest.mark.shares_service
def test_text_that_would_act_on_a_terminal_is_made_harmless(verb: Verb, tmp_path: Path):
    folder = tmp_path / "nasty"
    folder.mkdir()
    (folder / "a.md").write_text("# Bell\x1b[2J\n\nring\x07 \u202eback\n", "utf-8")
    verb("add", str(folder), "--wait", "keyword")
    shown = verb("search", "ring").stdout + verb("read", "nasty/a.md").stdout
    assert "ring" in shown
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_logs_hold_neither_text_nor_tokens(verb: Verb, client: Client, notes: Path, library: LibraryPaths):
    verb("add", str(notes), "--wait", "keyword")
    verb("search", "spoke5")
    client.outline(OutlineRequest("notes/page5.md"))
    token = library.admin_token.read_text("utf-8")
    verb("stop")
    for path in library.log.iterdir():
        content = path.read_text("utf-8").lower()
        assert token.lower() not in content
        assert "spoke5" not in content and "wheel turns" not in content


def test_help_names_every_verb_and_exit_code(verb: Verb):
    shown = verb("--help").stdout
    for word in ("serve", "stop", "status", "add", "search", "browse", "outline", "read", "doctor", "connect", "mcp"):
        assert f"    {word} " in shown
    assert "exit codes:" in shown


def test_verb_starts_without_what_it_does_not_need():
    script = "import sys; from bookwheel import __main__; from bookwheel.cli import program; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    heavy = {"numpy", "whoosh", "mcp", "uvicorn", "starlette", "PySide6", "filelock", "sqlite3", "asyncio"}
    assert heavy.isdisjoint(shown.stdout.split())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display")
def test_without_a_display_the_window_says_so(verb: Verb, monkeypatch: pytest.MonkeyPatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    shown = verb()
    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.startswith("bookwheel: No display was found") and "bookwheel serve --detach" in shown.stderr


@pytest.mark.shares_service
def test_unknown_methods_and_torn_requests_are_refused_in_words(client: Client):
    from bookwheel.domain.errors import BadRequest, NotFound  # noqa: PLC0415
    from bookwheel.domain.service.requests import Empty  # noqa: PLC0415

    with pytest.raises(NotFound, match="no method"):
        client._transport.call("nonsense", Empty(), Empty)
    with pytest.raises(BadRequest, match="does not fit SearchRequest"):
        client._transport.call("search", {"query": 7}, Empty)
    assert set(wire.METHODS) == {name for name in wire.METHODS if hasattr(client, name)}
    until(lambda: client.status().state == "ready")


def test_a_window_without_qt_says_what_to_do_instead(tmp_path: Path):
    code = (
        "import sys; sys.modules['PySide6'] = None; from bookwheel.__main__ import main; sys.exit(main([sys.argv[1]]))"
    )
    environ = {**os.environ, "BOOKWHEEL_LIBRARY": str(tmp_path / "library")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 2
    assert (
        "The window cannot start: " in done.stderr and "PySide6" in done.stderr and "bookwheel add PATH" in done.stderr
    )


def test_a_judged_set_is_evaluated_without_a_library(verb: Verb, library: LibraryPaths, tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    shown = verb("eval", str(folder), "--mode", "keyword", "--mode", "auto")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "birds: 2 queries, 3 documents, 3 sections" in shown.stdout
    assert "auto against keyword  no clear difference" in shown.stdout
    answer = json.loads(verb("eval", str(folder), "--mode", "keyword", "--json").stdout)
    assert answer["runs"][0]["mrr_at_10"] == {"value": 1.0, "least": 1.0, "most": 1.0}
    (folder / "queries.jsonl").write_text('{"_id": ', "utf-8")
    torn = verb("eval", str(folder))
    assert torn.returncode == 4 and "Line 1 of" in torn.stderr and "queries.jsonl" in torn.stderr
    assert not library.discovery.exists() and not library.catalogue.exists(), "the person's library is left alone"


def test_a_model_is_fetched_used_and_removed(verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_model(tmp_path / "source", BERT)
    with web_server() as server:
        publish(server, tmp_path / "source")
        monkeypatch.setenv("BOOKWHEEL_HUB", server.url(""))
        monkeypatch.setenv("BOOKWHEEL_FETCH_ALLOWED", server.place)
        monkeypatch.setenv("BOOKWHEEL_MODELS", str(tmp_path / "models"))
        asked = verb("model", "get", NAME)
        assert asked.returncode == 4 and "say --yes" in asked.stderr
        assert "onnx/model.onnx" in asked.stdout and "mit" in asked.stdout
        fetched = verb("model", "get", NAME, "--yes")
        assert (fetched.returncode, fetched.stderr) == (0, "") and "Fetched." in fetched.stdout
    assert verb("model", "use", NAME, "--dimensions", "16").returncode == 0
    assert verb("settings", "get", "meaning.model").stdout.split()[1] == f"{NAME}:16"
    models = {one["name"]: one for one in json.loads(verb("model", "list", "--json").stdout)["models"]}
    assert (models[NAME]["state"], models[NAME]["used_by"]) == ("ready", ["*"])
    assert verb("model", "remove", NAME).returncode == 4
    assert verb("model", "use", "all-MiniLM-L6-v2").returncode == 0
    assert verb("model", "remove", NAME).returncode == 0
    assert "granite" in verb("model", "list").stdout
    assert verb("model", "get", "no-such").returncode == 4


@pytest.mark.usefixtures("meaning")
def test_models_are_tried_on_the_persons_own_documents(verb: Verb, tmp_path: Path):
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for number in range(24):
        (shelf / f"n{number}.md").write_text(
            f"# Page {number}\n\nThe wheel number {number} turns past the old mill each morning at dawn.\n\n"
            f"## Spokes of wheel {number}\n\n{'Ash and oak are bent, dried and set by hand into the rim. ' * 4}\n",
            "utf-8",
        )
    assert verb("model", "try").returncode == 4
    verb("add", str(shelf), "--wait", "keyword")
    page = tmp_path / "sheet.html"
    tried = verb("model", "try", "--queries", "40", "--documents", "24", "--sheet", str(page))
    assert (tried.returncode, tried.stderr) == (0, "")
    assert "40 queries made of 24 documents" in tried.stdout and "words and meaning, all-MiniLM-L6-v2" in tried.stdout
    assert "No model answers clearly better than all-MiniLM-L6-v2" in tried.stdout
    assert "<svg" in page.read_text("utf-8")
