"""The blocks of a manual page in the making: paragraphs, and entries of lists at every depth."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bookwheel.parsing.formats.man.roff import Run, markdown
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block

_BULLETS = frozenset({"•", "-", "*", "o", "·", "○", "—", "–", "+", "□", "→"})
_DEEPEST = 20
_LEADS = re.compile(r"\A(.{1,120}?)\s+[-–—]+\s+(.*)", re.DOTALL)
_BREAK = "\u0001"
_BREAKS = re.compile(rf"[ \t]*\n?[ \t]*{_BREAK}[ \t]*\n?")


@dataclass(slots=True)
class Frame:
    """Blocks at one depth, with the entry of a list that is open in it."""

    blocks: list[Block] = field(default_factory=list[Block])
    terms: list[Block] = field(default_factory=list[Block])
    mark: str = ""
    body: list[Block] = field(default_factory=list[Block])
    kind: str = ""

    @property
    def target(self) -> list[Block]:
        """Where the next block goes."""
        return self.body if self.terms or self.mark else self.blocks

    def close(self) -> None:
        """End the open entry."""
        body = blocks.stack(self.body)
        if self.mark:
            self.blocks.append(blocks.entry(body, self.mark) if body.text else Block(""))
        elif self.terms:
            terms = blocks.stack(self.terms, "\n")
            tied = [terms, blocks.entry(body, ": ")] if body.text else [terms]
            self.blocks.append(blocks.stack(tied, "\n\n" if "\n\n" in body.text else "\n"))
        self.terms, self.mark, self.body = [], "", []


class PageBlocks:
    """Puts words together into paragraphs and entries; `found` are the blocks that are done."""

    def __init__(self, fields: dict[str, object]) -> None:
        """Begin with nothing; the line under NAME describes the page in its fields."""
        self.found: list[Block] = []
        self.section = ""
        """The heading above, in capitals."""
        self.tag = ""
        """TP or TQ while the next line is the tag of an entry."""
        self._fields = fields
        self._frames = [Frame()]
        self._runs: list[Run] = []
        self._first = self._last = 0

    @property
    def frame(self) -> Frame:
        """The innermost depth."""
        return self._frames[-1]

    @property
    def has_words(self) -> bool:
        """Whether a paragraph has begun."""
        return bool(self._runs)

    def add_block(self, block: Block) -> None:
        """Put a block below the paragraph that was ended."""
        self.frame.target.append(block)

    def add_words(self, runs: list[Run], number: int) -> None:
        """Add words to the tag that is waited for, or to the paragraph."""
        if self.tag:
            self.open_term(runs, number, extend=self.tag == "TQ")
            self.tag = ""
            return
        if self._runs and not self._runs[-1].text.endswith("\\\n"):
            self._runs.append(Run("R", "\n"))
        self._first = self._first or number
        self._last = number
        self._runs += runs

    def open_term(self, runs: list[Run], number: int, *, extend: bool = False) -> None:
        """Begin an entry with its tag; `extend` adds the tag to an entry that has no words yet."""
        self.end_paragraph()
        frame = self.frame
        if not extend or frame.body:
            frame.close()
        text = "".join(run.text for run in runs).strip()
        if text in _BULLETS:
            frame.mark = "- "
        elif numbered := re.fullmatch(r"[(\[]?(\d{1,4})[.)\]]*", text):
            frame.mark = f"{int(numbered[1])}. "
        elif text:
            frame.terms.append(blocks.placed(markdown(runs).replace("\n", " "), number))

    def end_paragraph(self) -> None:
        """The paragraph is done."""
        if self._runs:
            made = blocks.placed(markdown(self._runs), self._first, self._last)
            made.text = _BREAKS.sub("\\\\\n", made.text).strip("\\\n")
            if self.section == "NAME" and not self.frame.blocks and (named := _LEADS.match(made.text)):
                self._fields.setdefault("description", re.sub(r"[*\\`]", "", " ".join(named[2].split())))
            self.frame.target.append(made)
        self._runs, self._first, self._last = [], 0, 0

    def break_line(self) -> None:
        """Begin a new line within the paragraph."""
        if self._runs:
            self._runs.append(Run("R", _BREAK))

    def push(self, kind: str = "") -> None:
        """What follows belongs to the entry that is open."""
        self.end_paragraph()
        if len(self._frames) < _DEEPEST:
            self._frames.append(Frame(kind=kind))

    def pop(self) -> None:
        """Go back to the depth above, if there is one."""
        self.end_paragraph()
        if len(self._frames) > 1:
            frame = self._frames.pop()
            frame.close()
            self.add_block(blocks.stack(frame.blocks))

    def close(self) -> None:
        """End all that is open; its blocks are done."""
        self.end_paragraph()
        while len(self._frames) > 1:
            self.pop()
        self.frame.close()
        self.found += self.frame.blocks
        self._frames = [Frame()]
