"""The verb that gives, or takes back, the password of a protected document."""

from __future__ import annotations

import argparse
import getpass
import sys
import unicodedata
import warnings
from pathlib import Path

from bookwheel import wire
from bookwheel.cli import progress
from bookwheel.cli.output import Output
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.service.passwords import ProtectedRequest, UnlockRequest
from bookwheel.domain.service.requests import Empty


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which document, and where the password comes from."""
    parser.add_argument("document", metavar="DOCUMENT", help="id, as `bookwheel problems` lists it, or a file")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--stdin", action="store_true", help="read the password from the first line of standard input")
    ways.add_argument("--forget", action="store_true", help="forget the password, and the text read with it")
    parser.add_argument("--wait", action="store_true", help="wait until the document is read")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Unlock a document, or lock it again."""
    doc = _id_of(client, args.document)
    if args.forget:
        client.forget_password(ProtectedRequest(doc))
        if args.wait:
            progress.wait(client, output, doc.partition("/")[0])
        if output.is_json:
            output.json(Empty())
        else:
            output.line(f"The password of {doc} is forgotten, and its text leaves the index.")
        return 0
    answer = client.unlock(UnlockRequest(doc, _from_stdin() if args.stdin else _ask(doc)))
    if args.wait:
        progress.wait(client, output, doc.partition("/")[0])
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        output.line(f"{answer.doc} is unlocked. {answer.message}")
    return 0


def _ask(doc: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass(f"Password of {doc}: ")
        except (getpass.GetPassWarning, EOFError):
            raise BadRequest("There is no terminal to ask for the password. Send it with --stdin.") from None


def _from_stdin() -> str:
    line = sys.stdin.buffer.readline()
    try:
        return line.decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise BadRequest("The password on standard input is not valid UTF-8.") from None


def _id_of(client: Client, named: str) -> str:
    """The id of a file on this computer, or what was named itself."""
    path = Path(named).expanduser()
    if not path.is_file():
        return named
    real = path.resolve()
    for card in client.collections().collections:
        root = Path(card.root).resolve()
        if real.is_relative_to(root):
            return f"{card.slug}/{unicodedata.normalize('NFC', real.relative_to(root).as_posix())}"
    return named
