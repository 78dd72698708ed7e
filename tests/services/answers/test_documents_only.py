"""Where the files don't answer a question the program says so; under “Documents only” nothing else is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import AnswerDelta, Event
from desktop_rag.core.results.answers import Answer, AnswerState, Verdict
from desktop_rag.rerankers.judge import built_in_judge
from desktop_rag.services.calls import ServiceCall
from tests.helpers.asked import Question, answer_to
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"
FOREIGN = "Who painted the ceiling of the Sistine Chapel?"
SAID = "Green tea is brewed at eighty degrees."
INVENTED = "Emperor Shennong invented umbrellas."
DONE = AnswerState.DONE


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    return services


def ask(services: Services, text: str, server: ScriptedServer | None = None, **values: OptionValue) -> Answer:
    given: dict[str, OptionValue] = {f"answer.{key}": value for key, value in values.items()}
    if server is not None:
        given |= {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    return answer_to(services.answers, Question("lib", text, "", given), services.call())


def test_without_a_model_the_closest_passages_are_shown_as_such(lib: Services) -> None:
    answer = ask(lib, FOREIGN)
    assert (answer.answered, answer.state, answer.text, answer.citations) == (False, DONE, "", ())
    assert answer.notice.startswith("Your files don't seem to answer this question.")
    assert answer.is_passage_list
    assert ask(lib, QUESTION).answered


def test_what_the_files_do_not_tell_of_their_own_subject_is_refused_by_the_judge(
    lib: Services, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the judge comes with the built-in search model; the one of these tests has none
    for name in ("answers", "support"):
        monkeypatch.setattr(HashedEmbedding, name, staticmethod(getattr(built_in_judge(), name)), raising=False)
    untold = "When was green tea discovered?"
    answer = ask(lib, untold)
    assert (answer.answered, answer.citations) == (False, ())
    assert answer.sources
    assert ask(lib, untold, judge=False).citations
    server.default = Reply(tokens=["In the year 2737 before Christ."])
    assert (ask(lib, untold, server, documents_only=True).answered, server.chats) == (False, [])


def test_of_the_closest_passages_the_nearest_sentences_are_shown(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "lease"
    folder.mkdir()
    terms = "1. Rent. It is due on the third working day.\n2. Pets. Dogs are not allowed.\n3. Keys. There are two."
    (folder / "lease.txt").write_text(terms, encoding="utf-8")
    services.fill("lib", folder)
    answer = ask(services, "Can I keep an elephant as an animal companion?")
    shown = [answer.shown_of(source) for source in answer.sources]
    if answer.answered:
        shown = [one.quote for one in answer.citations]
    assert shown[0] == "Pets. Dogs are not allowed."


def test_only_a_question_that_says_little_is_judged_with_the_one_before(lib: Services) -> None:
    conversation = lib.chats.create("lib")
    asked = ("Is green tea brewed at eighty degrees?", "And in Mongolia?", FOREIGN, "And in Mongolia?")
    said = [answer_to(lib.answers, Question("lib", text, conversation), lib.call()).answered for text in asked]
    assert said == [True, True, False, False]


@pytest.mark.parametrize("request_", ["Summarise this", "What is in these files?"])
def test_a_request_is_not_refused(lib: Services, request_: str) -> None:
    assert "seem to answer" not in ask(lib, request_).notice


def test_searching_alone_never_refuses(lib: Services) -> None:
    answer = ask(lib, FOREIGN, mode="search")
    assert (answer.answered, answer.notice) == (True, "")


@pytest.mark.parametrize("mode", ["answer", "chat"])
def test_a_model_may_talk_about_other_things(lib: Services, server: ScriptedServer, mode: str) -> None:
    server.default = Reply(tokens=["I do not know."])
    answer = ask(lib, FOREIGN, server, mode=mode)
    assert (answer.text, answer.answered) == ("I do not know.", True)
    assert answer.notice == "Nothing in these files seems to be about this."
    assert ask(lib, QUESTION, server, mode=mode).notice == ""


@pytest.mark.parametrize("mode", ["answer", "chat"])
def test_under_documents_only_no_model_is_asked_about_other_things(
    lib: Services, server: ScriptedServer, mode: str
) -> None:
    server.default = Reply(tokens=["Michelangelo."])
    answer = ask(lib, FOREIGN, server, mode=mode, documents_only=True)
    assert (answer.answered, answer.text, server.chats) == (False, "", [])
    assert (answer.model, answer.is_passage_list) == ("", True)


def test_what_no_passage_supports_is_left_out(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=[f"{INVENTED} {SAID}"])
    answer = ask(lib, QUESTION, server, documents_only=True)
    assert answer.left_out == (INVENTED.rstrip("."),)
    assert answer.notice == "1 sentence was left out because no passage supports it."
    (citation,), (sentence,) = answer.citations, answer.sentences
    assert answer.text == f"Green tea is brewed at eighty degrees [{citation.marker}]."
    assert answer.text[citation.answer_start : citation.answer_end] == SAID.rstrip(".")
    assert (sentence.start, sentence.verdict) == (0, Verdict.SUPPORTED)
    assert "supports them" in _three_invented(lib, server).notice
    assert INVENTED in ask(lib, QUESTION, server).text


def _three_invented(lib: Services, server: ScriptedServer) -> Answer:
    server.default = Reply(tokens=[f"{SAID} {INVENTED} Umbrellas cost nine guilders."])
    return ask(lib, QUESTION, server, documents_only=True)


def test_too_little_support_is_no_answer_and_what_was_written_is_kept_apart(
    lib: Services, server: ScriptedServer
) -> None:
    server.default = Reply(tokens=[INVENTED])
    answer = ask(lib, QUESTION, server, documents_only=True)
    assert (answer.answered, answer.text, answer.sentences) == (False, "", ())
    assert answer.left_out == (INVENTED.rstrip("."),)
    assert answer.is_passage_list
    assert answer.model


@pytest.fixture
def english(services: Services, tmp_path: Path) -> Services:
    """A library of one passage of which nobody could doubt the language."""
    folder = tmp_path / "tea"
    folder.mkdir()
    poured = "The water of the kettle is poured on the leaves, and it is left there for two minutes."
    (folder / "tea.txt").write_text(f"{SAID} {poured}", encoding="utf-8")
    services.fill("lib", folder)
    return services


@pytest.mark.parametrize(
    "misleading", ["Der Spiegel und Die Zeit praise umbrellas.", "De la Cruz y El Greco painted umbrellas."]
)
def test_no_sentence_passes_because_it_seems_to_be_in_another_language(
    english: Services, server: ScriptedServer, misleading: str
) -> None:
    server.default = Reply(tokens=[f"{SAID} {misleading}"])
    unchecked = ask(english, QUESTION, server).sentences[1]
    assert (unchecked.verdict, bool(unchecked.reasons)) == (Verdict.UNCHECKED, True)
    answer = ask(english, QUESTION, server, documents_only=True)
    assert answer.text.startswith("Green tea is brewed at eighty degrees [")
    assert answer.left_out == (misleading.rstrip("."),)
    server.default = Reply(tokens=[misleading])
    alone = ask(english, QUESTION, server, documents_only=True)
    assert (alone.answered, alone.text, alone.left_out) == (False, "", (misleading.rstrip("."),))


def test_a_short_answer_does_not_tell_its_language(services: Services, server: ScriptedServer, tmp_path: Path) -> None:
    folder = tmp_path / "bridges"
    folder.mkdir()
    (folder / "bridge.txt").write_text("橋の建設は山田さんの会社が行いました。とても長い橋です。", encoding="utf-8")
    services.fill("lib", folder)
    server.default = Reply(tokens=["1963年着工予定。"])  # without kana, as Chinese is
    assert not ask(services, "橋の建設はいつですか。", server, documents_only=True).answered


def test_an_answer_that_is_in_another_language_is_kept_and_says_that_it_was_not_checked(
    english: Services, server: ScriptedServer
) -> None:
    german = "Grünen Tee brüht man mit etwas kühlerem Wasser auf, damit er nicht bitter wird und mild schmeckt."
    server.default = Reply(tokens=[german])
    answer = ask(english, QUESTION, server, documents_only=True)
    assert (answer.text, answer.left_out) == (german, ())
    assert answer.sentences[0].reasons == ("The passages are in another language.",)


def test_a_model_that_says_that_the_documents_do_not_say_is_believed(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["The documents do not say."])
    assert not ask(lib, QUESTION, server, documents_only=True).answered


@pytest.mark.parametrize("values", [{"mode": "answer"}, {"mode": "chat"}, {"mode": "summarise"}])
def test_the_model_is_told_to_keep_to_the_documents(
    lib: Services, server: ScriptedServer, values: dict[str, OptionValue]
) -> None:
    server.default = Reply(tokens=[SAID])
    ask(lib, QUESTION, server, documents_only=True, **values)
    assert "Say nothing that these documents do not say" in str(server.chats[-1])
    assert "from what you know" not in str(server.chats[-1])
    ask(lib, QUESTION, server, **values)
    assert "Say nothing that these documents do not say" not in str(server.chats[-1])


def test_an_agent_keeps_to_the_documents(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=[f"Thought: I can answer now.\nAnswer: {SAID} {INVENTED}"])
    answer = ask(lib, QUESTION, server, mode="agent", chat_mode="react", documents_only=True)
    assert "Say nothing that these documents do not say" in str(server.chats[0])
    assert answer.text.startswith("Green tea is brewed at eighty degrees [")
    assert answer.left_out == (INVENTED.rstrip("."),)


def test_without_searching_there_is_nothing_to_keep_to(lib: Services, server: ScriptedServer) -> None:
    answer = ask(lib, QUESTION, server, chat_mode="simple", documents_only=True)
    assert (answer.answered, answer.text, server.chats) == (False, "", [])


def test_a_conversation_keeps_what_was_left_out(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=[f"{SAID} {INVENTED}"])
    conversation = lib.chats.create("lib")
    given: dict[str, OptionValue] = {
        "llm.provider": "openai",
        "llm.base_url": server.base_url,
        "llm.model": server.models[0],
        "answer.documents_only": True,
    }
    answer = answer_to(lib.answers, Question("lib", QUESTION, conversation, given), lib.call())
    (turn,) = lib.chats.turns(conversation)
    assert turn.answer == answer
    assert answer.left_out


def test_an_answer_that_is_stopped_or_cut_off_shows_nothing_that_no_passage_supports(
    lib: Services, server: ScriptedServer
) -> None:
    tokens = [f"{SAID} ", f"{INVENTED} ", "And then"]
    server.default = Reply(tokens=tokens, cut_after=3)
    answer = ask(lib, QUESTION, server, documents_only=True)
    assert answer.state is AnswerState.FAILED
    assert SAID.removesuffix(".") in answer.text
    assert INVENTED not in answer.text
    assert answer.left_out == (INVENTED.removesuffix("."),)
    # why it ends is told beside what was left out
    assert "left out" in answer.notice
    assert "connection" in answer.notice.casefold()

    token = CancelToken()
    server.default = Reply(tokens=tokens, silent_after=3)
    said: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, AnswerDelta):
            said.append(event.text)
            if "then" in "".join(said):
                token.cancel()

    given: dict[str, OptionValue] = {"llm.provider": "openai", "llm.base_url": server.base_url}
    given |= {"llm.model": server.models[0], "answer.documents_only": True}
    answer = answer_to(lib.answers, Question("lib", QUESTION, "", given), ServiceCall(7, token, hear))
    assert (answer.state, answer.left_out) == (AnswerState.STOPPED, (INVENTED.removesuffix("."),))
    assert answer.text.startswith(SAID.removesuffix("."))
    assert answer.can_continue


def test_a_stopped_answer_of_which_nothing_is_supported_is_left_out_whole(
    lib: Services, server: ScriptedServer
) -> None:
    server.default = Reply(tokens=[f"{INVENTED} "], cut_after=1)
    answer = ask(lib, QUESTION, server, documents_only=True)
    assert (answer.state, answer.text.strip(), answer.citations) == (AnswerState.FAILED, "", ())
    assert answer.left_out == (INVENTED.removesuffix("."),)
