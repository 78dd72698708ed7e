"""What a prompt leaves of a model's window, to the token, and what happens at the limits."""

import json
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.prompts.base import ChatPromptTemplate, PromptTemplate, get_empty_prompt_txt
from desktop_rag.response_synthesizers.prompt_helper import NoRoomError, PromptHelper
from desktop_rag.text.tokenizer import get_tokenizer
from desktop_rag.tools.base import ToolMetadata
from tests.response_synthesizers.counting import CountingTokenizer

COUNT = get_tokenizer().count
PROMPT = PromptTemplate("Text: {context_str}\nQuestion: {query_str}")
USED = COUNT("Text: \nQuestion: ")
PADDING = 5


def with_room(tokens: int, num_output: int = 8, **options: object) -> PromptHelper:
    """Return a helper whose window leaves so many tokens beside the prompt."""
    return PromptHelper(USED + num_output + tokens, num_output, **{"whole_chunks": True, **options})  # type: ignore[arg-type]


def words(count: int) -> str:
    """Return a text of so many tokens."""
    return "word" + " word" * (count - 1)


@pytest.mark.parametrize("room", [0, 1, 64, 1000])
def test_what_prompt_and_answer_do_not_take_is_left(room: int) -> None:
    assert with_room(room).available_context_size(PROMPT) == room


@pytest.mark.parametrize("num_output", [0, 8, 200])
def test_a_prompt_that_is_larger_than_the_window_is_refused(num_output: int) -> None:
    with pytest.raises(NoRoomError, match="leaves no room"):
        with_room(-1, num_output).available_context_size(PROMPT)


def test_what_else_is_sent_takes_its_room() -> None:
    assert with_room(50).available_context_size(PROMPT, 20) == 30
    with pytest.raises(NoRoomError):
        with_room(50).available_context_size(PROMPT, 51)


@pytest.mark.parametrize(
    ("room", "count", "padding", "limit", "size"),
    [
        (100, 1, 5, None, 95),
        (100, 3, 5, None, 28),
        (100, 3, 0, None, 33),
        (100, 1, 5, 40, 40),
        (100, 3, 5, 40, 28),
        (100, 50, 5, None, -3),
    ],
)
def test_several_texts_share_the_room(room: int, count: int, padding: int, limit: int | None, size: int) -> None:
    helper = with_room(room, chunk_size_limit=limit)
    assert helper.available_chunk_size(PROMPT, count, padding) == size


@pytest.mark.parametrize("room", [0, 1, PADDING])
def test_where_not_one_token_fits_there_is_no_splitter(room: int) -> None:
    with pytest.raises(NoRoomError) as caught:
        with_room(room).get_text_splitter_given_prompt(PROMPT)
    assert "larger window" in caught.value.next_step
    assert with_room(PADDING + 1).get_text_splitter_given_prompt(PROMPT).chunk_size == 1


@pytest.mark.parametrize(("ratio", "overlap"), [(0.0, 0), (0.1, 9), (0.5, 47), (1.0, 95)])
def test_the_overlap_is_a_share_of_what_fits(ratio: float, overlap: int) -> None:
    splitter = with_room(100, chunk_overlap_ratio=ratio).get_text_splitter_given_prompt(PROMPT)
    assert (splitter.chunk_size, splitter.chunk_overlap) == (95, overlap)


