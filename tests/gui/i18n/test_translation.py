"""The window speaks English and German: all of its texts go through Qt's translations, and none is missing."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from bookwheel import settings, settings_text
from bookwheel.domain import errors
from bookwheel.domain.graph import Reason
from bookwheel.domain.messages import Message
from bookwheel.gui.i18n import translation as language
from bookwheel.gui.i18n.related_reasons import format_reasons
from bookwheel.gui.i18n.service_messages import translate_message, translate_notice
from bookwheel.gui.i18n.setting_texts import OF_THE_LIBRARY
from bookwheel.gui.i18n.translation import day, number, share, tr
from bookwheel.gui.settings.setting_row import Decimal
from bookwheel.gui.window.window import Window
from bookwheel.library.graph.traversal import SHARED_AS
from bookwheel.pages.notices import notice_html, title_attributes
from bookwheel.pages.render import render_as_source
from tests.project.manual import ROOT

pytestmark = pytest.mark.leaves_library

APP = ROOT / "app" / "bookwheel"
GUI = APP / "gui"
LANGUAGES = ROOT / "resources" / "languages"
MESSAGES = {"Message", *(error.__name__ for error in errors.BY_CODE.values())}
"""What is made of a template and its values."""
Key = tuple[str, str, bool]
"""A text, what tells apart its meanings, and whether it has a singular and a plural."""


SHOWING = {
    *(
        "QAction",
        "QCheckBox",
        "QGroupBox",
        "QLabel",
        "QListWidgetItem",
        "QMenu",
        "QPushButton",
        "QRadioButton",
        "QToolButton",
    ),
    *("addAction", "addButton", "addItem", "addMenu", "addTab", "insertAction", "getOpenFileName", "getSaveFileName"),
    *("setAccessibleDescription", "setAccessibleName", "setHeaderLabels", "setInformativeText", "setNameFilter"),
    *(
        "setPlaceholderText",
        "setStatusTip",
        "setTabText",
        "setTabToolTip",
        "setText",
        "setTitle",
        "setToolTip",
        "setWhatsThis",
    ),
    *("setWindowTitle", "set_words", "say", "show_lost", "show_message", "summon"),
    *(
        "BadRequest",
        "NotFound",
        "ServiceUnavailable",
        "InternalError",
        "Choice",
        "Dock",
        "IconButton",
        "Line",
        "LinkRow",
    ),
}
"""What shows its texts to a person, or has them read out."""
NAMES = {"Bookwheel", "PDF (*.pdf)"}
"""Words that are the same in every language."""


def _shown(node: ast.AST) -> Iterator[str]:
    """The literal texts in an argument that reach the screen as they are, not those compared or looked up."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
    elif isinstance(node, ast.IfExp):
        yield from (*_shown(node.body), *_shown(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (text for each in node.values for text in _shown(each))
    elif isinstance(node, ast.BinOp):
        yield from (*_shown(node.left), *_shown(node.right))
    elif isinstance(node, ast.Tuple | ast.List):
        yield from (text for each in node.elts for text in _shown(each))


def test_no_text_is_shown_that_does_not_go_through_the_translations() -> None:
    for path in GUI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = (
                called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            )
            is_super = isinstance(called, ast.Attribute) and ast.unparse(called) == "super().__init__"
            if name in SHOWING or is_super:
                for text in (text for argument in node.args for text in _shown(argument)):
                    plain = re.sub(r"<[^>]*>|https?:\S+", "", text)
                    is_word = re.search(r"[a-z]{2}[^\W\d_]* [a-z]{2}|^[A-Z][a-z]+", plain)
                    assert not is_word or text in NAMES, f"{path.name}:{node.lineno}: {text!r} is not translated"


def _gathered() -> Iterator[Path]:
    """The modules that `packaging/languages.sh` reads: what only agents and the command line are told stays English."""
    for path in APP.rglob("*.py"):
        inside = path.relative_to(APP).as_posix()
        if not inside.startswith(
            (
                "cli/",
                "bridge/",
                "service/agents/",
                "service/team/",
                "service/identity/",
                "service/http/gate.py",
                "service/http/call_messages.py",
                "service/http/rate_limits.py",
            )
        ):
            yield path


def _in_the_code() -> set[Key]:
    found: set[Key] = set()
    for path in _gathered():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name, where = ast.unparse(node.func), f"{path.name}:{node.lineno}"
            assert "." not in name or name.rpartition(".")[2] not in MESSAGES, f"{where}: lupdate sees bare names"
            if name in ("tr", "QT_TR_NOOP"):
                first, *others = node.args
                assert not node.keywords, f"{where}: lupdate does not see what is named in a call"
            elif name in MESSAGES and node.args:
                first, *others = node.args
                assert not others, f"{where}: the values of a template are named"
            else:
                continue
            assert not isinstance(first, ast.JoinedStr | ast.IfExp | ast.BinOp), f"{where}: no literal"
            if isinstance(first, ast.Constant):
                comment = others[0].value if others and isinstance(others[0], ast.Constant) else ""
                found.add((str(first.value), str(comment), len(others) == 2))
                if name in MESSAGES:
                    values = {keyword.arg for keyword in node.keywords} - {"did_you_mean", "next"}
                    assert values == set(re.findall(r"{(\w+)}", str(first.value))), f"{where}: values that do not fit"
    return found


def _entries(language: str) -> Iterator[tuple[Key, list[str]]]:
    tree = ElementTree.parse(LANGUAGES / f"bookwheel_{language}.ts")
    assert [context.findtext("name") for context in tree.iter("context")] == [""]
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        is_numerus = message.get("numerus") == "yes"
        forms = [each.text or "" for each in translation] if is_numerus else [translation.text or ""]
        source, comment = message.findtext("source", ""), message.findtext("comment", "")
        yield (source, comment, is_numerus), forms


@pytest.mark.parametrize("tongue", language.TONGUES)
def test_no_entry_is_unfinished_or_left_over(tongue: str) -> None:
    tree = ElementTree.parse(LANGUAGES / f"bookwheel_{tongue}.ts")
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None and translation.get("type") is None, message.findtext("source")


def test_every_text_of_the_code_stands_in_the_german_file_and_no_other() -> None:
    assert {key for key, _forms in _entries("de")} == _in_the_code()


def test_english_holds_the_forms_of_every_text_with_a_number() -> None:
    assert {key for key, _forms in _entries("en")} == {key for key in _in_the_code() if key[2]}


@pytest.mark.parametrize("tongue", language.TONGUES)
def test_translations_are_whole_and_keep_their_placeholders(tongue: str) -> None:
    for (source, _comment, is_numerus), forms in _entries(tongue):
        assert all(forms) and len(forms) == (2 if is_numerus else 1), source
        for form in forms:
            kept = sorted(re.findall(r"{[^}]*}", form))
            assert kept == sorted(re.findall(r"{[^}]*}", source)), source
            is_number_left_out = is_numerus and form is forms[0]
            assert is_number_left_out or form.count("%Ln") == source.count("%Ln"), source
            assert source.endswith("…") == form.endswith("…"), source
            assert "..." not in form and ('"' in source or '"' not in form), source


def test_the_librarys_settings_are_translated_word_for_word() -> None:
    assert set(OF_THE_LIBRARY) == {setting.about for setting in settings_text.list_settings(settings.Settings())}


def test_gathered_and_compiled_files_are_up_to_date(tmp_path: Path) -> None:
    for path in LANGUAGES.glob("*.ts"):
        shutil.copy(path, tmp_path)
    script = ROOT / "packaging" / "languages.sh"
    subprocess.run([shutil.which("bash") or "bash", str(script), str(tmp_path)], check=True, timeout=120)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in LANGUAGES.iterdir()}
    for path in LANGUAGES.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), f"make languages renews {path.name}"


