"""Asking, through every layer: real files, a real HTTP server, real events."""

import shutil
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerDelta, AnswerReady, AnswerStage, Event, JobFinished, SourcesFound
from desktop_rag.core.results.answers import AnswerState, Source
from desktop_rag.worker.worker import Worker
from tests.conftest import make_folder
from tests.helpers.office import picture, word_with
from tests.helpers.scripted_server import Reply, ScriptedServer

pytestmark = pytest.mark.slow
WAIT = 60


@pytest.fixture(scope="module")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with the folder and a data folder in which it is the library “lib”."""
    place = tmp_path_factory.mktemp("answers")
    with closing(Worker(place / "data")) as worker:
        worker.libraries.create("lib").result(WAIT)
        worker.files.add("lib", [make_folder(place)]).result(WAIT)
    return place


@pytest.fixture
def folder(read_once: Path) -> Path:
    """The folder, which no test here changes."""
    return read_once / "files"


@pytest.fixture
def filled(read_once: Path, tmp_path: Path, worker: Worker) -> Worker:
    shutil.copytree(read_once / "data" / "libraries", tmp_path / "data" / "libraries", dirs_exist_ok=True)
    return worker


def settings(provider: str, server: ScriptedServer) -> dict[str, OptionValue]:
    url = server.base_url if provider == "openai" else server.ollama_url
    return {"llm.provider": provider, "llm.base_url": url, "llm.model": server.models[0], "llm.timeout": 3.0}


def test_without_a_model_the_answer_is_made_of_quotations(filled: Worker) -> None:
    events: list[Event] = []
    filled.subscribe(events.append)
    answer = filled.answers.ask("lib", "How long do cats sleep?").result(WAIT)
    assert answer.extractive
    assert "Cats sleep sixteen hours a day." in answer.text
    citation = answer.citations[0]
    assert answer.text[citation.answer_start : citation.answer_end] == citation.quote
    assert Path(citation.file).name == "cats.txt"
    assert Path(citation.file).read_text()[citation.start : citation.end] == citation.quote
    kinds = [type(event) for event in events]
    assert kinds.index(SourcesFound) < kinds.index(AnswerDelta) < kinds.index(AnswerReady)
    assert kinds[-1] is JobFinished


def test_a_question_in_japanese_is_answered_from_a_japanese_file(filled: Worker) -> None:
    answer = filled.answers.ask("lib", "東京の人口はどのくらいですか").result(WAIT)
    assert "東京都の人口は約千四百万人です。" in answer.text


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_streamed_answer_gets_our_citations(filled: Worker, provider: str) -> None:
    with ScriptedServer() as server:
        tokens = ["Cats sleep ", "sixteen hours a day", " [7]. ", "The moon is made of cheese [1]."]
        server.script(Reply(tokens=tokens, usage=(300, 7)))
        events: list[Event] = []
        filled.subscribe(events.append)
        answer = filled.answers.ask("lib", "How long do cats sleep?", overrides=settings(provider, server)).result(WAIT)
    rank = next(source.rank for source in answer.sources if source.file.endswith("cats.txt"))
    assert answer.text == f"Cats sleep sixteen hours a day [{rank}]. The moon is made of cheese."
    (citation,) = answer.citations
    assert answer.text[citation.answer_start : citation.answer_end] == "Cats sleep sixteen hours a day"
    assert citation.quote == "Cats sleep sixteen hours a day."
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (300, 7)
    assert answer.model
    assert "".join(event.text for event in events if isinstance(event, AnswerDelta)).startswith("Cats sleep sixteen")
    assert [event.stage for event in events if isinstance(event, AnswerStage)] == [
        "searching",
        "connecting",
        "reading",
        "writing",
    ]


def test_the_model_is_shown_the_passages_and_the_question(filled: Worker) -> None:
    with ScriptedServer() as server:
        filled.answers.ask("lib", "How hot is green tea?", overrides=settings("openai", server)).result(WAIT)
        (request,) = server.chats
    system, user = request.body["messages"]
    assert "Green tea is brewed at eighty degrees." in system["content"]
    assert "tea.md" in system["content"]
    assert user == {"role": "user", "content": "How hot is green tea?"}


def test_stopping_keeps_what_came(filled: Worker) -> None:
    with ScriptedServer() as server:
        server.script(Reply(tokens=["Cats sleep sixteen hours a day. ", "And"], silent_after=1))
        first_words: list[float] = []

        def stop(event: Event) -> None:
            if isinstance(event, AnswerDelta):
                first_words.append(time.monotonic())
                job.cancel()

        filled.subscribe(stop)
        job = filled.answers.ask("lib", "How long do cats sleep?", overrides=settings("openai", server))
        answer = job.result(WAIT)
        assert time.monotonic() - first_words[0] < 2
    assert answer.state is AnswerState.STOPPED
    assert answer.text.startswith("Cats sleep sixteen hours a day [")


def test_a_server_that_dies_in_the_middle_leaves_the_answer_so_far(filled: Worker) -> None:
    with ScriptedServer() as server:
        server.script(Reply(tokens=["Cats sleep sixteen hours a day. ", "And", " more"], cut_after=2))
        conversation = filled.conversations.create("lib").result(WAIT)
        answer = filled.answers.ask(
            "lib", "How long do cats sleep?", conversation_id=conversation, overrides=settings("openai", server)
        ).result(WAIT)
    assert answer.state is AnswerState.FAILED
    assert "Cats sleep sixteen hours" in answer.text
    assert "lost" in answer.notice
    (turn,) = filled.conversations.turns(conversation).result(WAIT)
    assert turn.answer == answer


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("reply", "words"),
    [(Reply(status=401), "key"), (Reply(status=404, error="model not found"), "model"), (Reply(body="<html>"), "")],
)
def test_a_failing_start_is_an_error_with_a_next_step_and_the_question_is_kept(
    filled: Worker, reply: Reply, words: str
) -> None:
    events: list[Event] = []
    filled.subscribe(events.append)
    conversation = filled.conversations.create("lib").result(WAIT)
    with ScriptedServer() as server:
        server.default = reply
        job = filled.answers.ask(
            "lib", "How long do cats sleep?", conversation_id=conversation, overrides=settings("openai", server)
        )
        answer = job.result(WAIT)
    assert words in answer.notice.lower()
    assert "Cats sleep sixteen hours a day." in answer.text
    assert sum(isinstance(event, JobFinished) and event.job_id == job.id for event in events) == 1
    (turn,) = filled.conversations.turns(conversation).result(WAIT)
    assert turn.answer is not None
    assert turn.answer.state is AnswerState.FAILED


def test_a_follow_up_is_understood_from_the_conversation(filled: Worker) -> None:
    conversation = filled.conversations.create("lib").result(WAIT)
    with ScriptedServer() as server:
        config = settings("openai", server)
        server.script(Reply(tokens=["At eighty degrees."]))
        filled.answers.ask("lib", "How is green tea brewed?", conversation_id=conversation, overrides=config).result(
            WAIT
        )
        server.script(Reply(tokens=["How should green tea be kept?"]), Reply(tokens=["Dry and dark."]))
        answer = filled.answers.ask(
            "lib", "And how is it kept?", conversation_id=conversation, overrides=config
        ).result(WAIT)
        condense, final = server.chats[1:]
    assert "How is green tea brewed?" in condense.body["messages"][0]["content"]
    roles = [message["role"] for message in final.body["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert any("dry and dark" in source.text for source in answer.sources)
    turns = filled.conversations.turns(conversation).result(WAIT)
    assert [turn.question for turn in turns] == ["How is green tea brewed?", "And how is it kept?"]


def test_passages_that_do_not_fit_the_window_refine_the_answer(worker: Worker, tmp_path: Path) -> None:
    files = tmp_path / "many"
    files.mkdir()
    for number in range(5):
        words = " ".join(f"word{number}x{i}" for i in range(60))
        text = f"Whale number {number} sings in the deep sea. It says {words}."
        (files / f"{number}.txt").write_text(text)
    worker.libraries.create("lib").result(WAIT)
    worker.files.add("lib", [files], embed=False).result(WAIT)

    def small(server: ScriptedServer) -> dict[str, OptionValue]:
        config = settings("openai", server)
        return config | {"llm.context_window": 1024, "llm.max_tokens": 100}

    prompts: list[Any] = []

    def answer_of(body: dict[str, Any]) -> Reply:
        prompts.append(body["messages"])
        return Reply(tokens=[f"draft{len(prompts)}"])

    with ScriptedServer() as server:
        server.default = answer_of
        answer = worker.answers.ask("lib", "Which whale sings?", overrides=small(server)).result(WAIT)
    assert answer.text == f"draft{len(prompts)}"
    assert len(prompts) > 1
    assert "draft1" in prompts[1][-1]["content"]
    shown = "".join(messages[0]["content"] for messages in prompts)
    assert all(f"Whale number {number}" in shown for number in range(5))


def test_an_empty_library_says_so(worker: Worker) -> None:
    worker.libraries.create("lib").result(WAIT)
    answer = worker.answers.ask("lib", "anything").result(WAIT)
    assert answer.sources == ()
    assert "Nothing in this library" in answer.notice


def test_a_passage_is_shown_with_its_neighbourhood_and_its_page(filled: Worker) -> None:
    (source, *_) = filled.search.passages("lib", "green tea").result(WAIT)
    passage = filled.pages.passage("lib", source).result(WAIT)
    assert passage.page_text[source.start : source.end] == source.text
    assert (passage.before + source.text + passage.after).count("Keep it dry") == 1


def test_neighbouring_pages_stand_apart_and_a_page_that_is_not_drawn_has_no_marks(
    worker: Worker, tmp_path: Path
) -> None:
    file = tmp_path / "scans.docx"
    word_with(file, "<w:p/>", picture("Gardens are green"), picture("Whales sing at night"), picture("Rivers run"))
    worker.libraries.create("scans").result(WAIT)
    worker.files.add("scans", [file]).result(WAIT)
    (source, *_) = worker.search.passages("scans", "whales").result(WAIT)
    passage = worker.pages.passage("scans", source).result(WAIT)
    around = (passage.before, source.text, passage.after)
    assert around == ("Gardens are green\n\n", "Whales sing at night", "\n\nRivers run")
    image = worker.pages.render("scans", source, page=source.page, zoom=1.0).result(WAIT)
    assert (source.page, image.page, image.pages, image.boxes) == (2, 1, 1, ())


def test_a_page_of_the_guide_is_drawn_with_its_passage(worker: Worker) -> None:
    name = worker.libraries.add_sample("en").result(WAIT)
    worker.files.add(name, (), embed=False).result(WAIT)
    found = worker.search.passages(name, "Where are my files stored?", top_k=20, mode="bm25").result(WAIT)
    source: Source = found[0]
    image = worker.pages.render(name, source, page=source.page, zoom=1.0).result(WAIT)
    assert image.boxes
    assert image.page == source.page
    elsewhere = worker.pages.render(name, source, page=source.page + 1, zoom=1.0).result(WAIT)
    assert elsewhere.boxes == ()


def test_a_page_of_a_file_that_is_gone_says_so(filled: Worker, folder: Path) -> None:
    gone = Source(1, 1.0, str(folder / "gone.pdf"), 1, "1", 0, 5, "x", "n")
    with pytest.raises(UserError):
        filled.pages.render("lib", gone, page=1, zoom=1.0).result(WAIT)
