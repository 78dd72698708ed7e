"""A question becomes an answer: however it ends, the person gets what there is and hears why."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerDelta, AnswerReady, AnswerStage, Event, SourcesFound, StoreChanged
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Verdict
from desktop_rag.services.calls import ServiceCall
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    services.events.clear()
    return services


def given(server: ScriptedServer | None = None, **values: OptionValue) -> dict[str, OptionValue]:
    """Return overrides; with a server, that of its model."""
    own = {key.replace("__", "."): value for key, value in values.items()}
    if server is None:
        return own
    model: dict[str, OptionValue] = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.max_retries": 0}
    return {**model, "llm.model": server.models[0], **own}


def ask(services: Services, text: str = QUESTION, *, conversation: str = "", **values: OptionValue) -> Answer:
    return answer_to(services.answers, Question("lib", text, conversation, given(**values)), services.call())


def ask_model(services: Services, server: ScriptedServer, text: str = QUESTION, **values: OptionValue) -> Answer:
    return answer_to(services.answers, Question("lib", text, "", given(server, **values)), services.call())


def test_the_events_of_an_answer_come_in_order_and_carry_its_number(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Green tea is brewed ", "at eighty degrees."])
    answer = ask_model(lib, server)
    kinds = [type(event) for event in lib.events]
    assert kinds.index(AnswerStage) < kinds.index(SourcesFound) < kinds.index(AnswerDelta)
    assert lib.events[-1] == AnswerReady(7, answer)
    assert {event.job_id for event in lib.events} == {7}
    assert "".join(one.text for one in lib.events if isinstance(one, AnswerDelta)).startswith("Green tea is brewed at")
    assert (answer.model, answer.extractive, answer.state) == ("scripted-model", False, AnswerState.DONE)
    assert answer.timings["retrieval"] <= answer.timings["first_token"] <= answer.timings["total"]


def test_citations_point_to_the_words_of_the_file(lib: Services, server: ScriptedServer, notes: Path) -> None:
    server.default = Reply(tokens=["Green tea is brewed at eighty degrees."])
    answer = ask_model(lib, server)
    citation = answer.citations[0]
    assert Path(citation.file) == notes / "tea.md"
    assert "brewed at eighty degrees" in citation.quote
    assert answer.text.startswith(f"Green tea is brewed at eighty degrees [{citation.marker}]")


@pytest.mark.parametrize("text", ["", "   \n"])
def test_a_model_that_says_nothing_is_a_failure_with_a_way_out(
    lib: Services, server: ScriptedServer, text: str
) -> None:
    server.default = Reply(tokens=[text])
    answer = ask_model(lib, server)
    assert (answer.state, answer.text) == (AnswerState.FAILED, "")
    assert "Try again or choose another model" in answer.notice
    assert answer.sources


def test_a_model_that_fails_before_its_first_word_is_replaced_by_quotations(
    lib: Services, server: ScriptedServer, notes: Path
) -> None:
    server.default = Reply(status=401)
    answer = ask_model(lib, server)
    assert (answer.state, answer.extractive, answer.model) == (AnswerState.FAILED, True, "")
    assert answer.notice == (
        "This model needs an API key. Enter the key in the settings. These are quotations from your files instead."
    )
    assert "brewed at eighty degrees" in answer.text
    assert Path(answer.citations[0].file) == notes / "tea.md"
    assert lib.events[-1] == AnswerReady(7, answer)
    assert not answer.can_continue


@pytest.mark.parametrize(
    "settings", [{"answer__mode": "summarise"}, {"answer__mode": "agent"}, {"answer__query_engine": "router"}]
)
def test_a_model_that_fails_is_replaced_in_every_mode_that_searches(
    lib: Services, server: ScriptedServer, settings: dict[str, OptionValue]
) -> None:
    server.default = Reply(status=401)
    answer = ask_model(lib, server, **settings)
    assert answer.sources
    assert "needs an API key" in answer.notice


def test_without_anything_to_quote_a_failure_is_an_error(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(status=401)
    with pytest.raises(UserError, match="needs an API key"):
        ask_model(lib, server, answer__chat_mode="simple")
    assert lib.heard(AnswerReady) == []


def test_a_failure_after_the_first_word_keeps_what_came(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Green tea is brewed at eighty degrees. ", "And"], cut_after=1)
    answer = ask_model(lib, server)
    assert answer.state is AnswerState.FAILED
    assert answer.text.startswith("Green tea is brewed at eighty degrees")
    assert answer.notice
    assert answer.sources
    assert answer.citations
    assert lib.events[-1] == AnswerReady(7, answer)


def test_stopping_keeps_what_came_and_is_no_error(lib: Services, server: ScriptedServer) -> None:
    token, events = CancelToken(), list[Event]()

    def hear(event: Event) -> None:
        events.append(event)
        if isinstance(event, AnswerDelta):
            token.cancel()

    server.default = Reply(tokens=["Green tea ", "is ", "brewed."], silent_after=1)
    answer = answer_to(lib.answers, Question("lib", QUESTION, "", given(server)), ServiceCall(7, token, hear))
    assert (answer.state, answer.notice) == (AnswerState.STOPPED, "")
    assert answer.text.startswith("Green tea")
    assert "brewed" not in answer.text
    assert answer.sources
    assert isinstance(events[-1], AnswerReady)


def test_stopped_before_it_began_is_an_empty_answer(lib: Services, server: ScriptedServer) -> None:
    token = CancelToken()
    token.cancel()
    answer = answer_to(lib.answers, Question("lib", QUESTION, "", given(server)), lib.call(token))
    assert (answer.state, answer.text, answer.sources) == (AnswerState.STOPPED, "", ())
    assert server.chats == []


def test_no_passage_no_answer_and_no_call_of_the_model(services: Services, server: ScriptedServer) -> None:
    services.libraries.create("lib")
    answer = ask_model(services, server)
    assert (answer.text, answer.sources, answer.state) == ("", (), AnswerState.DONE)
    assert "Nothing in this library matches" in answer.notice
    assert server.chats == []


def test_talking_needs_no_passage(services: Services, server: ScriptedServer) -> None:
    services.libraries.create("lib")
    server.default = Reply(tokens=["Good morning."])
    answer = ask_model(services, server, "Good morning!", answer__mode="chat")
    assert (answer.text, answer.mode, answer.notice) == ("Good morning.", AnswerMode.CHAT, "")


def test_searching_gives_passages_and_no_text(lib: Services, server: ScriptedServer) -> None:
    answer = ask_model(lib, server, answer__mode="search")
    assert (answer.text, answer.model, answer.extractive, answer.mode) == ("", "", True, AnswerMode.SEARCH)
    assert answer.is_passage_list
    assert server.chats == []


def test_without_a_model_sentences_are_quoted_exactly(lib: Services, notes: Path) -> None:
    answer = ask(lib, "How long do cats sleep?")
    assert (answer.extractive, answer.model) == (True, "")
    for citation in answer.citations:
        assert answer.text[citation.answer_start : citation.answer_end] == citation.quote
        page = Path(citation.file).read_text(encoding="utf-8")
        assert " ".join(page[citation.start : citation.end].split()) == citation.quote
    assert any(Path(citation.file) == notes / "cats.txt" for citation in answer.citations)


def test_a_quoted_row_is_cited_without_its_empty_cells(services: Services, tmp_path: Path) -> None:
    rows = ["| Flat | | Rent | | Floor |", "|---|---|---|---|---|", "| Garden flat | | 900 | | ground |"]
    (tmp_path / "flats.md").write_text("\n".join(rows), encoding="utf-8")
    services.fill("flats", tmp_path / "flats.md")
    answer = answer_to(services.answers, Question("flats", "What is the rent of the garden flat?"), services.call())
    cited = answer.citations[0]
    assert answer.text[cited.answer_start : cited.answer_end] == "Garden flat | 900 | ground"
    assert [cell.strip() for cell in cited.quote.split("|") if cell.strip()] == ["Garden flat", "900", "ground"]


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"answer__mode": "agent"}, "“agent”"),
        ({"answer__mode": "chat", "answer__chat_mode": "simple"}, "“chat”"),
        ({"answer__chat_mode": "simple"}, "“simple”"),
        ({"answer__chat_mode": "react"}, "“react”"),
        ({"answer__query_engine": "sql"}, "“sql”"),
        ({"answer__query_engine": "sub_question"}, "“sub_question”"),
        ({"retrieval__retriever": "query_fusion"}, "“query_fusion”"),
        ({"retrieval__retriever": "router"}, "“router”"),
        ({"retrieval__retriever": "tree"}, "needs a language model"),
    ],
    ids=str,
)
def test_what_needs_a_model_names_itself(lib: Services, values: dict[str, OptionValue], what: str) -> None:
    with pytest.raises(UserError, match=what) as error:
        ask(lib, **values)
    assert error.value.next_step


def test_json_needs_a_model(lib: Services) -> None:
    with pytest.raises(UserError, match="“JSON” needs a language model"):
        answer_to(lib.answers, Question("lib", QUESTION, output_schema={"type": "object"}), lib.call())


def test_an_answer_of_a_schema_stays_json(lib: Services, server: ScriptedServer) -> None:
    tea = {"tea": "Green tea is brewed at eighty degrees."}
    server.default = Reply(tokens=[json.dumps(tea)])
    question = Question("lib", QUESTION, "", given(server), {"type": "object"})
    answer = answer_to(lib.answers, question, lib.call())
    assert (json.loads(answer.text), answer.sentences) == (tea, ())
    assert answer.sources


def test_the_nearest_settings_win(lib: Services) -> None:
    lib.libraries.set_settings("lib", {"answer.mode": "search", "retrieval.similarity_top_k": 1})
    conversation = lib.chats.create("lib")
    assert len(ask(lib, "cats dogs tea").sources) == 1
    lib.chats.set_settings(conversation, {"retrieval.similarity_top_k": 2})
    assert len(ask(lib, "cats dogs tea", conversation=conversation).sources) == 2
    assert len(ask(lib, "cats dogs tea", conversation=conversation, retrieval__similarity_top_k=3).sources) == 3


def test_a_wrong_setting_is_refused_before_anything_is_kept(lib: Services) -> None:
    conversation = lib.chats.create("lib")
    with pytest.raises(UserError):
        ask(lib, conversation=conversation, answer__mode="shout")
    assert lib.chats.turns(conversation) == ()


def test_a_conversation_keeps_question_and_answer(lib: Services) -> None:
    conversation = lib.chats.create("lib")
    answer = ask(lib, "How long do cats sleep?", conversation=conversation)
    (turn,) = lib.chats.turns(conversation)
    assert (turn.question, turn.answer) == ("How long do cats sleep?", answer)
    assert lib.events[-1] == StoreChanged(7, frozenset({"conversations"}), (conversation,))


def test_a_conversation_keeps_an_answer_that_never_began_with_its_reason(lib: Services, server: ScriptedServer) -> None:
    conversation = lib.chats.create("lib")
    server.default = Reply(status=401)
    values = given(server, answer__mode="chat", answer__chat_mode="simple")
    with pytest.raises(UserError) as error:
        answer_to(lib.answers, Question("lib", QUESTION, conversation, values), lib.call())
    (turn,) = lib.chats.turns(conversation)
    assert turn.answer is not None
    assert (turn.answer.state, turn.answer.notice) == (AnswerState.FAILED, str(error.value))
    assert (turn.answer.mode, turn.answer.text) == (AnswerMode.CHAT, "")
    assert isinstance(lib.events[-1], StoreChanged)


def test_only_turns_with_an_answer_are_shown_to_the_model(lib: Services, server: ScriptedServer) -> None:
    conversation = lib.chats.create("lib")
    server.script(Reply(tokens=["Green tea is brewed at eighty degrees."]), Reply(status=401))
    answer_to(lib.answers, Question("lib", QUESTION, conversation, given(server)), lib.call())
    answer_to(lib.answers, Question("lib", "LOST QUESTION", conversation, given(server)), lib.call())
    answer_to(lib.answers, Question("lib", "And black tea?", conversation, given(server)), lib.call())
    shown = str(server.chats[-1].body["messages"]) + str(server.chats[-2].body["messages"])
    assert QUESTION in shown
    assert "LOST QUESTION" not in shown


def test_half_characters_of_a_question_do_no_harm(lib: Services) -> None:
    answer = ask(lib, "How long do cats\ud83d sleep?")
    answer.question.encode("utf-8")
    assert answer.citations


def test_every_sentence_has_a_verdict_that_a_conversation_keeps(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(
        tokens=["Green tea is brewed at eighty degrees. ", "Green tea is brewed at ninety degrees. ", "Owls hunt mice."]
    )
    conversation = lib.chats.create("lib")
    question = Question("lib", QUESTION, conversation, given(server))
    answer = answer_to(lib.answers, question, lib.call())
    assert [one.verdict for one in answer.sentences] == [Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_SAID]
    ((start, end),) = answer.sentences[1].unsupported
    assert answer.text[start:end] == "ninety"
    assert answer.sentences[1].reasons == ("The source says eighty.",)
    assert answer.sentences[2].citation is None
    assert answer.support == pytest.approx(1 / 3)
    assert lib.chats.turns(conversation)[-1].answer == answer


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Green tea is brewed at eighty degrees.", ""),
        ("Owls hunt mice in silence. Whales sing below the ice.", "No support for this answer"),
        (
            "Green tea is brewed at eighty degrees. Owls hunt mice in silence. Whales sing below the ice.",
            "less than half",
        ),
        ("I don't know.", ""),
    ],
)
def test_an_answer_that_the_passages_hardly_support_says_so(
    lib: Services, server: ScriptedServer, text: str, words: str
) -> None:
    server.default = Reply(tokens=[text])
    notice = ask_model(lib, server).notice
    assert words in notice
    assert bool(notice) is bool(words)


def test_the_last_words_of_an_answer_that_was_cut_off_are_not_cited(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(
        tokens=["Green tea is brewed at eighty degrees. ", "Green tea is brewed at eighty ", "And"], cut_after=2
    )
    answer = ask_model(lib, server)
    assert answer.state is AnswerState.FAILED
    assert [one.verdict for one in answer.sentences] == [Verdict.SUPPORTED, Verdict.UNCHECKED]
    assert len(answer.citations) == 1