def test_language_is_the_one_chosen_or_the_first_of_the_systems_that_is_known() -> None:
    assert language.chosen("de") == "de" and language.chosen("en") == "en"
    assert language.chosen("tlh") == "en"
    assert language.chosen(language.SYSTEM) in language.TONGUES


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    language.speak(qapp, "de")
    yield
    language.speak(qapp, "en")


def test_german_texts_numbers_and_buttons_of_qt(german: None, qapp: QApplication) -> None:
    assert tr("Interface language (after a restart).").startswith("Sprache")
    assert number(1234567) == "1.234.567" and number(2.5, 1) == "2,5" and share(0.4) == "40 %"
    assert day("2026-10-04T09:00:00+00:00") == "04.10.26" and day("2026") == "2026"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text() == "Abbrechen"
    language.speak(qapp, "en")
    assert tr("Interface language (after a restart).").startswith("Interface language")
    assert number(1234567) == "1,234,567"


def _texts(top: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Every word that a window and what it opens show or have read out, with the widget."""
    for each in (top, *top.findChildren(QWidget)):
        said = [each.toolTip(), each.accessibleName(), each.accessibleDescription(), each.windowTitle()]
        if isinstance(each, QLabel | QAbstractButton):
            said.append(each.text())
        if isinstance(each, QLineEdit):
            said.append(each.placeholderText())
        if isinstance(each, QComboBox):
            said.extend(each.itemText(row) for row in range(each.count()))
        said.extend(action.text() for action in each.actions())
        yield from ((each, text) for text in said if text)


def test_a_german_window_speaks_german_and_cuts_nothing(german: None, window: Window, qtbot: QtBot) -> None:
    english = {source for (source, _, _), forms in _entries("de") if forms[0] != source}
    german_too = {form for _, forms in _entries("de") for form in forms}
    menu = window.toolbar.more.menu()
    assert menu is not None
    said = [action.text() for action in menu.actions()]
    assert "Ordner hinzufügen …" in said and "Erscheinungsbild" in said and "Beenden" in said
    bar = [action.text() for action in window.menus.bar.actions()]
    assert bar == ["&Datei", "&Bearbeiten", "&Ansicht", "&Gehe zu", "&Extras", "&Fenster", "&Hilfe"]
    docks = {each.objectName(): each.windowTitle() for each in window.findChildren(QDockWidget)}
    assert docks["dockLibrary"] == "Bibliothek" and docks["dockOutline"] == "Gliederung"
    settings = window.dialogs.show_settings()
    health = window.dialogs.show_health()
    agents = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: len(settings.area.titles) > 9 and bool(health.words), timeout=30_000)
    assert settings.area.titles[:2] == ["Dieses Fenster", "Tastenkürzel"]

    def check(top: QWidget) -> None:
        for widget, text in _texts(top):
            assert text not in english - german_too, f"{type(widget).__name__}: {text}"
        for each in top.findChildren(QPushButton):
            if each.isVisible() and each.text():
                assert each.width() >= each.sizeHint().width(), f"{each.text()} is cut"

    window.add_folder.show_tour()
    for top in (window, health, agents):
        check(top)
    qtbot.keyClick(window.add_folder.tour.next, Qt.Key.Key_Escape)
    for title in settings.area.titles:
        settings.show_section(title)
        check(settings)


def test_the_notice_on_a_page_shown_as_plain_text_is_german(german: None, qapp: QApplication) -> None:
    page = render_as_source("# A", first_line=1, headings=(), mark=None).html
    assert "Diese Seite ist zu aufwendig" in translate_notice(page)
    assert translate_notice("<p>other</p>") == "<p>other</p>"


def test_notices_of_queries_are_german_with_their_values(german: None, qapp: QApplication) -> None:
    late = Message("This query takes more than {seconds} seconds.", seconds="2")
    inner = Message("Column {column}: {reason}", column="A < {0}", reason=late)
    assert translate_notice(notice_html(late)) == ('<p class="quiet">Diese Abfrage dauert länger als 2 Sekunden.</p>')
    assert translate_notice(f"<b>{notice_html(late, 'th', '')}</b>").startswith("<b><th>Diese Abfrage")
    shown = translate_notice(notice_html(Message("The rows are not sorted. {reason}", reason=inner)))
    assert "Spalte A &lt; {0}: Diese Abfrage dauert länger als 2 Sekunden." in shown


@pytest.mark.parametrize(
    "packed",
    [
        {"template": "{x:>999999999}", "values": {"x": "a"}},
        {
            "template": "This query takes more than {seconds} seconds.",
            "values": {"seconds": {"template": "{0:>999999999}", "values": {}}},
        },
        [1],
        {"template": 5},
    ],
)
def test_a_message_that_a_document_made_up_is_left_as_it_is(german: None, qapp: QApplication, packed: object) -> None:
    html = f'<p class="quiet" data-message="{quote(json.dumps(packed))}">said</p>'
    assert translate_notice(html) == html
    assert translate_notice('<p data-message="%7B">said</p>') == '<p data-message="%7B">said</p>'


def test_titles_of_broken_links_are_german_and_those_that_a_document_made_up_stay(
    german: None, qapp: QApplication
) -> None:
    missing = title_attributes(Message("Nothing in this collection matches “{name}”.", name='a "b" <c>'))
    html = "".join(f' {name}="{escape(value)}"' for name, value in missing.items())
    shown = translate_notice(f'<a{html} class="broken" href="x">a</a>')
    told = "Nichts in dieser Sammlung passt zu „a &quot;b&quot; &lt;c&gt;“."
    assert shown == f'<a title="{told}" class="broken" href="x">a</a>'
    made_up = (
        f'<a title="x" data-title="{quote(json.dumps({"template": "{x:>999999999}", "values": {"x": "a"}}))}">a</a>'
    )
    assert translate_notice(made_up) == made_up


def test_messages_are_german_with_the_values_they_hold(german: None, qapp: QApplication) -> None:
    missing = errors.NotFound("There is no document {name}.", name="shelves/a b.md")
    assert translate_message(missing.message) == "Ein Dokument shelves/a b.md gibt es nicht."
    sound = Message(
        "The vectors are OK and cover {share} of the sections ({state}).", share="43%", state=Message("waiting")
    )
    assert translate_message(sound) == "Die Vektoren sind in Ordnung und decken 43% der Abschnitte ab (wartet)."
    reasons = [
        Message("line {line} ({pattern}): {reason}", line=1, pattern="bin\\", reason=Message("it ends in a backslash")),
        Message("and {count} more", count=3),
    ]
    skipped = Message(
        "Patterns that cannot match anything are ignored: {patterns}.", patterns=Message.joined(reasons, "; ")
    )
    assert translate_message(skipped) == (
        "Muster, die auf nichts passen können, werden ignoriert: Zeile 1 (bin\\): es endet mit "
        "einem Backslash; und 3 weitere."
    )
    assert translate_message(Message.verbatim("What the {system} says.")) == "What the {system} says."
    language.speak(qapp, "en")
    assert translate_message(skipped) == skipped


def test_reasons_are_german_with_the_names_they_hold(german: None, qapp: QApplication) -> None:
    reasons = (Reason("linked to", count=2), Reason("tag", ("a; b",), 3), Reason("link to", ("D", "E; F"), 2))
    assert format_reasons(reasons) == (
        "von hier verlinkt (2); gleiches Schlagwort: a; b und 2 weitere; beide verlinken auf D, E; F"
    )


def test_every_reason_that_the_graph_gives_has_words() -> None:
    for kind in {*SHARED_AS.values(), "link to", "linked to", "links here", "linked both ways", "linked by hand"}:
        assert "name" in format_reasons((Reason(kind, ("name",)),)) or kind.startswith("link")


def test_a_german_number_is_written_with_a_comma_and_taken_with_a_point_too(german: None, qtbot: QtBot) -> None:
    box = Decimal()
    box.setDecimals(4)
    box.setRange(0, 5000)
    box.setKeyboardTracking(False)
    qtbot.addWidget(box)
    box.setValue(0.3)
    assert box.text() == "0,3"
    for typed, value in (("0,5", 0.5), ("0.75", 0.75), ("1250.5", 1250.5)):
        box.selectAll()
        qtbot.keyClicks(box, typed)
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert box.value() == value
