"""The cues of subtitle files (SubRip, WebVTT, YouTube's SBV): when something is said, by whom, and what."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_TIME = r"(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*(?:-->|,)[ \t]*{_TIME}")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>\n]{1,200})>")
_MARKUP = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>|<\d[\d:.]*>|\{\\[^{}\n]{0,100}\}")
_NAMED = re.compile(r"(?:>>[ ]?)?((?:[^\W\d_]|[ .'’#\-\d]){2,40}):[ ]+(?=\S)")
_MOST_REPEATED = 6
_CHANGE = re.compile(r"(?:>>|-(?=[ ]?[^\W\d_]))[ ]*")


@dataclass(slots=True)
class Cue:
    """What is said from `start` to `end`, in milliseconds; `speaker` is empty where the file does not say it.

    `is_turn` says that another speaker begins here, named or not.
    """

    start: int
    end: int
    text: str
    speaker: str = ""
    is_turn: bool = False


def cues_of(text: str) -> list[Cue]:
    """The cues of a file in the order of their times; those without words are left out.

    A cue begins with its timing; its words go on to an empty line, or to the next timing where that is missing.
    """
    found: list[Cue] = []
    lines = text.split("\n")
    position, count = 0, len(lines)
    while position < count:
        timing = _TIMING.match(lines[position])
        position += 1
        if timing is None:
            continue
        first = position
        while position < count and lines[position].strip() and _TIMING.match(lines[position]) is None:
            position += 1
        end = position
        if position < count and end > first and _TIMING.match(lines[position]) and lines[end - 1].strip().isdigit():
            end -= 1  # the number of the next cue, with no empty line before it
        found.extend(_spoken(_milliseconds(timing, 1), _milliseconds(timing, 5), lines[first:end]))
    found.sort(key=lambda cue: cue.start)
    return list(_without_repeats(found))


def _milliseconds(timing: re.Match[str], group: int) -> int:
    hours, minutes, seconds, fraction = (timing[group + place] or "0" for place in range(4))
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))


def _spoken(start: int, end: int, lines: list[str]) -> Iterator[Cue]:
    """A cue for each speaker of a timed text, all of the same time."""
    cue: Cue | None = None
    spoken: list[str] = []
    end = max(start, end)
    dialogue = sum(1 for line in lines if _CHANGE.match(_MARKUP.sub("", line))) > 1
    for line in lines:
        for voice, part in _by_voice(line):
            words = html.unescape(_MARKUP.sub("", part)).replace("\u200b", "").strip()
            if not words:
                continue
            speaker, is_turn = voice, bool(voice)
            if not voice:
                speaker, is_turn, words = _speaker_in(words, dialogue)
            if cue is None or is_turn:
                if cue:
                    yield replace(cue, text="\n".join(spoken))
                cue, spoken = Cue(start, end, "", speaker, is_turn), [words]
            else:
                spoken.append(words)
    if cue:
        yield replace(cue, text="\n".join(spoken))


def _by_voice(line: str) -> Iterator[tuple[str, str]]:
    parts = _VOICE.split(line)
    yield "", parts[0]
    for name, words in zip(parts[1::2], parts[2::2], strict=True):
        yield " ".join(html.unescape(name).split()), words


def _speaker_in(words: str, is_dialogue: bool) -> tuple[str, bool, str]:
    """A speaker named in capitals before a colon, or a new one by `>>` or a dash; and the words without these."""
    named = _NAMED.match(words)
    if named and (named[1].isupper() or words.startswith(">>")):
        return named[1].strip(), True, words[named.end() :]
    change = _CHANGE.match(words)
    if change and (is_dialogue or words.startswith(">>")) and words[change.end() :]:
        return "", True, words[change.end() :]
    return "", False, words


def _without_repeats(cues: list[Cue]) -> Iterator[Cue]:
    """The cues without lines that the one before showed already, as captions that roll up repeat them."""
    before: list[str] = []
    for cue in cues:
        lines = cue.text.split("\n")
        fresh = lines
        for count in range(min(len(lines), len(before), _MOST_REPEATED), 0, -1):
            if before[-count:] == lines[:count]:
                fresh = lines[count:]
                break
        if fresh is not lines and not cue.is_turn:
            cue.text = "\n".join(fresh)
        before = lines
        if cue.text:
            yield cue
