"""Write weights as ``judge.onnx`` and ``judge.bin``: matrices of 8 bits, in blocks that share a scale.

The graph takes the word table from the embedder's ``weights.bin``: it must lie in that folder.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from judge.graphs import BLOCK, WORD_TABLE
from judge.shape import EPSILON, HEADS, LAYERS
from judge.weights import Weights, load_weights

MATRIX_BLOCK = 128  # values of a matrix with one scale
_LONGEST = 256  # tokens that positions are written for; the judge never gets more
_IN_THE_FILE = 1024  # bytes of a tensor, from which on it goes to judge.bin
_MICROSOFT = "com.microsoft"
_INT8 = 4  # accuracy level: activations of 8 bits


def blocks_of(matrix: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a matrix as values of 8 bits, with 128 for zero, and the scale of each block along its columns."""
    rows, columns = matrix.shape
    blocks = matrix.reshape(rows, columns // MATRIX_BLOCK, MATRIX_BLOCK)
    scales = np.abs(blocks).max(-1) / 127
    scales = np.where(scales == 0, 1e-8, scales)
    values = np.clip(np.rint(blocks / scales[..., None]), -128, 127) + 128
    return values.astype(np.uint8), scales.astype(np.float32)


class GraphWriter:
    """The graph of the judge, node by node."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def written(self) -> onnx.ModelProto:
        """Return the model, without the word table, which is the embedder's."""
        self._op("GatherBlockQuantized", ["emb.word.q", "input_ids", "emb.word.s", "emb.word.zero"], "word",
                 domain=_MICROSOFT, gather_axis=0, quantize_axis=1, block_size=BLOCK)  # fmt: skip
        one, zero = self._constant("one", np.array([1], "i8")), self._constant("zero", np.array([0], "i8"))
        positions = (self._weights["position"] + self._weights["type0"])[:_LONGEST]
        self._op("Gather", [self._op("Shape", ["input_ids"], "shape"), one], "length")
        self._op("Slice", [self._constant("emb.pos", positions), zero, "length", zero], "position")
        self._op("Add", ["word", "position"], "wp")
        segment = self._constant("emb.segment", self._weights["segment"])
        self._op("Add", ["wp", self._op("Gather", [segment, "segment"], "segments", axis=0)], "wps")
        states = self._norm("wps", "norm", "x")
        self._op("Cast", ["attention_mask"], "mask32", to=TensorProto.INT32)
        for layer in range(LAYERS):
            states = self._layer(states, f"layers.{layer}.")
        self._op("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        last = self._constant("last", np.array([-1], "i8"))
        masked = self._op("Mul", [states, self._op("Unsqueeze", ["mask", last], "mask3")], "masked")
        total = self._op("ReduceSum", [masked, one], "sum", keepdims=0)
        mean = self._op("Div", [total, self._op("ReduceSum", ["mask", one], "count", keepdims=1)], "mean")
        first = self._op("Squeeze", [self._op("Gather", [states, zero], "cls1", axis=1), one], "cls")
        both = self._op("Concat", [first, mean], "both", axis=-1)
        pooled = self._op("Tanh", [self._head(both, "pool", "P")], "pooled")
        self._head(pooled, "nli", "nli")
        self._op("Squeeze", [self._head(pooled, "qa", "qa2"), last], "qa")
        given = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"])
            for name in ("input_ids", "attention_mask", "segment")
        ]
        found = [
            helper.make_tensor_value_info("nli", TensorProto.FLOAT, ["batch", 3]),
            helper.make_tensor_value_info("qa", TensorProto.FLOAT, ["batch"]),
        ]
        graph = helper.make_graph(self._nodes, "judge", given, found, self._constants)
        sets = [helper.make_opsetid("", 21), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=10)

    def _layer(self, states: str, name: str) -> str:
        qkv = self._linear(states, f"{name}qkv", f"{name}QKV")
        parts = [f"{name}{part}" for part in "QKV"]
        self._nodes.append(helper.make_node("Split", [qkv], parts, axis=-1, num_outputs=3))
        told = self._op("MultiHeadAttention", [*parts, "", "mask32"], f"{name}att", domain=_MICROSOFT, num_heads=HEADS)
        sum1 = self._op("Add", [self._linear(told, f"{name}out", f"{name}AO"), states], f"{name}r1")
        middle = self._norm(sum1, f"{name}norm1", f"{name}y")
        inner = self._op("Gelu", [self._linear(middle, f"{name}up", f"{name}UP")], f"{name}G", domain=_MICROSOFT)
        sum2 = self._op("Add", [self._linear(inner, f"{name}down", f"{name}DOWN"), middle], f"{name}r2")
        return self._norm(sum2, f"{name}norm2", f"{name}x")

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _op(self, kind: str, given: Sequence[str], found: str, *, domain: str = "", **attributes: float) -> str:
        self._nodes.append(helper.make_node(kind, given, [found], domain=domain, **attributes))
        return found

    def _linear(self, given: str, name: str, found: str) -> str:
        matrix = self._weights[f"{name}.weight"]
        values, scales = blocks_of(matrix)
        bias = self._constant(f"{name}.b", self._weights[f"{name}.bias"])
        matrices = [self._constant(f"{name}.q", values), self._constant(f"{name}.s", scales.reshape(-1))]
        rows, columns = matrix.shape
        return self._op(
            "MatMulNBits", [given, *matrices, "", "", bias], found, domain=_MICROSOFT,
            K=columns, N=rows, bits=8, block_size=MATRIX_BLOCK, accuracy_level=_INT8,
        )  # fmt: skip

    def _norm(self, given: str, name: str, found: str) -> str:
        weight = self._constant(f"{name}.w", self._weights[f"{name}.weight"])
        bias = self._constant(f"{name}.bias", self._weights[f"{name}.bias"])
        return self._op("LayerNormalization", [given, weight, bias], found, epsilon=EPSILON, axis=-1)

    def _head(self, given: str, name: str, found: str) -> str:
        weight = self._constant(f"{name}.w", self._weights[f"{name}.weight"])
        bias = self._constant(f"{name}.b", self._weights[f"{name}.bias"])
        return self._op("Gemm", [given, weight, bias], found, transB=1)


def write_judge(weights: Weights, embedder: Path, out: Path) -> None:
    """Write ``judge.onnx`` and ``judge.bin`` into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ("judge.onnx", "judge.bin"):
        (out / name).unlink(missing_ok=True)  # onnx appends to a file that there is
    path = out / "judge.onnx"
    onnx.save(
        GraphWriter(weights).written(), str(path), save_as_external_data=True, all_tensors_to_one_file=True,
        location="judge.bin", size_threshold=_IN_THE_FILE,
    )  # fmt: skip
    model = onnx.load(str(path), load_external_data=False)
    shared = onnx.load(str(embedder / "model.onnx"), load_external_data=False).graph.initializer
    # these keep the embedder's own file and their places in it
    model.graph.initializer.extend(tensor for tensor in shared if tensor.name in WORD_TABLE)
    path.write_bytes(model.SerializeToString())
    (out / "judge.bin").chmod(0o644)


def main() -> None:
    """Write the judge of a folder's weights."""
    parser = argparse.ArgumentParser(description="Write weights as judge.onnx and judge.bin.")
    parser.add_argument("weights", type=Path, help="folder with weights.npz")
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument("--embedder", type=Path, required=True, help="folder with model.onnx")
    options = parser.parse_args()
    write_judge(load_weights(options.weights), options.embedder, options.out)
