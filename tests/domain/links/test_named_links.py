"""Addresses of links by name, and citations in a line of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.links.citations import citations_in
from bookwheel.domain.links.named_links import (
    CITE,
    LABEL,
    MESSAGE,
    SCHEMES,
    NameKind,
    address_to,
    is_named,
    read_address,
)


@pytest.mark.parametrize(
    ("address", "kind", "names", "url"),
    [
        ("cite:knuth84", NameKind.CITE, ("knuth84",), ""),
        ("label:a%20b", NameKind.LABEL, ("a b",), ""),
        ("object:run;m.run", NameKind.OBJECT, ("run", "m.run"), ""),
        ("mid:a@b;c@d", NameKind.MESSAGE, ("a@b", "c@d"), ""),
        ("doi:10.1000/xyz;1", NameKind.DOI, ("10.1000/xyz;1",), "https://doi.org/10.1000/xyz%3B1"),
        ("https://doi.org/10.1000/Abc", NameKind.DOI, ("10.1000/Abc",), "https://doi.org/10.1000/Abc"),
        ("http://dx.doi.org/10.1000/a%28b", NameKind.DOI, ("10.1000/a(b",), "https://doi.org/10.1000/a(b"),
        ("arXiv:2101.00001v2", NameKind.ARXIV, ("2101.00001",), "https://arxiv.org/abs/2101.00001v2"),
        ("https://arxiv.org/pdf/2101.00001.pdf", NameKind.ARXIV, ("2101.00001",), "https://arxiv.org/abs/2101.00001"),
        ("https://arxiv.org/abs/hep-th/9901001", NameKind.ARXIV, ("hep-th/9901001",),
         "https://arxiv.org/abs/hep-th/9901001"),
    ],
)  # fmt: skip
def test_an_address_names_what_it_leads_to(address: str, kind: NameKind, names: tuple[str, ...], url: str):
    found = read_address(address)
    assert found is not None
    assert (found.kind, found.names, found.url) == (kind, names, url)


@pytest.mark.parametrize(
    "address", ["", "cite:", "doi:abc", "https://doi.org/", "guide.md", "https://arxiv.org/list/cs"]
)
def test_other_addresses_name_nothing(address: str):
    assert read_address(address) is None


@given(st.sampled_from((CITE, LABEL, MESSAGE)), st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4))
def test_names_come_back_from_their_address(scheme: str, names: list[str]):
    wanted = tuple(" ".join(name.split()) for name in names if name.split())
    names = [name.encode("utf-8", "ignore").decode() for name in names]
    if all(name.split() for name in names) and len(wanted) == len(names):
        found = read_address(address_to(scheme, names))
        assert found is not None and found.names == tuple(" ".join(name.split()) for name in names)


@given(st.text())
def test_reading_an_address_never_fails(address: str):
    for scheme in ("", *(f"{scheme}:" for scheme in SCHEMES)):
        found = read_address(scheme + address)
        assert found is None or (found.names and all(found.names))
        is_named(scheme + address)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See [@knuth84, p. 3; see also @b:1] now", ["cite:knuth84", "cite:b:1"]),
        ("[-@a] and [@{https://x.org/a}]", ["cite:a", "cite:https://x.org/a"]),
        ("@doe99 says, and so does @roe.", ["mention:doe99", "mention:roe"]),
        ("mail a@b.org or x/@types", []),
        ("(doi:10.1000/xyz(1)2). Also https://doi.org/10.1000/abc.", ["doi:10.1000/xyz(1)2", "doi:10.1000/abc"]),
        ("arXiv:2101.00001v2 and https://arxiv.org/abs/hep-th/9901001",
         ["arxiv:2101.00001v2", "arxiv:hep-th/9901001"]),
        ("version 10.1234 of 2101.00001", []),
    ],
)  # fmt: skip
def test_citations_are_found_in_text(text: str, found: list[str]):
    assert [address for address, _ in citations_in(text)] == found


def test_text_of_other_formats_holds_no_keys():
    assert [address for address, _ in citations_in("[@a] doi:10.1000/x", has_keys=False)] == ["doi:10.1000/x"]


@given(st.text(alphabet="@[](){}.;:ab10/doiarXv ", max_size=200))
def test_words_of_citations_stand_in_the_text(text: str):
    assert all(words in text and read_address(address) for address, words in citations_in(text))


def test_hostile_text_takes_time_in_proportion():
    for text in ("doi:10.1000/" + ")" * 200_000, "[@" * 100_000, "@a:" * 100_000, "@{" * 100_000, "arxiv:" * 100_000):
        list(citations_in(text))
