"""The window's language: every text that it shows goes through `tr`, which Qt's lupdate reads and translators answer.

`packaging/languages.sh` gathers the texts into `resources/languages/`; `docs/languages.md` says how a text is written.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLibraryInfo, QLocale, Qt, QTranslator

from bookwheel import paths

Tongue = Literal["en", "de"]
TONGUES: tuple[Tongue, ...] = ("en", "de")
"""The languages that the window speaks; the first is the one that its texts are written in."""
SYSTEM = "system"
"""The choice to speak as the system does."""
_QT = ("qtbase", "qtwebengine")


def tr(text: str, comment: str = "", n: int = -1, /) -> str:
    """A text in the window's language.

    `text` is a literal, or a name for one that QT_TR_NOOP marked: an f-string would not be found. What changes stands
    in braces and is filled in afterwards, `tr("Nothing matches “{words}”.").format(words=words)`. `comment` tells apart
    what one English word means. With `n`, which lupdate knows by its place, the text has a singular and a plural, and
    `%Ln` in it becomes the number.
    """
    return QCoreApplication.translate("", text, comment or None, n)


def QT_TR_NOOP(text: str) -> str:  # noqa: N802 - the name that lupdate knows; PySide's own function loses the type
    """A constant that is given to `tr` where it is shown."""
    return text


def number(value: float, digits: int = 0) -> str:
    """A number as the window's language writes it, with so many digits after the point."""
    return QLocale().toString(float(value), "f", digits)


def figure(value: float, figures: int) -> str:
    """A number as the window's language writes it, in at most so many figures."""
    return QLocale().toString(float(value), "g", figures)


def share(part: float) -> str:
    """A part of one in whole percent, never rounded up to all."""
    return tr("{number}%").format(number=number(int(100 * part + 1e-9)))


def moment(written: str) -> str:
    """An ISO 8601 time as the window's language writes it, in the time of this place; what is none stays as it is."""
    found = QDateTime.fromString(written, Qt.DateFormat.ISODate)
    return QLocale().toString(found.toLocalTime(), QLocale.FormatType.ShortFormat) if found.isValid() else written


def day(written: str) -> str:
    """The day of an ISO 8601 date or time as the window's language writes it; what is none stays as it is."""
    found = QDate.fromString(written[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(found, QLocale.FormatType.ShortFormat) if found.isValid() else written


def chosen(choice: str) -> Tongue:
    """The language that a choice stands for: itself, or the first of the system's languages that the window speaks."""
    wanted = QLocale.system().uiLanguages() if choice == SYSTEM else [choice]
    for language in wanted:
        for tongue in TONGUES:
            if language.partition("-")[0] == tongue:
                return tongue
    return TONGUES[0]


def speak(app: QCoreApplication, choice: str) -> Tongue:
    """Speak a language from now on; what is on the screen already keeps its words."""
    tongue = chosen(choice)
    for former in app.findChildren(QTranslator):
        app.removeTranslator(former)
        former.deleteLater()
    system = QLocale.system()
    QLocale.setDefault(system if system.name().startswith(tongue) else QLocale(tongue))
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ours = str(paths.resources() / "languages")
    # The one installed last is asked first.
    for name, folder in (*((context, of_qt) for context in _QT), ("bookwheel", ours)):
        translator = QTranslator(app)
        if translator.load(f"{name}_{tongue}", folder):
            app.installTranslator(translator)
    return tongue
