"""Let weights judge the pairs of an archive that were not trained on: ``predictions.npz``, for the tables."""

import argparse
from pathlib import Path

import numpy as np

from judge.archive import Archive
from judge.graphs import word_table
from judge.model import loaded
from judge.running import Pairs, judged


def main() -> None:
    """Write the logits of both heads, and of which pairs they are."""
    parser = argparse.ArgumentParser(description="Judge the pairs of an archive that were not trained on.")
    parser.add_argument("weights", type=Path, help="folder with weights.npz; predictions.npz is written there")
    parser.add_argument("--archive", type=Path, required=True, help="folder with archive.npz")
    parser.add_argument("--embedder", type=Path, required=True, help="folder with model.onnx and weights.bin")
    parser.add_argument("--most", type=int, default=0, help="dev pairs at most, drawn from all (default: all)")
    parser.add_argument("--tokens", type=int, default=8192, help="padded tokens of a batch (default: %(default)s)")
    options = parser.parse_args()
    archive = Archive.load(options.archive)
    dev = archive.rows_of("dev")
    if options.most:
        dev = np.random.default_rng(1).permutation(dev)[: options.most]
    rows = np.sort(np.concatenate([dev, archive.rows_of("eval")]))
    model = loaded(options.weights, word_table(options.embedder))
    nli, qa, loss = judged(model, Pairs(archive, rows, next(model.parameters()).device), options.tokens)
    np.savez(options.weights / "predictions.npz", rows=rows, nli=nli, qa=qa)
    print(f"{len(rows)} pairs, mean loss {loss:.4f}")
