"""What a scripted worker answers about libraries, their files, searching them and their test questions."""

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import (
    BuildProgress,
    ComparisonProgress,
    ContradictionProgress,
    RegisterProgress,
    TableProgress,
    TextCheckProgress,
)
from desktop_rag.core.jobs import JobKind
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.comparison import Comparison, ComparisonSummary, EarlierTexts, FolderComparison
from desktop_rag.core.results.contradictions import Contradiction, Contradictions
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.core.results.mentions import MeaningHits, MeaningQuery, Mention, MentionCounts, MentionQuery
from desktop_rag.core.results.register import ModelReading, Register, RegisterEstimate, RegisterRow, UnreadFile
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    OfferedTables,
    ReviewTable,
    TableAnswer,
    TableCheck,
    TableDefinition,
    TableEstimate,
    TableRow,
)
from desktop_rag.core.results.search import FileHits, SearchChoices, SearchResults
from desktop_rag.core.results.test_questions import (
    EvaluationRun,
    JudgedQuestion,
    QuestionSet,
    QuotedWords,
    SavedQuestion,
)
from desktop_rag.core.results.text_checks import (
    EvidencePlace,
    Finding,
    FindingDecision,
    OwnSource,
    TextCheck,
    TextSentence,
)
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.calls import current_call
from desktop_rag.services.drafts.inner.findings import inner_findings
from desktop_rag.services.libraries.files import export_csv
from desktop_rag.services.libraries.index_builds import BuildStatus
from desktop_rag.services.outside.clients import ApiClient
from desktop_rag.services.review.agreement import agreements, to_check
from desktop_rag.services.review.columns import load_columns, save_columns
from desktop_rag.services.review.question import answer
from tests.helpers.script import PDF_TEXT, Script, found_passage

SAMPLE = "User's guide"


class LibraryAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def list_all(self) -> tuple[IndexInfo, ...]:
        infos = self._script.infos
        return tuple(infos[name] for name in sorted(infos))

    def create(self, name: str, splitting: Splitting | None) -> IndexInfo:
        self._script.splittings[name] = splitting
        self._refuse_taken(name)
        return self._script.add_library(name, files=0, nodes=0)

    def export(self, target: Path) -> Path:
        return target

    def import_copy(self, name: str) -> IndexInfo:
        return self._script.add_library(name)

    def duplicate(self, new_name: str) -> IndexInfo:
        return self._script.add_library(new_name)

    def delete(self, name: str) -> None:
        del self._script.infos[name]

    def rename(self, name: str, new_name: str) -> None:
        self._refuse_taken(new_name)
        self._script.infos[new_name] = replace(self._script.infos.pop(name), name=new_name)

    def add_sample(self) -> str:
        self._script.add_library(SAMPLE, files=3)
        return SAMPLE

    def settings(self, name: str) -> dict[str, OptionValue]:
        return dict(self._script.index_values.get(name, {}))

    def set_settings(self, name: str, values: Mapping[str, OptionValue]) -> None:
        time.sleep(self._script.settings_seconds)
        Config().update(dict(values))  # wrong ones are refused as the real worker refuses them
        self._script.index_values[name] = dict(values)

    def keep_earlier(self, name: str, keep: bool) -> None:
        info = self._script.infos[name]
        states = info.earlier_states if keep else 0
        self._script.infos[name] = replace(info, keeps_earlier=keep, earlier_states=states)

    def _refuse_taken(self, name: str) -> None:
        if name in self._script.infos:
            raise UserError(f"There is already a library called “{name}”.", "Choose another name.")


class RegisterAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def rows(self, name: str) -> Register:
        found, call = self._script.register_found, current_call()
        half = len(found.rows) // 2
        for done, rows in ((found.looked_through // 2, found.rows[:half]), (found.looked_through, found.rows[half:])):
            call.emit(RegisterProgress(call.id, name, done, found.looked_through, rows))
        return found

    def rows_with_model(self, name: str) -> Register:
        return replace(self.rows(name), reading=ModelReading("scripted-model", 12, 11, 3))

    def estimate(self) -> RegisterEstimate:
        return self._script.register_work

    def export_csv(self) -> Register:
        return replace(self._script.register_found, rows=())

    def export_calendar(self, rows: Sequence[RegisterRow]) -> int:
        return len(rows)


class ContradictionAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def find(self, name: str) -> Contradictions:
        found, call = self._script.contradictions_found, current_call()
        call.emit(ContradictionProgress(call.id, name, found.compared, found.compared))
        return found

    def dismiss(self, one: Contradiction) -> None:
        self._mark(one, is_dismissed=True)

    def restore(self, one: Contradiction) -> None:
        self._mark(one, is_dismissed=False)

    def export(self, found: Contradictions) -> int:
        return len(found.found)

    def _mark(self, one: Contradiction, *, is_dismissed: bool) -> None:
        self._script.contradictions_found = self._script.contradictions_found.decided(one, is_dismissed=is_dismissed)


class CheckAnswers:
    """Every sentence ends in a full stop; what is contradicted or supported stands in the lease."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def text_of(self, path: Path) -> str:
        return path.read_text(encoding="utf-8")

    def check_text(self, name: str, text: str) -> TextCheck:
        call, done = current_call(), list[TextSentence]()
        places = list(re.finditer(r"[^\s.][^.]*(?=\.)", text))
        for number, found in enumerate(places, 1):
            done.append(self._sentence(number, found))
            call.emit(TextCheckProgress(call.id, name, number, len(places), (done[-1],)))
            while not self._script.checks_may_go_on.wait(0.01):
                call.token.raise_if_cancelled()
        return TextCheck(
            name,
            text,
            tuple(done),
            2,
            (UnreadFile("/docs/broken.pdf", "The file is damaged."),),
            inner=tuple(
                replace(one, decision=self._script.decisions.get(one.text)) for one in inner_findings(text, call.token)
            ),
        )

    def decide(self, finding: Finding, decision: FindingDecision | None) -> None:
        if self._script.decision_error is not None:
            raise self._script.decision_error
        self._script.decisions[finding.text] = decision

    def _sentence(self, number: int, found: re.Match[str]) -> TextSentence:
        text, start, quote = found[0], found.start(), "The notice period is 30 days."
        verdict = self._script.verdicts.get(text, Verdict.NOT_SAID)
        begin = PDF_TEXT.index(quote)
        place = EvidencePlace("/docs/lease.pdf", 3, "3", begin, begin + len(quote), quote)
        differing = re.search(r"\d+ days", text) if verdict is Verdict.CONTRADICTED else None
        own = (OwnSource("[1]", "", (), Verdict.UNCHECKED, ("This source is not among the files.",)),)
        return TextSentence(
            number,
            start,
            found.end(),
            text,
            verdict,
            ("The source says 30 days.",) if differing else (),
            ((start + differing.start(), start + differing.end()),) if differing else (),
            place if verdict in (Verdict.CONTRADICTED, Verdict.SUPPORTED) else None,
            own if "[1]" in text else (),
            self._script.decisions.get(text),
        )


class TableAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def offered(self) -> OfferedTables:
        return OfferedTables(tuple(one.definition for one in self._script.tables_found), ())

    def keep(self, definition: TableDefinition) -> None:
        found = self._script.tables_found
        rows = tuple(TableRow(row.file, (Cell(CellState.WAITING),) * len(definition.columns)) for row in found[0].rows)
        self._script.tables_found = [
            ReviewTable("A", definition, rows, len(rows), len(rows)),
            *(one for one in found if one.definition.name != definition.name),
        ]

    def remove(self, table: str) -> None:
        self._script.tables_found = [one for one in self._script.tables_found if one.definition.name != table]

    def save_columns(self, definition: TableDefinition, target: Path) -> None:
        target.write_text(save_columns(definition), encoding="utf-8")

    def columns(self, file: Path) -> TableDefinition:
        return load_columns(file)

    def read(self, definition: TableDefinition) -> ReviewTable:
        found = self._table(definition)
        rows = tuple(replace(row, cells=tuple(Cell(CellState.WAITING) for _ in row.cells)) for row in found.rows)
        return replace(found, rows=rows)

    def fill(self, name: str, definition: TableDefinition, *, most: int) -> ReviewTable:
        found, call = self._table(definition), current_call()
        rows = found.rows[:most] if most else found.rows
        call.emit(TableProgress(call.id, name, definition.name, len(rows), len(rows), rows))
        return replace(found, rows=rows)

    def estimate(self) -> TableEstimate:
        return self._script.table_estimate

    def answer(self, definition: TableDefinition, question: str) -> TableAnswer:
        return answer(self._table(definition), question, None)

    def checked(self, table: ReviewTable) -> TableCheck:
        return TableCheck(tuple(agreements(table)), next(iter(to_check(table, 1)), None))

    def edit(self) -> None:
        pass

    def export(self, definition: TableDefinition) -> int:
        return len(self._table(definition).rows)

    def _table(self, definition: TableDefinition) -> ReviewTable:
        columns = (definition.name, definition.columns)
        same = (one for one in self._script.tables_found if (one.definition.name, one.definition.columns) == columns)
        found, files = next(same), definition.scope.files
        rows = tuple(row for row in found.rows if not files or row.file in files)
        return replace(found, definition=definition, rows=rows)


class MentionAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def count(self, query: MentionQuery) -> MentionCounts:
        call = current_call()
        call.token.wait(self._script.mention_seconds)
        call.token.raise_if_cancelled()
        if self._script.mention_error is not None:
            raise self._script.mention_error
        return replace(self._script.mention_counts, query=query)

    def by_meaning(self, query: MeaningQuery) -> MeaningHits:
        if self._script.mention_error is not None:
            raise self._script.mention_error
        return replace(self._script.meaning_hits, query=query)

    def of_file(self, file: str) -> tuple[Mention, ...]:
        return self._script.mentions_found.get(file, ())

    def export(self) -> MentionCounts:
        return self._script.mention_counts


class ComparisonAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def files(self, before: str, after: str, kept: float) -> Comparison:
        call, found = current_call(), self._script.comparison_found
        call.token.wait(self._script.comparison_seconds)
        call.token.raise_if_cancelled()
        if self._script.comparison_error is not None:
            raise self._script.comparison_error
        first = replace(found.before, file=before, kept=kept)
        return replace(found, before=first, after=replace(found.after, file=after))

    def export(self) -> Comparison:
        return self._script.comparison_found

    def earlier(self) -> EarlierTexts:
        return self._script.earlier_texts

    def folders(self, before: str, after: str, since: float) -> FolderComparison:
        call, found = current_call(), self._script.folders_found
        call.emit(ComparisonProgress(call.id, "A", 1, 1))
        return replace(found, before=before, after=after, since=since)

    def summarise(self) -> ComparisonSummary | None:
        return self._script.comparison_summary

    def folder_names(self) -> tuple[str, ...]:
        return self._script.folder_names

    def export_folders(self) -> None:
        return None


class BuildAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def build(self, name: str, kind: str) -> BuildStatus:
        """Go through the steps, slowly if wanted."""
        script, call = self._script, current_call()
        if script.build_error:
            raise script.build_error
        for done, total in script.build_steps:
            call.emit(BuildProgress(call.id, name, kind, done, total))
            call.token.wait(script.build_seconds)
            call.token.raise_if_cancelled()
        total = script.build_steps[-1][1]
        return BuildStatus(name, kind, total, total, 0)


class FileAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._known: dict[object, tuple[list[FileStatus], Counter[str]]] = {}  # the last query's

    def add(self, name: str, paths: Sequence[Path]) -> IndexStatus:
        """Tell the progress of the test, then that there are more files."""
        script, call = self._script, current_call()
        for event in script.progress:
            call.token.raise_if_cancelled()
            call.emit(replace(event, job_id=call.id, index_name=name))
            call.token.wait(script.progress_seconds)
        call.token.raise_if_cancelled()
        info = replace(script.infos[name], files=script.infos[name].files + len(paths), nodes=10)
        script.infos[name] = replace(info, nodes_embedded=10)
        call.changed(name, "indexes", "documents")
        return IndexStatus(script.infos[name], (), {})

    def resume(self, name: str) -> IndexStatus:
        self._script.infos[name] = replace(self._script.infos[name], paused=False)
        return self.add(name, ())

    def pause(self, name: str) -> None:
        """Pause: what runs ends."""
        self._script.infos[name] = replace(self._script.infos[name], paused=True)
        self._script.lanes.stop(name, JobKind.ADD)

    def retry(self) -> None:
        """Leave the list of files as it is."""

    def exclude(self, name: str, paths: Sequence[str]) -> None:
        gone, lists = set(paths), self._script.file_lists
        lists[name] = tuple(file for file in lists[name] if file.path not in gone)

    def prioritise(self) -> None:
        """Leave the list of files as it is."""

    def remove_missing(self, name: str) -> None:
        self._script.infos[name] = replace(self._script.infos[name], missing=())

    def keep_missing(self, name: str) -> None:
        self._script.infos[name] = replace(self._script.infos[name], missing=())

    def allow_folders(self, name: str) -> None:
        info = self._script.infos[name]
        self._script.infos[name] = replace(info, folders=(*info.folders, *info.folders_to_allow), folders_to_allow=())

    def forbid_folders(self, name: str) -> None:
        self._script.infos[name] = replace(self._script.infos[name], folders_to_allow=())

    def preview(self) -> FolderPreview:
        """Return what the test says there is, slowly if wanted."""
        token = current_call().token
        token.wait(self._script.found_seconds)
        token.raise_if_cancelled()
        return self._script.found

    def page(self, name: str, query: FileQuery) -> FilePage:
        """Filter, sort and cut as the real worker does."""
        if self._script.files_error:
            raise self._script.files_error
        files = self._script.file_lists.get(name, ())
        key = (id(files), query.text, query.folder, query.states, query.order)
        if key not in self._known:
            fit = [file for file in files if _fits(file, query)]
            counts = Counter(file.state.value for file in fit)
            rows = [file for file in fit if not query.states or file.state in query.states]
            rows.sort(key=_KEYS[query.order.removeprefix("-")], reverse=query.order.startswith("-"))
            self._known = {key: (rows, counts)}
        rows, counts = self._known[key]
        return FilePage(tuple(rows[query.offset : query.offset + query.limit]), len(rows), dict(counts))

    def export_list(self, name: str, query: FileQuery, target: Path) -> int:
        return export_csv(iter(self.page(name, replace(query, offset=0, limit=10**9)).rows), target)

    def folder_rules(self, name: str) -> dict[str, FolderRules]:
        return dict(self._script.rules.get(name, {}))

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> None:
        self._script.rules.setdefault(name, {})[folder] = rules

    def remove(self, name: str, path: str) -> None:
        lists = self._script.file_lists
        lists[name] = tuple(file for file in lists.get(name, ()) if file.path != path)


class SearchModelAnswers:
    def __init__(self, files: FileAnswers) -> None:
        self._files = files

    def change(self, name: str) -> IndexStatus:
        """Go through the progress of the test."""
        return self._files.add(name, ())


class SharingAnswers:
    """Keeps in the infos which libraries are shared."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def shared(self) -> tuple[str, ...]:
        return tuple(name for name, info in self._script.infos.items() if info.shared)

    def share(self, name: str, shared: bool) -> None:
        self._script.infos[name] = replace(self._script.infos[name], shared=shared)


class SearchAnswers:
    """Finds what ``find`` says for a query and a mode, slowly if wanted."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def pages(self, query: str, mode: str, file: str) -> SearchResults:
        script, token = self._script, current_call().token
        token.wait(script.seconds_of(query, mode))
        token.raise_if_cancelled()
        if file:
            whole = FileHits(file, "pdf", "", tuple(found_passage(file, number) for number in range(1, 9)))
            return SearchResults(query, mode, (whole,), 1)
        found = tuple(script.find(query, mode))
        kinds = {"kind": {"pdf": len(found)}}
        total = len(found) + script.further
        return SearchResults(query, mode, found, total, kinds, script.suggestions, script.unfiltered)

    def choices(self) -> SearchChoices:
        return self._script.choices


class TestQuestionAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def read(self) -> QuestionSet:
        return self._script.golden

    def store(self, questions: Sequence[SavedQuestion]) -> QuestionSet:
        return self._keep(questions=tuple(questions))

    def add(self, question: str, file: str, page: int | None) -> QuestionSet:
        kept = self._script.golden.questions
        return self._keep(questions=(*kept, SavedQuestion(f"q{len(kept) + 1}", question, ((file, page),))))

    def refuse(self, question: str, before: str, quoted: Sequence[QuotedWords]) -> JudgedQuestion:
        return self._judge(f"{before} {question}".strip(), refused=tuple(quoted))

    def choose(self, question: str, before: str, words: QuotedWords) -> JudgedQuestion:
        if self._script.choosing_error is not None:
            raise self._script.choosing_error
        return self._judge(f"{before} {question}".strip(), chosen=(words,))

    def put_back(self, judged: JudgedQuestion) -> QuestionSet:
        kept = self._script.golden.questions
        own = [judged.before if one.id == judged.question.id else one for one in kept]
        return self._keep(questions=tuple(one for one in own if one is not None))

    def keep_run(self) -> QuestionSet:
        return self._keep(baseline=self._script.golden.last)

    def run(self) -> QuestionSet:
        script, kept = self._script, self._script.golden
        ranks = {one.id: script.ranks.get(one.id, 1) for one in kept.questions}
        last = EvaluationRun(dict(script.figures), ranks, (kept.last.made if kept.last else 0.0) + 1.0)
        return self._keep(last=last, baseline=kept.baseline or last)

    def _judge(
        self, text: str, chosen: tuple[QuotedWords, ...] = (), refused: tuple[QuotedWords, ...] = ()
    ) -> JudgedQuestion:
        kept = self._script.golden.questions
        before = next((one for one in kept if one.text == text), None)
        one = before or SavedQuestion(f"q{len(kept) + 1}", text, ())
        places = tuple((words.file, words.page) for words in chosen)
        one = replace(one, expected=one.expected + places, chosen=chosen or one.chosen, refused=one.refused + refused)
        self._keep(questions=(*(other for other in kept if other is not before), one))
        return JudgedQuestion(one, before)

    def _keep(self, **values: Any) -> QuestionSet:  # noqa: ANN401 - the fields of a QuestionSet
        self._script.golden = replace(self._script.golden, **values)
        return self._script.golden


def _fits(file: FileStatus, query: FileQuery) -> bool:
    if query.text and query.text.casefold() not in f"{file.path} {file.reason}".casefold():
        return False
    return file.path.startswith(query.folder)


def _by_state(file: FileStatus) -> tuple[int, str]:
    return list(FileState).index(file.state), file.path


_KEYS: dict[str, Callable[[FileStatus], Any]] = {
    "path": lambda file: file.path,
    "name": lambda file: file.path.rpartition("/")[2].casefold(),
    "state": _by_state,
    "reason": lambda file: file.reason,
    "pages": lambda file: file.pages,
    "size": lambda file: file.size,
    "modified": lambda file: file.modified,
}


class ClientAnswers:
    """Keeps the names of programs with a token."""

    def __init__(self) -> None:
        self._names: list[str] = []

    def listed(self) -> tuple[ApiClient, ...]:
        return tuple(ApiClient(name, "2026-01-02") for name in self._names)

    def create(self, client: str) -> str:
        if client in self._names:
            raise UserError(f"There is a client “{client}” already.", "Revoke it, or choose another name.")
        self._names.append(client)
        return f"dr-of-{client}"

    def revoke(self, client: str) -> None:
        self._names.remove(client)
