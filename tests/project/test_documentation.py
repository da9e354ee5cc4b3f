"""The manual says what the code has, and nothing else; the README is short and says what the manual says."""

from __future__ import annotations

import argparse
import ast
import io
import re
import shlex
from pathlib import Path

import pytest

from bookwheel import settings, settings_text
from bookwheel.cli import program
from bookwheel.domain.collection import Collection
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BY_CODE
from bookwheel.domain.formats import FORMATS, MARKDOWN
from bookwheel.domain.service.settings import Setting
from bookwheel.gui.settings import collection_section
from bookwheel.gui.state import preferences
from bookwheel.library.search.query.operators import FIELDS, TEXT_FIELDS
from bookwheel.parsing.documents import parse
from bookwheel.service.agents.resources import resources
from bookwheel.service.agents.resources.prompts import PROMPTS
from bookwheel.service.agents.tools.tools import TOOLS
from tests.project.manual import (
    GERMAN,
    GERMAN_PAGES,
    MANUAL,
    PAGES,
    README,
    ROOT,
    commands,
    german_labels,
    labels,
    links,
    named,
    rows,
    section,
    section_of,
)

STANDARD_KEYS = {"_KEY.Find": "Ctrl+F"}
"""What the toolkit's standard keys are on most systems."""

INNER_ERRORS = {
    "configuration_refused",
    "error",
    "fetch_failed",
    "fetch_refused",
    "not_published",
    "folder_unreadable",
    "private_address",
    "protected_file",
    "publication_changed",
    "publication_refused",
    "protocol_mismatch",
}
INNER_ERRORS |= {
    "collector_unavailable",
    "lease_lost",
    "queue_unavailable",
    "skipped_file",
    "team_unavailable",
    "wrong_password",
}
"""Codes that no agent's call answers: of files, folders, passwords and images, and between Bookwheel's own programs."""

README_BYTES = 10_240
DOCUMENTS = {"README": README, **PAGES}
TRANSLATED = {**DOCUMENTS, **{f"de/{name}": path for name, path in GERMAN_PAGES.items()}}


def test_every_setting_stands_in_the_manual_with_its_default() -> None:
    own = Collection("notes", "", "")
    known = {
        "Library settings": settings_text.list_settings(settings.Settings()),
        "Window settings": preferences.list_settings(preferences.WindowSettings()),
        "Collection settings": collection_section.list_collection_settings(own),
    }
    for title, all_of_them in known.items():
        shown = {tuple(row) for row in rows(section("settings", title))}
        assert shown == {
            (f"`{setting.name.rpartition(':')[2]}`", setting.default, setting.about, _values(setting))
            for setting in all_of_them
        }


def _values(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(f"`{choice}`" for choice in setting.choices if choice)
    if setting.least is not None:
        return f"{setting.least:,} to {setting.most:,}"
    return "`true`, `false`" if setting.type == "bool" else ""


def test_every_environment_variable_stands_in_the_manual() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "app").rglob("*.py"))
    assert named("settings", "Environment variables") == set(re.findall(r"\bBOOKWHEEL_[A-Z_]+\b", sources))


def test_every_limit_of_agents_and_queries_stands_in_the_manual_with_its_default() -> None:
    defaults = {setting.name: setting.default for setting in settings_text.list_settings(settings.Settings())}
    shown: set[str] = set()
    for _, limit, names in rows(section("agent-limits", "Limits")):
        for name in re.findall(r"`([^`]+)`", names):
            shown.add(name)
            assert re.search(rf"(?<!\d|,){float(defaults[name]):,.0f}(?!\d|,\d)", limit), (name, limit)
    limits = {name for name in defaults if name.startswith(("agents.", "query."))}
    assert shown == limits - {"agents.activity_days"}


def test_every_agents_tool_stands_in_the_manual_with_its_arguments() -> None:
    shown = {tool.strip("`"): set(re.findall(r"`(\w+)`", arguments)) for tool, arguments, _ in rows(_tools())}
    assert shown == {name: {argument.name for argument in tool.arguments} for name, tool in TOOLS.items()}


def _tools() -> str:
    return section("agent-tools", "Tools")


