"""The chunks are the reference's, to the character. Offsets: see ``test_nodes``."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.text.tokenizer import get_tokenizer

HERE = Path(__file__).parent


def load(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((HERE / name).read_text(encoding="utf-8"))["cases"]
    return cases


SENTENCES = load("sentence_splitter.json")
TEXTS = {case["name"]: case["input"] for case in SENTENCES}


def name_of(case: dict[str, Any]) -> str:
    keys = ("name", "meta", "chunk_size", "chunk_overlap", "params")
    return "-".join(str(case[key]) for key in keys if key in case)


@pytest.mark.parametrize("case", SENTENCES, ids=name_of)
def test_sentence_splitter(case: dict[str, Any]) -> None:
    chunks = SentenceSplitter(case["chunk_size"], case["chunk_overlap"]).split_text(case["input"])
    assert chunks == case["chunks"]
    assert [get_tokenizer().count(chunk) for chunk in chunks] == case["tokens"]


@pytest.mark.parametrize("case", load("sentence_splitter_options.json"), ids=name_of)
def test_sentence_splitter_options(case: dict[str, Any]) -> None:
    assert SentenceSplitter(**{"chunk_overlap": 0, **case["params"]}).split_text(TEXTS[case["name"]]) == case["chunks"]


@pytest.mark.parametrize("case", load("token_text_splitter.json"), ids=name_of)
def test_token_text_splitter(case: dict[str, Any]) -> None:
    splitter = TokenTextSplitter(case["chunk_size"], case["chunk_overlap"])
    assert splitter.split_text(TEXTS[case["name"]]) == case["chunks"]


@pytest.mark.parametrize("case", load("sentence_splitter_nodes.json"), ids=name_of)
def test_nodes(case: dict[str, Any]) -> None:
    """Deliberate deviation: offsets are always found and always right.

    The reference searches the chunk after the start of the one before, so it misses chunks that begin earlier than
    that, gives them no offset, or takes other places with the same words for them.
    """
    text = TEXTS[case["name"]]
    excluded = case["excluded_keys"]
    document = Document(
        text=text,
        id_="doc-1",
        metadata=case["metadata"],
        excluded_embed_metadata_keys=excluded,
        excluded_llm_metadata_keys=excluded,
    )
    splitter = SentenceSplitter(
        case["chunk_size"], case["chunk_overlap"], id_func=lambda i, source: f"{source.id_}-{i}"
    )
    nodes = splitter.get_nodes_from_documents([document])
    assert len(nodes) == len(case["nodes"])
    for node, expected in zip(nodes, case["nodes"], strict=True):
        assert (node.id_, node.text, node.metadata) == (expected["id"], expected["text"], expected["metadata"])
        assert (node.ref_doc_id, node.hash) == (expected["ref_doc_id"], expected["hash"])
        assert neighbour(node, NodeRelationship.PREVIOUS) == expected["prev"]
        assert neighbour(node, NodeRelationship.NEXT) == expected["next"]
        assert node.start_char_idx is not None
        assert node.end_char_idx is not None
        assert text[node.start_char_idx : node.end_char_idx] == node.text
        if text.count(node.text) == 1 and expected["start_char_idx"] is not None:
            assert (node.start_char_idx, node.end_char_idx) == (expected["start_char_idx"], expected["end_char_idx"])


def neighbour(node: TextNode, kind: NodeRelationship) -> str | None:
    info = node.relationships.get(kind)
    return info.node_id if isinstance(info, RelatedNodeInfo) else None
