"""Which language a text is in: a vote of stop words, and of scripts where those tell."""

from __future__ import annotations

import re
from collections import Counter

from bookwheel.parsing.stop_words import LANGUAGES_BY_WORD

_SAMPLE_LETTERS = 2000
_LEAST_LETTERS = 12
_LEAST_OF_SCRIPT = 8
_MOST_VOTES = 12
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_SCRIPTS = (
    ("ar", re.compile(r"[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("bn", re.compile(r"[\u0980-\u09ff]")),
    ("ta", re.compile(r"[\u0b80-\u0bff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("ka", re.compile(r"[\u10a0-\u10ff]")),
    ("hy", re.compile(r"[\u0530-\u058f]")),
)
_CODE = re.compile(r"([a-z]{2,3})(?:[-_].*)?$")
_NAMES = {
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
    "español": "es", "russian": "ru", "русский": "ru", "arabic": "ar", "persian": "fa", "farsi": "fa",
    "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "dutch": "nl", "nederlands": "nl",
    "chinese": "zh", "中文": "zh", "japanese": "ja", "日本語": "ja", "korean": "ko", "한국어": "ko",
}  # fmt: skip
_THREE_LETTERS = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "rus": "ru", "ara": "ar", "fas": "fa",
    "per": "fa", "ita": "it", "por": "pt", "nld": "nl", "dut": "nl", "zho": "zh", "chi": "zh", "jpn": "ja", "kor": "ko",
}  # fmt: skip


def vote(text: str) -> str:
    """The ISO 639-1 code of the language most of a text's first few thousand letters speak for, empty if unsure."""
    sample = text[:_SAMPLE_LETTERS]
    if len(sample.encode("ascii", "ignore")) < 0.93 * len(sample):
        by_script = _by_script(sample)
        if by_script:
            return by_script
    votes: Counter[str] = Counter()
    distinct: Counter[str] = Counter()
    words = sample.lower().split()
    counts = Counter(words)
    for word in counts.keys() & LANGUAGES_BY_WORD.keys():
        for language in LANGUAGES_BY_WORD[word]:
            votes[language] += min(counts[word], _MOST_VOTES)
            distinct[language] += 1
    ranked = [(language, count) for language, count in votes.most_common() if distinct[language] > 2][:2]
    if not ranked or ranked[0][1] < 0.07 * len(words):
        return ""
    if len(ranked) > 1 and ranked[1][1] > 0.8 * ranked[0][1]:
        return ""
    return ranked[0][0]


def code_of(given: str) -> str:
    """The ISO 639-1 code meant by a language field (`en-GB`, `English`, `eng`); empty if it names none."""
    given = given.strip().lower()
    if given in _NAMES:
        return _NAMES[given]
    match = _CODE.match(given)
    if match is None:
        return ""
    code = match.group(1)
    return code if len(code) == 2 else _THREE_LETTERS.get(code, "")


def _by_script(sample: str) -> str:
    letters = len(sample) - len(_WORD.sub("", sample))
    if letters < _LEAST_LETTERS:
        return ""
    kana, hangul, han = (len(pattern.findall(sample)) for pattern in (_KANA, _HANGUL, _HAN))
    if max(hangul, kana + han) < _LEAST_OF_SCRIPT:
        hangul = kana = han = 0
    if hangul > max(0.2 * letters, han, kana):
        return "ko"
    if kana > 0.05 * letters and kana > 0.1 * (han + kana):
        return "ja"
    if han > 0.15 * letters:
        return "zh"
    for code, pattern in _SCRIPTS:
        if len(pattern.findall(sample)) > max(0.3 * letters, _LEAST_OF_SCRIPT):
            return _within_script(code, sample)
    return ""


def _within_script(code: str, sample: str) -> str:
    """Persian and Urdu among Arabic script, Ukrainian and Bulgarian among Cyrillic, by letters that only they use."""
    if code == "ar":
        if sum(map(sample.count, "ٹڈڑےں")) > 0.01 * len(sample):
            return "ur"
        persian, arabic = sum(map(sample.count, "پچژگکی")), sum(map(sample.count, "يكةىأإ"))
        return "fa" if persian > arabic else "ar"
    if code == "ru":
        if sum(map(sample.count, "іїєґІЇЄҐ")) > 3:
            return "uk"
        if not sum(map(sample.count, "ыэёЫЭЁ")) and sample.count("ъ") > 0.01 * len(sample):
            return "bg"
    return code