def test_every_prompt_stands_in_the_manual_with_its_arguments() -> None:
    shown = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows(section("agent-tools", "Prompts"))}
    assert shown == {prompt.name: {argument.name for argument in prompt.arguments or ()} for prompt in PROMPTS}


def test_every_resource_stands_in_the_manual_with_its_tokens() -> None:
    shown = dict(rows(section("agent-tools", "Resources")))
    budgets = {resources.TOPICS: resources.TOPICS_TOKENS, resources.TRAY: resources.TRAY_TOKENS}
    budgets |= {
        f"{resources.DOC}{{+path}}": resources.DOC_TOKENS,
        f"{resources.OUTLINE}{{+path}}": resources.OUTLINE_TOKENS,
    }
    assert {address.strip("`") for address in shown} == set(budgets)
    assert {template.uri_template for template in resources.TEMPLATES} <= set(budgets)
    assert all(f"{tokens:,} tokens" in shown[f"`{address}`"] for address, tokens in budgets.items())


def test_every_error_of_an_agents_call_stands_in_the_manual() -> None:
    assert named("agent-limits", "Errors") == set(BY_CODE) - INNER_ERRORS


def test_every_verb_stands_in_the_manual_with_its_options() -> None:
    shown: dict[str, str] = {}
    for row in rows(section("command-line", "Commands")):
        verb = row[0].strip("`").split()[0]
        shown[verb] = shown.get(verb, "") + row[1]
    assert set(shown) == set(program.VERBS)
    for verb, row in shown.items():
        assert set(re.findall(r"`(--[\w-]+)", row)) == _options(verb), verb


def _options(verb: str) -> set[str]:
    shown = io.StringIO()
    _, add_arguments, _ = program.VERBS[verb]
    one = argparse.ArgumentParser()
    add_arguments(one)
    parts = [part for action in one._actions if isinstance(action.choices, dict) for part in action.choices.values()]
    for parser in (one, *parts):
        parser.print_help(shown)
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", shown.getvalue())) - {"--help", "--json"}


def test_every_exit_code_stands_in_the_manual() -> None:
    shown = {int(row[0]) for row in rows(section("command-line", "Exit codes"))}
    assert shown == {int(code) for code in re.findall(r"^  (\d)  ", program.EPILOG, re.MULTILINE)}


def test_every_operator_that_filters_stands_in_the_manual() -> None:
    spans = {name.partition(":") for name in named("search", "Operators")}
    named_there = {name for name, colon, _ in spans if colon}
    assert named_there == {*FIELDS.values(), *TEXT_FIELDS} - {"headings"} | {"status", "priority"}


def test_every_suffix_and_dialect_of_markdown_stands_in_the_manual() -> None:
    text = PAGES["formats"].read_text("utf-8")
    assert set(re.findall(r"`(\.\w+)`", rows(text)[0][0])) == set(MARKDOWN.suffixes)
    told = {"gfm": "GitHub", "obsidian": "Obsidian", "mkdocs": "MkDocs", "commonmark": "CommonMark"}
    assert set(told) == set(Dialect) - {Dialect.AUTO, Dialect.CONVERTED}
    assert all(name in section("formats", "Which Markdown") for name in told.values())


def test_every_format_stands_in_the_manual_with_its_files() -> None:
    text = PAGES["formats"].read_text("utf-8").partition("| Format | Name |")[2].partition("```")[0]
    found = re.findall(r"^\|[^|]+\|([^|]+)\|([^|]+)\|[^|]+\|$", text, re.MULTILINE)[1:]
    told = {name for names, _ in found for name in re.findall(r"`(\w+)`", names)}
    suffixes = {suffix for _, files in found for suffix in re.findall(r"`(\.[\w.+-]+)`", files)}
    kinds = [kind for kind in FORMATS if kind.reader]
    assert told == {kind.name for kind in kinds}
    assert suffixes | {f".{section}" for section in range(1, 10)} == {end for kind in kinds for end in kind.suffixes}


def test_every_key_stands_in_the_manual_with_what_it_does() -> None:
    shown: dict[str, set[str]] = {}
    for keys, does in rows(section("keys", "All shortcuts")):
        shown.setdefault(does, set()).update(re.findall(r"`([^`]+)`", keys))
    assert shown == _keys()


