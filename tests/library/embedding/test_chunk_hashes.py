from __future__ import annotations

from hypothesis import given, strategies

from bookwheel.library.embedding.chunk_hashes import (
    HASH_BYTES,
    find_published,
    hash_text,
    published_hashes,
    stored_hash,
)


@given(strategies.text(), strategies.integers(1, 20))
def test_published_hashes_are_found_for_any_number_of_chunks(text: str, chunks: int):
    hashes = published_hashes(text, chunks)
    assert len(set(hashes)) == chunks and find_published(text, set(hashes)) == hashes


@given(strategies.text(), strategies.text())
def test_no_hash_of_one_text_is_that_of_another(first: str, second: str):
    hashes = {*published_hashes(first, 1), *published_hashes(first, 3)}
    assert first == second or not find_published(second, hashes)


@given(strategies.text(), strategies.text(), strategies.text())
def test_hashes_stored_for_publications_are_those_of_no_other_collection(text: str, slug: str, other: str):
    hash = hash_text(text)
    assert stored_hash(hash, slug) != hash and len(stored_hash(hash, slug)) == HASH_BYTES
    assert (stored_hash(hash, slug) == stored_hash(hash, other)) is (slug == other)
