"""Words in pictures, recognised by the Tesseract of the system, with the place of each line on its page."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import TESSERACT
from bookwheel.domain.messages import Message
from bookwheel.parsing.outside import programs
from bookwheel.parsing.outside.confinement import Bounds, run, work_folder

MOST_PAGES = 100
"""Pages of one file whose words are recognised; each takes some seconds."""
MOST_SECONDS = 300.0
"""Seconds on the clock for all pages of one file."""
PAGE_BOUNDS = Bounds(cpu_s=60, wall_s=120, memory_mb=1024, written_mb=64)
_LIST_BOUNDS = Bounds(cpu_s=10, wall_s=30)

ANY_LANGUAGE = "*"
"""Stands for the languages of a collection that names none."""
_CODES = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "ru": "rus", "ar": "ara", "fa": "fas", "it": "ita", "pt": "por",
    "nl": "nld", "ja": "jpn", "ko": "kor", "pl": "pol", "cs": "ces", "sv": "swe", "da": "dan", "fi": "fin", "no": "nor",
    "nb": "nor", "uk": "ukr", "tr": "tur", "el": "ell", "he": "heb", "hu": "hun", "ro": "ron", "vi": "vie", "hi": "hin",
    "zh": "chi_sim",
}  # fmt: skip
_MOST_LANGUAGES = 3
_LEAST_CONFIDENCE = 20.0

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line of words with its box in pixels from the upper left corner; `paragraph` tells those of one block apart."""

    text: str
    box: Box
    page: int
    paragraph: tuple[int, int, int]


class Recogniser:
    """Recognises the pages of one file, within the bounds of a file."""

    def __init__(self, language: str) -> None:
        """Choose the installed languages that fit an ISO 639-1 code, or `ANY_LANGUAGE`.

        Raises:
            SkippedFile: when Tesseract is not installed or has no language.
        """
        self._program = programs.find(TESSERACT)
        if not self._program:
            raise SkippedFile("Install Tesseract to recognise the words in its pictures.")
        self._until = time.monotonic() + MOST_SECONDS
        self.pages = 0
        self.warnings: list[Message] = []
        installed = self._installed()
        if not installed:
            raise SkippedFile("Install Tesseract to recognise the words in its pictures.")
        wanted = _CODES.get(language, language)
        if wanted in installed:
            self._languages = wanted
            return
        first = ("eng", *installed)
        self._languages = "+".join(dict.fromkeys(name for name in first if name in installed))
        self._languages = "+".join(self._languages.split("+")[:_MOST_LANGUAGES])
        if language not in ("", ANY_LANGUAGE):
            self.warnings.append(
                Message(
                    "Tesseract has no language {languages}; the words were read as {others}.",
                    languages=wanted,
                    others=self._languages,
                )
            )

    @property
    def is_spent(self) -> bool:
        """Whether the file has had all pages or seconds that it may have."""
        return self.pages >= MOST_PAGES or time.monotonic() > self._until

    def lines(self, picture: bytes, suffix: str) -> list[RecognisedLine]:
        """The lines of words in a picture, in reading order.

        Raises:
            SkippedFile: when it takes too much, or is no picture that Tesseract knows.
        """
        self.pages += 1
        with work_folder() as folder:
            source = folder / f"page{suffix}"
            source.write_bytes(picture)
            command = [self._program, str(source), str(folder / "words"), "-l", self._languages, "tsv"]
            run(command, folder, PAGE_BOUNDS, TESSERACT)
            made = folder / "words.tsv"
            if not made.is_file() or made.is_symlink():
                raise SkippedFile("The file is not a readable picture.")
            return list(_lines_of(made.read_text(encoding="utf-8", errors="replace")))

    def _installed(self) -> list[str]:
        """The languages that Tesseract has, without those that recognise no words."""
        with work_folder() as folder:
            said = folder / "said"
            run([self._program, "--list-langs"], folder, _LIST_BOUNDS, TESSERACT, said=said)
            names = said.read_text(encoding="utf-8", errors="replace").split("\n")[1:]
        return sorted(name.strip() for name in names if name.strip() and name.strip() not in ("osd", "equ", "snum"))


def _lines_of(tsv: str) -> Iterator[RecognisedLine]:
    """The lines of Tesseract's table of words."""
    key: tuple[int, ...] = ()
    words: list[str] = []
    boxes: list[Box] = []
    for row in csv.reader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE):
        if len(row) < 12 or row[0] != "5" or not row[11].strip():
            continue
        try:
            own = tuple(int(part) for part in row[1:5])
            left, top, width, height = (float(part) for part in row[6:10])
            confidence = float(row[10])
        except ValueError:
            continue
        if confidence < _LEAST_CONFIDENCE:
            continue
        if own != key and words:
            yield _line(words, boxes, key)
            words, boxes = [], []
        key = own
        words.append(row[11].strip())
        boxes.append((left, top, left + width, top + height))
    if words:
        yield _line(words, boxes, key)


def _line(words: list[str], boxes: list[Box], key: tuple[int, ...]) -> RecognisedLine:
    left, top, right, bottom = zip(*boxes, strict=True)
    box = (min(left), min(top), max(right), max(bottom))
    return RecognisedLine(" ".join(words), box, key[0], (key[0], key[1], key[2]))
