"""Conversations on disk: messages for models, settings, scope, titles and order."""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

MESSAGES = [
    ChatMessage(MessageRole.SYSTEM, "Be brief."),
    ChatMessage(MessageRole.USER, "Wo leben Wale? 🐳\n\n“zitiert”"),
    ChatMessage(MessageRole.ASSISTANT, "", (ToolCall("1", "search", "{not JSON"), ToolCall("2", "search", '{"q": 1}'))),
    ChatMessage(MessageRole.TOOL, "Im Meer.", tool_call_id="1"),
]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ChatStore:
    ticks = itertools.count(1000)
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))
    return ChatStore(tmp_path / "new folder" / "chat.db")


def test_messages_come_back_as_they_were_in_their_order(store: ChatStore, tmp_path: Path) -> None:
    key = store.create("lib")
    store.set_messages(key, MESSAGES[:2])
    for message in MESSAGES[2:]:
        store.add_message(key, message)
    assert ChatStore(tmp_path / "new folder" / "chat.db").get_messages(key) == MESSAGES
    store.set_messages(key, MESSAGES[::-1])
    assert store.get_messages(key) == MESSAGES[::-1]
    store.delete_messages(key)
    store.add_message(key, MESSAGES[0])
    assert store.get_messages(key) == MESSAGES[:1]
    assert store.get_messages("nobody") == []


def test_conversations_do_not_mix_and_take_everything_along(store: ChatStore) -> None:
    one, two = store.create("lib", "One"), store.create("lib", "Two")
    for key in (one, two):
        store.add_message(key, ChatMessage(content=key))
        store.ask(key, f"Who is {key}?")
        store.set_scope(key, [f"/{key}.txt", "/東京.txt"])
    store.delete(one)
    store.delete("nobody")
    assert [found.title for found in store.conversations()] == ["Two"]
    assert (store.get_messages(one), store.turns(one), store.scope(one), store.settings(one)) == ([], (), (), {})
    assert store.get_messages(two) == [ChatMessage(content=two)]
    assert store.scope(two) == (f"/{two}.txt", "/東京.txt")
    store.set_scope(two, [])
    assert store.scope(two) == ()


def test_the_one_that_was_asked_last_comes_first(store: ChatStore) -> None:
    keys = [store.create("lib", name) for name in "abc"]
    assert [found.title for found in store.conversations()] == ["c", "b", "a"]
    store.ask(keys[0], "And now?")
    assert [found.title for found in store.conversations()] == ["a", "c", "b"]


@pytest.mark.parametrize(
    ("title", "question", "shown"),
    [
        ("", "  What\n is\tthis? ", "What is this?"),
        ("", "x" * 100, "x" * 80),
        ("", "鯨" * 81, "鯨" * 80),
        ("Mine", "What is this?", "Mine"),
    ],
)
def test_the_first_question_becomes_the_title(store: ChatStore, title: str, question: str, shown: str) -> None:
    key = store.create("lib", title)
    store.ask(key, question)
    store.ask(key, "Another question")
    assert [found.title for found in store.conversations()] == [shown]
    assert [turn.question for turn in store.turns(key)] == [question, "Another question"]


def test_a_library_takes_its_conversations_to_its_new_name(store: ChatStore) -> None:
    for name in ("old", "other", "old"):
        store.create(name)
    store.rename_index("old", "neu 'x'")
    assert sorted(found.index_name for found in store.conversations()) == ["neu 'x'", "neu 'x'", "other"]


def test_settings_are_replaced_as_a_whole(store: ChatStore) -> None:
    key = store.create("lib")
    store.set_settings(key, {"temperature": 0.5, "no_such_option": 1})
    assert store.settings(key).get("temperature", 0.5) == 0.5
    assert "no_such_option" not in store.settings(key)
    store.set_settings(key, {})
    assert store.settings(key) == {}


def test_threads_add_messages_without_losing_any(tmp_path: Path) -> None:
    store = ChatStore(tmp_path / "chat.db")
    key = store.create("lib")
    with ThreadPoolExecutor(4) as pool:
        added = [pool.submit(store.add_message, key, ChatMessage(content=str(number))) for number in range(24)]
        for one in added:
            one.result(30)
    assert sorted(int(message.content) for message in store.get_messages(key)) == list(range(24))
