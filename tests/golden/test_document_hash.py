"""A document's hash is the reference's to the character, so that stores filled by either agree on what changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import Document
from tests.golden.test_splitters import TEXTS

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parent / "sentence_splitter_nodes.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", sorted({case["name"] for case in GOLDEN["cases"]}))
def test_document_hash(name: str) -> None:
    for case in GOLDEN["cases"]:
        if case["name"] == name:
            document = Document(text=TEXTS[name], id_="doc-1", metadata=case["metadata"])
            assert document.hash == case["doc_hash"]
