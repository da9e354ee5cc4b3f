"""Saying on the page of a thing which others are the same, or are not, and taking that back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.same_things import (
    SameAnswer,
    SameListAnswer,
    SameListRequest,
    SameRemoval,
    SameRemoved,
    SameRequest,
)
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest, NodeKind
from bookwheel.domain.things import ThingKind, is_thing
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.widgets.palette import Choice, filter_choices

T = TypeVar("T")

_KINDS = tuple(NodeKind(kind) for kind in ThingKind)
_MOST_OFFERED = 30
_LEAST_LETTERS = 2


class SameThings:
    """What the person says of the thing whose page is open."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def say_same(self) -> None:
        """Choose the thing that is the same as the one shown."""
        self._choose(tr("Mark as same as…"), tr("“{title}” is the same as which thing?"), is_same=True)

    def say_apart(self) -> None:
        """Choose the thing that is not the same as the one shown."""
        self._choose(tr("Mark as different from…"), tr("“{title}” is not the same as which thing?"), is_same=False)

    def undo(self, made: SameAnswer) -> None:
        """Take a decision back; the one whose place it took holds again."""
        before = made.replaced

        def done(_answer: SameRemoved | SameAnswer) -> None:
            self._shell.notify(tr("Decision undone."))

        if before is None:
            self._call(lambda client: client.remove_same(SameRemoval((made.decision.id,))), done)
        else:
            again = SameRequest(before.first.id, before.other.id, before.is_same)
            self._call(lambda client: client.decide_same(again), done)

    def _choose(self, name: str, prompt: str, *, is_same: bool) -> None:
        page, palette = self._shell.page, self._shell.command_palette
        if page is None or not is_thing(page.doc):
            self._shell.notify(tr("Open the page of a person, a term or an entity first."))
            return
        thing, near = page.doc, list[Choice]()
        chosen = partial(self._decide, thing, is_same)

        def offer_near(answer: SameListAnswer) -> None:
            """Offer what goes by the thing's id already, or has one of its names."""
            known = [*answer.joined, *answer.namesakes]
            near.extend(Choice(one.title, partial(chosen, one.id), "hash", one.id) for one in known)
            if palette.isVisible():
                offer(palette.box.text())

        def offer(text: str) -> None:
            rows, is_short = filter_choices(near, text), len(text.strip()) < _LEAST_LETTERS
            palette.set_rows(rows, are_more_coming=not is_short)
            if is_short:
                return
            offered = {row.note for row in rows}

            def done(answer: ExploreAnswer) -> None:
                nodes = [node for node in answer.nodes if node.id != thing and node.id not in offered]
                found = [Choice(node.title, partial(chosen, node.id), "hash", node.id) for node in nodes]
                palette.set_rows([*rows, *(row for row in found if is_thing(row.note))])

            request = ExploreRequest(text, hops=0, kinds=_KINDS, limit=_MOST_OFFERED)
            self._call(lambda client: client.explore(request), done, lambda _error: palette.set_rows(rows), slot="same")

        palette.show_choices(
            name, prompt.format(title=page.title), offer, tr("Type the name of a person, a term or an entity.")
        )
        self._call(lambda client: client.same_decisions(SameListRequest(thing)), offer_near)

    def _decide(self, thing: str, is_same: bool, other: str) -> None:
        def done(answer: SameAnswer) -> None:
            one, two = answer.decision.first.title, answer.decision.other.title
            said = tr("“{one}” and “{two}” are the same.") if is_same else tr("“{one}” and “{two}” are not the same.")
            self._shell.notify(said.format(one=one, two=two), tr("Undo"), partial(self.undo, answer))

        self._call(lambda client: client.decide_same(SameRequest(thing, other, is_same)), done)

    def _call(
        self,
        call: Callable[[Client], T],
        done: Callable[[T], None],
        failed: Callable[[BookwheelError], None] | None = None,
        slot: str = "",
    ) -> None:
        shell, client = self._shell, self._shell.client

        def fail(error: BookwheelError) -> None:
            shell.notify(translate_message(error.message))

        if client is None:
            shell.notify(tr("Reconnecting to the background service…"))
        else:
            shell.calls.ask(lambda: call(client), done, failed or fail, slot=slot)
