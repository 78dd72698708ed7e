"""Every list and table of the window keeps Qt's contract for models, empty, filled and while it changes."""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.events import BuildProgress, IngestProgress
from desktop_rag.core.results.answers import TraceEvent
from desktop_rag.core.results.conversations import ConversationInfo, FoundTurn
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.search import SearchResults
from desktop_rag.core.results.test_questions import EvaluationRun, QuestionSet, SavedQuestion
from desktop_rag.gui.conversations.conversation_list import HEADING_ROLE, ConversationModel
from desktop_rag.gui.files.model import NAME, PAGE, FilesModel
from desktop_rag.gui.libraries.folder_preview import LeftOutModel
from desktop_rag.gui.libraries.models import LibraryModel
from desktop_rag.gui.search.model import ResultModel, RowKind
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.source_list import SourceModel
from desktop_rag.gui.test_questions.model import BEFORE, ID_ROLE, NOW, PLACES, QuestionSetModel
from desktop_rag.gui.why.answer_trace import RankedPassage, Stage
from desktop_rag.gui.why.pages import OUTCOME, PLACE, RANK, SCORE, PassageTable, StageModel
from desktop_rag.gui.widgets.list_delegate import FRACTION_ROLE, LINE_ROLE, TIME_ROLE, TONE_ROLE
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import file_status, hits, source
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Watch = Callable[[QAbstractItemModel], None]
INFO = IndexInfo("Papers", "/p", 10, 100, 100, 0)
LETTERS = replace(INFO, name="Letters")


@pytest.fixture
def watch(qapp: QApplication) -> Iterator[Watch]:
    """Have Qt check a model from now on; pytest-qt fails the test when it finds anything."""
    testers: list[QAbstractItemModelTester] = []
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    yield lambda model: testers.append(QAbstractItemModelTester(model, mode))
    testers.clear()


def column(model: QAbstractItemModel, number: int = 0, role: int = Qt.ItemDataRole.DisplayRole) -> list[object]:
    return [model.index(row, number).data(role) for row in range(model.rowCount())]


def test_results_come_grow_and_go(watch: Watch) -> None:
    model = ResultModel()
    watch(model)
    model.show_results(SearchResults("q", "words", (hits("/docs/a.pdf", 1, 2, more=3), hits("/docs/b.txt", 1)), 5))
    kinds = [row.kind.value for number in range(model.rowCount()) if (row := model.row(number)) is not None]
    assert kinds == ["file", "passage", "passage", "more", "file", "passage", "further"]
    model.show_all_of("/docs/a.pdf", hits("/docs/a.pdf", 2, 1, 3, 4).passages)
    pages = [row.passage.source.page for number in range(6) if (row := model.row(number)) is not None and row.passage]
    assert pages == [1, 2, 3, 4], "those that were shown stay first"
    model.clear()
    assert model.rowCount() == 0
    assert model.row(0) is None


def test_better_results_keep_what_stands_above_the_chosen_row(watch: Watch) -> None:
    model = ResultModel()
    watch(model)
    by_words = tuple(hits(f"/docs/{name}.pdf", 1) for name in "abc")
    model.show_results(SearchResults("q", "words", by_words))
    model.show_results(SearchResults("q", "hybrid", (hits("/docs/d.pdf", 1), *reversed(by_words))), keep_to=3)
    assert [file.file for file in model.files()] == ["/docs/a.pdf", "/docs/b.pdf", "/docs/d.pdf", "/docs/c.pdf"]
    model.show_results(SearchResults("q", "hybrid", (hits("/docs/d.pdf", 1),)))
    assert [file.file for file in model.files()] == ["/docs/d.pdf"]


def test_the_same_results_disturb_nothing(qtbot: QtBot, watch: Watch) -> None:
    model = ResultModel()
    watch(model)
    results = SearchResults("q", "words", (hits("/docs/a.pdf", 1),))
    model.show_results(results)
    with qtbot.assertNotEmitted(model.modelReset):
        model.show_results(replace(results, mode="hybrid"))


def test_the_keyboard_goes_over_names_of_files_and_stops_at_the_ends() -> None:
    model = ResultModel()
    assert model.next_row(-1, 1) == -1
    model.show_results(SearchResults("q", "words", (hits("/docs/a.pdf", 1), hits("/docs/b.pdf", 1)), 2))
    assert [model.next_row(row, 1) for row in (-1, 1, 3)] == [1, 3, 3]
    assert [model.next_row(row, -1) for row in (4, 3, 1)] == [3, 1, 1]
    selectable = [bool(model.flags(model.index(row)) & Qt.ItemFlag.ItemIsSelectable) for row in range(4)]
    assert selectable == [False, True, False, True]
    assert model.row_of(("/docs/b.pdf", "/docs/b.pdf-1")) == 3
    assert model.row_of(("/docs/b.pdf", RowKind.MORE.value)) == -1


