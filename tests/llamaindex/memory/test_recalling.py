"""Memories that look for what was said, however long ago."""

from pathlib import Path

from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.llamaindex.memory.simple_composable_memory import SimpleComposableMemory
from desktop_rag.llamaindex.memory.vector_memory import VectorMemory
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.types import VectorStoreQuery
from tests.helpers.mock_embedding import VocabularyEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

TALK = [
    ChatMessage(MessageRole.USER, "My cats sleep all day"),
    ChatMessage(MessageRole.ASSISTANT, "", (ToolCall("1", "search", "{}"),)),
    ChatMessage(MessageRole.TOOL, "cats are like that", tool_call_id="1"),
    ChatMessage(MessageRole.ASSISTANT, "All cats do"),
    ChatMessage(MessageRole.USER, "I drink tea"),
    ChatMessage(MessageRole.ASSISTANT, "Enjoy your tea"),
]


def recalling(path: Path | None = None) -> VectorMemory:
    model = VocabularyEmbedding(["cats", "tea"])
    return VectorMemory.from_defaults(None, model, {"similarity_top_k": 1}, StorageContext(path))


def test_what_resembles_the_message_comes_back_with_what_followed_it() -> None:
    memory = recalling()
    assert memory.get("cats") == []
    memory.put_messages(TALK)
    assert memory.get("what about cats") == TALK[:4]
    assert memory.get("more tea") == TALK[4:]
    assert memory.get() == []
    assert memory.get_all() == TALK
    memory.set(TALK[4:])
    assert memory.get("cats") == TALK[4:]
    memory.reset()
    assert memory.get_all() == memory.get("tea") == []


def test_it_outlives_the_program(tmp_path: Path) -> None:
    memory = recalling(tmp_path / "memory.ragindex")
    memory.put_messages(TALK)
    memory.vector_index.storage_context.close()
    assert recalling(tmp_path / "memory.ragindex").get("tea") == TALK[4:]


def test_a_conversation_with_what_is_recalled_above_it() -> None:
    llm, far = ScriptedLLM(["Asleep."]), recalling()
    memory = SimpleComposableMemory.from_defaults(ChatMemoryBuffer(8), [far])
    memory.put_messages(TALK)
    SimpleChatEngine(llm, memory).chat("where are my cats")
    system, *rest = llm.calls[0]
    assert system.role is MessageRole.SYSTEM
    assert "user: My cats sleep all day" in system.content
    assert [message.content for message in rest] == ["I drink tea", "Enjoy your tea", "where are my cats"]
    assert [message.content for message in memory.get_all()[-2:]] == ["where are my cats", "Asleep."]
    assert len(far.get_all()) == len(TALK) + 2, "both remember the turn"
    assert [message.role for message in memory.get("tea")][:1] == [MessageRole.SYSTEM]
    memory.set(TALK[:4])
    assert memory.get_all() == TALK[:4]
    assert len(far.get_all()) == len(TALK) + 2, "what is said already is not learnt twice"
    memory.reset()
    assert memory.get("cats") == far.get_all() == []


def test_the_vectors_may_be_in_a_store_of_the_programs() -> None:
    model = VocabularyEmbedding(["cats", "tea"])
    store = SimpleVectorStore(StorageContext(), model.space)
    memory = VectorMemory.from_defaults(store, model, {"similarity_top_k": 1})
    memory.put_messages(TALK)
    assert memory.get("what about cats") == TALK[:4]
    memory.reset()
    assert memory.get("cats") == []
    assert (
        store.query(VectorStoreQuery(query_embedding=model.get_query_embedding("cats"), similarity_top_k=1)).ids == []
    )
