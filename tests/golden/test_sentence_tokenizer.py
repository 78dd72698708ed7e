import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.node_parser import sentence_tokenizer
from desktop_rag.node_parser.sentence_tokenizer import sentence_starts

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "sentence_tokenizer.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["name"])
def test_sentences_are_the_reference_s(case: dict[str, Any]) -> None:
    text = "".join(case["punkt"])
    bounds = pairwise([*sentence_starts(text), len(text)])
    assert [text[start:stop] for start, stop in bounds] == case["punkt"]


WORDS = ["12", "3.4", "RAID-1", "a", "Bc", "é", "漢字", "²", "٣", ".5", "--", "...", "`x", "-", ",", "(", ")", "”", "*"]
ENDS = [". ", ".\n", ".", ".) ", ".\xa0", ".. ", "? ", " ", "  "]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(WORDS + ENDS * 2), max_size=14).map("".join))
def test_words_known_at_a_glance_end_sentences_as_all_others_do(text: str) -> None:
    found = sentence_starts(text)
    with pytest.MonkeyPatch.context() as patched:
        for name in ("_PLAIN", "_HEADING"):
            patched.setattr(sentence_tokenizer, name, re.compile("(?!)"))  # known is none
        assert sentence_starts(text) == found