@pytest.mark.parametrize("ratio", [-0.01, 1.01])
def test_an_overlap_is_no_less_than_nothing_and_no_more_than_all(ratio: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        PromptHelper(chunk_overlap_ratio=ratio)


@pytest.mark.parametrize(("told", "num_output"), [(-1, 256), (0, 0), (512, 512)])
def test_a_helper_knows_the_window_of_its_model(told: int, num_output: int) -> None:
    helper = PromptHelper.from_llm_metadata(LLMMetadata(context_window=3000, num_output=told, model_name="m"))
    assert (helper.context_window, helper.num_output) == (3000, num_output)
    assert not helper.whole_chunks
    assert helper.available_context_size(PROMPT) == 3000 - num_output - USED


def test_a_helper_of_a_model_takes_every_option() -> None:
    helper = PromptHelper.from_llm_metadata(
        LLMMetadata(context_window=3000, num_output=100, model_name="m"),
        0.2, 50, None, "\n", count_messages=len, whole_chunks=True,
    )  # fmt: skip
    assert (helper.chunk_overlap_ratio, helper.chunk_size_limit, helper.separator) == (0.2, 50, "\n")
    assert (helper.count_messages, helper.whole_chunks) == (len, True)


def test_each_message_of_a_chat_takes_some_room() -> None:
    chat = ChatPromptTemplate((ChatMessage(MessageRole.USER, "word"), ChatMessage(MessageRole.ASSISTANT, "word")))
    assert PromptHelper().prompt_tokens(chat) == 2 + 2 * 3 + 2


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("texts", [[], [""], [" ", "\n"]])
def test_no_text_is_one_empty_text(texts: list[str], whole: bool) -> None:
    assert with_room(100, whole_chunks=whole).pack(PROMPT, texts) == [""]


@pytest.mark.parametrize(
    ("sizes", "packed"),
    [
        ([20, 20], [[20, 20]]),  # 20 + 20 and 2 for the empty line between them
        ([20, 21], [[20, 21]]),
        ([20, 24], [[20], [24]]),
        ([45], [[45]]),
        ([40, 1, 1, 40], [[40, 1], [1, 40]]),
        ([10, 10, 10, 10, 10], [[10, 10, 10], [10, 10]]),
    ],
)
def test_whole_texts_go_together_as_long_as_they_fit(sizes: list[int], packed: list[list[int]]) -> None:
    packs = with_room(45 + PADDING).pack(PROMPT, [words(size) for size in sizes])
    assert [[COUNT(text) for text in pack.split("\n\n")] for pack in packs] == packed


def test_the_rest_of_a_text_that_is_too_large_comes_next() -> None:
    numbers = " ".join(map(str, range(100, 160)))
    waiting = deque([numbers, "last"])
    helper = with_room(40 + PADDING, chunk_overlap_ratio=0.0)
    first = helper.take(PROMPT, waiting)
    assert numbers.startswith(first)
    assert len(waiting) == 2
    assert f"{first} {waiting[0].strip()}" == numbers
    assert waiting[1] == "last"
    rest = [helper.take(PROMPT, waiting) for _ in range(9) if waiting]
    assert " ".join([first, *rest]).split() == [*numbers.split(), "last"]


@pytest.mark.parametrize(("at_most", "taken"), [(None, 4), (4, 4), (2, 2), (1, 1)])
def test_no_more_texts_are_taken_than_wanted(at_most: int | None, taken: int) -> None:
    waiting = deque(["one", "two", "three", "four"])
    pack = with_room(100).take(PROMPT, waiting, at_most)
    assert pack.split("\n\n") == ["one", "two", "three", "four"][:taken]
    assert len(waiting) == 4 - taken


@pytest.mark.parametrize("count", [1, 3, 9, 40])
def test_truncated_texts_fit_together_into_one_prompt(count: int) -> None:
    helper = with_room(60)
    cut = helper.truncate(PROMPT, [words(100)] * count)
    assert len(cut) == count
    assert sum(map(COUNT, cut)) <= 60
    filled = [text for text in cut if text]
    assert filled == cut[: len(filled)], "the last ones are those that become empty"
    assert len(filled) == min(count, 60 // (PADDING + 1))


def test_repacking_takes_one_text_where_all_fit() -> None:
    helper = with_room(100)
    assert helper.repack(PROMPT, [" one ", "", "two\n"]) == ["one\n\ntwo"]
    many = helper.repack(PROMPT, [words(60), words(60)])
    assert len(many) == 2
    assert all(COUNT(text) <= 95 for text in many)


@pytest.mark.parametrize("limit", [8, 9, 20, 99])
def test_a_shortened_text_keeps_beginning_and_end(limit: int) -> None:
    text = f"First {words(98)} last"
    short = PromptHelper().shortened(text, limit)
    assert COUNT(short) <= limit
    begin, end = short.split(" … ")
    assert text.startswith(begin)
    assert text.endswith(end)
    assert begin
    assert end


@pytest.mark.parametrize(("size", "limit"), [(10, 10), (10, 11), (3, 3), (0, 0)])
def test_a_text_within_the_limit_is_not_shortened(size: int, limit: int) -> None:
    text = words(size) if size else ""
    assert PromptHelper().shortened(text, limit) == text


@pytest.mark.parametrize("limit", [0, 3, 7])
def test_next_to_nothing_is_no_beginning_and_no_end(limit: int) -> None:
    with pytest.raises(NoRoomError):
        PromptHelper().shortened(words(50), limit)


@settings(max_examples=50, deadline=None)
@given(st.text(st.sampled_from("ab é.東京 \n💡"), max_size=200), st.integers(8, 60))
def test_shortening_holds_its_limit_in_any_script(text: str, limit: int) -> None:
    try:
        short = PromptHelper().shortened(text, limit)
    except NoRoomError:
        return
    assert COUNT(short) <= limit
    assert len(short) <= len(text) + 3


@pytest.mark.parametrize("room", [64, 65, 200])
def test_a_question_that_leaves_enough_room_stays_whole(room: int) -> None:
    question = "Why do whales sing?"
    helper = with_room(room + COUNT(question))
    filled = helper.with_query(PROMPT, question)
    assert filled.format(context_str="") == f"Text: \nQuestion: {question}"


def test_a_long_question_gets_half_of_the_room() -> None:
    helper = with_room(200)
    filled = helper.with_query(PROMPT, words(199))
    assert 95 <= helper.available_context_size(filled) <= 120


def test_a_short_question_stays_whole_where_the_prompt_is_what_is_long() -> None:
    question = "Why do whales sing?"
    helper = with_room(COUNT(question) + 20)
    assert question in helper.with_query(PROMPT, question).format(context_str="")


def test_only_so_many_counts_are_remembered() -> None:
    counter = CountingTokenizer()
    helper = PromptHelper(tokenizer=counter)
    for number in range(1024):
        helper.count(f"text {number}")
    helper.count("text 0")
    assert counter.counted.count("text 0") == 1
    helper.count("one more")
    helper.count("text 0")
    assert counter.counted.count("text 0") == 2


def test_the_descriptions_of_tools_take_their_room() -> None:
    class _Tool:
        metadata = ToolMetadata("Adds two numbers.", "add")

    described = COUNT(json.dumps(ToolMetadata("Adds two numbers.", "add").to_openai_tool()))
    helper = with_room(200)
    assert helper.available_chunk_size(PROMPT, 1, 0, None, [_Tool()]) == 200 - described
    assert helper.get_text_splitter_given_prompt(PROMPT, 1, 0, tools=[_Tool()]).chunk_size == 200 - described
    assert len(helper.repack(PROMPT, [words(190)], tools=[_Tool()])) == 2
    assert COUNT(helper.truncate(PROMPT, [words(190)], tools=[_Tool()])[0]) < 190


def test_what_need_not_stay_whole_is_taken_a_text_at_a_time_and_repacked() -> None:
    waiting = deque([words(12), "last"])
    helper = with_room(10 + PADDING, whole_chunks=False, chunk_overlap_ratio=0.0)
    assert [COUNT(helper.take(PROMPT, waiting)) for _ in range(3)] == [10, 2, 1]


def test_of_a_template_the_empty_text_keeps_what_is_filled_in() -> None:
    assert get_empty_prompt_txt(PROMPT.partial_format(query_str="Why?")) == "Text: \nQuestion: Why?"
