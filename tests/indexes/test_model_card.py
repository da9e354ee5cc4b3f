"""What a model's card and files say of prompts and languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.indexes.embedding import model_card


@pytest.mark.parametrize(
    ("name", "prompts", "prefixes"),
    [
        ("Qwen/Qwen3-Embedding-0.6B", {"query": "Instruct: x\nQuery:", "document": ""}, ("Instruct: x\nQuery:", "")),
        ("intfloat/multilingual-e5-small", {}, ("query: ", "passage: ")),
        ("multilingual-e5-large-instruct", {}, ("", "")),
        ("BAAI/bge-small-en-v1.5", {"query": "", "document": ""}, (model_card.BGE_QUERY, "")),
        ("all-MiniLM-L12-v2", {}, ("", "")),
    ],
)
def test_prefixes_follow_the_models_files_else_what_is_known(
    name: str, prompts: dict[str, str], prefixes: tuple[str, str]
) -> None:
    assert model_card.prompts_of(name, prompts) == prefixes


@pytest.mark.parametrize(
    ("card", "languages"),
    [
        ("---\nlanguage: en\n---\n", ("en",)),
        ("---\ntags:\n- a\nlanguage: [en, zh]\nlicense: mit\n---\n", ("en", "zh")),
        ("---\nlanguage:\n  - multilingual\n  - en\n---\n", ()),
        ("---\nlicense: mit\n---\nlanguage: de\n", ()),
        ("# A card without a header\n", ()),
    ],
)
def test_languages_are_those_that_the_card_names(tmp_path: Path, card: str, languages: tuple[str, ...]) -> None:
    (tmp_path / "README.md").write_text(card, "utf-8")
    assert model_card.languages_of(tmp_path) == languages
