"""Each mode makes the reference's calls: the same template, nodes and earlier answer, in the same order.

Prompts have the reference's size here, so windows fill up at the same place. Deliberate deviations:

- compact in a small window: passages stay whole (``CompactAndRefine``) and no 500 tokens are kept free for an answer
  that may come, so that 512 tokens are enough; never more calls than 0.14.25 makes; pieces in reading order, where the
  reference turns the pieces of a long passage round;
- simple_summarize shows the text, not a Python list of it;
- accumulate streams, the reference raises ValueError;
- no_text without nodes is empty and not "Empty Response".
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import MetadataMode, NodeWithScore, TextNode
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.scripted_llm import ScriptedLLM

DATA = json.loads((Path(__file__).parent / "response_modes_calls.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
SHAPES = {
    "qa": "QA:{query_str}<<{context_str}>>",
    "refine": "REFINE:{query_str}<<{context_msg}>>(({existing_answer}))",
    "summary": "SUMMARY:{query_str}<<{context_str}>>",
    "simple": "{query_str}",
}
_CALL = re.compile(r"([A-Z]+):.*?<<(.*)>>(?:\(\((.*)\)\))?", re.DOTALL)
LONG = "lengthy existing answer words " * 120


def name_of(case: dict[str, Any]) -> str:
    llm = {key: value for key, value in case["llm"].items() if key != "script"}
    return "-".join(map(str, (case["tag"], case["mode"], case["nodes"], *llm.values())))


def template(kind: str, *, chat: bool) -> PromptTemplate:
    """A template as large as the reference's."""
    shape = SHAPES[kind]
    empty = PromptTemplate(shape).format(query_str="", context_str="", context_msg="", existing_answer="")
    size = DATA["prompt_tokens"][f"{kind}{'/chat' if chat else ''}"]
    return PromptTemplate(shape + " x" * (size - get_tokenizer().count(empty)))


def nodes_of(case: dict[str, Any]) -> list[NodeWithScore]:
    return [
        NodeWithScore(
            TextNode(
                text=node["text"],
                id_=node["id"],
                metadata=node["metadata"],
                excluded_llm_metadata_keys=node["excluded_llm_metadata_keys"],
            ),
            1.0,
        )
        for node in DATA["node_sets"][case["nodes"]]
    ]


def llm_of(case: dict[str, Any]) -> ScriptedLLM:
    window = LLMMetadata(case["llm"].get("context_window", 3900), case["llm"].get("num_output", 256), "scripted")
    script = case["llm"].get("script", ())
    if case["tag"] == "long_replies":
        script = [f"R{number} {LONG}" for number in range(1, 9)]
    return ScriptedLLM(script, window)


def query_of(case: dict[str, Any]) -> str:
    return str(DATA["long_query"] if case["query"] == "LONG" else case["query"])


def run(case: dict[str, Any], helper: PromptHelper | None = None) -> tuple[ScriptedLLM, AnyResponse]:
    llm = llm_of(case)
    chat = case["llm"].get("is_chat", True)
    templates = {
        "text_qa_template": template("qa", chat=chat),
        "refine_template": template("refine", chat=chat),
        "summary_template": template("summary", chat=chat),
        "simple_template": PromptTemplate("{query_str}"),
    }
    options: dict[str, Any] = {"response_mode": case["mode"], "prompt_helper": helper, **case["kwargs"]}
    synthesizer = get_response_synthesizer(llm, **templates, **options)
    response = synthesizer.synthesize(query_of(case), nodes_of(case))
    if isinstance(response, StreamingResponse):
        assert case["kwargs"].get("streaming")
        response = response.get_response()
    return llm, response


def told(case: dict[str, Any], llm: ScriptedLLM) -> Iterator[dict[str, Any]]:
    """What the calls were, in the fixture's words."""
    texts = {node["id"]: node["text"].strip() for node in DATA["node_sets"][case["nodes"]]}
    for call in llm.calls:
        kind, context, existing = parts(call, query_of(case))
        shown = [node_id for node_id, text in texts.items() if text and text in context]
        short = existing if existing is None or len(existing) < 60 else existing[:3]
        yield {"template": kind, "nodes": shown, "existing": short}


