import runpy
from pathlib import Path

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.text.tokenizer import get_tokenizer
from desktop_rag.text.unspaced_cuts import Bridges

ROOT = Path(__file__).parents[2]


def test_the_file_of_bridges_is_what_the_vocabulary_says() -> None:
    found = runpy.run_path(str(ROOT / "packaging" / "token_bridges.py"))["bridges"](get_tokenizer().vocabulary())
    kept = Bridges.unpacked(resource_path("tokenizers", "cl100k_base.bridges").read_bytes())
    assert all(np.array_equal(one, other) for one, other in zip(found, kept, strict=True)), (
        "run: python packaging/token_bridges.py"
    )


def test_every_token_is_what_its_bytes_are_merged_to() -> None:
    """Parts that begin or end between two tokens rely on it: no part is a token that merging would not find."""
    ranks = {data: rank for rank, data in get_tokenizer()._ranks()}
    for token in list(ranks)[::50]:
        assert merged(token, ranks) == [token]


def merged(data: bytes, ranks: dict[bytes, int]) -> list[bytes]:
    """The tokens of some bytes, by the rule alone: the pair of the lowest rank is merged first."""
    parts = [data[i : i + 1] for i in range(len(data))]
    while True:
        pairs = [(ranks.get(parts[i] + parts[i + 1], len(ranks)), i) for i in range(len(parts) - 1)]
        rank, i = min(pairs, default=(len(ranks), 0))
        if rank == len(ranks):
            return parts
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
