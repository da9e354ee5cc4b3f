"""Messages and mailboxes become sections with their headers, quotes and attachments."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.records.mail import document as mail
from bookwheel.parsing.markdown import reader

HEAD = "From: Ada <ada@x.org>\nSubject: Plans\n"


def _message(text: str, **headers: str) -> EmailMessage:
    message = EmailMessage()
    for name, value in {"From": "Ada Lovelace <ada@x.org>", "Subject": "Plans"}.items():
        message[name] = headers.pop(name.lower(), value)
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def _text(source: str, path: str = "a.eml") -> str:
    return mail.read(source.encode("utf-8", "surrogateescape"), path).text


def _body(body: str, head: str = HEAD) -> str:
    return _text(f"{head}\n{body}").partition("\n\n")[2].partition("\n\n")[2]


def test_headers_become_fields_and_a_line() -> None:
    message = _message(
        "Hello *you*,\n\nsee https://x.org/a_b.\n", subject="Grüße, Ada", to="Bob <bob@x.org>, c@x.org", cc="d@x.org",
        date="Mon, 01 Jan 2024 10:00:00 +0100", message_id="<id1@x.org>",
    )  # fmt: skip
    made = mail.read(message.as_bytes(), "a.eml")
    assert made.fields == {
        "title": "Grüße, Ada", "author": "Ada Lovelace", "date": "2024-01-01T10:00:00+01:00",
        "from": "Ada Lovelace <ada@x.org>", "to": ["Bob <bob@x.org>", "c@x.org"], "cc": ["d@x.org"],
    }  # fmt: skip
    assert made.text == (
        "# Grüße, Ada {#id1-x.org}\n\n**From:** Ada Lovelace \\<ada@x.org> · **To:** Bob \\<bob@x.org>, c@x.org"
        " · **Cc:** d@x.org · **Date:** 2024-01-01 10:00\n\nHello \\*you\\*,\n\nsee <https://x.org/a_b>.\n"
    )
    assert [(place.kind, place.number) for place in made.places] == [(PlaceKind.MESSAGE, 1)]


def test_attachments_are_named_and_not_read() -> None:
    message = _message("Text", to="b@x.org")
    message.add_attachment(b"x" * 5000, maintype="application", subtype="pdf", filename="Übersicht.pdf")
    message.add_attachment("secret words", filename="notes.txt")
    text = mail.read(message.as_bytes(), "a.eml").text
    assert text.endswith("**Attachments:**\n\n- `Übersicht.pdf` (5 kB)\n- `notes.txt` (13 bytes)\n")
    assert "secret" not in text


def test_plain_text_is_preferred_and_html_read_without_it() -> None:
    message = _message("plain words")
    message.add_alternative("<p>rich <b>words</b></p>", subtype="html")
    assert "plain words" in mail.read(message.as_bytes(), "a.eml").text
    html = EmailMessage()
    html["Subject"] = "S"
    html.set_content("<style>p{}</style><p>rich words</p><table><tr><td>a</td><td>b</td></tr></table>", subtype="html")
    text = mail.read(html.as_bytes(), "a.eml").text
    assert "rich words" in text and "| a | b |" in text and "p{}" not in text


def test_messages_inside_are_sections() -> None:
    inner = _message("The first one", subject="Inner")
    outer = _message("Look:", subject="Outer")
    outer.add_attachment(inner)
    pieces = reader.read(mail.read(outer.as_bytes(), "a.eml").text, Dialect.CONVERTED).pieces
    assert [(piece.level, piece.title) for piece in pieces] == [(1, "Outer"), (2, "Inner")]
    assert "The first one" in pieces[1].prose


def test_quotes_signatures_lists_and_patches() -> None:
    body = _body("On Monday Bob wrote:\n> > first\n> second\nMy answer\n\n* one\n  more\n* two\n\n-- \nAda\nx.org\n")
    assert body == (
        "On Monday Bob wrote:\n\n> > first\n>\n> second\n\nMy answer\n\n- one more\n- two\n\n\\--  \nAda  \nx.org\n"
    )
    assert _body("Yes\n\n-----Original Message-----\nFrom: B\n\nNo\n") == "Yes\n\n> From: B\n>\n> No\n"
    assert _body("A fix:\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\n+b\n") == (
        "A fix:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\n+b\n```\n"
    )
    assert (
        _body("Name      Age\nAda        36\nBob         7\n")
        == "```\nName      Age\nAda        36\nBob         7\n```\n"
    )
    flowed = HEAD + "Content-Type: text/plain; format=flowed\n"
    assert _body("These are \nlong lines.\n> a \n> b\n", flowed) == "These are long lines.\n\n> a b\n"


@pytest.mark.parametrize(
    ("header", "subject"),
    [
        ("=?ISO-8859-1?Q?Gr=FC=DFe?=", "Grüße"),
        ("=?utf-8?B?R3LDvMOf?=\n =?utf-8?B?ZQ==?= an =?utf-8?q?dich?=", "Grüße an dich"),
        ("=?utf-8?q?=E6=BC?= =?utf-8?q?=A2?=", "漢"),
        ("=?gb2312?B?1tDOxA==?=", "中文"),
        ("=?x-unknown?q?abc?=", "abc"),
        ("=?utf-8?b?????=", "=?utf-8?b?????="),
        ("Grüße raw", "Grüße raw"),
    ],
)
def test_encoded_words(header: str, subject: str) -> None:
    assert mail.read(f"From: a@x\nSubject: {header}\n\nx\n".encode(), "a.eml").fields["title"] == subject


@pytest.mark.parametrize("charset", ["windows-1252", "iso-8859-1", "ansi_x3.110-1983", "x-none", "idna", "hex", ""])
def test_odd_charsets(charset: str) -> None:
    content = f"Subject: a\nContent-Type: text/plain; charset={charset}\n\n".encode() + "Grüße".encode("cp1252")
    assert "Gr" in mail.read(content, "a.eml").text


def test_a_charset_that_names_nothing_is_guessed() -> None:
    content = b"Subject: a\nContent-Type: text/plain; charset*=a\0b''utf-8\n\nGr\xfc\xdfe"
    assert "Gr" in mail.read(content, "a.eml").text


def _mailbox(*messages: EmailMessage) -> bytes:
    return b"".join(b"From x@y Mon Jan  1 10:00:00 2024\n" + message.as_bytes() + b"\n" for message in messages)


def test_threads_of_a_mailbox() -> None:
    content = _mailbox(
        _message("Third", subject="Re: A", message_id="<3@x>", references="<1@x> <2@x>", date="3 Jan 2024 10:00"),
        _message("Other\n>From here\n", subject="B", message_id="<9@x>", date="Tue, 9 Jan 2024 10:00:00 +0000"),
        _message("First", subject="A", message_id="<1@x>", date="Mon, 1 Jan 2024 10:00:00 +0000"),
        _message("Second", subject="Re: A", message_id="<2@x>", in_reply_to="<1@x>", date="2 Jan 2024 10:00"),
    )  # fmt: skip
    made = mail.read(content, "a.mbox")
    pieces = reader.read(made.text, Dialect.CONVERTED).pieces
    assert [(piece.level, piece.title) for piece in pieces] == [(2, "A"), (3, "Re: A"), (4, "Re: A"), (2, "B")]
    cited = [place_at(made.places, (piece.line + 1, piece.line + 3)) for piece in pieces]
    assert [place.first for place in cited if place] == [3, 4, 1, 2]
    assert "From here" in pieces[3].prose
    assert made.text.count("**In reply to:** [") == 2 and "](#2-x)" in made.text and "{#2-x}" in made.text
    bodies = content.decode().split("From x@y")
    for piece, place in zip(pieces, cited, strict=True):
        assert place is not None and piece.prose.split("\n")[1].removeprefix("Other ") in bodies[place.first]


def test_answers_in_a_circle_are_kept() -> None:
    content = _mailbox(
        _message("one", message_id="<1@x>", in_reply_to="<2@x>"),
        _message("two", message_id="<2@x>", in_reply_to="<1@x>"),
        _message("self", message_id="<3@x>", in_reply_to="<3@x>"),
    )  # fmt: skip
    text = mail.read(content, "a.mbox").text
    assert "one" in text and "two" in text and "self" in text


def test_only_the_most_recent_of_many_messages_are_read() -> None:
    content = b"".join(
        b"From x Mon Jan  1 10:00:00 2024\nDate: Mon, 1 Jan %d 10:00:00 +0000\nSubject: n%d\n\nx\n\n"
        % (2030 - at // 1000, at)
        for at in range(6_000)
    )
    made = mail.read(content, "a.mbox")
    assert made.warnings == ["Only the 5000 most recent messages were read; 1000 older ones were left out."]
    assert "## n999\n" in made.text and "## n5500\n" not in made.text


def test_bombs_of_parts_and_headers() -> None:
    deep = "Subject: s\n" + "".join(
        f'Content-Type: multipart/mixed; boundary="b{at}"\n\n--b{at}\n' for at in range(2_000)
    )
    inner = "Subject: s\n" + "Content-Type: message/rfc822\n\nSubject: t\n" * 100
    parts = 'Subject: s\nContent-Type: multipart/mixed; boundary="b"\n\n' + "--b\n\nx\n" * 3_000
    flood = "Subject: s\n" + "X-A: " + "=?utf-8?q?a?= " * 100 + "\n" + "To: <a@b>,\n" * 20_000 + "\nbody\n"
    many = "Subject: s\nTo: " + "(" * 50_000 + "\n\nbody\n"
    for source in (deep, inner, parts, flood, many):
        assert "# s" in _text(source)
    assert mail.read(inner.encode(), "a.eml").warnings
    for source in (deep, "Subject: s\nContent-Type: multipart/mixed; boundary*=a\0b''b\n\n--b\n\nx\n"):
        assert mail.read(source.encode(), "a.eml").warnings == [
            "The parts of a message are damaged or nested too deeply; only its headers were read."
        ]


def test_other_files_are_refused() -> None:
    for content, path in ((b"", "a.eml"), (b"no headers here", "a.eml"), (b"text", "a.mbox")):
        with pytest.raises(SkippedFile):
            mail.read(content, path)


def test_ids_with_bytes_that_are_no_text_can_be_stored() -> None:
    content = b"From: a@example.org\nMessage-ID: <on\xffe@x>\nIn-Reply-To: <tw\xc0o@x>\nSubject: Wheels\n\nTurn.\n"
    document = parse(content, "a.eml")
    stated = [name.name for name in document.names] + [link.target for link in document.links]
    assert any("on\ufffde" in name for name in stated) and any("tw%EF%BF%BDo" in name for name in stated)
    assert all(name.encode() for name in stated)
