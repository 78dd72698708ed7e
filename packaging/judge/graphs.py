"""The files of the embedder and the judge: tensors of their graphs, and running a judge."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judge.archive import PAD
from judge.shape import WIDTH

WORD_TABLE = ("emb.word.q", "emb.word.s", "emb.word.zero")
BLOCK = 32  # values of the word table with one scale
Logits = tuple[NDArray[np.float32], NDArray[np.float32]]


def tensors_of(path: Path) -> dict[str, Any]:
    """Return the tensors of a graph by their names, with what the files beside it hold of them."""
    import onnx

    found = {}
    for tensor in onnx.load(str(path), load_external_data=False).graph.initializer:
        if tensor.data_location == onnx.TensorProto.EXTERNAL:
            place = {entry.key: entry.value for entry in tensor.external_data}
            file = path.parent / place["location"]
            if not file.exists():
                continue  # the word table of a judge that does not lie beside the embedder
            with file.open("rb") as stream:
                stream.seek(int(place.get("offset", 0)))
                data = stream.read(int(place["length"]))
            tensor.ClearField("external_data")
            tensor.ClearField("data_location")
            tensor.raw_data = data
        found[tensor.name] = tensor
    return found


def word_table(embedder: Path) -> NDArray[np.float32]:
    """Return the embedder's vectors of all tokens, shape ``(tokens, WIDTH)``: 4-bit values from -8 to 7, and scales."""
    from onnx import numpy_helper

    tensors = tensors_of(embedder / "model.onnx")
    packed = np.frombuffer(tensors["emb.word.q"].raw_data, np.uint8)
    values = np.stack([packed & 15, packed >> 4], axis=-1).reshape(-1, BLOCK).astype(np.float32) - 8
    scales = numpy_helper.to_array(tensors["emb.word.s"]).astype(np.float32).reshape(-1, 1)
    table: NDArray[np.float32] = (values * scales).reshape(-1, WIDTH)
    return table


class Graph:
    """A judge in ONNX Runtime."""

    def __init__(self, path: Path) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # it reports to its maker unless told not to before it is imported
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def logits(self, rows: Sequence[tuple[Sequence[int], int]], at_once: int = 16) -> Logits:
        """Return the logits of pairs of token ids and where their second text begins: ``(rows, 3)``, ``(rows,)``."""
        nli, qa = np.zeros((len(rows), 3), np.float32), np.zeros(len(rows), np.float32)
        order = sorted(range(len(rows)), key=lambda place: len(rows[place][0]))
        for begin in range(0, len(order), at_once):
            batch = order[begin : begin + at_once]
            longest = len(rows[batch[-1]][0])
            ids = np.full((len(batch), longest), PAD, np.int64)
            mask, segment = np.zeros_like(ids), np.zeros_like(ids)
            for line, place in enumerate(batch):
                tokens, cut = rows[place]
                ids[line, : len(tokens)] = tokens
                mask[line, : len(tokens)] = 1
                segment[line, cut:] = 1
            given = {"input_ids": ids, "attention_mask": mask, "segment": segment}
            nli[batch], qa[batch] = self._session.run(["nli", "qa"], given)
        return nli, qa


@contextmanager
def opened(judge: Path, embedder: Path) -> Iterator[Graph]:
    """Return the judge of a folder, brought together with the embedder's word table where that lies elsewhere."""
    if (judge / "weights.bin").exists():
        yield Graph(judge / "judge.onnx")
        return
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        for file in (judge / "judge.onnx", judge / "judge.bin", embedder / "weights.bin"):
            shutil.copy(file, folder)
        yield Graph(Path(folder) / "judge.onnx")
