"""Plain text to pieces: an outline from chapter lines, parts, underlined headings and scene breaks."""

from __future__ import annotations

import re

from bookwheel.parsing.parsed_body import Piece, Reading

_ROMAN = r"(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    "|nineteen|(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    "|(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)"
    "|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|erster|zweiter|dritter|erstes|zweites|drittes"
    "|premier|première|deuxième|second|seconde|troisième|primero|primera|segundo|segunda"
    "|tercero|tercera|primo|prima"
    "|secondo|seconda|terzo|terza|первая|вторая|третья|четвёртая|четвертая|пятая|первый|второй|третий"
)
_NUMBER = rf"(?:\d{{1,4}}|{_ROMAN}|[A-Z](?![\w'’])|{_WORDS})"
_PART_WORDS = (
    "part|book|volume|teil|buch|band|partie|livre|tome|parte|libro|livro|volumen|deel|boek|часть|книга|том|kısım|bölük"
)
_CHAPTER_WORDS = (
    "chapter|chap\\.?|canto|act|letter|appendix|lecture|stave|kapitel|abschnitt|anhang|chapitre|capítulo|capitulo|capitolo"
    "|hoofdstuk|глава|розділ|раздел|rozdział|kapitola|bölüm|capitol|luku|fejezet"
)
_SCENE_WORDS = "scene|szene|scène|escena|scena|cena|сцена|section"
_TAIL = r"(?:\s*[.:)—–-]+\s*(?P<{0}>\S.{{0,90}})?|\s+(?P<{0}b>[^\sa-z].{{0,90}})?)?\s*$"
_LABELS = (
    (1, re.compile(rf"(?:{_PART_WORDS})\s+{_NUMBER}" + _TAIL.format("t"), re.IGNORECASE)),
    (2, re.compile(rf"(?:{_CHAPTER_WORDS})\s+{_NUMBER}" + _TAIL.format("t"), re.IGNORECASE)),
    (3, re.compile(rf"(?:{_SCENE_WORDS})\s+{_NUMBER}" + _TAIL.format("t"), re.IGNORECASE)),
    (
        1,
        re.compile(rf"(?:{_WORDS})[ ]+(?:part|book|teil|buch|partie|livre|parte|libro|часть|книга)\s*$", re.IGNORECASE),
    ),
    (1, re.compile(r"第[0-9０-９一二三四五六七八九十百千零〇两]{1,8}[部卷編编篇](?:[\s　：:、.].{0,60})?$")),
    (2, re.compile(r"第[0-9０-９一二三四五六七八九十百千零〇两]{1,8}[章回話话](?:[\s　：:、.].{0,60})?$")),
    (3, re.compile(r"第[0-9０-９一二三四五六七八九十百千零〇两]{1,8}[节節幕](?:[\s　：:、.].{0,60})?$")),
    (2, re.compile(r"제?\s?\d{1,4}\s?[장화](?:[\s:.].{0,60})?$")),
    (2, re.compile(r"(?:ال)?(?:فصل|باب|جزء|بخش)\s+\S{1,20}(?:\s*[:：—–-]\s*.{0,80})?$")),
    (
        2,
        re.compile(
            r"(?:prologue|epilogue|preface|foreword|introduction|afterword|acknowledg(?:e)?ments|prolog|epilog|vorwort"
            r"|nachwort|einleitung|prólogo|epílogo|préface|avant-propos|épilogue|prologo|epilogo|prefazione|пролог|эпилог"
            r"|предисловие|послесловие|序章|序|前言|后记|後記|楔子|尾声|あとがき|はじめに)[.:]?$",
            re.IGNORECASE,
        ),
    ),
    (2, re.compile(rf"{_ROMAN}\.?$")),
    (2, re.compile(rf"{_ROMAN}\.\s+[^\sa-z][^a-z]{{2,60}}$")),
)
_SCENE = re.compile(r"(?:[*＊⁂†~•·#_—–=-]\s*){3,12}$|⁂$|#$|❦$|§$")
_CAPITALS = re.compile(r"[^\W\d_a-z][^a-z\n]{3,59}$")
_LONGEST_LABEL = 120
_UNDERLINE = re.compile(r"(=+|-+|~+)[ \t]*$")
_WRAPPED = re.compile(r"(?<=[^\n]{45})(?<![ \t])[ \t]*\n(?=\S)")
_BREAKS = re.compile(r"(?<![ \t])[ \t]*\n\s*")


