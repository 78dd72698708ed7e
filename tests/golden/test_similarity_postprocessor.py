"""The similarity cut-off, against the recorded behaviour of the reference.

The recordings name the nodes that stay; the scores are ours and lie on the cut-offs where that is possible.
Deviation: a cut-off of None, which the reference refuses, cannot be given (mypy).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.postprocessor.node import SimilarityPostprocessor
from tests.helpers.fixed_retriever import hits, ids

GOLDEN = json.loads((Path(__file__).parent / "similarity_postprocessor.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", [case for case in GOLDEN["cases"] if "out" in case], ids=str)
def test_keeps_what_the_reference_keeps(case: dict[str, Any]) -> None:
    nodes = hits("words", a=0.9, b=0.7, c=0.89, d=1.0, e=0.0, f=None, g=0.75)
    kept = SimilarityPostprocessor(case["cutoff"]).postprocess_nodes(nodes)
    assert ids(kept) == case["out"]
    assert all(found.found_by == ("words",) for found in kept)
