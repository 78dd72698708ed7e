"""Weights of the judge as arrays, in one file of a folder: ``weights.npz``. Names are those of the model in PyTorch."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[np.float32]]


def save_weights(weights: Weights, folder: Path) -> None:
    """Write ``weights.npz``, about 87 MB."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {name: np.asarray(values, np.float32) for name, values in weights.items()}
    np.savez(folder / "weights.npz", allow_pickle=False, **arrays)


def load_weights(folder: Path) -> Weights:
    """Read ``weights.npz``."""
    with np.load(folder / "weights.npz") as box:
        return {name: box[name] for name in box.files}
