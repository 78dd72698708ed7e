"""How close two vectors are, against the recorded values of the reference.

Deviation: a vector of zeros gives 0 rather than NaN, which no comparison survives.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desktop_rag.embeddings.base import SimilarityMode, mean_agg, similarity

GOLDEN = json.loads((Path(__file__).parent / "similarity.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", [case for case in GOLDEN["cases"] if "note" not in case], ids=range(3))
@pytest.mark.parametrize("mode", list(SimilarityMode))
def test_similarity(case: dict[str, Any], mode: SimilarityMode) -> None:
    assert similarity(case["a"], case["b"], mode) == pytest.approx(case[mode.value], abs=1e-12)


def test_zeros_have_no_direction() -> None:
    (case,) = [case for case in GOLDEN["cases"] if case.get("note") == "zero vector"]
    assert case["cosine"] == "nan"
    assert similarity(case["a"], case["b"]) == 0.0
    assert similarity(case["b"], case["a"]) == 0.0


def test_mean_agg() -> None:
    values = GOLDEN["mean_agg"]
    assert mean_agg(np.array(values["in"], np.float32)).tolist() == values["out"]
    with pytest.raises(ValueError, match="no embeddings"):
        mean_agg([])
