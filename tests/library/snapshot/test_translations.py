"""The same page in other languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.page import PageRequest
from bookwheel.library.snapshot.translations import MOST_KEPT, KeptTranslations, folded, translations
from bookwheel.library.sources.tree_arrangement import arrange

GERMAN = "Das ist ein Satz, und er ist nicht in der Sprache der anderen Seiten, sondern auf Deutsch geschrieben.\n"
ENGLISH = "This is a sentence, and it is not in the language of the other pages, but it was written in English.\n"


def _spoken(**languages: str) -> dict[str, str]:
    """Paths by the language of their text."""
    return {path: language for language, paths in languages.items() for path in paths.split()}


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        ({"en": "content/en/a.md", "ja": "content/ja/a.md"}, (("en", "content/en/a.md"), ("ja", "content/ja/a.md"))),
        ({"en": "pages/a.md", "zh": "pages.zh_TW/a.md"}, (("en", "pages/a.md"), ("zh-tw", "pages.zh_TW/a.md"))),
        ({"en": "docs/a.md", "zh": "docs/zh-cn/a.md"}, (("en", "docs/a.md"), ("zh-cn", "docs/zh-cn/a.md"))),
        ({"en": "a/index.html", "de": "de/a/index.html"}, (("en", "a/index.html"), ("de", "de/a/index.html"))),
        ({"en": "en/a/index.html", "de": "de/a/index.html"}, (("de", "de/a/index.html"), ("en", "en/a/index.html"))),
        ({"en": "x/a.md", "de": "x/a.de.md"}, (("en", "x/a.md"), ("de", "x/a.de.md"))),
        (
            {"en": "docs/a.md", "fr": "i18n/fr/docusaurus-plugin-content-docs/current/a.md"},
            (("en", "docs/a.md"), ("fr", "i18n/fr/docusaurus-plugin-content-docs/current/a.md")),
        ),
    ],
)
def test_parallel_paths_are_one_page(paths, found):
    known = translations(_spoken(**paths))
    assert known == dict.fromkeys((path for _, path in found), found)


@pytest.mark.parametrize(
    "paths",
    [
        {"en": "api/index.md api/id/index.md"},
        {"en": "docs/a.md docs/to/a.md docs/to/b.md"},
        {"en": "a.md to/b.md it/c.md"},
        {"en": "index.html a/index.html to/index.html to/b/index.html"},
        {"en": "a/index.html to/a/index.html"},
        {"en": "docs/a.md docs/b.md", "de": "docs/de/x.md docs/de/y.md docs/de/z.md docs/de/index.md"},
        {"en": "a.md a.draft.md a.old.md"},
    ],
)
def test_a_folder_that_only_looks_like_a_language_is_none(paths):
    assert translations(_spoken(**paths)) == {}


def test_a_language_of_which_few_pages_are_translated_is_one_all_the_same():
    many = " ".join(f"en/{number}.md" for number in range(20))
    known = translations(_spoken(en=many, de="de/1.md de/2.md"))
    assert set(known) == {"en/1.md", "de/1.md", "en/2.md", "de/2.md"}
    assert known["de/1.md"] == (("en", "en/1.md"), ("de", "de/1.md"))
    others = " ".join(f"to/{number}.md" for number in range(20))
    assert not any(path.startswith("to/") for path in translations(_spoken(en=f"1.md 2.md {others}", de="de/1.md")))


@pytest.fixture
def site(shelf, write):
    root = shelf.add()
    for name in ("b", "a"):
        write(root, f"pages/{name}.md", f"# Page {name}\n\n{ENGLISH}")
    write(root, "pages/index.md", f"# Pages\n\n{ENGLISH}")
    write(root, "pages.de/a.md", f"# Seite a\n\n{GERMAN}")
    write(root, "pages.de/index.md", f"# Seiten\n\n{GERMAN}")
    write(root, "pages.de/nur.md", f"# Nur hier\n\n{GERMAN}")
    shelf.index()
    return shelf.library


def test_a_page_names_its_other_languages(site):
    page = site.page(PageRequest("notes/pages.de/a.md"))
    assert [(way.language, way.doc, way.title) for way in page.languages] == [
        ("en", "notes/pages/a.md", "Page a"),
        ("de", "notes/pages.de/a.md", "Seite a"),
    ]
    assert site.page(PageRequest("notes/pages/b.md")).languages == ()


@pytest.mark.parametrize(
    ("language", "titles", "group"),
    [
        ("", ["Pages", "Page a", "Page b", "Nur hier"], "Pages"),
        ("de", ["Seiten", "Seite a", "Page b", "Nur hier"], "Seiten"),
        ("fr", ["Pages", "Page a", "Page b", "Nur hier"], "Pages"),
    ],
)
def test_the_tree_shows_a_page_once_in_the_language_read(site, language, titles, group):
    answer = site.tree(TreeRequest("notes", language=language))
    assert [entry.title for entry in answer.entries] == titles
    assert answer.entries[1].languages == ("en", "de") and answer.entries[2].languages == ()
    assert answer.groups[0].title == group and answer.groups[0].doc == answer.entries[0].doc
    assert answer.total == 4


_PATHS = st.sampled_from(
    [
        f"{folder}{name}.md"
        for folder in ("", "de/", "x/", "x/de/", "x.de/", "x.fr/")
        for name in ("a", "b", "index", "a.de")
    ]
)


@settings(max_examples=200)
@given(st.dictionaries(_PATHS, st.sampled_from(["", "en", "de", "fr"])), st.sampled_from(["", "de", "fr"]))
def test_folding_hides_a_page_only_behind_itself_in_another_language(languages, wanted):
    known = translations(languages)
    order = folded(arrange(dict.fromkeys(languages, "T"), {}, {}, {}), known, wanted)
    shown = {spot.path for spot in order.spots}
    assert len(shown) == len(order.spots)
    for path in languages:
        assert path in shown or shown & {other for _, other in known[path]}


def test_translations_are_kept_while_the_same_documents_are_there():
    kept = KeptTranslations()
    spoken = _spoken(en="content/en/a.md", ja="content/ja/a.md")
    first = kept.of(spoken)
    assert kept.of(dict(spoken)) is first
    more = spoken | {"content/de/a.md": "de"}
    assert kept.of(more) == translations(more) != first
    assert kept.of(spoken) is first
    for number in range(MOST_KEPT):
        kept.of({f"{number}.md": "en"})
    assert kept.of(spoken) is not first
