"""What a person said of an answer holds of the next ones to the same question, in this library, until it is undone."""

import json
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.payloads import RerankingPayload
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.test_questions import QuotedWords, quoted_words
from desktop_rag.storage.sqlite.properties import get_test_questions
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer

pytestmark = pytest.mark.slow
WAIT = 60
QUESTION = "What is the notice period of the Hartley flat?"
LEASE = """Lease of the Hartley flat.

The rent of the Hartley flat is £1,150 per month. The deposit of the Hartley flat is £3,450.

Termination. Either party may end this agreement by giving eight weeks' warning in writing.
"""
OLD_LEASE = """Earlier lease of the Hartley flat, 2011.

The notice period of the Hartley flat is three months. The rent of the Hartley flat was £700 per month.
"""
RIGHT = "Either party may end this agreement by giving eight weeks' warning in writing."
WRONG = "The notice period of the Hartley flat is three months."


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "flat"
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
    (folder / "old lease.txt").write_text(OLD_LEASE, encoding="utf-8")
    (folder / "garden.txt").write_text("The garden is watered twice a week. Roses are cut in March.", encoding="utf-8")
    return folder


@pytest.fixture
def flat(worker: Worker, files: Path) -> Worker:
    worker.libraries.create("flat").result(WAIT)
    worker.files.add("flat", [files]).result(WAIT)
    return worker


def ask(worker: Worker, question: str = QUESTION, conversation: str = "", **overrides: str) -> Answer:
    wanted = {key.replace("__", "."): value for key, value in overrides.items()}
    return worker.answers.ask("flat", question, conversation_id=conversation, overrides=wanted).result(WAIT)


def quotes(answer: Answer) -> list[str]:
    return [one.quote for one in answer.citations]


def refuse(worker: Worker, answer: Answer) -> None:
    worker.test_questions.refuse("flat", answer.question, "", quoted_words(answer)).result(WAIT)


def show(worker: Worker, files: Path, words: str = RIGHT, question: str = QUESTION) -> None:
    worker.test_questions.choose("flat", question, "", QuotedWords(str(files / "lease.txt"), 1, words)).result(WAIT)


def test_what_the_person_showed_is_quoted_first_and_the_trace_says_why(flat: Worker, files: Path) -> None:
    before = ask(flat)
    assert WRONG in quotes(before)[0], "the older lease has the words of the question"
    refuse(flat, before)
    show(flat, files)
    after = ask(flat)
    assert quotes(after)[0] == RIGHT
    assert not any(WRONG in one for one in quotes(after))
    assert after.sources[0].file == str(files / "lease.txt")
    assert "you" in after.sources[0].found_by
    told = [RerankingPayload.of(stage.payload) for stage in after.trace if stage.kind == "reranking"]
    assert (told[-1].said_of, told[-1].is_shown) == (QUESTION, True)


def test_an_answer_that_was_refused_is_not_quoted_again(flat: Worker) -> None:
    before = ask(flat)
    refuse(flat, before)
    after = ask(flat)
    assert not set(quotes(before)) & set(quotes(after))
    told = [RerankingPayload.of(stage.payload) for stage in after.trace if stage.kind == "reranking"]
    assert (told[-1].said_of, told[-1].is_shown) == (QUESTION, False)


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
@pytest.mark.parametrize(
    "question",
    rest_at_night(
        ["what is the notice period of the hartley flat", "How long is the notice period for the Hartley flat?"],
        {"How long is the notice period for the Hartley flat?"},
    ),
)
def test_it_holds_of_the_same_question_in_other_words(flat: Worker, files: Path, question: str) -> None:
    assert quotes(ask(flat, question))[0] != RIGHT
    show(flat, files)
    assert quotes(ask(flat, question))[0] == RIGHT


@pytest.mark.parametrize(
    "question",
    rest_at_night(
        [
            "What is the rent of the Hartley flat?",
            "What is the notice period of the Miller flat?",
            "What was the notice period of the Hartley flat in 2011?",
            "When is the garden watered?",
        ],
        {"What is the notice period of the Miller flat?"},
    ),
)
def test_other_questions_are_answered_as_before(flat: Worker, files: Path, question: str) -> None:
    before = ask(flat, question)
    show(flat, files)
    after = ask(flat, question)
    assert (quotes(after), after.sources) == (quotes(before), before.sources)


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_a_refused_question_that_no_sentence_seemed_to_answer_is_answered(flat: Worker, files: Path) -> None:
    question = "Who decides how the walls are painted?"
    assert not ask(flat, question).answered
    show(flat, files, question=question)
    after = ask(flat, question)
    assert (after.answered, quotes(after)[0]) == (True, RIGHT)


