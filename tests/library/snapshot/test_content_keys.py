from __future__ import annotations

import numpy as np

from bookwheel.library.snapshot.content_keys import content_keys, digest_of, short_digests
from tests.publications.publishing import document, with_terms


def test_sections_of_the_same_document_have_the_same_keys_and_all_others_have_others() -> None:
    texts = [f"# Title {number}\n\nText.\n\n## More\n\nText.\n" for number in range(500)]
    digests = short_digests([digest_of(document("page.md", text)) for text in texts])
    numbers = np.tile(np.arange(2), len(texts))
    keys = content_keys(np.repeat(digests, 2), numbers)
    assert keys.min() > 0 and keys.dtype == np.int64 and len(set(keys.tolist())) == 1000
    again = content_keys(np.repeat(short_digests([digest_of(document("page.md", texts[7]))]), 2), np.arange(2))
    assert again.tolist() == keys[14:16].tolist()


def test_a_document_with_its_terms_counted_is_another() -> None:
    rows = document("page.md", "# Title\n\nText.\n")
    assert digest_of(rows) != digest_of(with_terms(rows))
