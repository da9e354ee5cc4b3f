"""Texts cut into passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.library.context.passage_cuts import AIM, MOST_WHOLE, cut

SENTENCE = "The wheel turns and the reader sits before it with a book in hand, as on any other day. "
CODE = "```python\n" + "turn(wheel, by=1)  # one step. Then the next one.\n" * 14 + "```\n"
TABLE = "| gear | teeth |\n|---|---|\n" + "| sun. | 24 |\n| planet | 12 |\n" * 14
LIST = "".join(f"- Fold the folio number {number} once. Then press it flat.\n" for number in range(12))


def texts_of(text: str) -> list[str]:
    return [text[start:end] for start, end in cut(text)]


def test_prose_is_cut_at_sentences():
    passages = texts_of(SENTENCE * 40)
    assert len(passages) > 3
    assert all(passage.endswith("day. ") and AIM <= len(passage) <= 2 * AIM for passage in passages[:-1])


def test_a_block_of_code_a_table_or_a_list_stays_whole():
    for block in (CODE, TABLE, LIST):
        assert AIM < len(block) <= MOST_WHOLE
        passages = texts_of(f"{SENTENCE * 3}\n\n{block}\n{SENTENCE * 9}")
        assert sum(block.strip() in passage for passage in passages) == 1


def test_a_block_that_is_too_long_is_cut_at_its_lines():
    passages = texts_of(TABLE * 9)
    assert len(passages) > 3
    assert all(passage.endswith("|\n") for passage in passages)


def test_a_heading_stays_with_what_it_heads():
    passages = texts_of(f"{SENTENCE * 4}\n\n## Gears\n\n{SENTENCE * 6}")
    assert not any(passage.rstrip().endswith("## Gears") for passage in passages)


def test_a_sentence_that_does_not_end_is_cut_at_a_space():
    passages = texts_of("folio " * 400)
    assert all(len(passage) <= 2 * AIM and passage.endswith("folio ") for passage in passages)


@given(st.text(st.sampled_from("ab .\n。?”|`-#1"), max_size=4000))
def test_passages_follow_each_other_without_a_gap(text: str):
    passages = cut(text)
    assert "".join(text[start:end] for start, end in passages) == text
    assert all(start < end for start, end in passages)