def test_a_question_that_goes_on_with_another_is_meant_after_that_one_only(flat: Worker, files: Path) -> None:
    words = QuotedWords(str(files / "lease.txt"), 1, RIGHT)
    judged = flat.test_questions.choose("flat", "And the notice period?", "Where is the Hartley flat?", words)
    assert judged.result(WAIT).question.text == "Where is the Hartley flat? And the notice period?"
    conversation = flat.conversations.create("flat").result(WAIT)
    ask(flat, "When is the garden watered?", conversation)
    other = ask(flat, "And the notice period?", conversation)
    assert not any("you" in source.found_by for source in other.sources)
    conversation = flat.conversations.create("flat").result(WAIT)
    ask(flat, "Where is the Hartley flat?", conversation)
    assert quotes(ask(flat, "And the notice period?", conversation))[0] == RIGHT


def test_the_question_becomes_a_test_question_and_waits_for_its_place(flat: Worker, files: Path) -> None:
    refuse(flat, ask(flat))
    (waiting,) = flat.test_questions.read("flat").result(WAIT).questions
    assert (waiting.text, waiting.expected) == (QUESTION, ())
    with pytest.raises(UserError, match="no test questions"):
        flat.test_questions.run("flat").result(WAIT)
    show(flat, files)
    (shown,) = flat.test_questions.read("flat").result(WAIT).questions
    assert (shown.id, shown.expected) == (waiting.id, ((str(files / "lease.txt"), None),))
    run = flat.test_questions.run("flat").result(WAIT).last
    assert run is not None
    assert run.ranks[shown.id] is not None


def test_undoing_and_deleting_bring_the_old_answer_back(flat: Worker, files: Path) -> None:
    before = ask(flat)
    refused = flat.test_questions.refuse("flat", QUESTION, "", quoted_words(before)).result(WAIT)
    words = QuotedWords(str(files / "lease.txt"), 1, RIGHT)
    shown = flat.test_questions.choose("flat", QUESTION, "", words).result(WAIT)
    assert quotes(ask(flat))[0] == RIGHT
    flat.test_questions.put_back("flat", shown).result(WAIT)
    assert flat.test_questions.read("flat").result(WAIT).questions == (refused.question,)
    flat.test_questions.put_back("flat", refused).result(WAIT)
    assert flat.test_questions.read("flat").result(WAIT).questions == ()
    assert quotes(ask(flat)) == quotes(before)
    show(flat, files)
    flat.test_questions.store("flat", ()).result(WAIT)
    assert quotes(ask(flat)) == quotes(before)


