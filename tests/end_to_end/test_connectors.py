"""The sample connectors, run as a person runs them: their lines go into `bookwheel ingest`."""

from __future__ import annotations

import json
import mailbox
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.search import SearchRequest
from tests.end_to_end.conftest import Verb
from tests.waiting import until

CONNECTORS = paths.resources() / "connectors"

ISSUES = [
    {
        "number": 17, "title": "Zebrafish wheel squeaks", "body": "It squeaks.\r\n\r\nAlways.", "state": "OPEN",
        "author": {"login": "ada"}, "labels": [{"name": "bug"}], "createdAt": "2026-01-02T03:04:05Z",
        "updatedAt": "2026-01-03T03:04:05Z", "url": "https://github.com/o/r/issues/17",
        "comments": [{"author": {"login": "grace"}, "body": "Oil helps: quokka.", "createdAt": "2026-01-02T04:00:00Z"}],
    },
    {
        "number": 18, "title": "From the REST API", "body": None, "state": "closed", "user": {"login": "bob"},
        "labels": ["docs"], "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-03T03:04:05Z",
        "html_url": "https://github.com/o/r/issues/18", "comments": 3, "assignees": [{"login": "ada"}],
    },
    {"number": 19, "title": "A pull request", "pull_request": {}, "state": "open"},
]  # fmt: skip

TICKETS = """\
ID;Summary;Description;Tags;Owner;Above
T-1;Zebrafish wheel;"It turns too
fast";"speed, wheel";Ada;
T-2;Second;Numbat;;;T-1
;No id;left out;;;
"""


def _convert(program: str, *words: str) -> tuple[int, list[dict[str, Any]], str]:
    """What a connector prints: its exit code, its lines, and all of it as text."""
    command = [sys.executable, str(CONNECTORS / program), *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stdout


def _bring(verb: Verb, text: str, name: str) -> str:
    done = verb("ingest", "-", "--collection", name, input=text)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _finds(client: Client, words: str) -> bool:
    return client.search(SearchRequest(words)).total > 0


def test_issues_of_github_are_found(tmp_path: Path, verb: Verb, client: Client):
    file = tmp_path / "issues.json"
    file.write_text(json.dumps(ISSUES), "utf-8")
    code, lines, text = _convert("github_issues.py", str(file), "--repository", "o/r")
    assert code == 0 and [line.get("key") or line["id"] for line in lines] == [
        "issues/17", "o/r#17", "issues/18", "o/r#18",
    ]  # fmt: skip
    assert lines[0]["tags"] == ["bug"] and "## grace 2026-01-02" in lines[0]["text"] and "\r" not in lines[0]["text"]
    assert lines[3]["properties"]["assignees"] == ["ada"] and lines[3]["properties"]["state"] == "closed"
    assert "4 items: 4 new." in _bring(verb, text, "issues")
    assert "4 items: 4 unchanged." in _bring(verb, text, "issues")
    until(lambda: _finds(client, "quokka"))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A mailing list with a reply, a page, a message in another encoding, and one that is torn."""
    box = mailbox.mbox(tmp_path / "list.mbox")
    for number, (subject, body) in enumerate([("Zebrafish", "Words of the wheel."), ("Re: Zebrafish", "Ümläut")]):
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "Ada <ada@example.org>", "list@example.org", subject
        message["Message-ID"], message["Date"] = f"<m{number}@example.org>", "Mon, 05 Jan 2026 10:00:00 +0100"
        if number:
            message["In-Reply-To"] = "<m0@example.org>"
        message.set_content(body)
        box.add(message)
    page = EmailMessage()
    page["Subject"], page["Date"] = "=?utf-8?q?P=C3=A4ge?=", "no date"
    page.set_content("<style>p {}</style><p>Numbat &amp; more</p>", subtype="html")
    box.add(page)
    box.close()
    with (tmp_path / "list.mbox").open("ab") as file:
        file.write(
            b"From x Mon Jan  5 10:00:00 2026\nSubject: \xff\xfe torn\nContent-Type: text/plain; charset=nonsense\n"
            b"Message-ID: <>\n\nBinary \x00\xff body\n\n"
        )
    return tmp_path / "list.mbox"


def test_a_mailing_list_is_found(archive: Path, verb: Verb, client: Client):
    code, lines, text = _convert("mail_archive.py", str(archive))
    assert code == 0 and len(lines) == 4 and len({line["id"] for line in lines}) == 4
    assert lines[0]["id"] == "messages/m0@example.org" and lines[0]["modified"] == "2026-01-05T09:00:00+00:00"
    assert lines[1]["metadata"]["in_reply_to"] == "m0@example.org" and "Ümläut" in lines[1]["text"]
    assert lines[2]["title"] == "Päge" and "Numbat & more" in lines[2]["text"] and lines[2]["modified"] == ""
    assert "4 items: 4 new." in _bring(verb, text, "list")
    until(lambda: _finds(client, "numbat"))


def test_a_table_of_tickets_is_found(tmp_path: Path, verb: Verb, client: Client):
    file = tmp_path / "tickets.csv"
    file.write_text(TICKETS, "utf-8")
    words = ("--id", "ID", "--title", "Summary", "--text", "Description", "--tags", "Tags", "--parent", "Above")
    code, lines, text = _convert("tickets_csv.py", str(file), *words)
    assert code == 0 and len(lines) == 4
    assert lines[0]["tags"] == ["speed", "wheel"] and "too\nfast" in lines[0]["text"]
    assert lines[3]["parent"] == {"type": "ticket", "key": "T-1"}
    assert "4 items: 4 new." in _bring(verb, text, "tickets")
    until(lambda: _finds(client, "numbat"))
    assert _convert("tickets_csv.py", str(file), "--id", "Nr", "--title", "Summary")[0] == 2


@pytest.mark.parametrize("program", ["github_issues.py", "mail_archive.py", "tickets_csv.py"])
def test_a_connector_uses_the_standard_library_alone(program: str):
    words = (CONNECTORS / program).read_text("utf-8").split()
    assert "bookwheel." not in " ".join(words) and "httpx" not in words
