"""Memories over real stores: what the model is shown, and what survives the program."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.memory.chat_summary_memory_buffer import ChatSummaryMemoryBuffer
from desktop_rag.storage.chat_store import SimpleChatStore
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.scripted_llm import ScriptedLLM


def talk(turns: int, words: int = 30) -> list[ChatMessage]:
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    return [ChatMessage(role, f"turn {i} {role.value} " + "word " * words) for i in range(turns) for role in roles]


def test_messages_survive_in_the_conversations_file(tmp_path: Path) -> None:
    store = ChatStore(tmp_path / "conversations.sqlite")
    conversation = store.create("lib")
    memory = ChatMemoryBuffer.from_defaults(chat_store=store, chat_store_key=conversation, token_limit=1000)
    calls = (ToolCall("1", "search", '{"query": "東京"}'),)
    messages = [
        ChatMessage(MessageRole.USER, "Wo liegt 東京?"),
        ChatMessage(MessageRole.ASSISTANT, "", calls),
        ChatMessage(MessageRole.TOOL, "In Japan.", tool_call_id="1"),
        ChatMessage(MessageRole.ASSISTANT, "In Japan."),
    ]
    for message in messages:
        memory.put(message)
    again = ChatMemoryBuffer.from_defaults(
        chat_store=ChatStore(tmp_path / "conversations.sqlite"), chat_store_key=conversation, token_limit=1000
    )
    assert again.get() == messages
    store.delete(conversation)
    store.forget_deleted()
    assert again.get() == []


def test_a_summary_takes_the_place_of_what_does_not_fit_and_is_written_once(tmp_path: Path) -> None:
    store = ChatStore(tmp_path / "conversations.sqlite")
    conversation = store.create("lib")
    llm = ScriptedLLM(["They spoke of turns 0 to 3."])
    memory = ChatSummaryMemoryBuffer.from_defaults(talk(6), llm, store, conversation, token_limit=150)
    shown = memory.get()
    assert shown[0] == ChatMessage(MessageRole.SYSTEM, "They spoke of turns 0 to 3.")
    assert shown[1].role is MessageRole.USER
    assert shown[1:] == talk(6)[-len(shown) + 1 :]
    assert memory.get() == shown
    assert len(llm.calls) == 1
    asked = llm.calls[0][-1].content
    assert "turn 0 user" in asked
    assert "turn 5" not in asked


def test_a_summary_is_extended_when_more_no_longer_fits() -> None:
    llm = ScriptedLLM(["first summary", "second summary"])
    memory = ChatSummaryMemoryBuffer.from_defaults(talk(4), llm, token_limit=150)
    memory.get()
    for message in talk(4):
        memory.put(message)
    shown = memory.get()
    assert shown[0].content == "second summary"
    assert "first summary" in llm.calls[1][-1].content


def test_a_last_message_over_the_limit_is_summed_up_unless_it_is_kept() -> None:
    long = [ChatMessage(MessageRole.USER, "word " * 100)]
    memory = ChatSummaryMemoryBuffer.from_defaults(long, ScriptedLLM(["a long summary"]), token_limit=2)
    summary = [ChatMessage(MessageRole.SYSTEM, "a long summary")]
    assert (memory.get(), memory.get(), memory.get_all()) == (summary, summary, summary)
    assert ChatSummaryMemoryBuffer.from_defaults(long, token_limit=2).get() == []
    keeping = ChatSummaryMemoryBuffer(2, ScriptedLLM(["nothing to sum up"]), keeps_last=True)
    keeping.set(long)
    assert keeping.get() == long


def test_without_a_model_the_rest_is_left_out() -> None:
    memory = ChatSummaryMemoryBuffer.from_defaults(talk(6), token_limit=150)
    assert memory.get() == talk(6)[-len(memory.get()) :]


def test_a_conversation_larger_than_the_window_is_summed_up_all_the_same() -> None:
    llm = ScriptedLLM(["short"], metadata=LLMMetadata(600, 100, "small"))
    memory = ChatSummaryMemoryBuffer.from_defaults(talk(40, 100), llm, token_limit=150)
    assert memory.get()[0].content == "short"
    assert get_tokenizer().count(llm.calls[0][-1].content) < 500


@given(lengths=st.lists(st.integers(0, 60), max_size=12), limit=st.integers(1, 400))
def test_what_is_shown_is_the_end_and_fits(lengths: list[int], limit: int) -> None:
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    messages = [ChatMessage(roles[i % 2], "word " * length + str(i)) for i, length in enumerate(lengths)]
    shown = ChatMemoryBuffer.from_defaults(messages, token_limit=limit).get()
    assert shown == messages[len(messages) - len(shown) :]
    total = sum(get_tokenizer().count(message.content) for message in shown)
    assert total <= limit
    if 0 < len(shown) < len(messages):
        assert shown[0].role is MessageRole.USER


def test_other_text_over_the_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="exceed"):
        ChatMemoryBuffer.from_defaults(talk(1), token_limit=10).get(initial_token_count=11)


def test_a_function_counts_what_fits() -> None:
    memory = ChatMemoryBuffer.from_defaults(talk(3), token_limit=70, tokenizer_fn=str.split)
    assert len(memory.get()) == 2, "33 words each"


class TestSimpleStore:
    def test_conversations_survive_in_a_file(self, tmp_path: Path) -> None:
        store = SimpleChatStore()
        store.set_messages("a", [ChatMessage(MessageRole.ASSISTANT, "猫", (ToolCall("1", "f", "{}"),))])
        store.add_message("b", ChatMessage(MessageRole.USER, "Hi"))
        store.persist(tmp_path / "new" / "chats.json")
        again = SimpleChatStore.from_persist_path(tmp_path / "new" / "chats.json")
        assert again.get_keys() == ["a", "b"]
        assert again.get_messages("a") == store.get_messages("a")
        assert SimpleChatStore.from_persist_path(tmp_path / "nothing.json").get_keys() == []
        assert "猫" in store.json()
        assert SimpleChatStore.parse_raw(store.json()).get_messages("a") == store.get_messages("a")
        (tmp_path / "odd.json").write_text("[]")
        with pytest.raises(ValueError, match="object"):
            SimpleChatStore.from_persist_path(tmp_path / "odd.json")

    def test_single_messages_are_deleted(self) -> None:
        messages = talk(2)
        store = SimpleChatStore({"a": messages})
        assert store.delete_message("a", 1) == messages[1]
        assert store.delete_last_message("a") == messages[3]
        assert store.get_messages("a") == [messages[0], messages[2]]
        assert store.delete_message("a", 2) is None
        assert store.delete_last_message("b") is None


def _said(*roles: str) -> list[ChatMessage]:
    return [ChatMessage(MessageRole(role), "one two three") for role in roles]


@pytest.mark.parametrize(
    ("roles", "limit", "shown", "shown_with_last"),
    [
        (["user"], 2, 0, 1),
        (["user", "assistant"], 3, 0, 1),
        (["user", "assistant", "user"], 6, 1, 1),
        (["user", "assistant", "user", "assistant"], 9, 2, 2),
        (["user", "assistant"], 6, 2, 2),
        ([], 6, 0, 0),
    ],
)
def test_a_limit_holds_for_the_last_message_unless_it_is_kept(
    roles: list[str], limit: int, shown: int, shown_with_last: int
) -> None:
    def words(text: str) -> int:
        return len(text.split())

    for keeps_last, expected in ((False, shown), (True, shown_with_last)):
        memory = ChatMemoryBuffer(limit, words, keeps_last=keeps_last)
        memory.set(_said(*roles))
        assert len(memory.get()) == expected


def test_a_memory_survives_as_text() -> None:
    memory = ChatMemoryBuffer.from_defaults(_said("user", "assistant"), token_limit=70)
    for same in (ChatMemoryBuffer.from_string(memory.to_string()), ChatMemoryBuffer.from_dict(memory.to_dict())):
        assert (same.get_all(), same.token_limit) == (memory.get_all(), 70)


def test_memories_and_stores_are_awaited_too() -> None:
    async def talk() -> list[ChatMessage]:
        memory = ChatMemoryBuffer.from_defaults(token_limit=70)
        await memory.aset(_said("user"))
        await memory.aput(ChatMessage(MessageRole.ASSISTANT, "yes"))
        await memory.chat_store.async_add_message("other", ChatMessage(content="x"))  # type: ignore[attr-defined]
        assert await memory.chat_store.aget_keys() == ["chat_history", "other"]  # type: ignore[attr-defined]
        shown = await memory.aget()
        await memory.areset()
        assert await memory.aget_all() == []
        return shown

    assert [message.content for message in asyncio.run(talk())] == ["one two three", "yes"]


def test_a_message_can_be_put_before_another() -> None:
    store = SimpleChatStore({"a": _said("user", "user")})
    store.add_message("a", ChatMessage(MessageRole.SYSTEM, "first"), 0)
    assert [message.role.value for message in store.get_messages("a")] == ["system", "user", "user"]


def test_a_summary_is_asked_for_in_ones_own_words() -> None:
    llm = ScriptedLLM(["It was short."])
    memory = ChatSummaryMemoryBuffer.from_defaults(
        _said("user", "user"), llm, token_limit=3, tokenizer_fn=str.split, summarize_prompt="Sum up:"
    )
    assert [message.content for message in memory.get()] == ["It was short.", "one two three"]
    assert llm.prompts[0].startswith("Sum up:\n\nuser: one two three")
    strict = ChatSummaryMemoryBuffer.from_defaults(token_limit=3, count_initial_tokens=True)
    with pytest.raises(ValueError, match="exceeds token limit"):
        strict.get(initial_token_count=4)


def test_a_memory_with_summaries_is_written_and_read() -> None:
    history = [ChatMessage(MessageRole.USER, f"Message {number}") for number in range(4)]
    memory = ChatSummaryMemoryBuffer.from_defaults(history, token_limit=8, count_initial_tokens=True)
    llm = ScriptedLLM(["They counted."])
    same = ChatSummaryMemoryBuffer.from_string(memory.to_string(), llm)
    assert same.get_all() == history
    assert same.to_dict() == memory.to_dict()
    assert same.get()[0] == ChatMessage(MessageRole.SYSTEM, "They counted.")
    with pytest.raises(ValueError, match="exceeds"):
        same.get(initial_token_count=9)
