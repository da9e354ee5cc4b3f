"""Linear layers that some models put after pooling, read from their safetensors."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message

_KINDS = {"F32": np.float32, "F16": np.float16, "F64": np.float64}
_LONGEST_HEADER = 1 << 20
_LARGEST_BYTES = 1 << 28
TANH, IDENTITY = "torch.nn.modules.activation.Tanh", "torch.nn.modules.linear.Identity"


@dataclass(frozen=True, slots=True)
class Dense:
    """`weight` (out, in), `bias` (out,) and whether the hyperbolic tangent follows."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]
    has_tanh: bool

    @classmethod
    def read(cls, folder: Path) -> Dense:
        """The layer in a module's folder, by its config.json and model.safetensors.

        Raises:
            ModelUnavailable: when a file is missing, torn or of another kind.
        """
        path = folder / "model.safetensors"
        if not path.is_file():
            raise ModelUnavailable("The model needs {file}, which is not there; pickles are not read.", file=path)
        try:
            config = json.loads((folder / "config.json").read_text("utf-8"))
            tensors = _read_tensors(path)
            weight, bias = tensors["linear.weight"], tensors.get("linear.bias")
            activation = str(config.get("activation_function", IDENTITY))
            if weight.ndim != 2 or (bias is not None and bias.shape != weight.shape[:1]):
                raise ValueError("its weights have another shape")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
            raise ModelUnavailable("{file} cannot be used: {reason}.", file=path, reason=error) from None
        if activation not in (TANH, IDENTITY):
            reason = Message("it needs {name}, which Bookwheel does not know", name=activation)
            raise ModelUnavailable("{file} cannot be used: {reason}.", file=path, reason=reason)
        zeros = np.zeros(weight.shape[0], np.float32)
        return cls(weight, zeros if bias is None else bias, activation == TANH)

    def apply(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the layer makes of a vector."""
        made = self.weight @ vector + self.bias
        return np.tanh(made) if self.has_tanh else made


def _read_tensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """All tensors of a small file. Source: the format's description, safetensors 0.4."""
    content = path.read_bytes() if path.stat().st_size <= _LARGEST_BYTES else b""
    (size,) = struct.unpack_from("<Q", content)
    if size > min(_LONGEST_HEADER, len(content) - 8):
        raise ValueError("its header is torn")
    header = cast("dict[str, dict[str, object]]", json.loads(content[8 : 8 + size]))
    found: dict[str, NDArray[np.float32]] = {}
    for name, told in header.items():
        if name == "__metadata__":
            continue
        start, end = cast("list[int]", told["data_offsets"])
        shape = tuple(cast("list[int]", told["shape"]))
        piece = content[8 + size + start : 8 + size + end]
        if start < 0 or end < start or len(piece) != end - start:
            raise ValueError("it is torn")
        if told["dtype"] == "BF16":
            values = (np.frombuffer(piece, "<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            values = np.frombuffer(piece, np.dtype(_KINDS[str(told["dtype"])]).newbyteorder("<"))
        found[name] = values.reshape(shape).astype(np.float32)
    return found
