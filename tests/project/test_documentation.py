"""The README says what the code has, and nothing else."""

from __future__ import annotations

import argparse
import ast
import io
import re

from bookwheel import settings, settings_text
from bookwheel.cli import program
from bookwheel.domain.errors import BY_CODE
from bookwheel.service.agents.tools.tools import TOOLS
from tests.project.readme import ROOT, named, section

STANDARD_KEYS = {"_KEY.Find": "Ctrl+F"}
"""What the toolkit's standard keys are on most systems."""


def test_every_setting_stands_in_the_readme_with_its_default() -> None:
    known = settings_text.list_settings(settings.Settings())
    assert named("Settings") == {setting.name for setting in known}
    text = section("Settings")
    for setting in known:
        assert f"| `{setting.name}` | {setting.default} | {setting.about} |" in text


def test_every_agents_tool_stands_in_the_readme_with_its_arguments() -> None:
    said: dict[str, set[str]] = {}
    for line in section("Tools").splitlines():
        if line.startswith("| `"):
            _, tool, arguments, _ = line.split("|", 3)
            said[tool.strip(" `")] = set(re.findall(r"`(\w+)`", arguments))
    assert said == {name: {argument.name for argument in tool.arguments} for name, tool in TOOLS.items()}


def test_readme_names_every_picture_and_each_is_there_light_and_dark() -> None:
    named_ones = set(re.findall(r"pictures/([\w-]+)\.png", (ROOT / "README.md").read_text("utf-8")))
    there = {path.stem for path in (ROOT / "resources" / "manual" / "en" / "pictures").glob("*.png")}
    assert named_ones == there and len(there) >= 14
    assert {name.removesuffix("-light") for name in there if name.endswith("-light")} == {
        name.removesuffix("-dark") for name in there if name.endswith("-dark")
    }


def test_every_error_named_in_the_readme_is_one_of_the_program() -> None:
    assert named("Errors") <= set(BY_CODE)


def test_every_verb_stands_in_the_readme_with_its_options() -> None:
    rows = [line for line in section("Command line").splitlines() if line.startswith("| `")]
    said: dict[str, str] = {}
    for row in rows:
        verb = row.removeprefix("| `").split("`")[0].split()[0]
        said[verb] = said.get(verb, "") + row
    assert set(said) == set(program.VERBS)
    for verb, row in said.items():
        assert set(re.findall(r"`(--[\w-]+)", row)) == _options(verb), verb


def test_every_exit_code_stands_in_the_readme() -> None:
    said = {int(code) for code in re.findall(r"^\| (\d+) \|", section("Command line"), re.MULTILINE)}
    assert said == {int(code) for code in re.findall(r"^  (\d)  ", program.EPILOG, re.MULTILINE)}


def _options(verb: str) -> set[str]:
    shown = io.StringIO()
    _, add_arguments, _ = program.VERBS[verb]
    one = argparse.ArgumentParser()
    add_arguments(one)
    parts = [part for action in one._actions if isinstance(action.choices, dict) for part in action.choices.values()]
    for each in (one, *parts):
        each.print_help(shown)
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", shown.getvalue())) - {"--help", "--json"}


def test_every_key_stands_in_the_readme_with_what_it_does() -> None:
    said: dict[str, set[str]] = {}
    for keys, does in re.findall(r"^\| (`.+?`) \| (.+?) \|$", section("Keys"), re.MULTILINE):
        said.setdefault(does, set()).update(re.findall(r"`([^`]+)`", keys))
    assert said == _keys()


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
        if isinstance(row, ast.Tuple) and len(row.elts) == 3 and isinstance(row.elts[1], ast.List):
            words, keys, _ = row.elts
            assert isinstance(words, ast.Call) and isinstance(words.args[0], ast.Constant)
            named = {ast.unparse(key).strip("'\"") for key in keys.elts}
            if named:
                found[str(words.args[0].value).rstrip("…")] = {STANDARD_KEYS.get(key, key) for key in named}
    return found


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
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    spans = {span for page in pages for span in re.findall(r"`([\w.-]+(?:/[\w.-]+)+\.py)`", page.read_text("utf-8"))}
    roots = (ROOT, ROOT / "app" / "bookwheel", ROOT / "tests")
    assert len(spans) > 10
    assert {span for span in spans if not any((root / span).is_file() for root in roots)} == set()
