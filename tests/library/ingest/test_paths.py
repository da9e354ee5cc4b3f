from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.formats import format_of
from bookwheel.domain.ingest import TextFormat
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS, is_secret
from bookwheel.library.ingest.paths import LONGEST_PATH, datasource_folder, document_path, entity_folder


def _path(id: str, format: TextFormat = TextFormat.MARKDOWN, taken: tuple[str, ...] = ()) -> str:
    return document_path(id, format, "", lambda path: path not in taken)


@pytest.mark.parametrize(
    ("id", "path"),
    [
        ("guide/Getting started", "guide/getting-started.md"),
        ("guide/intro.md", "guide/intro.md"),
        ("https://example.org/a/b?x=1", "https/example-org/a/b-x-1.md"),
        ("Ünï/日本語", "ünï/日本語.md"),
        ("../../etc/passwd", "etc/passwd.md"),
        ("/etc/passwd", "etc/passwd.md"),
        ("..\\..\\windows\\system32", "windows/system32.md"),
        ("C:\\secret", "c/secret.md"),
        ("...", "document.md"),
        ("node_modules/a", "node-modules/a.md"),
        ("venv/a", "venv-1/a.md"),
        ("con", "con-1.md"),
        ("SUMMARY", "summary-1.md"),
        (".git/config", "git/config.md"),
        (".bookwheel-mapping.toml", "bookwheel-mapping-toml.md"),
        ("id_rsa", "id-rsa.md"),
    ],
)
def test_a_path_is_readable_and_safe(id: str, path: str):
    assert _path(id) == path


def test_ids_that_look_alike_get_paths_of_their_own():
    first = _path("Page One")
    second = _path("page-one", taken=(first,))
    third = _path("PAGE one", taken=(first, second))
    assert len({first, second, third}) == 3
    assert second.startswith("page-one-") and second.endswith(".md")


def test_a_text_and_a_page_of_one_name_do_not_clash():
    assert _path("a", TextFormat.HTML) == "a.html" and _path("a", TextFormat.TEXT) == "a.txt"


def test_the_own_datasource_has_no_folder():
    assert datasource_folder("jira", "jira") == "" and datasource_folder("Jira 2", "jira") == "jira-2"
    assert entity_folder("Support ticket", "jira-2") == "entities/jira-2/support-ticket"


@given(st.text(min_size=1, max_size=700))
def test_any_id_gives_a_safe_path(id: str):
    path = _path(id)
    parts = path.split("/")
    assert len(path.encode()) <= LONGEST_PATH + 50
    assert all(part and not part.startswith((".", "-")) and ".." not in part for part in parts)
    assert path == path.casefold() or path.casefold().casefold() == path.casefold()
    assert not LEFT_OUT_FOLDERS & {*parts} and not is_secret(parts[-1])
    assert "." not in "/".join(parts[:-1]) and format_of(path) is not None
    assert not set(path) & set('\\:*?"<>|\0')