def parts(call: list[ChatMessage], query: str) -> tuple[str, str, str | None]:
    if call[0].content == query:
        return "simple", "", None
    found = _CALL.match(call[0].content)
    assert found
    return found.group(1).lower(), found.group(2), found.group(3)


def expected_calls(case: dict[str, Any]) -> list[dict[str, Any]]:
    ids = [node["id"] for node in DATA["node_sets"][case["nodes"]] if node["text"].strip()]
    return [{**call, "nodes": ids if call["nodes"] is None else call["nodes"]} for call in case["calls"]]


def is_compact_in_small_window(case: dict[str, Any]) -> bool:
    return bool(case["mode"] == "compact" and case["llm"].get("context_window"))


def cuts_passages(case: dict[str, Any]) -> bool:
    """Whether the reference cuts passages that ours keeps whole, or cuts away what does not fit."""
    small = case["llm"].get("context_window", 3900) < 1300
    return small and case["mode"] in {"tree_summarize", "compact_accumulate", "simple_summarize"}


EXACT = [case for case in CASES if not is_compact_in_small_window(case) and not cuts_passages(case)]
SMALL = [case for case in CASES if is_compact_in_small_window(case)]
CUT = [case for case in CASES if cuts_passages(case)]


@pytest.mark.parametrize("case", EXACT, ids=name_of)
def test_the_calls_are_the_references(case: dict[str, Any]) -> None:
    llm, response = run(case)
    if case["error"]:
        assert case["mode"].endswith("accumulate")
        assert case["kwargs"]["streaming"]
        assert str(response).startswith("Response 1: ANSWER1")
        return
    assert list(told(case, llm)) == expected_calls(case)
    assert response.outcome.calls == len(case["calls"])
    if case["mode"] == "no_text":
        assert response.response == ""
    elif case["mode"] == "context_only" and response.source_nodes:
        assert response.response == "\n\n".join(
            found.node.get_content(MetadataMode.LLM) for found in response.source_nodes
        )
    elif case["tag"] == "long_replies":
        assert str(response.response).startswith(case["response"])
    else:
        assert response.response == (case["response"] or ("Empty Response" if case["nodes"] == "none" else ""))
    assert [found.node.node_id for found in response.source_nodes] == case["source_nodes"]


@pytest.mark.parametrize("case", SMALL, ids=name_of)
def test_compact_in_small_windows(case: dict[str, Any]) -> None:
    llm, response = run(case)
    calls = list(told(case, llm))
    assert [node for call in calls for node in call["nodes"]] == case["source_nodes"], "each whole, in order"
    assert len(calls) <= len(case["calls"])
    if case["tag"] == "empty_replies_multi":
        assert response.response == "Empty Response"
        return
    assert [call["template"] for call in calls] == ["qa"] + ["refine"] * (len(calls) - 1)
    assert_fits(llm)


@pytest.mark.parametrize("case", CUT, ids=name_of)
def test_cut_passages_take_no_more_calls_than_the_references(case: dict[str, Any]) -> None:
    metadata = llm_of(case).metadata
    helper = PromptHelper.from_llm_metadata(metadata, whole_chunks=False)
    llm, response = run(case, helper)
    assert len(llm.calls) <= len(case["calls"])
    if len(llm.calls) == len(case["calls"]):
        assert [call["template"] for call in told(case, llm)] == [call["template"] for call in case["calls"]]
        assert response.response == case["response"]
    assert_fits(llm)
    whole, _ = run(case)
    assert len(whole.calls) <= len(llm.calls) + 1
    assert_fits(whole)


def test_an_unknown_mode() -> None:
    with pytest.raises(ValueError, match="bogus"):
        get_response_synthesizer(response_mode="bogus")


def assert_fits(llm: ScriptedLLM) -> None:
    room = llm.metadata.context_window - llm.metadata.num_output
    sizes = [sum(get_tokenizer().count(message.content) for message in call) for call in llm.calls]
    assert max(sizes) <= room, f"prompts of {sizes} tokens in {room}"
