"""Compare two judges, or a judge and weights in PyTorch, on statements and questions of the written texts."""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from judge.archive import chosen, ids_of, rarity_of, tokens_of
from judge.graphs import Logits, opened, word_table
from judge.texts import FOLDER, read_texts
from judge.units import units_of

Rows = list[tuple[list[int], int]]


def rows_of_texts(folder: Path, embedder: Path, count: int) -> Rows:
    """Return token ids of the first statements and questions of texts evenly among all, ``count`` rows or one less."""
    from tokenizers import Tokenizer

    texts = read_texts(folder)
    pairs = [
        (first, units_of(text.evidence))
        for text in texts[:: max(1, 3 * len(texts) // count)]
        for first in (text.supported[0], text.wrong[0][0], text.asks[0][0])
    ][:count]
    tokens = tokens_of(
        (one.strip() for first, units in pairs for one in (first, *units)),
        Tokenizer.from_file(str(embedder / "tokenizer.json")),
    )
    rarity = rarity_of(tokens.values())
    return [
        ids_of(tokens[first.strip()], chosen(tokens[first.strip()], [tokens[unit] for unit in units], rarity))
        for first, units in pairs
    ]


def logits_of(folder: Path, embedder: Path, rows: Rows) -> Logits:
    """Return the logits by the judge of a folder, or by its weights in PyTorch where it has no ``judge.onnx``."""
    if (folder / "judge.onnx").exists():
        with opened(folder, embedder) as graph:
            return graph.logits(rows)
    import torch

    from judge.model import loaded

    model = loaded(folder, word_table(embedder)).cpu().eval()
    found = []
    with torch.no_grad():
        for ids, cut in rows:
            segment = torch.tensor([[int(place >= cut) for place in range(len(ids))]])
            given = torch.tensor([ids])
            nli, qa = model(given, torch.ones_like(given, dtype=torch.bool), segment)
            found.append((nli[0].numpy(), qa[0].item()))
    return np.array([nli for nli, _ in found]), np.array([qa for _, qa in found])


def gaps(one: Logits, other: Logits) -> NDArray[np.float32]:
    """Return the largest difference of a logit in each row."""
    largest: NDArray[np.float32] = np.maximum(np.abs(one[0] - other[0]).max(1), np.abs(one[1] - other[1]))
    return largest


def main() -> None:
    """Print how far the logits lie apart; the exit code is 1 when one does so by more than ``--tolerance``."""
    parser = argparse.ArgumentParser(description="Compare the logits of two judges on the written texts.")
    parser.add_argument("one", type=Path, help="folder with judge.onnx and judge.bin, or with weights.npz")
    parser.add_argument("other", type=Path, help="another")
    parser.add_argument("--embedder", type=Path, required=True, help="folder with weights.bin and tokenizer.json")
    parser.add_argument("--texts", type=Path, default=FOLDER, help="folder of texts")
    parser.add_argument("--rows", type=int, default=60, help="rows (default: %(default)s)")
    parser.add_argument("--tolerance", type=float, default=0.01, help="(default: %(default)s)")
    options = parser.parse_args()
    rows = rows_of_texts(options.texts, options.embedder, options.rows)
    apart = gaps(*(logits_of(folder, options.embedder, rows) for folder in (options.one, options.other)))
    print(f"{len(rows)} rows: logits differ by {apart.mean():.5f} in the mean, {apart.max():.5f} at most")
    if apart.max() > options.tolerance:
        raise SystemExit(1)
