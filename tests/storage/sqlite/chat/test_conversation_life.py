"""Conversations on disk: found by what was said, renamed, pinned, deleted, brought back."""

import time
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState
from desktop_rag.core.results.conversations import one_of_each, versions_of
from desktop_rag.storage.sqlite.chat.chat_file import CHAT_SCHEMA
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.migrations import Schema, migrate

SAID = {
    "Kündigung": [("Wie lange ist die Frist?", "Die Kündigungsfrist beträgt 30 Tage."), ("Und im März?", "Ebenso.")],
    "天気": [("梅雨前線はどこですか", "九州の南にあります。")],
    "Costs": [("What did 100% of it cost?", "About $5 (see the café's bill).")],
}


def answer(text: str) -> Answer:
    return Answer("q", text, (), (), "m", extractive=False, state=AnswerState.DONE, notice="", mode=AnswerMode.ANSWER)


def fill(store: ChatStore) -> dict[str, str]:
    ids = {}
    for title, turns in SAID.items():
        ids[title] = store.create("lib", title)
        for question, text in turns:
            store.answer(store.ask(ids[title], question), answer(text))
    return ids


@pytest.fixture
def store(tmp_path: Path) -> ChatStore:
    return ChatStore(tmp_path / "chat.db")


def found(store: ChatStore, query: str) -> list[tuple[str, int]]:
    return [(one.conversation.title, one.place) for one in store.search(query)]


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("kündigungsfrist", [("Kündigung", 0)]),
        ("kundigungsfrist TAGE", [("Kündigung", 0)]),
        ("märz", [("Kündigung", 1)]),
        ("frist märz", []),
        ("雨前", [("天気", 0)]),
        ("梅雨前線", [("天気", 0)]),
        ("九州 ます", [("天気", 0)]),
        ("cafe's", [("Costs", 0)]),
        ('100% "cost', []),
        ("100%", [("Costs", 0)]),
        ("$5", [("Costs", 0)]),
        ("costs", [("Costs", 0)]),
        ("* OR NEAR(", []),
        ("   ", []),
    ],
)
def test_what_was_said_is_found_in_any_script(store: ChatStore, query: str, places: list[tuple[str, int]]) -> None:
    fill(store)
    assert found(store, query) == places


def test_an_excerpt_shows_the_words(store: ChatStore) -> None:
    key = store.create("lib", "Long")
    store.answer(store.ask(key, "Why?"), answer(f"{'before ' * 40}the needle\n{'after ' * 40}"))
    (one,) = store.search("needle")
    assert "the needle after" in one.excerpt
    assert one.excerpt.startswith("…")
    assert one.excerpt.endswith("…")
    assert len(one.excerpt) < 130


def test_a_title_is_found_although_nobody_said_it(store: ChatStore) -> None:
    ids = fill(store)
    store.rename(ids["Costs"], "Überschuss 2024")
    assert found(store, "ÜBERSCHUSS") == [("Überschuss 2024", 0)]


def test_renaming_and_pinning_leave_the_order_alone(store: ChatStore) -> None:
    ids = fill(store)
    before = [info.id for info in store.conversations()]
    store.rename(ids["天気"], "Rain")
    store.set_pinned(ids["天気"], pinned=True)
    assert [info.id for info in store.conversations()] == before
    assert {info.title: info.pinned for info in store.conversations()} == {
        "Costs": False,
        "Rain": True,
        "Kündigung": False,
    }
    store.set_pinned(ids["天気"], pinned=False)
    assert not any(info.pinned for info in store.conversations())


def test_a_deleted_conversation_comes_back_whole(store: ChatStore) -> None:
    ids = fill(store)
    store.delete(ids["Costs"])
    assert "Costs" not in {info.title for info in store.conversations()}
    assert found(store, "$5") == []
    with pytest.raises(UserError, match="deleted"):
        store.ask(ids["Costs"], "More?")
    store.restore(ids["Costs"])
    assert found(store, "$5") == [("Costs", 0)]
    assert [turn.question for turn in store.turns(ids["Costs"])] == ["What did 100% of it cost?"]


def test_only_what_was_deleted_last_comes_back(store: ChatStore, tmp_path: Path) -> None:
    ids = fill(store)
    store.delete(ids["Costs"])
    store.delete(ids["天気"])
    store.restore(ids["Costs"])
    store.forget_deleted()
    store.restore(ids["天気"])
    assert {info.title for info in store.conversations()} == {"Kündigung"}
    with closing(apsw.Connection(str(tmp_path / "chat.db"))) as db:
        assert db.execute("SELECT count(*) FROM turns").fetchall() == [(2,)]
        assert db.execute("SELECT count(*) FROM turn_texts").fetchall() == [(2,)], "nothing of them is kept"


def test_conversations_of_earlier_versions_are_found_too(tmp_path: Path) -> None:
    old = Schema(CHAT_SCHEMA.kind, CHAT_SCHEMA.application_id, CHAT_SCHEMA.migrations[:3])
    with closing(apsw.Connection(str(tmp_path / "chat.db"))) as db:
        migrate(db, old, tmp_path / "chat.db")
        db.execute(
            "INSERT INTO conversations (id, title, index_name, created, updated) VALUES ('c', 'Old', 'lib', 1, 1)"
        )
        for question, told in (("Who?", '{"text": "The gardener."}'), ("Why?", None)):
            row = "INSERT INTO turns (conversation, question, answer, asked_at) VALUES ('c', ?, ?, 1)"
            db.execute(row, (question, told))
    store = ChatStore(tmp_path / "chat.db")
    assert found(store, "gardener") == [("Old", 0)]
    assert found(store, "why") == [("Old", 1)]


