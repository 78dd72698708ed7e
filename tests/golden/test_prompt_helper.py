"""Room, repacking and truncating are the reference's, to the character; where it fails without need, ours does not.

Deliberate deviations:

- blank chunks: the reference's ``truncate`` raises IndexError; ours returns an empty text;
- more chunks than room for a token of each: the reference's ``truncate`` raises "Chunk size -1 is not positive";
  ours cuts the first ones and empties the last.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.prompt_helper import NoRoomError, PromptHelper
from desktop_rag.text.tokenizer import get_tokenizer

DATA = json.loads((Path(__file__).parent / "prompt_helper.json").read_text(encoding="utf-8"))
CHUNKS: dict[str, list[str]] = DATA["chunksets"]
CASES: list[dict[str, Any]] = DATA["cases"]


def name_of(case: dict[str, Any]) -> str:
    return f"{case['prompt']}-{case['llm_is_chat']}-{case['chunks']}-{case['context_window']}"


def prompt_of(case: dict[str, Any]) -> PromptTemplate:
    """A prompt of the same size as the reference's, question included."""
    size = DATA["prompt_tokens"][case["prompt"] + ("/chat" if case["llm_is_chat"] else "")]
    return PromptTemplate("{context_str}" + " x" * size)


def failed(result: object) -> bool:
    return isinstance(result, dict) and "error" in result


def helper_of(case: dict[str, Any]) -> PromptHelper:
    return PromptHelper(case["context_window"], case["num_output"])


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_room_and_repacking(case: dict[str, Any]) -> None:
    helper, prompt, chunks = helper_of(case), prompt_of(case), CHUNKS[case["chunks"]]
    if failed(case["available_chunk_size"]):
        with pytest.raises(NoRoomError):
            helper.available_chunk_size(prompt)
    else:
        assert helper.available_chunk_size(prompt) == case["available_chunk_size"]
    if failed(case["repack"]):
        with pytest.raises(NoRoomError):
            helper.repack(prompt, chunks)
        return
    packs = helper.repack(prompt, chunks)
    assert packs == case["repack"]
    assert [get_tokenizer().count(pack) for pack in packs] == case["repack_tokens"]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_truncating(case: dict[str, Any]) -> None:
    helper, prompt, chunks = helper_of(case), prompt_of(case), CHUNKS[case["chunks"]]
    expected = case["truncate"]
    if not failed(expected):
        assert helper.truncate(prompt, chunks) == expected
        return
    if failed(case["available_chunk_size"]):
        with pytest.raises(NoRoomError):
            helper.truncate(prompt, chunks)
        return
    cut = helper.truncate(prompt, chunks)
    assert len(cut) == len(chunks)
    for text, chunk in zip(cut, chunks, strict=True):
        assert chunk.strip().startswith(text)
    assert sum(map(get_tokenizer().count, cut)) <= case["context_window"] - case["num_output"]
