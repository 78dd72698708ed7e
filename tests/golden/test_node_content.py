"""What models read of a node, and its hash, are the reference's to the character: no deviation."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import MetadataMode, TextNode

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "node_content.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["hash"][:8])
def test_node_content(case: dict[str, Any]) -> None:
    node = TextNode(
        text="  Body text. ",
        metadata=case["metadata"],
        excluded_embed_metadata_keys=case["excluded_embed"],
        excluded_llm_metadata_keys=case["excluded_llm"],
    )
    assert node.hash == case["hash"]
    assert {mode.value: node.get_content(mode) for mode in MetadataMode} == case["get_content"]
    assert {mode.value: node.get_metadata_str(mode) for mode in MetadataMode} == case["get_metadata_str"]
