import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.node_parser.sentence_tokenizer import sentence_starts

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "sentence_tokenizer.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["name"])
def test_sentences_are_the_reference_s(case: dict[str, Any]) -> None:
    text = "".join(case["punkt"])
    bounds = pairwise([*sentence_starts(text), len(text)])
    assert [text[start:stop] for start, stop in bounds] == case["punkt"]
