from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.crawling.addresses import canonical
from bookwheel.crawling.file_names import LONGEST_PATH, FileNames, folded
from bookwheel.domain.left_out_names import is_secret

START = "https://e.org/docs/"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        (START, "index.html"),
        (f"{START}guide/", "guide/index.html"),
        (f"{START}guide/a.html", "guide/a.html"),
        (f"{START}a?b=1&c=2", "a-b=1&c=2.html"),
        (f"{START}%C3%BCber/a%3Ab", "über/a-b.html"),
        (f"{START}CON/nul.html", "_CON/_nul.html"),
        (f"{START}.hidden/x", "_.hidden/x.html"),
        (f"{START}node_modules/x", "_node_modules/x.html"),
        (f"{START}x.html/y", "x.html_/y.html"),
        (f"{START}v1.2", "v1.2.html"),
        ("https://e.org/blog/a", "other/blog/a.html"),
        ("https://f.org/a", "other/f.org/a.html"),
    ],
)
def test_a_path_is_that_of_the_address(url: str, path: str) -> None:
    assert FileNames(START).path_for(url, ".html") == path


def test_pages_of_one_path_get_different_ones() -> None:
    names = FileNames(START)
    paths = [names.path_for(f"{START}{path}", ".html") for path in ("a", "a.html", "A", "a.php", "a/", "a/index.html")]
    assert len({folded(path) for path in paths}) == 6
    assert FileNames(START, ["a.html"]).path_for(f"{START}A", ".html") != "A.html"


def test_a_page_named_as_a_secret_is_taken_in_all_the_same() -> None:
    for name in ("credentials", "secrets.yml", "id_rsa", ".env", "x.pem", "credentials.html"):
        path = FileNames(START).path_for(f"{START}{name}", ".html")
        assert not is_secret(path.rpartition("/")[2]), path


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=6), st.text(max_size=20))
def test_no_address_leads_out_of_the_mirror_or_to_a_name_that_systems_refuse(parts: list[str], query: str) -> None:
    url = canonical(f"{START}{'/'.join(parts)}?{query}")
    if not url:
        return
    path = FileNames(START).path_for(url, ".html")
    segments = path.split("/")
    assert not path.startswith("/") and len(path.encode()) <= LONGEST_PATH + 30
    for segment in segments:
        assert segment not in ("", ".", "..")
        assert not segment.startswith(".") and segment == segment.rstrip(". ")
        assert not set(segment) & set('<>:"\\|?*\0\n')
