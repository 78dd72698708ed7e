"""Nothing is lost when texts are packed, and what is packed fits."""

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage, MessageTemplate, PromptTemplate
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT, context_templates
from desktop_rag.response_synthesizers.prompt_helper import NoRoomError, PromptHelper, empty_messages
from desktop_rag.text.tokenizer import get_tokenizer
from tests.response_synthesizers.counting import CountingTokenizer

COUNT = get_tokenizer().count
PROMPT = PromptTemplate("Text: {context_str}\nQuestion: {query_str}")
WORDS = st.text(st.sampled_from("ab é.東京 \n[]{}\t💡"), max_size=80)
CHUNKS = st.lists(WORDS, max_size=12)


def squeezed(text: str) -> str:
    return "".join(text.split())


def covers(packs: list[str], text: str) -> bool:
    """Whether the packs show every visible character of the text, in order; overlaps are allowed."""
    wanted, reached = squeezed(text), {0}
    for pack in map(squeezed, packs):
        starts = {start for end in reached for start in range(end + 1) if start + len(pack) >= end}
        reached = {start + len(pack) for start in starts if wanted[start : start + len(pack)] == pack}
    return len(wanted) in reached


@settings(max_examples=60, deadline=None)
@given(CHUNKS, st.integers(40, 120), st.booleans())
def test_packing_loses_nothing(chunks: list[str], window: int, whole: bool) -> None:
    helper = PromptHelper(window, 8, whole_chunks=whole)
    packs = helper.pack(PROMPT, chunks)
    assert covers(packs, "".join(chunks))
    room = helper.available_chunk_size(PROMPT)
    assert all(COUNT(pack) <= max(room, 8) for pack in packs), "a character may have several tokens"


@settings(max_examples=60, deadline=None)
@given(CHUNKS, st.integers(40, 120))
def test_repacking_and_truncating(chunks: list[str], window: int) -> None:
    helper = PromptHelper(window, 8)
    assert covers(helper.repack(PROMPT, chunks), "".join(chunks))
    cut = helper.truncate(PROMPT, chunks)
    assert len(cut) == len(chunks)
    for piece, chunk in zip(cut, chunks, strict=True):
        assert chunk.strip().startswith(piece)
    if len(chunks) == 1 and COUNT(chunks[0]) <= helper.available_chunk_size(PROMPT):
        assert cut == [chunks[0].strip()]


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS.filter(str.strip), min_size=1, max_size=8), st.integers(1, 3))
def test_taking_keeps_the_order(chunks: list[str], at_most: int) -> None:
    helper = PromptHelper(60, 8)
    waiting = deque(chunks)
    taken = []
    while waiting:
        taken.append(helper.take(PROMPT, waiting, at_most))
    assert covers(taken, "".join(chunks))


def test_whole_chunks_stay_whole() -> None:
    chunks = [f"[{number}] " + "word " * 30 for number in range(9)]
    packs = PromptHelper(140, 16, whole_chunks=True).pack(PROMPT, chunks)
    assert 1 < len(packs) < len(chunks)
    assert all(pack.startswith("[") and pack.endswith("word") for pack in packs)
    cut = PromptHelper(140, 16, whole_chunks=False).pack(PROMPT, chunks)
    assert not all(pack.startswith("[") for pack in cut)


def test_every_text_is_counted_once() -> None:
    tokenizer = CountingTokenizer()
    helper = PromptHelper(3900, 256, tokenizer=tokenizer)
    chunks = [f"Passage {number} about something." * 20 for number in range(8)]
    for _ in range(3):
        helper.pack(TEXT_QA_PROMPT, chunks)
        helper.count("\n\n".join(chunk.strip() for chunk in chunks))
    size = sum(map(len, chunks))
    assert sum(map(len, tokenizer.counted)) < 1.1 * size, "the reference: 4 times the context for one call"


def test_the_history_counts_and_is_no_template() -> None:
    short, _ = context_templates()
    history = [ChatMessage(MessageRole.USER, "{context_str} {nonsense} " * 40), ChatMessage(MessageRole.ASSISTANT, "{")]
    long, _ = context_templates(history)
    helper = PromptHelper(2000, 100)
    spent = helper.available_context_size(short) - helper.available_context_size(long)
    roles_and_frames = 2 * 4
    assert spent == sum(COUNT(message.content) for message in history) + roles_and_frames
    assert long.format_messages(context_str="C", query_str="Q")[1:3] == history


def test_a_model_counts_its_prompts_itself() -> None:
    exact, careful = PromptHelper(2000, 200), PromptHelper(2000, 200, count_messages=lambda sent: 300 + len(sent))
    assert exact.available_context_size(PROMPT) == 1800 - exact.prompt_tokens(PROMPT)
    assert careful.prompt_tokens(PROMPT) == 301
    assert careful.available_context_size(PROMPT, extra=9) == 1800 - 301 - 9


def test_partly_filled_prompts() -> None:
    mapped = PromptTemplate("{ctx} {q}", template_var_mappings={"context_str": "ctx", "query_str": "q"})
    assert empty_messages(mapped.partial_format(query_str="why?"))[0].content == " why?"
    fixed = FixedMessage(ChatMessage(MessageRole.USER, "{x}"))
    chat = ChatPromptTemplate((MessageTemplate(MessageRole.SYSTEM, mapped), fixed))
    filled = empty_messages(chat.partial_format(query_str="why?"))
    assert [message.content for message in filled] == [" why?", "{x}"]


def test_a_long_question_is_shortened_only_when_it_must_be() -> None:
    helper = PromptHelper(400, 64)
    query = "Beginning " + "middle " * 1000 + "end?"
    prompt = helper.with_query(PROMPT, query)
    text = prompt.format(context_str="")
    assert "Beginning" in text
    assert "end?" in text
    assert helper.available_context_size(prompt) >= 100
    middling = "word " * 150
    assert middling in helper.with_query(PROMPT, middling).format(context_str="")


def test_no_room_at_all() -> None:
    history = [ChatMessage(MessageRole.USER, "talk " * 500)]
    prompt, _ = context_templates(history)
    with pytest.raises(NoRoomError, match="leaves no room") as caught:
        PromptHelper(512, 64).with_query(prompt, "Why?")
    assert caught.value.next_step


def test_numbers_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="chunk_overlap_ratio"):
        PromptHelper(chunk_overlap_ratio=2)
    assert PromptHelper(chunk_size_limit=20).available_chunk_size(PROMPT) == 20