def test_who_changes_their_mind_is_believed(flat: Worker, files: Path) -> None:
    show(flat, files)
    refuse(flat, ask(flat))
    assert RIGHT not in quotes(ask(flat))
    (kept,) = flat.test_questions.read("flat").result(WAIT).questions
    assert (kept.chosen, kept.expected) == ((), ())


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_words_that_are_gone_are_ignored_and_the_test_question_says_so(flat: Worker, files: Path) -> None:
    before = ask(flat)
    show(flat, files)
    assert flat.test_questions.read("flat").result(WAIT).lost == ()
    (files / "lease.txt").write_text(LEASE.replace("eight weeks", "nine weeks"), encoding="utf-8")
    flat.files.add("flat", [files]).result(WAIT)
    assert flat.test_questions.read("flat").result(WAIT).lost == ("q1",)
    after = ask(flat)
    assert quotes(after)[0] == quotes(before)[0]
    assert not any("you" in source.found_by for source in after.sources)


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_words_are_found_where_their_file_was_moved_to(flat: Worker, files: Path) -> None:
    show(flat, files)
    (files / "papers").mkdir()
    (files / "lease.txt").rename(files / "papers" / "lease 2024.txt")
    flat.files.add("flat", [files]).result(WAIT)
    after = ask(flat)
    assert (quotes(after)[0], after.sources[0].file) == (RIGHT, str(files / "papers" / "lease 2024.txt"))


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_a_file_that_the_question_leaves_out_stays_out(flat: Worker, files: Path) -> None:
    show(flat, files)
    narrowed = ask(flat, retrieval__filters="file_name=old lease.txt")
    assert {Path(source.file).name for source in narrowed.sources} == {"old lease.txt"}


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_a_selection_is_found_however_the_view_laid_it_out(flat: Worker, files: Path) -> None:
    show(flat, files, "“EITHER party may end this\n  agreement” by giving eight\tweeks'")
    assert quotes(ask(flat))[0] == RIGHT
    (kept,) = flat.test_questions.read("flat").result(WAIT).questions
    assert kept.chosen[0].text == "Either party may end this agreement by giving eight weeks"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [("Hartley flat", "several places"), ("a swimming pool", "no passage"), ("…", "no words")],
)
def test_words_that_name_no_place_are_not_taken(flat: Worker, files: Path, words: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        show(flat, files, words)
    assert flat.test_questions.read("flat").result(WAIT).questions == ()


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_another_library_and_the_network_know_nothing_of_it(flat: Worker, files: Path, tmp_path: Path) -> None:
    flat.libraries.create("other").result(WAIT)
    flat.files.add("other", [files]).result(WAIT)
    with ScriptedServer() as server:
        refuse(flat, ask(flat))
        show(flat, files)
        other = flat.answers.ask("other", QUESTION).result(WAIT)
        assert server.chats == []
    assert WRONG in quotes(other)[0]
    assert quotes(ask(flat))[0] == RIGHT
    with StorageContext(tmp_path / "data" / "libraries" / "other.ragindex", read_only=True) as storage:
        assert get_test_questions(storage.connection) == {}


def test_a_model_reads_the_shown_passage_first(flat: Worker, files: Path) -> None:
    show(flat, files)
    with ScriptedServer() as server:
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        answer = flat.answers.ask("flat", QUESTION, overrides=settings).result(WAIT)
        (asked,) = server.chats
    assert answer.sources[0].file == str(files / "lease.txt")
    told = str(asked)
    assert told.index("eight weeks") < told.index("three months")


def test_a_model_reads_refused_passages_last_and_an_agent_finds_shown_ones_first(flat: Worker, files: Path) -> None:
    wrong = QuotedWords(str(files / "old lease.txt"), 1, WRONG)
    flat.test_questions.refuse("flat", QUESTION, "", [wrong]).result(WAIT)
    with ScriptedServer() as server:
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        answer = flat.answers.ask("flat", QUESTION, overrides=settings).result(WAIT)
        assert answer.sources[-1].file == wrong.file
        show(flat, files)
        server.script(
            Reply(tokens=["Action: search\nAction Input: ", json.dumps({"query": "roses in the garden"})]),
            Reply(tokens=["Answer: Eight weeks."]),
        )
        agent = {"answer.mode": "agent", "answer.chat_mode": "react"}
        answer = flat.answers.ask("flat", QUESTION, overrides=settings | agent).result(WAIT)
    assert answer.steps, "the agent searched"
    assert answer.sources[0].file == str(files / "lease.txt")


@pytest.mark.nightly(by_day="test_what_the_person_showed_is_quoted_first_and_the_trace_says_why")
def test_rows_and_long_passages_may_be_shown(flat: Worker, files: Path) -> None:
    months = "\n".join(f"month {number},{number * 100},open" for number in range(1, 13))
    (files / "costs.csv").write_text(f"month,cost,state\n{months}\n", encoding="utf-8")
    flat.files.add("flat", [files]).result(WAIT)
    question = "What did the garden cost in spring?"
    row = QuotedWords(str(files / "costs.csv"), 1, "month 4\t400\topen")
    flat.test_questions.choose("flat", question, "", row).result(WAIT)
    answer = ask(flat, question)
    assert "month 4" in quotes(answer)[0]
    assert "400" in quotes(answer)[0]
    flat.test_questions.store("flat", ()).result(WAIT)
    whole = (files / "lease.txt").read_text(encoding="utf-8")
    show(flat, files, whole)
    assert ask(flat).sources[0].file == str(files / "lease.txt")
    assert quotes(ask(flat))[0].partition(". ")[0] in whole
    assert len(quotes(ask(flat))[0]) < len(whole.strip()), "of a whole passage the sentence that answers best"


@pytest.mark.nightly(by_day="test_another_passage_of_the_same_page_stays_right")
def test_words_over_two_passages_are_those_of_the_one_that_holds_most(flat: Worker, files: Path) -> None:
    first = " ".join(
        f"Rule {number} says that tenants of house {number} keep the stairs clean." for number in range(40)
    )
    last = "Rule ninety says that bicycles stand in the yard."
    (files / "rules.txt").write_text(f"{first} {last}", encoding="utf-8")
    flat.files.add("flat", [files]).result(WAIT)
    words = QuotedWords(str(files / "rules.txt"), 1, f"{first[-1500:]} {last}")
    judged = flat.test_questions.choose("flat", "Where do bicycles stand?", "", words).result(WAIT)
    assert judged.question.chosen[0].text in f"{first} {last}"
    assert len(judged.question.chosen[0].text) > 300


def test_another_passage_of_the_same_page_stays_right(flat: Worker, files: Path) -> None:
    show(flat, files)
    show(flat, files, "The rent of the Hartley flat is £1,150 per month.")
    rent = QuotedWords(str(files / "lease.txt"), 1, "The rent of the Hartley flat is £1,150 per month.")
    kept = flat.test_questions.refuse("flat", QUESTION, "", [rent]).result(WAIT).question
    assert ([words.text for words in kept.chosen], kept.expected) == (
        [RIGHT.rstrip(".")],
        ((str(files / "lease.txt"), None),),
    )
