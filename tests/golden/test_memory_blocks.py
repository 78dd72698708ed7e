"""``Memory`` shows what LlamaIndex's (0.14.14) shows of the same messages; what is expected was read off a run."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps

import pytest

from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.llamaindex.memory import (
    BaseMemoryBlock,
    FactExtractionMemoryBlock,
    InsertMethod,
    Memory,
    StaticMemoryBlock,
    VectorMemoryBlock,
)
from desktop_rag.postprocessor.node import SimilarityPostprocessor
from desktop_rag.storage.chat_store import SimpleChatStore
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

ANN = "<memory>\n<core>\nMy name is Ann.\n</core>\n</memory>"


class Counting(BaseMemoryBlock[str]):
    """Counts the messages that left the conversation."""

    seen: Sequence[ChatMessage] = ()

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **_block_kwargs: object) -> str:
        return f"seen {len(self.seen)} given {len(messages or [])}"

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        self.seen = [*self.seen, *messages]


class Shortened(Counting):
    """Gives way to the first words."""

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **_block_kwargs: object) -> str:
        return "word " * 30

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        return content[: len(content) - 5 * tokens_to_truncate]


def message(role: str, content: str) -> ChatMessage:
    return ChatMessage(MessageRole(role), content)


def awaited(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """Run a test that awaits."""
    return wraps(test)(lambda: asyncio.run(test()))


def shown(messages: Sequence[ChatMessage]) -> list[tuple[str, str]]:
    return [(one.role.value, one.content) for one in messages]


def turns(count: int) -> list[ChatMessage]:
    return [message("assistant" if i % 2 else "user", f"message number {i}") for i in range(count)]


def short(*blocks: BaseMemoryBlock[str]) -> Memory:
    return Memory.from_defaults(
        session_id="s",
        token_limit=40,
        chat_history_token_ratio=0.5,
        token_flush_size=8,
        memory_blocks=blocks,
    )


def test_the_oldest_turns_leave() -> None:
    memory = short()
    first = []
    for one in turns(8):
        memory.put(one)
        first.append(int(memory.get()[0].content[-1]))
        assert memory.get()[-1] == one
    assert first == [0, 0, 0, 0, 0, 2, 2, 4]
    assert memory.get_all() == turns(8)


def test_the_last_turn_stays() -> None:
    memory = Memory(token_limit=100, token_flush_size=50, chat_history_token_ratio=0.5)
    memory.put_messages([message("user", "x " * 60), message("assistant", "ok")])
    assert [one.role for one in memory.get()] == ["user", "assistant"]
    memory.put(message("assistant", "y " * 200))
    assert [one.role for one in memory.get()] == ["user", "assistant", "assistant"], "however long it is"
    memory = Memory(token_limit=1000, token_flush_size=700, chat_history_token_ratio=0.9)
    memory.put_messages([message("user", "x " * 500), message("assistant", "y " * 500), message("user", "z " * 500)])
    assert [one.content[0] for one in memory.get()] == ["z"]
    memory = Memory(token_limit=150, token_flush_size=80, chat_history_token_ratio=0.5)
    memory.put_messages([message("user", "a " * 40), message("assistant", "b " * 20), message("tool", "c " * 20)])
    assert memory.get()[0].role is MessageRole.USER


def test_what_is_always_told() -> None:
    memory = Memory.from_defaults(memory_blocks=[StaticMemoryBlock("My name is Ann.", "core")])
    memory.put(message("user", "hi"))
    assert shown(memory.get()) == [("system", ANN), ("user", "hi")]
    assert shown(memory.get_all()) == [("user", "hi")]
    memory.put(message("system", "Be brief."))
    assert shown(memory.get()) == [("user", "hi"), ("system", f"{ANN}\nBe brief.")]


def test_what_the_last_message_of_the_person_tells() -> None:
    blocks = [StaticMemoryBlock("My name is Ann.", name="core"), StaticMemoryBlock(static_content="Two")]
    memory = Memory.from_defaults(insert_method=InsertMethod.USER, memory_blocks=blocks)
    memory.put_messages([message("user", "hi"), message("assistant", "yo"), message("user", "again")])
    told = "<memory>\n<core>\nMy name is Ann.\n</core>\n<StaticContent>\nTwo\n</StaticContent>\n</memory>"
    assert shown(memory.get()) == [("user", "hi"), ("assistant", "yo"), ("user", f"{told}\nagain")]


def test_a_block_takes_in_what_leaves() -> None:
    block = Counting(name="b")
    memory = short(block)
    for one in turns(8):
        memory.put(one)
    assert memory.get()[0] == message("system", "<memory>\n<b>\nseen 4 given 4\n</b>\n</memory>")
    assert memory.get()[1:] == turns(8)[4:]
    assert list(block.seen) == turns(4)
    deaf = Counting(accept_short_term_memory=False)
    memory = short(deaf)
    memory.put_messages(turns(8))
    assert (deaf.name, deaf.seen) == ("Counting", ())


def test_blocks_give_way_where_there_is_no_room() -> None:
    memory = short(Shortened(name="long", priority=2), Counting(name="gone", priority=1), StaticMemoryBlock("stays"))
    memory.put(message("user", "hi"))
    told = memory.get()[0].content
    assert "stays" in told
    assert 0 < told.count("word") < 30
    without = short(Counting(name="gone", priority=1, seen=turns(2)), StaticMemoryBlock("stays " * 40))
    without.put(message("user", "hi"))
    assert "gone" not in without.get()[0].content


def test_a_memory_begins_and_ends() -> None:
    memory = Memory.from_defaults(chat_history=turns(2))
    assert (memory.token_limit, memory.get()) == (30_000, turns(2))
    assert memory.session_id != Memory.from_defaults().session_id
    memory.set(turns(1))
    assert memory.get_all() == turns(1)
    memory.reset()
    assert memory.get() == memory.get_all() == []


def test_a_store_of_ones_own_keeps_it() -> None:
    store = SimpleChatStore()
    Memory.from_defaults(session_id="s", chat_store=store).put_messages(turns(2))
    assert Memory.from_defaults(session_id="s", chat_store=store).get() == turns(2)


def test_it_is_awaited_and_agents_use_it() -> None:
    memory = Memory.from_defaults(memory_blocks=[StaticMemoryBlock("My name is Ann.", "core")])
    llm = ScriptedLLM(["Thought: d\nAnswer: You are Ann."])

    async def talk() -> list[ChatMessage]:
        await ReActAgent(llm=llm).run("Who am I?", memory=memory)
        return await memory.aget_all()

    assert shown(asyncio.run(talk())) == [("user", "Who am I?"), ("assistant", "You are Ann.")]
    assert "My name is Ann." in llm.prompts[0]


def test_a_block_without_content_says_what_it_lacks() -> None:
    memory = Memory.from_defaults(memory_blocks=[BaseMemoryBlock[str](name="empty")])
    memory.put(message("user", "hi"))
    with pytest.raises(NotImplementedError, match="_aget"):
        memory.get()


@awaited
async def test_a_model_writes_facts_down() -> None:
    llm = ScriptedLLM(["<facts><fact>Ann lives in <Ulm> &amp; works</fact>\n<fact>known</fact></facts>", "no facts"])
    block = FactExtractionMemoryBlock(llm, facts=["known"])
    call = ChatMessage(MessageRole.ASSISTANT, "", (ToolCall("1", "look_up", "{}"),))
    await block.aput([message("user", "I am from <Ulm>"), call, ChatMessage(MessageRole.TOOL, "found", (), "1")])
    assert block.facts == ["known", "Ann lives in <Ulm> & works"]
    assert await block.aget() == "<fact>known</fact>\n<fact>Ann lives in &lt;Ulm&gt; &amp; works</fact>"
    sent = llm.prompts[0]
    assert "<user>I am from &lt;Ulm&gt;</user>\n" in sent
    assert "found" in sent
    assert "<fact>known</fact>" in sent
    assert "look_up" not in sent
    await block.aput([message("user", "Hi")])
    await block.aput([])
    assert (len(block.facts), len(llm.prompts)) == (2, 2)


@awaited
async def test_too_many_facts_are_condensed() -> None:
    llm = ScriptedLLM(["<fact>d</fact>", "<fact>x</fact><fact>y</fact>", "<fact>e</fact><fact>f</fact>", "sorry"])
    block = FactExtractionMemoryBlock(llm, ["a", "b", "c"], max_facts=3, fact_extraction_prompt_template="Facts?")
    await block.aput([message("user", "Hi")])
    assert block.facts == ["x", "y"]
    assert "<fact>d</fact>" in llm.prompts[1]
    assert "completely replaces the existing facts" in llm.prompts[1]
    await block.aput([message("user", "Hi")])
    assert block.facts == ["x", "y", "e", "f"], "an answer that went wrong forgets nothing"


@awaited
async def test_facts_need_a_model() -> None:
    with pytest.raises(UserError, match="memory of facts"):
        await FactExtractionMemoryBlock().aput([message("user", "Hi")])


@awaited
async def test_what_was_said_is_found_again() -> None:
    block = VectorMemoryBlock(SimpleVectorStore(), HashedEmbedding(), 1, format_template="Said before: {text}")
    assert await block.aget([message("user", "cats")]) == ""
    await block.aput([message("user", "cats and dogs"), ChatMessage(MessageRole.ASSISTANT, ""), message("tool", "yes")])
    await block.aput([message("user", "trains and ships")])
    await block.aput([ChatMessage(MessageRole.ASSISTANT, "")])
    assert len(block.vector_store.get_nodes()) == 2
    assert (
        await block.aget([message("user", "cats and dogs"), message("tool", "dogs, yes")])
        == "Said before: <message role='user'>cats and dogs</message>\n<message role='tool'>yes</message>"
    )
    block.retrieval_context_window = 1
    asked = [message("user", "cats and dogs and cats and dogs"), message("user", "trains and ships")]
    assert await block.aget(asked) == "Said before: <message role='user'>trains and ships</message>"
    assert await block.aget([]) == await block.aget() == ""
    block.node_postprocessors = [SimilarityPostprocessor(similarity_cutoff=2)]
    assert await block.aget(asked) == ""


def test_conversations_are_told_their_own() -> None:
    store = SimpleVectorStore()

    def memory(session: str, **query: object) -> Memory:
        block = VectorMemoryBlock(store, HashedEmbedding(), 4, query_kwargs=query)
        return Memory.from_defaults(session, turns(8), 40, [block], chat_history_token_ratio=0.5, token_flush_size=8)

    first, second = memory("one"), memory("two")
    assert {node.metadata["session_id"] for node in store.get_nodes()} == {"one", "two"}
    assert first.get()[0].content.count("message number 0") == second.get()[0].content.count("message number 0") == 1
    everything = memory("three", filters=MetadataFilters([MetadataFilter("session_id", None, FilterOperator.NE)]))
    assert everything.get()[0].content.count("message number 0") == 3
    nothing = memory("one", filters=MetadataFilters([MetadataFilter("topic", "cats")]))
    assert [one.role for one in nothing.get()] == [one.role for one in turns(8)[4:]]


def test_what_a_block_does_not_declare_is_refused() -> None:
    with pytest.raises(TypeError, match="'sean'"):
        Counting(sean=[])
