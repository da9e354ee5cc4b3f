"""Choosing a document by its name in the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.search import DocumentCard, NamesAnswer, NamesRequest
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.widgets.palette import Choice


def pick_document(
    shell: Shell,
    title: str,
    prompt: str,
    chosen: Callable[[str, str], None],
    *,
    without: str = "",
    empty: str = "",
    rows_if_none: Callable[[str], list[Choice]] | None = None,
) -> None:
    """Ask for a document and call `chosen` with its id and title; the document `without` is not offered.

    Where no document fits, `rows_if_none` gives rows for what is typed, else `empty` is said.
    """

    def find(text: str) -> None:
        def build_rows(answer: NamesAnswer) -> list[Choice]:
            found = [
                build_document_choice(
                    shell, card.doc, card.title, describe_path(card, text), partial(chosen, card.doc, card.title)
                )
                for card in answer.documents
                if card.doc != without
            ]
            return found or (rows_if_none(text) if rows_if_none is not None else [])

        find_documents(shell, text, build_rows)

    shell.command_palette.show_choices(title, prompt, find, empty or tr("No matching documents."))


def find_documents(shell: Shell, text: str, build_rows: Callable[[NamesAnswer], Sequence[Choice]]) -> None:
    """Offer documents by name in the palette, also when the service has to come back first."""
    client, palette = shell.client, shell.command_palette
    if client is None:
        palette.ask_again()
        return

    def fail(error: BookwheelError) -> None:
        if isinstance(error, ServiceUnavailable):  # a new one is on its way, and the status bar says so
            palette.ask_again()
        else:
            shell.calls.failed.emit(error)

    shell.calls.ask(
        lambda: client.names(NamesRequest(text)),
        lambda answer: palette.set_rows(build_rows(answer)),
        fail,
        slot="names",
    )


def build_document_choice(shell: Shell, doc: str, title: str, note: str, run: Callable[[], None]) -> Choice:
    """A document's row in the palette, with its collection at the end."""
    slug = doc.partition("/")[0]
    return Choice(title, run, "file-text", note, shell.collection_names().get(slug, slug))


def describe_path(document: DocumentCard, typed: str) -> str:
    """Where a document lies, after the alias by which it was found, if it was."""
    terms = typed.casefold().split()

    def fits(name: str) -> bool:
        return all(term in name.casefold() for term in terms)

    alias = "" if not terms or fits(document.title) else next((name for name in document.aliases if fits(name)), "")
    return f"{alias} · {document.path}" if alias else document.path