def test_libraries_show_what_is_done_to_them(watch: Watch) -> None:
    model = LibraryModel()
    watch(model)
    model.set_infos([LETTERS, INFO])
    reading = IngestProgress(7, "Papers", "reading", 1, 4, 0, 0, 1.0, 90.0)
    model.set_waiting("Papers", 7)
    assert column(model, role=LINE_ROLE) == ["10 files · ready", "10 files · waiting for its turn"]
    assert model.is_busy("Papers")
    model.set_progress(reading)
    assert column(model, role=LINE_ROLE) == ["10 files · ready", "Reading 1 of 4 files"]
    assert column(model, role=FRACTION_ROLE) == [None, 0.25]
    assert column(model, role=TIME_ROLE) == ["", "2 min left"]
    model.set_build(BuildProgress(8, "Papers", "tree", 1, 2))
    assert column(model, role=LINE_ROLE)[1] == "Reading 1 of 4 files", "files go before preparing"
    assert model.end_progress(7)
    assert not model.is_busy("Papers")
    assert column(model, role=LINE_ROLE)[1] == "Building · 1 of 2 passages"
    assert column(model, role=FRACTION_ROLE)[1] == 0.5
    assert model.end_progress(8)
    assert not model.end_progress(8)
    assert column(model, role=LINE_ROLE)[1] == "10 files · ready"


def test_rows_that_stay_are_not_made_anew(qtbot: QtBot, watch: Watch) -> None:
    model = LibraryModel()
    watch(model)
    model.set_infos([LETTERS, INFO])
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_infos([LETTERS, replace(INFO, files=11)])
    with qtbot.waitSignal(model.modelReset):
        model.set_infos([INFO])
    assert (model.row("Papers"), model.row("Letters"), model.info("Letters")) == (0, -1, None)
    model.set_progress(IngestProgress(1, "Letters", "reading", 0, 1, 0, 0, 1.0, None))
    assert column(model) == ["Papers"]


@pytest.mark.parametrize(
    ("info", "tone"),
    [
        (INFO, "muted"),
        (replace(INFO, need_attention=1), "warning"),
        (replace(INFO, offline=("/stick",)), "warning"),
        (replace(INFO, error="It is damaged.", need_attention=1), "error"),
    ],
    ids=["well", "files failed", "away", "broken"],
)
def test_a_librarys_tone_says_whether_something_is_wrong(info: IndexInfo, tone: str) -> None:
    model = LibraryModel()
    model.set_infos([info])
    assert column(model, role=TONE_ROLE) == [tone]


def test_conversations_are_grouped_by_day_and_the_pinned_ones_stand_first(qtbot: QtBot, watch: Watch) -> None:
    model = ConversationModel()
    watch(model)
    now, day = time.time(), 86_400.0
    ages = {"now": 0, "old": 400, "week": 4, "month": 20, "yesterday": 1}
    told = [ConversationInfo(name, name.title(), "Papers", now - days * day) for name, days in ages.items()]
    told.append(ConversationInfo("kept", "Kept", "Papers", now - 900 * day, pinned=True))
    model.set_conversations(told)
    shown = list(zip(column(model), column(model, role=HEADING_ROLE), strict=True))
    old = dt.datetime.fromtimestamp(now - 400 * day, dt.UTC).astimezone()
    headings = ["Pinned", "Today", "Yesterday", "Last 7 days", "Last 30 days", f"{old:%B} {old.year}"]
    assert [text for text, heads in shown if heads] == headings
    assert [text for text, heads in shown if not heads] == ["Kept", "Now", "Yesterday", "Week", "Month", "Old"]
    assert not model.flags(model.index(0)), "a heading can neither be chosen nor renamed"
    assert (model.row("now"), model.row("gone"), model.info("gone")) == (3, -1, None)
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_conversations(told[::-1])
    assert column(model, role=Qt.ItemDataRole.AccessibleTextRole)[3] == "Now, Today"


def test_what_a_search_found_stands_with_its_words(qtbot: QtBot, watch: Watch) -> None:
    model = ConversationModel()
    watch(model)
    info = ConversationInfo("c", "Leases", "Papers", 0.0)
    model.set_found([FoundTurn(info, 3, "…thirty days…"), FoundTurn(replace(info, id="d"), 0, "")])
    assert column(model, role=LINE_ROLE) == ["…thirty days…", "Papers"]
    assert model.found(0) == FoundTurn(info, 3, "…thirty days…")
    with qtbot.assertNotEmitted(model.renamed):
        assert not model.setData(model.index(0), "  ")
        assert not model.setData(model.index(0), "Leases")
    with qtbot.waitSignal(model.renamed) as renamed:
        assert model.setData(model.index(0), " Old  leases ")
    assert renamed.args == ["c", "Old leases"]


def test_sources_are_spoken_with_number_place_and_beginning(watch: Watch) -> None:
    model = SourceModel()
    watch(model)
    model.set_sources([source(1), source(2, "/b.zip//notes.txt")])
    spoken = column(model, role=Qt.ItemDataRole.AccessibleTextRole)
    assert str(spoken[0]).startswith("1. lease.pdf · page 3. The notice period is 30 days.")
    assert column(model, role=Qt.ItemDataRole.ToolTipRole)[1] == "/b.zip › notes.txt\nfound by words and meaning"
    model.set_sources(())
    assert model.rowCount() == 0


