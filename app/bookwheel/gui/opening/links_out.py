"""Follows links that lead out of the library: to the web, to other programs, and to files; asks, and remembers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.errors import BookwheelError, ProtectedFile
from bookwheel.domain.formats import format_of
from bookwheel.domain.links.links_out import ALL, Lead, is_program, is_trusted, kind_of, lead_of
from bookwheel.domain.links.lone_files import is_lone, lone_id, lone_place
from bookwheel.domain.page import ResolveAnswer, ResolveRequest
from bookwheel.domain.subscribe_links import is_subscribe_link
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.team_texts import explain_read_only
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.opening.new_notes import NewNotes, is_note
from bookwheel.gui.opening.open_question import OpenQuestion
from bookwheel.gui.platform import desktop
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document
from bookwheel.gui.state.locations import Location, is_link, location_of

_MOST_SHOWN = 300
_PATH = re.compile(r"~?/[^/\s]|[a-zA-Z]:[\\/]|\\\\[^\\\s]")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:")


class LinksOut:
    """Opens what a person clicked and agreed to; says what does not open, and why."""

    def __init__(
        self,
        shell: Shell,
        notes: NewNotes,
        cards: Callable[[], Mapping[str, CollectionCard]],
        add_site: Callable[[str], object],
        offer_shared: Callable[[str], bool],
    ) -> None:
        """`cards` are the collections by slug; `add_site` asks whether an address is to be added.

        `offer_shared` offers a published collection that an address names; it says whether there is one.
        """
        self._add_site, self._offer_shared = add_site, offer_shared
        self._shell = shell
        self._cards = cards
        self._notes = notes
        self.question: OpenQuestion | None = None

    def offer(self, address: str) -> None:
        """Ask what is to be done with a link that was dropped or pasted: one of the web may be a site to add."""
        if self._offer_shared(address):
            return
        if lead_of(address)[0] is not Lead.WEB:
            self.follow(address)
            return

        def show_in_browser(_option: int) -> None:
            self.open_in_browser(address)

        extra = tr("Add site…"), lambda: self._add_site(address)
        self._show(tr("Open this link in your browser?"), _shown(address), [], show_in_browser, address, extra)

    def follow(self, address: str) -> None:
        """Follow an address out of the library, after a question unless such addresses are trusted."""
        if is_link(address):
            if not is_subscribe_link(address) or not self._offer_shared(address):
                self._follow_own(address)
            return
        lead, key = lead_of(address)
        values = self._shell.session.preferences.values
        if lead is Lead.NOWHERE:
            self._say_refused(address)
        elif lead is Lead.FILE:
            may_open = is_trusted(lead, key, (), _lines(values.trusted_schemes))
            self._check_file(Path(QUrl(address).toLocalFile()), may_open=may_open, scheme=key)
        elif is_trusted(lead, key, _lines(values.trusted_hosts), _lines(values.trusted_schemes)):
            self.open_in_browser(address)
        elif lead is Lead.WEB:
            options = [tr("Always open links to {host}").format(host=key), tr("Always open web links")]
            self._ask(
                tr("Open this link in your browser?"),
                address,
                options,
                [("trusted_hosts", key), ("trusted_hosts", ALL)],
            )
        else:
            question = tr("Open this {scheme} link in another program?").format(scheme=f"{key}:")
            self._ask(
                question,
                address,
                [tr("Always open {scheme} links").format(scheme=f"{key}:")],
                [("trusted_schemes", key)],
            )

    def _follow_own(self, address: str) -> None:
        """Follow one of the addresses that a page has for what is no document, or for one."""
        parts, page = urlsplit(address), self._shell.page
        href = parse_qs(parts.query).get("href", [""])[0]
        doc = unquote(parts.path).lstrip("/") or (page.doc if page is not None else "")
        place = location_of(address)
        if place is not None:
            self._shell.open(place)
        elif parts.netloc == "asset":
            self.follow_file(doc, href)
        elif href:
            self.say_broken(doc, href)
        else:
            self._shell.notify(tr("Bookwheel does not follow links like this: their address could run a script."))

    def follow_file(self, doc: str, href: str) -> None:
        """Follow a link in a document to a file of its collection that is no document."""
        client, card = self._shell.client, self._cards().get(doc.partition("/")[0])
        if card is not None and card.team:
            self._shell.notify(explain_read_only(card))
            return
        root = lone_place(doc)[0] if is_lone(doc) else card.root if card is not None else ""
        if client is None or not root:
            self._shell.notify(tr("The library is not connected."))
            return

        def done(answer: ResolveAnswer) -> None:
            if answer.status == "asset" and answer.url:
                self._check_file(Path(root) / answer.url, may_open=False, within=Path(root))
            else:
                self.say_broken(doc, href)

        def fail(error: BookwheelError) -> None:
            self._shell.notify(translate_message(error.message))

        self._shell.calls.ask(lambda: client.resolve(ResolveRequest(doc, href)), done, fail)

    def say_broken(self, doc: str, target: str) -> None:
        """Say that a link leads nowhere, and offer to make the note that is missing."""
        said, shown = tr("Nothing in this collection matches “{target}”."), target[:_MOST_SHOWN]
        if target.startswith("#"):
            self._shell.notify(tr("This page has no section “{name}”.").format(name=shown[1:]))
        elif _SCHEME.match(target):
            self._say_refused(target)
        elif is_note(target) and not is_team_document(self._shell, doc):
            offer = tr("New note…"), lambda: self._notes.ask_for_link(doc, target)
            self._shell.notify(said.format(target=shown), *offer)
        else:
            self._shell.notify(said.format(target=shown))

    def _say_refused(self, address: str) -> None:
        said = tr("Bookwheel does not open links like this: {address}")
        self._shell.notify(said.format(address=address[:_MOST_SHOWN]))

    def _check_file(self, path: Path, *, may_open: bool, within: Path | None = None, scheme: str = "") -> None:
        """Look at a file off the window's thread, then open it, ask, or say why not."""

        def look() -> str:
            real = Path(os.path.realpath(path))
            if not real.exists():
                return "gone"
            if within is not None and not real.is_relative_to(os.path.realpath(within)):
                return "outside"
            if real.is_dir():
                return "folder"
            if format_of(real.name) is not None:
                return "read"
            is_executable = not kind_of(real.name) and os.access(real, os.X_OK)
            return "program" if is_executable or is_program(real.name) or is_program(path.name) else "file"

        self._shell.calls.ask(look, lambda found: self._open_found(path, found, may_open, scheme))

    def _read(self, path: Path, scheme: str) -> None:
        """Open a file in a tab, or with the system where Bookwheel cannot read this one."""
        shell, client = self._shell, self._shell.client
        if client is None:
            shell.notify(tr("The library is not connected."))
            return

        place = Location(lone_id(os.path.realpath(path)), title=path.name)

        def fail(error: BookwheelError) -> None:
            if isinstance(error, ProtectedFile):  # its tab asks for the password
                shell.open(place, in_new_tab=True)
                return
            offer = tr("Reveal in folder"), lambda: desktop.reveal(str(path))
            if not is_program(path.name):
                offer = tr("Open in default app"), lambda: self._ask_about_file(path, scheme)
            shell.notify(translate_message(error.message), *offer)

        request = ResolveRequest(lone_id(str(path)), "")
        done = lambda answer: shell.open(Location(answer.doc, title=path.name), in_new_tab=True)  # noqa: E731
        shell.calls.ask(lambda: client.resolve(request), done, fail)

    def _open_found(self, path: Path, found: str, may_open: bool, scheme: str) -> None:
        shell = self._shell
        if found == "read":
            self._read(path, scheme)
        elif found == "gone":
            shell.notify(tr("{file} no longer exists.").format(file=path))
        elif found == "outside":
            shell.notify(tr("{file} leads out of its collection and is not opened.").format(file=path.name))
        elif found == "program":
            said = tr("{file} could be a program, so it is not opened from a page.").format(file=path.name)
            shell.notify(said, tr("Reveal in folder"), lambda: desktop.reveal(str(path)))
        elif found == "folder":
            desktop.reveal(str(path))
        elif may_open or kind_of(path.name) in _lines(shell.session.preferences.values.trusted_kinds):
            desktop.open_file(str(path))
        else:
            self._ask_about_file(path, scheme)

    def _ask_about_file(self, path: Path, scheme: str) -> None:
        kind = kind_of(path.name)
        options = {tr("Always open {kind} files").format(kind=kind): ("trusted_kinds", kind)} if kind else {}
        if scheme:
            options[tr("Always open {scheme} links").format(scheme=f"{scheme}:")] = ("trusted_schemes", scheme)

        def answered(option: int) -> None:
            if option >= 0:
                self._trust(*list(options.values())[option])
            desktop.open_file(str(path))

        self._show(tr("Open this file in its default app?"), str(path), [*options], answered, str(path))

    def _ask(self, question: str, address: str, options: list[str], trusts: list[tuple[str, str]]) -> None:
        def answered(option: int) -> None:
            if option >= 0:
                self._trust(*trusts[option])
            self.open_in_browser(address)

        self._show(question, _shown(address), options, answered, address)

    def _show(
        self,
        question: str,
        detail: str,
        options: list[str],
        answered: Callable[[int], object],
        copied: str,
        extra: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        parent, clipboard, is_file = self._shell.dialog_parent(), QGuiApplication.clipboard(), detail == copied
        copy = lambda: clipboard.setText(copied)  # noqa: E731
        self.question = OpenQuestion(parent, question, detail, options, answered, copy, is_file=is_file, extra=extra)
        self.question.open()

    def open_in_browser(self, address: str) -> None:
        """Open an address without a question; say so where no program opens it."""
        if not desktop.open_address(address):
            self._shell.notify(tr("No program could be found that opens {address}.").format(address=_shown(address)))

    def _trust(self, setting: str, key: str) -> None:
        preferences = self._shell.session.preferences
        known = _lines(getattr(preferences.values, setting))
        if key not in known:
            preferences.set(setting, "\n".join((*known, key)))


def find_files(dropped: QMimeData) -> list[str]:
    """The paths in what was dropped or copied: those of its URLs, or else its first line, with or without quotes."""
    if dropped.hasUrls():
        return [url.toLocalFile() for url in dropped.urls() if url.isLocalFile()]
    first = next(iter(dropped.text().strip().split("\n", 1)), "").strip().strip("\"'")
    return [os.path.expanduser(first)] if _PATH.match(first) else []


def find_links(dropped: QMimeData) -> list[str]:
    """The addresses in what was dropped or copied that are no files: its URLs, or else its first line."""
    if dropped.hasUrls():
        return [url.toString() for url in dropped.urls() if not url.isLocalFile()]
    first = next(iter(dropped.text().split("\n", 1)), "").strip()
    return [first] if _SCHEME.match(first) and not re.search(r"\s", first) else []


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _shown(address: str) -> str:
    """An address in ASCII, so that no letter passes for another and no sign turns the line."""
    shown = bytes(QUrl(address).toEncoded().data()).decode("ascii", "replace") or ascii(address)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
