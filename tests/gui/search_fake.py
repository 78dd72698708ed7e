"""The scripted worker's search page and test questions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import FileHits, FoundPassage, SearchChoices, SearchResults, Snippet
from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, SavedQuestion
from desktop_rag.worker.job import Job
from tests.helpers.scripted_worker import ScriptedWorker

FIGURES = {"hit@1": 1.0, "recall@5": 1.0, "MRR@10": 1.0, "nDCG@10": 1.0}


def passage(file: str, number: int, text: str = "The notice period is 30 days.", by: tuple[str, ...] = ("words",)) -> (
    FoundPassage
):  # fmt: skip
    source = Source(number, 1.0, file, number, str(number), 0, len(text), text, f"{file}-{number}", by)
    return FoundPassage(source, Snippet(text, ((4, 10),)))


def hits(file: str, *numbers: int, more: int = 0) -> FileHits:
    kind = file.rpartition(".")[2]
    return FileHits(file, kind, "2024-05-31", tuple(passage(file, number) for number in numbers), more)


@dataclass
class SearchFake(ScriptedWorker):
    """Finds what ``find`` says for a query and a mode, slowly if wanted."""

    find: Callable[[str, str], Sequence[FileHits]] = lambda query, mode: (hits("/docs/lease.pdf", 1, 2),)
    further: int = 0  # files beyond those found
    suggestions: tuple[str, ...] = ()
    unfiltered: bool = False
    seconds_of: Callable[[str, str], float] = lambda query, mode: 0.0
    choices: SearchChoices = field(default_factory=lambda: SearchChoices(
        (("/docs", 5), ("/docs/old", 2)), ("/docs",), {"pdf": 3, "word": 2}, {"en": 3, "ja": 2}
    ))  # fmt: skip
    golden: QuestionSet = field(default_factory=lambda: QuestionSet(()))
    ranks: dict[str, int | None] = field(default_factory=dict)  # of the next run
    figures: dict[str, float] = field(default_factory=lambda: dict(FIGURES))

    def search_page(
        self, name: str, query: str, *, mode: str = "words", files: int = 20, per_file: int = 3, file: str = ""
    ) -> Job[SearchResults]:
        def run(job: Job[SearchResults]) -> SearchResults:
            job.token.wait(self.seconds_of(query, mode))
            job.token.raise_if_cancelled()
            if file:
                whole = FileHits(file, "pdf", "", tuple(passage(file, number) for number in range(1, 9)))
                return SearchResults(query, mode, (whole,), 1)
            found = tuple(self.find(query, mode))
            return SearchResults(
                query, mode, found, len(found) + self.further, {"kind": {"pdf": len(found)}}, self.suggestions,
                self.unfiltered,
            )  # fmt: skip

        self.calls.append(("search_page", (name, query, mode, files, file)))
        return self._lanes.submit("answer" if mode == "words" else "view", "search_page", run)

    def search_choices(self, name: str) -> Job[SearchChoices]:
        return self._view("search_choices", lambda: self.choices, name)

    def golden_questions(self, name: str) -> Job[QuestionSet]:
        return self._view("golden_questions", lambda: self.golden, name)

    def set_golden_questions(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        return self._keep("set_golden_questions", name, lambda: replace(self.golden, questions=tuple(questions)))

    def add_golden_question(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        one = SavedQuestion(f"q{len(self.golden.questions) + 1}", question, ((file, page),))
        questions = (*self.golden.questions, one)
        return self._keep("add_golden_question", name, lambda: replace(self.golden, questions=questions))

    def keep_golden_run(self, name: str) -> Job[QuestionSet]:
        return self._keep("keep_golden_run", name, lambda: replace(self.golden, baseline=self.golden.last))

    def run_golden(self, name: str) -> Job[QuestionSet]:
        def change() -> QuestionSet:
            made = (self.golden.last.made if self.golden.last else 0.0) + 1.0
            last = EvaluationRun(
                dict(self.figures), {one.id: self.ranks.get(one.id, 1) for one in self.golden.questions}, made
            )
            return replace(self.golden, last=last, baseline=self.golden.baseline or last)

        return self._keep("run_golden", name, change)

    def _keep(self, kind: str, name: str, change: Callable[[], QuestionSet]) -> Job[QuestionSet]:
        def run(job: Job[QuestionSet]) -> QuestionSet:
            self.golden = change()
            self.bus.emit(StoreChanged(job.id, frozenset({"golden"}), (name,)))
            return self.golden

        self.calls.append((kind, (name,)))
        return self._lanes.submit("view", kind, run)
