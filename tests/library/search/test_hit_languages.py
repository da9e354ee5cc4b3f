"""Hits name the same page in other languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.search import Filter, Hit, Mode, Scope, SearchRequest
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]
TEXTS = {
    "en": "# Pods\n\nThe pods are the smallest things that are run on a node of the cluster, in English.\n",
    "de": "# Pods\n\nDie Pods sind das Kleinste, was auf einem Knoten des Clusters läuft, und zwar auf Deutsch.\n",
    "ja": "# ポッド\n\nポッドはクラスターのノードで実行される最小の単位です。Pods\n",
}
OTHERS = {
    "en": (("de", "site/content/de/pods.md"), ("ja", "site/content/ja/pods.md")),
    "de": (("en", "site/content/en/pods.md"), ("ja", "site/content/ja/pods.md")),
}


@pytest.fixture
def site(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("site")
    for language, text in TEXTS.items():
        write(root, f"content/{language}/pods.md", text)
    write(root, "content/en/only.md", "# Only\n\nThis page about pods is in English alone.\n")
    write(shelf.add("other"), "pods.md", "# Pods\n\nThis page about pods stands by itself.\n")
    shelf.index()
    return shelf


def hits(shelf: Shelf, scope: Scope = Scope(), **fields: object) -> dict[str, Hit]:  # noqa: B008 - frozen
    answer = shelf.library.search(SearchRequest("pods", **{"mode": Mode.KEYWORD, "limit": 50, **fields}), scope)  # type: ignore[arg-type]
    return {hit.doc: hit for hit in answer.hits}


def test_a_hit_leads_to_its_page_in_other_languages(site: Shelf):
    found = hits(site)
    for language, others in OTHERS.items():
        assert found[f"site/content/{language}/pods.md"].languages == others
    assert found["site/content/en/only.md"].languages == found["other/pods.md"].languages == ()


def test_every_mode_and_layout_names_them(site: Shelf):
    for mode in (Mode.AUTO, Mode.LITERAL):
        assert hits(site, mode=mode, is_by_document=True)["site/content/en/pods.md"].languages == OTHERS["en"]


def test_what_the_scope_hides_is_not_named(site: Shelf):
    scope = Scope(filters=(Filter("path", ("content/ja/",), is_negated=True),))
    assert hits(site, scope)["site/content/en/pods.md"].languages == (("de", "site/content/de/pods.md"),)


def test_a_page_that_went_is_no_longer_named(site: Shelf):
    site.library.put_in_order()
    (site.folder / "site/content/ja/pods.md").unlink()
    site.index()
    assert hits(site)["site/content/en/pods.md"].languages == (("de", "site/content/de/pods.md"),)
    site.library.put_in_order()
    assert hits(site)["site/content/en/pods.md"].languages == (("de", "site/content/de/pods.md"),)


def test_translations_of_a_passage_come_last(site: Shelf):
    answer = site.library.search(SearchRequest("", Mode.KEYWORD, like="site/content/en/pods.md", limit=50))
    docs = [hit.doc for hit in answer.hits]
    assert docs[0] in ("other/pods.md", "site/content/en/only.md")
    assert set(docs[2:]) <= {"site/content/de/pods.md", "site/content/ja/pods.md"} and docs[2:]