@pytest.mark.parametrize(("last", "numbers"), [(None, [0, 1, 2]), (2, [1, 2]), (9, [0, 1, 2]), (0, [])])
def test_the_last_turns_alone_can_be_read(store: ChatStore, last: int | None, numbers: list[int]) -> None:
    conversation, other = store.create("lib", "Lease"), store.create("lib", "Other")
    for number in range(3):
        store.answer(store.ask(conversation, f"Question {number}"), answer(f"Answer {number}"))
        store.ask(other, "Elsewhere")
    assert [turn.question for turn in store.turns(conversation, last)] == [f"Question {number}" for number in numbers]


def test_a_branch_has_the_first_turns_and_what_models_saw_of_them(store: ChatStore) -> None:
    first = store.create("lib", "Lease")
    for number in range(3):
        store.answer(store.ask(first, f"Question {number}"), answer(f"Answer {number}"))
    store.set_settings(first, {"search.top_k": 7})
    store.set_scope(first, ["/a.pdf"])
    store.set_messages(first, [ChatMessage(MessageRole.SYSTEM, "a summary")])
    branch = store.branch(first, 2)
    assert (branch.title, branch.index_name, branch.pinned) == ("Lease (2)", "lib", False)
    assert [turn.question for turn in store.turns(branch.id)] == ["Question 0", "Question 1"]
    assert [message.content for message in store.get_messages(branch.id)] == [
        "Question 0", "Answer 0", "Question 1", "Answer 1",
    ]  # fmt: skip
    assert (store.settings(branch.id), store.scope(branch.id)) == (store.settings(first), ("/a.pdf",))
    assert store.branch(branch.id, 0).title == "Lease (3)"
    assert len(store.turns(first)) == 3
    assert {one.conversation.title for one in store.search("Answer 1")} == {"Lease", "Lease (2)"}
    store.delete(first)
    with pytest.raises(UserError, match="deleted"):
        store.branch(first, 1)


def test_versions_of_a_question_are_one_conversation(store: ChatStore) -> None:
    first = store.create("lib", "Lease")
    for number in range(3):
        store.answer(store.ask(first, f"Question {number}"), answer(f"Answer {number}"))
    edited = store.branch(first, 1, edited=True)
    assert [info.id for info in store.conversations()] == [first], "nothing was asked yet"
    store.ask(edited.id, "Question 1, again")
    later = store.branch(edited.id, 2, edited=True)
    store.ask(later.id, "Never asked in the first")
    third = store.branch(edited.id, 1, edited=True)
    store.ask(third.id, "Question 1, a third time")
    known = store.conversations()
    assert {info.title for info in known} == {"Lease"}
    assert one_of_each(known) == known[:1]
    for conversation, place in ((first, 0), (edited.id, 1), (later.id, 1), (third.id, 2)):
        found, shown = versions_of(known, conversation, 1)
        assert [info.id for info in found] == [first, edited.id, third.id]
        assert shown == place
    assert [len(versions_of(known, first, turn)[0]) for turn in range(3)] == [1, 3, 1]
    assert [one.conversation.id for one in store.search("Question 0")] == [first], "found once"
    assert store.rename(edited.id, "Rent")
    store.set_pinned(third.id, pinned=True)
    assert {(info.title, info.pinned) for info in store.conversations()} == {("Rent", True)}
    store.delete(later.id)
    assert store.conversations() == ()
    store.restore(later.id)
    assert len(store.conversations()) == 4


def test_another_question_is_edited_before_the_edited_one_was_asked(store: ChatStore) -> None:
    first = store.create("lib", "Lease")
    for number in range(3):
        store.answer(store.ask(first, f"Question {number}"), answer(f"Answer {number}"))
    given_up = store.branch(first, 2, edited=True)
    earlier = store.branch(given_up.id, 1, edited=True)
    assert (earlier.parent, earlier.fork) == (first, 1)
    assert [turn.question for turn in store.turns(earlier.id)] == ["Question 0"]
    store.ask(earlier.id, "Question 1, again")
    assert [info.id for info in versions_of(store.conversations(), earlier.id, 1)[0]] == [first, earlier.id]
    assert {info.id for info in store.conversations()} == {first, earlier.id}, "what was not asked is not listed"
    assert store.branch(given_up.id, 1).title == "Lease (2)"


def test_an_edit_that_was_never_asked_is_forgotten_after_a_while(
    store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = store.create("lib", "Lease")
    store.ask(first, "Question")
    edited = store.branch(first, 0, edited=True)
    store.forget_deleted()
    store.ask(edited.id, "It can still be asked")
    abandoned = store.branch(first, 0, edited=True)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 30 * 86_400)
    store.forget_deleted()
    with pytest.raises(UserError, match="deleted"):
        store.ask(abandoned.id, "Too late")
    assert {info.id for info in store.conversations()} == {first, edited.id}