def read(body: str) -> Reading:
    """The pieces of a plain text; one for all of it when nothing in it looks like a chapter."""
    lines = body.split("\n")
    marks = _chapters(lines) or _underlined(lines) or _capitals(lines)
    marks = _with_scenes(lines, marks)
    reading = Reading()
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()) + 1)
    if not marks or marks[0][0] > 0:
        marks.insert(0, (0, 0, 0, ""))
    for place, (first, after, level, title) in enumerate(marks):
        end = marks[place + 1][0] if place + 1 < len(marks) else len(lines)
        reading.pieces.append(Piece(level, title, "", starts[first], first, _prose("\n".join(lines[after:end]))))
    return reading


def _prose(text: str) -> str:
    return _BREAKS.sub("\n", _WRAPPED.sub(" ", text)).strip()


def _is_apart(lines: list[str], at: int) -> bool:
    return (at == 0 or not lines[at - 1].strip()) and (at + 1 >= len(lines) or not lines[at + 1].strip())


def _label_level(line: str) -> int:
    return next((level for level, pattern in _LABELS if pattern.match(line)), 0)


def _chapters(lines: list[str]) -> list[tuple[int, int, int, str]]:
    """First line, line after the heading, level and title of each chapter: label lines that stand apart.

    A short line right under a label is its title (`CHAPTER I` over `Down the Rabbit-Hole`). The lines of a table of
    contents do not stand apart.
    """
    found: list[tuple[int, int, int, str]] = []
    for at, raw in enumerate(lines):
        line = raw.strip()
        if not line or len(line) > _LONGEST_LABEL or (at and lines[at - 1].strip()):
            continue
        level = _label_level(line)
        if not level:
            continue
        after, title = at + 1, line
        if after < len(lines) and lines[after].strip():
            below = lines[after].strip()
            if len(below) > 70 or _label_level(below) or (after + 1 < len(lines) and lines[after + 1].strip()):
                continue
            after, title = after + 1, f"{line.rstrip(' .:')}. {below}"
        found.append((at, after, level, " ".join(title.split())))
    levels = sorted({level for _, _, level, _ in found})
    return [(at, after, levels.index(level) + 1, title) for at, after, level, title in found]


def _underlined(lines: list[str]) -> list[tuple[int, int, int, str]]:
    """Headings with a rule of their own length under them, as in READMEs."""
    found: list[tuple[int, int, int, str]] = []
    order: list[str] = []
    for at in range(1, len(lines)):
        match = _UNDERLINE.match(lines[at])
        title = lines[at - 1].strip()
        if match is None or not title or abs(len(match.group(1)) - len(title)) > 2 or len(match.group(1)) < 3:
            continue
        if at > 1 and lines[at - 2].strip():
            continue
        sign = match.group(1)[0]
        if sign not in order:
            order.append(sign)
        found.append((at - 1, at + 1, order.index(sign) + 1, title))
    return found


def _capitals(lines: list[str]) -> list[tuple[int, int, int, str]]:
    """Short lines in capitals that stand apart, if there are at least two."""
    found: list[tuple[int, int, int, str]] = []
    for at, raw in enumerate(lines):
        line = raw.strip()
        if (
            len(line) <= 60
            and line.isupper()
            and _CAPITALS.match(line)
            and sum(one.isalpha() for one in line) > 0.6 * len(line)
            and _is_apart(lines, at)
        ):
            found.append((at, at + 1, 1, " ".join(line.split())))
    return found if len(found) > 1 else []


def _with_scenes(lines: list[str], marks: list[tuple[int, int, int, str]]) -> list[tuple[int, int, int, str]]:
    """The marks with each scene break as a section one level below its chapter, named by its first words."""
    levels = {first: level for first, _, level, _ in marks}
    headings = {line for first, after, _, _ in marks for line in range(first, after)}
    scenes: list[tuple[int, int, int, str]] = []
    level = 0
    for at, raw in enumerate(lines):
        level = levels.get(at, level)
        line = raw.strip()
        if not line or len(line) > 30 or at in headings or not _SCENE.match(line) or not _is_apart(lines, at):
            continue
        words = " ".join(" ".join(lines[at + 1 : at + 6]).split()[:7])
        if at and words and at + 1 < len(lines):
            scenes.append((at, at + 1, min(6, level + 1), words[:60].rstrip(" ,.;:") + "…"))
    return sorted(marks + scenes) if len(scenes) < 2000 else marks
