"""Comparing the document shown with another one, which is chosen in the palette."""

from __future__ import annotations

from functools import partial

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.document_picker import build_document_choice, describe_path, find_documents
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.comparisons import compared_documents, comparison_id
from bookwheel.gui.state.locations import Location, is_made_page
from bookwheel.gui.widgets.palette import Choice, filter_choices


class CompareCommand:
    """Opens two documents beside each other, in a tab."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def choose(self) -> None:
        """Choose the document to compare with the one shown; the page in its other languages is offered first."""
        page, palette, shell = self._shell.page, self._shell.command_palette, self._shell
        if page is None or is_made_page(page.doc):
            shell.notify(tr("No document is open. Open one, then compare it with another."))
            return
        first = page.doc
        others = [
            Choice(way.title, partial(self.open, first, way.doc), "languages", way.doc, way.language)
            for way in page.languages
            if way.doc != first
        ]

        def find(text: str) -> None:
            near = filter_choices(others, text)
            offered = {row.note for row in near}
            find_documents(
                shell,
                text,
                lambda answer: [
                    *near,
                    *(
                        build_document_choice(
                            *(shell, card.doc, card.title, describe_path(card, text)),
                            partial(self.open, first, card.doc),
                        )
                        for card in answer.documents
                        if card.doc != first and card.doc not in offered
                    ),
                ],
            )

        prompt = tr("Compare “{title}” with which document?").format(title=page.title)
        palette.show_choices(tr("Compare with…"), prompt, find, tr("No matching documents."))

    def open(self, first: str, other: str) -> None:
        """Show two documents beside each other."""
        self._shell.open(Location(comparison_id(first, other)), in_new_tab=True)

    def swap(self) -> None:
        """Show the second document of a comparison on the left."""
        here = self._shell.location
        compared = compared_documents(here.doc) if here is not None else None
        if compared is None:
            self._shell.notify(tr("No comparison is open. Choose “Compare with…” first."))
        else:
            self._shell.open(Location(comparison_id(compared[1], compared[0])))
