"""Files attached to a conversation: read, asked, cited, remembered, and gone with it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from desktop_rag.config import OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How long do otters sleep?"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Otters sleep ten hours a day."])
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    return services


@pytest.fixture
def otters(tmp_path: Path) -> Path:
    file = tmp_path / "otters.txt"
    file.write_text("Otters sleep ten hours a day.", encoding="utf-8")
    return file


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    file = tmp_path / "chart.png"
    Image.new("RGB", (60, 40), "green").save(file)
    return file


def conversation_with(lib: Services, *files: Path) -> str:
    conversation = lib.chats.create("lib")
    lib.chats.set_sources(conversation, ConversationSources(attachments=tuple(map(str, files))))
    return conversation


def ask(lib: Services, conversation: str = "", *, question: str = QUESTION, **values: OptionValue) -> Answer:
    overrides = {key.replace("__", "."): value for key, value in values.items()}
    return answer_to(lib.answers, Question("lib", question, conversation, overrides), lib.call())


def model(server: ScriptedServer) -> dict[str, OptionValue]:
    return {"llm__provider": "openai", "llm__base_url": server.base_url, "llm__model": server.models[0]}


def test_an_attached_document_is_read_when_it_is_asked_and_cited(lib: Services, otters: Path) -> None:
    answer = ask(lib, conversation_with(lib, otters))
    assert "Otters sleep ten hours a day." in answer.text
    assert otters in [Path(one.file) for one in answer.citations]
    assert {one.library for one in answer.sources if Path(one.file) == otters} == {
        f"{ATTACHED}{conversation}" for conversation in lib.chats.all_sources()
    }


def test_it_is_searched_by_meaning_too(lib: Services, otters: Path) -> None:
    ask(lib, conversation_with(lib, otters))
    (conversation,) = lib.index_files.attached_to()
    info = lib.index_files.info(lib.index_files.attached(conversation))
    assert info.nodes == info.nodes_embedded == 1


def test_the_library_of_attachments_is_no_library_of_the_person(lib: Services, otters: Path) -> None:
    ask(lib, conversation_with(lib, otters))
    assert [info.name for info in lib.libraries.list_all()] == ["lib"]
    assert lib.index_files.names() == ["lib"]


def test_other_conversations_do_not_see_it(lib: Services, otters: Path) -> None:
    ask(lib, conversation_with(lib, otters))
    assert not [one for one in ask(lib, lib.chats.create("lib")).sources if Path(one.file) == otters]


def test_what_is_attached_no_more_is_asked_no_more(lib: Services, otters: Path) -> None:
    conversation = conversation_with(lib, otters)
    ask(lib, conversation)
    lib.chats.set_sources(conversation, ConversationSources(attachments=(str(lib.scratch.folder),)))
    assert not [one for one in ask(lib, conversation).sources if Path(one.file) == otters]


def test_a_file_that_changed_is_read_again(lib: Services, otters: Path) -> None:
    conversation = conversation_with(lib, otters)
    ask(lib, conversation)
    otters.write_text("Otters sleep eleven hours a day, and more in winter.", encoding="utf-8")
    assert "eleven hours" in ask(lib, conversation).text


def test_a_file_that_is_gone_is_told_of(lib: Services, otters: Path) -> None:
    conversation = conversation_with(lib, otters)
    otters.unlink()
    assert "The attached file “otters.txt” is no longer there." in ask(lib, conversation).notice


def test_a_file_that_cannot_be_read_is_told_of(lib: Services, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing else")
    assert "The attached file “broken.pdf” could not be read." in ask(lib, conversation_with(lib, broken)).notice


def test_a_question_alone_leaves_nothing_behind(lib: Services, otters: Path) -> None:
    answer = answer_to(lib.answers, Question("lib", QUESTION, attached=(otters,)), lib.call())
    assert "Otters sleep ten hours a day." in answer.text
    assert lib.index_files.attached_to() == []


def test_a_picture_goes_to_a_model_that_sees(lib: Services, server: ScriptedServer, picture: Path) -> None:
    server.model_info = {"x.context_length": 32_768}
    server.capabilities = ["completion", "vision"]
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": 32_768}, "modalities": {"vision": True}}
    answer = ask(lib, conversation_with(lib, picture), **model(server))
    assert "cannot see" not in answer.notice
    assert "image_url" in str(server.requests[-1].body)


def test_of_a_picture_that_the_model_cannot_see_it_is_said(
    lib: Services, server: ScriptedServer, picture: Path
) -> None:
    answer = ask(lib, conversation_with(lib, picture), **model(server))
    assert "This model cannot see “chart.png”" in answer.notice


def test_what_belongs_to_a_deleted_conversation_goes_when_that_cannot_be_undone(lib: Services, otters: Path) -> None:
    conversation = conversation_with(lib, otters, lib.attachments.keep_picture(b"not asked of"))
    picture = Path(lib.chats.sources(conversation).attachments[1])
    ask(lib, conversation)
    lib.attachments.sweep(lib.chats.delete(conversation))
    assert lib.index_files.attached_to() == [conversation]
    assert picture.exists()
    lib.attachments.sweep(lib.chats.forget_deleted())
    assert lib.index_files.attached_to() == []
    assert not picture.exists()
    assert otters.exists()


def test_what_belongs_to_conversations_that_were_set_aside_stays(lib: Services, otters: Path) -> None:
    picture = lib.attachments.keep_picture(b"of a conversation that was set aside")
    damaged = picture.parent.parent / "conversations.sqlite"
    damaged.write_bytes(b"damaged" * 1000)
    with pytest.raises(UserError, match="damaged"):
        ChatStore(damaged).create("lib", "another file than that of the test's services")
    assert not damaged.exists()
    conversation = conversation_with(lib, otters)
    lib.chats.delete(conversation)
    lib.attachments.sweep(lib.chats.forget_deleted())
    assert picture.exists()


def test_what_a_lost_file_of_conversations_knew_is_kept_for_thirty_days(lib: Services, otters: Path) -> None:
    conversation = conversation_with(lib, otters, lib.attachments.keep_picture(b"of a lost conversation"))
    picture = Path(lib.chats.sources(conversation).attachments[1])
    ask(lib, conversation)
    file = picture.parent.parent / "conversations.sqlite"
    backup = file.read_bytes()
    for days, are_there in ((0.0, True), (29.9, True), (0.2, False)):
        let_pass(file.with_name("unclaimed.json"), days)
        file.unlink()
        chats = ChatStore(file)
        chats.delete(chats.create("lib"))  # another one, that is really deleted
        lib.attachments.sweep(chats.forget_deleted())
        assert picture.exists() is are_there
        assert lib.index_files.attached_to() == ([conversation] if are_there else [])
    file.write_bytes(backup)
    assert lib.chats.sources(conversation).attachments[1] == str(picture)


def test_what_came_back_with_its_file_is_kept_as_long_again(lib: Services) -> None:
    picture = lib.attachments.keep_picture(b"of a lost conversation")
    note = picture.parent.parent / "unclaimed.json"
    lib.attachments.sweep({})
    let_pass(note, 31)
    conversation_with(lib, picture)
    lib.attachments.sweep({})
    assert json.loads(note.read_text()) == {}
    assert picture.exists()


def let_pass(note: Path, days: float) -> None:
    """Let the times that were noted lie further back."""
    if note.exists():
        noted = {name: since - days * 24 * 3600 for name, since in json.loads(note.read_text()).items()}
        note.write_text(json.dumps(noted))


def test_pictures_pasted_at_once_do_not_replace_each_other(lib: Services) -> None:
    kept = [lib.attachments.keep_picture(bytes([number])) for number in range(3)]
    assert [path.read_bytes() for path in kept] == [b"\0", b"\1", b"\2"]
