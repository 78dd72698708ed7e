"""The search page and the test questions of a scripted worker."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.search import FileHits, SearchChoices, SearchResults
from desktop_rag.core.results.test_questions import (
    EvaluationRun,
    JudgedQuestion,
    QuestionSet,
    QuotedWords,
    SavedQuestion,
)
from tests.helpers.script import Script, found_passage


class ScriptedSearch:
    """Finds what ``find`` says for a query and a mode, slowly if wanted."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def pages(
        self, name: str, query: str, *, mode: str = "words", files: int = 20, per_file: int = 3, file: str = ""
    ) -> Job[SearchResults]:
        script = self._script

        def run(job: Job[SearchResults]) -> SearchResults:
            job.token.wait(script.seconds_of(query, mode))
            job.token.raise_if_cancelled()
            if file:
                whole = FileHits(file, "pdf", "", tuple(found_passage(file, number) for number in range(1, 9)))
                return SearchResults(query, mode, (whole,), 1)
            found = tuple(script.find(query, mode))
            return SearchResults(
                query,
                mode,
                found,
                len(found) + script.further,
                {"kind": {"pdf": len(found)}},
                script.suggestions,
                script.unfiltered,
            )

        script.calls.append(("search.pages", (name, query, mode, files, file)))
        return script.lanes.submit(Lane.SEARCH if mode == "words" else Lane.MEANING, JobKind.SEARCH, run, name)

    def choices(self, name: str) -> Job[SearchChoices]:
        return self._script.view("search.choices", lambda: self._script.choices, name)


class ScriptedTestQuestions:
    def __init__(self, script: Script) -> None:
        self._script = script

    def read(self, name: str) -> Job[QuestionSet]:
        return self._script.view("test_questions.read", lambda: self._script.golden, name)

    def store(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        return self._keep("store", name, lambda kept: replace(kept, questions=tuple(questions)))

    def add(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        def change(kept: QuestionSet) -> QuestionSet:
            one = SavedQuestion(f"q{len(kept.questions) + 1}", question, ((file, page),))
            return replace(kept, questions=(*kept.questions, one))

        return self._keep("add", name, change)

    def refuse(self, name: str, question: str, before: str, quoted: Sequence[QuotedWords]) -> Job[JudgedQuestion]:
        return self._judge("refuse", name, f"{before} {question}".strip(), refused=tuple(quoted))

    def choose(self, name: str, question: str, before: str, words: QuotedWords) -> Job[JudgedQuestion]:
        return self._judge("choose", name, f"{before} {question}".strip(), chosen=(words,))

    def put_back(self, name: str, judged: JudgedQuestion) -> Job[QuestionSet]:
        def change(kept: QuestionSet) -> QuestionSet:
            own = [judged.before if one.id == judged.question.id else one for one in kept.questions]
            return replace(kept, questions=tuple(one for one in own if one is not None))

        return self._keep("put_back", name, change)

    def _judge(
        self,
        call: str,
        name: str,
        text: str,
        chosen: tuple[QuotedWords, ...] = (),
        refused: tuple[QuotedWords, ...] = (),
    ) -> Job[JudgedQuestion]:
        script = self._script

        def run(job: Job[JudgedQuestion]) -> JudgedQuestion:
            if script.choosing_error is not None and call == "choose":
                raise script.choosing_error
            kept = script.golden.questions
            before = next((one for one in kept if one.text == text), None)
            one = before or SavedQuestion(f"q{len(kept) + 1}", text, ())
            places = tuple((words.file, words.page) for words in chosen)
            one = replace(
                one, expected=one.expected + places, chosen=chosen or one.chosen, refused=one.refused + refused
            )
            others = tuple(other for other in kept if other is not before)
            script.golden = replace(script.golden, questions=(*others, one))
            script.bus.emit(StoreChanged(job.id, frozenset({"test_questions"}), (name,)))
            return JudgedQuestion(one, before)

        script.calls.append((f"test_questions.{call}", (name, text, *chosen, *refused)))
        return script.lanes.submit(Lane.VIEW, JobKind.CHANGE, run, name)

    def keep_run(self, name: str) -> Job[QuestionSet]:
        return self._keep("keep_run", name, lambda kept: replace(kept, baseline=kept.last))

    def run(self, name: str) -> Job[QuestionSet]:
        def change(kept: QuestionSet) -> QuestionSet:
            made = (kept.last.made if kept.last else 0.0) + 1.0
            ranks = {one.id: self._script.ranks.get(one.id, 1) for one in kept.questions}
            last = EvaluationRun(dict(self._script.figures), ranks, made)
            return replace(kept, last=last, baseline=kept.baseline or last)

        return self._keep("run", name, change)

    def _keep(self, call: str, name: str, change: Callable[[QuestionSet], QuestionSet]) -> Job[QuestionSet]:
        script = self._script

        def run(job: Job[QuestionSet]) -> QuestionSet:
            script.golden = change(script.golden)
            script.bus.emit(StoreChanged(job.id, frozenset({"test_questions"}), (name,)))
            return script.golden

        script.calls.append((f"test_questions.{call}", (name,)))
        return script.lanes.submit(Lane.VIEW, JobKind.CHANGE, run, name)
