"""Time weighting, against the recorded behaviour of the reference.

Deviations:

* the time is kept beside the nodes as well, in a mapping that lives longer than a question, and no model sees it. (The
  reference writes it into the metadata of copies, where it is lost and shows in prompts.)
* a score of 0.0 stays 0.0. The reference treats it like no score, so the recordings are compared with that input.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import MetadataMode, NodeWithScore, TextNode
from desktop_rag.postprocessor.recency import TimeWeightedPostprocessor

GOLDEN = json.loads((Path(__file__).parent / "time_weighted.json").read_text(encoding="utf-8"))
KEY = "__last_accessed__"


def given(case: dict[str, Any], score_of_zero: float | None) -> list[NodeWithScore]:
    return [
        NodeWithScore(
            TextNode(
                text=f"t {entry['id']}",
                id_=entry["id"],
                metadata={} if entry["last_accessed"] is None else {KEY: entry["last_accessed"]},
            ),
            score_of_zero if entry["score"] == 0.0 else entry["score"],
        )
        for entry in case["in"]
    ]


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=range(len(GOLDEN["cases"])))
def test_weighs_like_the_reference(case: dict[str, Any]) -> None:
    times: dict[str, float] = {}
    nodes = given(case, None)
    before = {found.node.node_id: dict(found.node.metadata) for found in nodes}
    weighted = TimeWeightedPostprocessor(
        case["time_decay"],
        time_access_refresh=case["time_access_refresh"],
        now=case["now"],
        top_k=case["top_k"],
        access_times=times,
    ).postprocess_nodes(nodes)
    assert [found.node.node_id for found in weighted] == [entry["id"] for entry in case["out"]]
    assert [found.score for found in weighted] == pytest.approx([entry["score"] for entry in case["out"]], abs=1e-12)
    refreshed = {entry["id"]: entry["metadata"][KEY] for entry in case["out"]} if case["time_access_refresh"] else {}
    assert times == refreshed
    if refreshed:
        assert {found.node.node_id: found.node.metadata[KEY] for found in weighted} == refreshed
    assert [found.node.get_content(MetadataMode.LLM) for found in weighted] == [found.node.text for found in weighted]
    told = {name: before[name] | ({KEY: refreshed[name]} if name in refreshed else {}) for name in before}
    assert {found.node.node_id: dict(found.node.metadata) for found in nodes} == told


def test_zero_is_a_score() -> None:
    zero, none = given({"in": [{"id": "a", "score": 0.0, "last_accessed": None}]}, 0.0)[0], NodeWithScore(TextNode())
    weighted = TimeWeightedPostprocessor(now=0.0, top_k=2).postprocess_nodes([zero, none])
    assert [found.score for found in weighted] == [2.0, 1.0]