def test_every_key_that_a_page_names_is_one_of_the_program() -> None:
    known = {key for keys in _keys().values() for key in keys} | {"Ctrl+Return"}
    for name, path in DOCUMENTS.items():
        text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
        for key in re.findall(r"\b(?:Ctrl|Alt|Shift)(?:\+(?:Shift|Alt|[A-Z][A-Za-z0-9]*|[,+/\\-]|[0-9]))+", text):
            assert key.rstrip(",") in known or key in known, (name, key)


@pytest.mark.parametrize("name", PAGES)
def test_every_label_that_a_page_quotes_is_a_text_of_the_window(name: str) -> None:
    texts = german_labels()
    assert not [label for label in labels(PAGES[name].read_text("utf-8")) if label not in texts]


def _keys() -> dict[str, set[str]]:
    """The keys of each action, read from the source: a window is not needed to know them."""
    room = ROOT / "app" / "bookwheel" / "gui" / "window"
    found: dict[str, set[str]] = {}
    for row in ast.walk(ast.parse((room / "docks" / "docks.py").read_text("utf-8"))):
        if isinstance(row, ast.Call) and ast.unparse(row.func) == "DockEntry":
            said = {str(word.arg): ast.unparse(word.value) for word in row.keywords}
            if "shortcut" in said:
                found[said["command"].removeprefix("QT_TR_NOOP").strip("()'\"")] = {said["shortcut"].strip("'\"")}
    for row in ast.walk(ast.parse((room / "commands" / "command_table.py").read_text("utf-8"))):
        if isinstance(row, ast.Tuple) and len(row.elts) == 4 and isinstance(row.elts[2], ast.List):
            _, words, keys, _ = row.elts
            assert isinstance(words, ast.Call) and isinstance(words.args[0], ast.Constant)
            strokes = {str(key.value) if isinstance(key, ast.Constant) else ast.unparse(key) for key in keys.elts}
            if strokes:
                found[str(words.args[0].value).rstrip("…")] = {STANDARD_KEYS.get(key, key) for key in strokes}
    return found


@pytest.mark.parametrize("name", [name for name in TRANSLATED if name != "README"])
def test_a_page_has_its_title_and_says_in_short_what_it_is_about(name: str) -> None:
    text = TRANSLATED[name].read_text("utf-8")
    begin = "Kurz gesagt" if name.startswith("de/") else "In short"
    page = parse(text.encode(), f"{name}.md", dialect=Dialect.GFM)
    assert not page.warnings
    [top] = re.findall(r"^# (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    assert page.title == top
    assert re.search(rf"^# {re.escape(top)}\n\n{begin}: .+\.\n\n", text, re.MULTILINE)


@pytest.mark.parametrize("pages", [PAGES, GERMAN_PAGES], ids=["en", "de"])
def test_the_manuals_table_of_contents_lists_every_page_once_by_its_title(pages: dict[str, Path]) -> None:
    contents = pages["index"].with_name("SUMMARY.md").read_text("utf-8")
    entries = re.findall(r"^- \[(.+)\]\((.+)\.md\)$", contents, re.MULTILINE)
    titles = {name: parse(path.read_bytes(), f"{name}.md").title for name, path in pages.items()}
    assert len(entries) == len(pages) and {name: title for title, name in entries} == titles


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_relative_link_and_picture_is_there(name: str) -> None:
    page = TRANSLATED[name]
    targets = links(page)
    assert targets
    for target in targets:
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), target
        if name != "README":  # the manual can be carried elsewhere; the German one shows the English pictures
            assert file.is_relative_to(page.parent) or (page.parent == GERMAN and file.parent == MANUAL / "pictures")
        if anchor:
            anchors = {part.anchor for part in parse(file.read_bytes(), file.name, dialect=Dialect.GFM).sections}
            assert anchor in anchors, target


def test_every_picture_is_named_in_the_manual_and_is_there_light_and_dark() -> None:
    shown = set(re.findall(r"pictures/([\w-]+)\.png", PAGES["pictures"].read_text("utf-8")))
    there = {path.stem for path in (MANUAL / "pictures").glob("*.png")}
    assert shown == there and len(there) >= 14
    assert {name.removesuffix("-light") for name in there if name.endswith("-light")} == {
        name.removesuffix("-dark") for name in there if name.endswith("-dark")
    }


