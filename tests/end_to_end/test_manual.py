"""The manual in the program: read in its own order, found by a newcomer's questions, its commands run as shown."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path

import pytest

from bookwheel import paths
from tests.encrypted_pdf import encrypted_pdf
from tests.end_to_end.conftest import Verb
from tests.project.manual import MANUAL, PAGES, commands

QUESTIONS: dict[str, dict[str, set[str]]] = {
    "en": {
        "where are my PDFs": {"formats", "troubleshooting"},
        "is it sending anything": {"privacy", "troubleshooting"},
        "how do I connect Cursor": {"agents", "troubleshooting"},
        "how do I upgrade": {"troubleshooting"},
        "how do I remove it, what is kept": {"troubleshooting"},
        "how do I install bookwheel": {"first-steps", "troubleshooting"},
        "why is a file missing": {"troubleshooting", "formats"},
        "which languages can semantic search read": {"models", "troubleshooting"},
        "how do I change a keyboard shortcut": {"keys"},
        "what can an agent see": {"permissions", "troubleshooting"},
    },
    "de": {
        "wo sind meine PDFs": {"formats", "troubleshooting"},
        "sendet Bookwheel etwas": {"privacy", "troubleshooting"},
        "wie verbinde ich Cursor": {"agents", "troubleshooting"},
        "wie aktualisiere ich Bookwheel": {"troubleshooting"},
        "Bookwheel deinstallieren": {"troubleshooting"},
        "wie installiere ich Bookwheel": {"first-steps", "troubleshooting"},
        "warum fehlt eine Datei": {"troubleshooting", "formats"},
        "welche Sprachen liest die semantische Suche": {"models", "troubleshooting"},
        "Tastenkürzel ändern": {"keys"},
        "was sieht ein Agent": {"permissions", "troubleshooting"},
    },
}
"""What newcomers ask in the language of a manual, and the pages of which one is the first hit."""


@pytest.mark.usefixtures("meaning")
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_manual_is_read_whole_in_its_own_order_and_answers_first_questions(verb: Verb, language: str) -> None:
    manual = MANUAL.parent / language
    assert verb("add", str(manual), "--name", "manual", "--wait", "all").returncode == 0
    listed = json.loads(verb("browse", "documents", "--sort", "book", "--limit", "100", "--json").stdout)
    order = [row["doc"].removeprefix("manual/").removesuffix(".md") for row in listed["documents"]]
    links = [line.rpartition("(")[2].removesuffix(".md)") for line in _contents(manual) if line.startswith("- ")]
    assert [name for name in order if name != "SUMMARY"] == links and set(links) == set(PAGES)
    found: dict[str, str] = {}
    for question in QUESTIONS[language]:
        answer = json.loads(verb("search", question, "--limit", "1", "--json").stdout)
        found[question] = answer["hits"][0]["doc"].removeprefix("manual/").removesuffix(".md")
    assert not {question: page for question, page in found.items() if page not in QUESTIONS[language][question]}


def _contents(manual: Path) -> list[str]:
    return (manual / "SUMMARY.md").read_text("utf-8").splitlines()


@pytest.mark.skipif(os.name != "posix", reason="the commands are shown for a POSIX shell")
def test_the_commands_that_the_manual_shows_do_what_they_say(
    verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(paths.resources() / "sample", tmp_path / "notes")
    (tmp_path / "notes" / ".gitignore").write_text("!\n", "utf-8")  # a line that means nothing: a problem to list
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "page.html").write_text("<p>A page.</p>\n", "utf-8")
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "contract.pdf").write_bytes(encrypted_pdf("The quokka smiles.", "sesame"))
    assert verb("add", str(tmp_path / "papers"), "--wait", "keyword").returncode == 0
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")  # no keyring of the person is touched
    monkeypatch.chdir(tmp_path)
    shown = [
        command
        for page in ("command-line", "links", "ask", "formats", "ranking", "troubleshooting")
        for command in commands(PAGES[page])
    ]
    assert len(shown) >= 15
    for command in shown:
        words = [os.path.expanduser(word) for word in shlex.split(command)]
        done = verb(*words) if words[0] != "unlock" else verb(*words, "--stdin", input="sesame\n")
        assert done.returncode == 0, "\n".join((command, done.stdout, done.stderr))
    assert (tmp_path / "library.ttl").stat().st_size > 1000