def test_the_stages_of_an_answer(watch: Watch) -> None:
    failed = TraceEvent(1, None, "llm", 0.0, 0.5, {}, "It broke.")
    model = StageModel([Stage(failed, 9, 1)], "2 s")
    watch(model)
    watch(StageModel([], ""))
    assert column(model) == ["Summary", "Model call 1"]
    assert column(model, role=LINE_ROLE) == ["2 s", "failed · 0.5 s"]
    assert column(model, role=TONE_ROLE) == [None, "error"]


def test_the_passages_of_a_stage(watch: Watch, appearance: Appearance) -> None:
    model = PassageTable(appearance)
    watch(model)
    found = [RankedPassage("a", "/a.pdf", 2, 0.51239, 1, 2), RankedPassage("b", "/b.txt", 0, None, 0, 1)]
    model.show_found("reranking", found)
    assert column(model, RANK) == ["1", "–"]
    assert column(model, PLACE) == ["a.pdf · page 2", "b.txt"]
    assert column(model, SCORE) == ["0.512", ""]
    assert column(model, OUTCOME) == ["up by 1", "left out"]
    faint = column(model, PLACE, Qt.ItemDataRole.ForegroundRole)
    assert faint == [None, appearance.theme.color("faint")]
    model.show_found("retrieve", found)
    assert column(model, OUTCOME) == ["", ""]


def test_test_questions_show_ranks_before_and_now(watch: Watch, appearance: Appearance) -> None:
    model = QuestionSetModel(appearance)
    watch(model)
    asked = tuple(SavedQuestion(one, f"{one}?", (("/docs/a.pdf", 3), ("/b.txt", None))) for one in "abcd")
    before = EvaluationRun({}, {"a": 3, "b": 1, "c": None}, 1.0)
    model.set_questions(QuestionSet(asked, EvaluationRun({}, {"a": 1, "b": None, "c": None, "d": 1}, 2.0), before))
    assert column(model, PLACES)[0] == "a.pdf, page 3; b.txt"
    assert column(model, BEFORE) == ["rank 3", "rank 1", "not found", "–"]
    assert column(model, NOW) == ["rank 1", "not found", "not found", "rank 1"]
    tones = column(model, NOW, Qt.ItemDataRole.ForegroundRole)
    assert tones == [appearance.theme.color(tone) for tone in ("ok", "error", "text", "text")]
    assert column(model, 0, ID_ROLE) == ["a", "b", "c", "d"]
    assert model.question(4) is model.question(-1) is None


def test_files_that_were_left_out_are_narrowed_by_all_words(watch: Watch) -> None:
    reason = "The file is larger than 200 MB."
    model = LeftOutModel([file_status("Big.iso", FileState.SKIPPED, reason), file_status("ÄRGER.tmp")])
    watch(model)
    for words, names in (("larger BIG", ["Big.iso"]), ("ärger", ["ÄRGER.tmp"]), ("big tmp", []), (" ", None)):
        model.narrow(words)
        assert column(model) == (["Big.iso", "ÄRGER.tmp"] if names is None else names)


def test_files_come_by_pages_and_stay_while_their_number_changes(
    qtbot: QtBot, watch: Watch, bridge: Bridge, scripted: ScriptedWorker
) -> None:
    model = FilesModel(bridge)
    watch(model)
    names = [f"{number:04}.txt" for number in range(PAGE + 1)]
    scripted.add_library("A")
    scripted.file_lists["A"] = tuple(map(file_status, names))
    model.show("A", FileQuery(order="name"))
    qtbot.waitUntil(lambda: model.rowCount() == PAGE + 1 and column(model, NAME) == names)
    scripted.file_lists["A"] = scripted.file_lists["A"][1:3]
    model.refresh()
    qtbot.waitUntil(lambda: column(model, NAME) == names[1:3])
    assert model.rows_of({"/docs/0002.txt", "/docs/gone.txt"}) == [1]
    assert (model.file(2), model.rowCount(model.index(0, 0))) == (None, 0)
    model.show("", FileQuery())
    assert model.rowCount(QModelIndex()) == 0


def test_an_answer_to_an_older_query_is_dropped(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    model = FilesModel(bridge)
    scripted.file_lists = {"A": (file_status("old.txt"),), "B": (file_status("new.txt"),)}
    model.show("A", FileQuery())
    qtbot.waitUntil(lambda: bool(scripted.called("files.page")))
    model.show("B", FileQuery())
    with qtbot.waitSignal(model.loaded) as loaded:
        pass
    assert [file.path for file in loaded.args[0].rows] == ["/docs/new.txt"]
    qtbot.wait(20)
    assert column(model, NAME) == ["new.txt"]