@pytest.mark.parametrize("name", [name for name, path in DOCUMENTS.items() if commands(path)])
def test_every_command_that_is_shown_is_understood(name: str) -> None:
    for command in commands(DOCUMENTS[name]):
        words = shlex.split(command)
        if not words or words[0] not in program.VERBS:
            assert command.startswith(("~/", "'bookwheel://")), command
            continue
        program.parser(words[0]).parse_args(words)


def test_the_readme_is_short() -> None:
    assert README.stat().st_size <= README_BYTES


def _figures() -> dict[str, tuple[str, str]]:
    return {row[0]: (row[1], row[3]) for row in rows(section("benchmarks", "Figures"))}


def _is_missed(median: str, wanted: str) -> bool:
    """Whether a figure misses its bar; figures without a unit or with one of speed want to be high."""
    found = re.fullmatch(r"([\d.]+)( (?:s|ms|MB))?(?: /s)?", wanted)
    if found is None:
        return False
    value, bar = float(median.split()[0]), float(found[1])
    return value > bar if found[2] else value < bar


def test_the_readmes_figures_are_those_of_the_benchmarks() -> None:
    measured = _figures()
    shown = rows(section_of(README, "Figures"))
    assert 10 <= len(shown) <= 18
    for what, median, wanted in shown:
        assert (median.strip("*"), wanted) == measured[what]
        assert median.startswith("**") == _is_missed(*measured[what]), what
    medians = {median for median, _ in measured.values()}
    claims = re.findall(r"\*\*([\d.]+[^*]*)\*\*", section_of(README, "Why"))
    assert len(claims) >= 5 and not [claim for claim in claims if claim not in medians]


def test_every_goal_that_is_missed_is_said() -> None:
    told = section("benchmarks", "Where Bookwheel misses its own goals")
    missed = {what for what, (median, wanted) in _figures().items() if _is_missed(median, wanted)}
    assert all(_figures()[what][0] in told for what in missed)
    assert missed <= {what for what, _, _ in rows(section_of(README, "Figures"))}


def test_the_readmes_make_commands_are_there() -> None:
    made = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in DOCUMENTS.values():
        text = path.read_text("utf-8")
        assert set(re.findall(r"(?:^|`)(?:\w+=\S+ )?make ([\w-]+)", text, re.MULTILINE)) <= made, path
    assert {"make run", "make test"} <= set(re.findall(r"^make \w+", README.read_text("utf-8"), re.MULTILINE))


def test_every_attack_has_the_tests_that_it_names() -> None:
    told = re.findall(r"`(tests/[\w/]+\.py|test_\w+)`", (ROOT / "docs" / "attacks.md").read_text("utf-8"))
    text, tests = "", 0
    for name in told:
        if name.startswith("tests/"):
            text = (ROOT / name).read_text("utf-8")
        else:
            tests += 1
            assert re.search(rf"^(?:async )?def {name}\(", text, re.MULTILINE), name
    assert tests > 20


def test_every_module_named_in_a_page_of_documentation_is_there() -> None:
    pages: list[Path] = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *MANUAL.glob("*.md")]
    spans = {span for page in pages for span in re.findall(r"`([\w.-]+(?:/[\w.-]+)+\.py)`", page.read_text("utf-8"))}
    roots = (ROOT, ROOT / "app" / "bookwheel", ROOT / "tests")
    assert len(spans) > 10
    assert {span for span in spans if not any((root / span).is_file() for root in roots)} == set()


def test_every_file_and_name_in_how_to_add_is_there() -> None:
    text = (ROOT / "docs" / "how-to-add.md").read_text("utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", text, re.MULTILINE)
    assert len(rows) > 30
    for name, what in rows:
        found = [root / name for root in (ROOT, ROOT / "app" / "bookwheel") if (root / name).is_file()]
        assert found, name
        source = found[0].read_text("utf-8")
        for span in re.findall(r"`([A-Za-z_][\w-]*)`", what):
            assert re.search(rf"\b{span}\b", source), f"{name}: {span}"
