"""Sessions of ONNX Runtime: the inputs that a graph wants, and the vectors that it gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message

IDS, MASK, TYPES, POSITIONS = "input_ids", "attention_mask", "token_type_ids", "position_ids"
_CACHE = "past_key_values"
_WHOLE_NUMBERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_NUMBERS = {"tensor(float)": np.float32, "tensor(float16)": np.float16}
SENTENCES = ("sentence_embedding", "text_embeds", "embeddings", "dense_embeddings")
"""What outputs are called that hold one vector for a text."""
TOKENS = ("last_hidden_state", "token_embeddings", "hidden_states")
"""What outputs are called that hold one vector for each token."""

LOGITS = "logits"
"""What the output of a model is called that scores or classifies texts."""

Array = NDArray[Any]


class Argument(Protocol):
    """An input or output of a graph."""

    name: str
    type: str
    shape: list[int | str | None]


class RuntimeSession(Protocol):
    """What is used of a session."""

    def run(self, names: Sequence[str] | None, feed: dict[str, Array]) -> list[Array]:
        """What the outputs of these names hold for some inputs."""
        ...

    def get_inputs(self) -> list[Argument]:
        """What it takes."""
        ...

    def get_outputs(self) -> list[Argument]:
        """What it gives."""
        ...


class _Options(Protocol):
    intra_op_num_threads: int
    inter_op_num_threads: int
    log_severity_level: int
    enable_cpu_mem_arena: bool
    enable_mem_pattern: bool


class _Runtime(Protocol):
    """What is used of ONNX Runtime, which has no types."""

    def SessionOptions(self) -> _Options: ...  # noqa: N802 - its name

    def InferenceSession(self, path: Path, options: _Options, *, providers: list[str]) -> RuntimeSession: ...  # noqa: N802


def open_session(path: Path) -> RuntimeSession:
    """A session of a graph; the runtime's own exception when it cannot be had."""
    runtime = cast("_Runtime", onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1  # the calling thread alone; without a pool nothing spins
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Without the arena a call gives its memory back: 50 MB less at rest, and no slower.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


class Session:
    """A session that takes the tokens of a text or of two; any thread may run it."""

    def __init__(self, path: Path) -> None:
        """Open a graph.

        Raises:
            ModelUnavailable: when it is torn.
        """
        self._path = path
        try:
            self._session = open_session(path)
        except Exception as error:  # the runtime fails in many classes over a foreign file
            raise unusable(path, Message.verbatim(_first_line(error))) from error
        self._inputs = self._session.get_inputs()
        self.outputs = self._session.get_outputs()

    def check_inputs(self) -> None:
        """Refuse a graph that takes no tokens, or something else besides.

        Raises:
            ModelUnavailable: which says so.
        """
        names = {argument.name for argument in self._inputs}
        if IDS not in names:
            found = ", ".join(sorted(names))
            raise unusable(self._path, Message("it takes no input_ids, but {names}", names=found))
        for argument in self._inputs:
            is_ours = argument.name in (IDS, MASK, TYPES, POSITIONS) and argument.type in _WHOLE_NUMBERS
            is_cache = argument.name.startswith(_CACHE) and argument.type in _NUMBERS and len(argument.shape) == 4
            if not (is_ours or is_cache):
                told = f"{argument.name}, {argument.type}"
                raise unusable(
                    self._path, Message("it takes an input that Bookwheel does not know ({name})", name=told)
                )

    def run(self, output: str, ids: Sequence[int], types: Sequence[int] | None = None) -> Array:
        """What an output holds for some tokens; `types` say for each which of two texts it is of.

        Raises:
            ModelUnavailable: when the graph fails.
        """
        feed = {argument.name: _input_of(argument, ids, types) for argument in self._inputs}
        try:
            (found,) = self._session.run([output], feed)
        except Exception as error:  # likewise
            raise unusable(self._path, Message.verbatim(_first_line(error))) from error
        return found


class Graph:
    """A session whose inputs and output are known; any thread may run it."""

    def __init__(self, path: Path) -> None:
        """Open a graph and find out what goes in and comes out.

        Raises:
            ModelUnavailable: when it is torn, or wants or gives what no text encoder does.
        """
        self._path, self._session = path, Session(path)
        self._output, self.is_pooled = self._find_output()
        self._session.check_inputs()

    def run(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """A vector for each token, shape (n, dimensions), or where `is_pooled` one for the text, shape (dimensions,).

        Raises:
            ModelUnavailable: when the graph fails, or gives another shape.
        """
        found = self._session.run(self._output, ids)
        wanted = (1, -1) if self.is_pooled else (1, len(ids), -1)
        if found.ndim != len(wanted) or any(
            size not in (-1, got) for size, got in zip(wanted, found.shape, strict=True)
        ):
            shape = " × ".join(map(str, found.shape))
            raise unusable(
                self._path, Message("for {count} tokens it gives {shape} numbers", count=len(ids), shape=shape)
            )
        return found[0].astype(np.float32, copy=False)

    def _find_output(self) -> tuple[str, bool]:
        outputs = self._session.outputs
        by_name = {output.name: output for output in outputs}
        if set(by_name) == {LOGITS}:
            raise unusable(self._path, Message("it is a reranker; set meaning.reranker to use it"))
        for names, is_pooled in ((SENTENCES, True), (TOKENS, False)):
            for name in names:
                if name in by_name:
                    return name, is_pooled
        for output in outputs:
            if len(output.shape) == 3:
                return output.name, False
        if len(outputs) == 1 and len(outputs[0].shape) == 2:
            return outputs[0].name, True
        names = ", ".join(by_name)
        raise unusable(
            self._path, Message("none of its outputs is a vector for a text or its tokens ({names})", names=names)
        )


def _input_of(argument: Argument, ids: Sequence[int], types: Sequence[int] | None = None) -> Array:
    """What an input gets for some tokens; `types` say for each which of two texts it is of."""
    if argument.name.startswith(_CACHE):  # of a decoder: nothing came before
        _, heads, _, width = argument.shape
        sizes = tuple(size if isinstance(size, int) else 1 for size in (heads, width))
        return np.zeros((1, sizes[0], 0, sizes[1]), _NUMBERS[argument.type])
    kind = _WHOLE_NUMBERS[argument.type]
    if argument.name == IDS:
        return np.array([ids], kind)
    if argument.name == POSITIONS:
        return np.arange(len(ids), dtype=kind)[None]
    if argument.name == TYPES and types is not None:
        return np.array([types], kind)
    return np.full((1, len(ids)), 1 if argument.name == MASK else 0, kind)


def unusable(path: Path, reason: Message) -> ModelUnavailable:
    """A model that cannot be used, and why."""
    return ModelUnavailable("The embedding model {file} cannot be used: {reason}.", file=path, reason=reason)


def _first_line(error: Exception) -> str:
    """What an engine says, without its own addresses and colours."""
    line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return line[:300].rstrip(".")
