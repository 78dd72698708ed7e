"""Take the weights out of a shipped judge, to train them further.

The matrices come back from 8 bits: they are the shipped ones, not those before they were rounded. Positions beyond
those of the graph become zero; pairs are never that long.
"""

import argparse
from pathlib import Path

import numpy as np

from judge.graphs import tensors_of
from judge.shape import LAYERS, POSITIONS, WIDTH
from judge.weights import Weights, save_weights


def weights_of(judge: Path) -> Weights:
    """Return the weights of ``judge.onnx`` and ``judge.bin`` in a folder."""
    import onnx
    from onnx import helper, numpy_helper

    tensors = tensors_of(judge / "judge.onnx")
    arrays = {name: numpy_helper.to_array(one) for name, one in tensors.items() if not name.startswith("emb.word")}
    position = np.zeros((POSITIONS, WIDTH), np.float32)
    position[: len(arrays["emb.pos"])] = arrays["emb.pos"]
    weights = {"position": position, "type0": np.zeros(WIDTH, np.float32), "segment": arrays["emb.segment"]}
    for name in ["norm", *(f"layers.{layer}.norm{which}" for layer in range(LAYERS) for which in (1, 2))]:
        weights[f"{name}.weight"], weights[f"{name}.bias"] = arrays[f"{name}.w"], arrays[f"{name}.bias"]
    for name in ("pool", "nli", "qa"):
        weights[f"{name}.weight"], weights[f"{name}.bias"] = arrays[f"{name}.w"], arrays[f"{name}.b"]
    for node in onnx.load(str(judge / "judge.onnx"), load_external_data=False).graph.node:
        if node.op_type != "MatMulNBits":
            continue
        given = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        if given["bits"] != 8:
            raise ValueError(f"{judge}: a judge of {given['bits']} bits, not of 8")
        rows, columns = given["N"], given["K"]
        name = node.input[1].removesuffix(".q")
        values = arrays[node.input[1]].reshape(rows, -1, given["block_size"]).astype(np.float32) - 128
        weights[f"{name}.weight"] = (values * arrays[node.input[2]].reshape(rows, -1, 1)).reshape(rows, columns)
        weights[f"{name}.bias"] = arrays[node.input[5]]
    return weights


def main() -> None:
    """Write the weights of a judge."""
    parser = argparse.ArgumentParser(description="Take the weights out of a shipped judge.")
    parser.add_argument("judge", type=Path, help="folder with judge.onnx and judge.bin")
    parser.add_argument("out", type=Path, help="folder for weights.npz")
    options = parser.parse_args()
    weights = weights_of(options.judge)
    save_weights(weights, options.out)
    print(f"{sum(one.size for one in weights.values()):,} weights")
