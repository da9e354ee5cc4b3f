"""What every model of files is checked for when it is opened, encoders and rerankers alike."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.model_card import file_hash
from bookwheel.indexes.embedding.model_folder import Recipe
from bookwheel.indexes.embedding.onnx_graph import external_files

MEMORY_SHARE = 0.8
"""Of this computer's memory that a model's files may take at most."""
VOCABULARY_SHARE = 0.9
"""Of the words that a model has vectors for, the least share that its tokenizer has; of known models it is .995."""


@contextmanager
def unchanged_files(graph: Path, recipe: Recipe) -> Generator[tuple[Path, ...]]:
    """The files that make a model of a graph, which are read within.

    Raises:
        ModelUnavailable: when memory does not hold them, when others were fetched, or when they changed meanwhile.
    """
    weights = external_files(graph)
    _refuse_too_large((graph, *weights))
    files = (*recipe.defining, *weights)
    stamps = _stamps(files)
    _verify(recipe, files)
    yield files
    if _stamps(files) != stamps:
        raise ModelUnavailable("The embedding model {file} changed while it was opened; it is not used.", file=graph)


def open_tokenizer(recipe: Recipe) -> Tokenizer:
    """A recipe's tokenizer, which neither cuts nor pads."""
    try:
        return text_splitter.plain(Tokenizer.from_file(str(recipe.tokenizer)))
    except Exception as error:  # the library raises plain exceptions alone
        raise ModelUnavailable(
            "{file} is torn or is not a tokenizer: {reason}", file=recipe.tokenizer, reason=error
        ) from None


def check_vocabulary(recipe: Recipe, tokenizer: Tokenizer, run: Callable[[list[int]], object]) -> None:
    """Refuse a tokenizer of another model: words that the graph has no vectors for, far fewer, another padding."""
    words = tokenizer.get_vocab(with_added_tokens=True)
    highest, known = max(words.values(), default=-1), recipe.vocabulary
    fault = Message("it has words up to number {number}, the model {count}", number=f"{highest:,}", count=f"{known:,}")
    if not words or (known and not VOCABULARY_SHARE * known <= highest + 1 <= known):
        raise _disagreeing(recipe, fault)
    word, number = recipe.pad
    if word and number >= 0 and words.get(word, number) != number:
        reason = Message(
            "{word} is number {number} there and {count} in the model", word=word, number=words[word], count=number
        )
        raise _disagreeing(recipe, reason)
    try:
        run([highest, 0, highest])
    except ModelUnavailable as error:
        raise _disagreeing(recipe, error.message) from None


def _disagreeing(recipe: Recipe, reason: Message) -> ModelUnavailable:
    return ModelUnavailable(
        "The tokenizer of the embedding model {model} is not the model's own: {reason}.",
        model=recipe.name,
        reason=reason,
    )


def _refuse_too_large(files: Sequence[Path]) -> None:
    """Refuse files that this computer's memory does not hold."""
    size, memory = sum(path.stat().st_size for path in files), psutil.virtual_memory().total
    if size > MEMORY_SHARE * memory:
        raise ModelUnavailable(
            "The embedding model {file} has {size} GB, more than this computer's memory holds ({memory} GB).",
            file=files[0], size=f"{size / 1e9:.1f}", memory=f"{memory / 1e9:.1f}",
        )  # fmt: skip


def _verify(recipe: Recipe, files: Sequence[Path]) -> None:
    """Refuse files other than those that were fetched, where that was noted."""
    if recipe.hashes is None:
        return
    home = recipe.tokenizer.parent
    for path in files:
        name = path.relative_to(home).as_posix() if path.is_relative_to(home) else path.name
        if recipe.hashes.get(name) != file_hash(path):
            raise ModelUnavailable(
                "{file} is not the file that was fetched; remove the model and fetch it again.",
                file=path, next=f"bookwheel model get {recipe.name}",
            )  # fmt: skip


def _stamps(files: Sequence[Path]) -> list[tuple[int, int, int]]:
    """What tells whether files were replaced or written to."""
    return [(told.st_ino, told.st_size, told.st_mtime_ns) for told in (path.stat() for path in files)]
