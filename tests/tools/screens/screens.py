"""Every screen of the window, and how it is brought about on a stage."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabWidget, QWidget

from desktop_rag.config import OPTION_GROUPS
from desktop_rag.config.secrets import _IF_DAMAGED
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.files import FileState
from desktop_rag.core.shared_files import SetAside
from desktop_rag.gui.all_documents.comparison_section import CompareMode
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.scope.completer import ScopeCompleter
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.file_drops import DropOverlay
from tests.helpers.scripted_server import Reply
from tests.tools.screens import documents, drafts, rare, running, watched
from tests.tools.screens.stage import Stage
from tests.tools.screens.worlds import EMPTY, LARGE, LIBRARY, MANY, ONE, OTHERS, QUESTION, READING, REVIEWED, SHAPES

_ANSWER = (
    "The lease may be ended with a notice period of **three months** to the end of a month [1]. ",
    "Notice is given in writing [1].\n\n",
    "| Sum | Due |\n|---|---|\n| 1,150 euros rent | third working day [2] |\n",
    "| 2,400 euros deposit | within six weeks |\n\n",
    "The yearly rent is $12 \\cdot 1150 = 13800$ euros:\n\n```python\nprint(12 * 1150)\n```\n",
)


@dataclass(frozen=True)
class Screen:
    """What a person sees at some point; ``open`` brings it about from the conversation of a library."""

    name: str
    world: str
    open: Callable[[Stage], object]
    library: str = LIBRARY
    model: bool = True
    again: Callable[[Stage], object] | None = None  # opens once more what a change of theme closes
    server: bool = False  # a model server is found on this computer


def _nothing(_stage: Stage) -> None:
    """Show the window as it opens."""


def _command(name: str) -> Callable[[Stage], object]:
    return lambda stage: stage.command(name)


def _ask(stage: Stage, *replies: Reply) -> TurnView:
    chat = stage.window.chat_pane
    chat.new_conversation()
    stage.server.script(*replies)
    chat.ask(QUESTION)
    return chat.turns.turns()[-1]


def _stream(stage: Stage) -> None:
    asked = _ask(stage, Reply(tokens=[*_ANSWER[:2], ""], silent_after=2))
    stage.wait(lambda: "in writing" in asked.answer_view.toPlainText())


def _answer(stage: Stage) -> None:
    chat = stage.window.chat_pane
    if chat.busy:
        chat.stop()
        stage.wait(lambda: not chat.busy)
    asked = _ask(stage, Reply(tokens=list(_ANSWER)))
    stage.wait(lambda: not chat.busy and bool(asked.answer_view.chip_rects()))
    _, place = asked.answer_view.chip_rects()[0]
    QTest.mouseClick(asked.answer_view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    stage.wait(lambda: stage.window.source_pane.viewer.pages.view.pages() is not None)


def _refuse(stage: Stage) -> None:
    _ask(stage, Reply(tokens=["The files do not say how long the notice period is."]))
    stage.wait(lambda: not stage.window.chat_pane.busy)


def _fail(stage: Stage) -> None:
    _ask(stage, *[Reply(status=401, error="Incorrect API key provided.")] * 3)
    stage.wait(lambda: not stage.window.chat_pane.busy)


def _explain(stage: Stage) -> None:
    _answer(stage)
    stage.command("answer.why")


def _complete(stage: Stage) -> None:
    edit = stage.window.chat_pane.question.edit
    stage.window.activateWindow()
    edit.setFocus()
    edit.setPlainText("@le")
    edit.moveCursor(edit.textCursor().MoveOperation.End)
    QTest.keyClicks(edit, "a")
    stage.wait(lambda: not stage.window.findChild(ScopeCompleter).isHidden())


def _models(stage: Stage) -> None:
    stage.window.chat_pane.model_button.open_menu()


def _find_command(stage: Stage, words: str = "") -> None:
    stage.command("program.palette")
    stage.rest()
    stage.window.palette_commands.popup.box.setText(words)


def _search(stage: Stage, words: str) -> None:
    stage.command("view.search")
    pane = stage.window.search_pane
    pane.search_for(words)
    stage.wait(lambda: pane.list.model().rowCount() > 0 or words == "xyzzy")
    stage.rest()
    stage.rest()
    if words != "xyzzy":
        pane.list.setCurrentIndex(pane.list.model().index(0, 0))


def _files(stage: Stage, state: FileState | None = None) -> None:
    commands = stage.window.files_commands
    if state is None:
        commands.show_files()
    else:
        commands.show_files_in(state)
    stage.rest()
    page = commands.page
    stage.wait(lambda: page.model.rowCount() > 0)
    page.table.selectRow(0)


def _files_menu(stage: Stage) -> None:
    _files(stage)
    stage.context_menu(stage.window.files_commands.page.table)


def _settings(stage: Stage, place: int, *, all_options: bool = False) -> None:
    stage.command("program.settings")
    dialog = stage.window.findChildren(SettingsDialog)[-1]
    dialog.findChild(QTabWidget, "settings_tabs").setCurrentIndex(place)
    stage.rest()
    for more in dialog.findChildren(QWidget) if all_options else ():
        if more.objectName().endswith("_more_button") and more.isVisible():
            more.setChecked(True)  # type: ignore[attr-defined]


def _tour(stage: Stage, steps: int) -> None:
    stage.command("program.tour")
    for _ in range(steps):
        stage.window.tour.card.next_wanted.emit()


def _menu(stage: Stage, place: int) -> None:
    bar = stage.window.menuBar()
    action = bar.actions()[place]
    action.menu().popup(bar.mapToGlobal(bar.actionGeometry(action).bottomLeft()))


def _library_menu(stage: Stage) -> None:
    stage.context_menu(stage.window.library_pane.library_list)


def _conversation_menu(stage: Stage) -> None:
    stage.context_menu(stage.window.library_pane.conversations.view)


def _delete_conversation(stage: Stage) -> None:
    view = stage.window.library_pane.conversations.view
    view.setCurrentIndex(view.model().index(3, 0))
    view.clicked.emit(view.currentIndex())
    stage.rest()
    stage.command("conversation.delete")


def _add_folder(stage: Stage) -> None:
    stage.window.adder.ask_where([stage.data.parent / "Papers"])
    stage.rest()


def _drop(stage: Stage) -> None:
    overlay = stage.window.findChild(DropOverlay)
    pane = stage.window.library_pane
    info = pane.current_library()
    drops = stage.window.drops
    if info is None:
        overlay.offer(drops.tr("Drop to create the library “{name}”").format(name="Papers"))
    else:
        overlay.offer(drops.tr("Drop to add to “{name}”").format(name=info.name), pane.width())


def _box(stage: Stage) -> None:
    keys = stage.data / "keys.json"
    stage.window._tell_damaged(SetAside(keys, keys.with_name("keys.json.damaged-1"), _IF_DAMAGED))


def _settings_screens() -> Iterator[Screen]:
    for place, group in enumerate(OPTION_GROUPS):
        yield Screen(f"settings-{group.name}", ONE, partial(_settings, place=place))
    for place, group in enumerate(OPTION_GROUPS[1:4], start=1):
        yield Screen(f"settings-{group.name}-more", ONE, partial(_settings, place=place, all_options=True))


SCREENS: tuple[Screen, ...] = (
    Screen("first-run", EMPTY, _nothing, model=False),
    Screen("first-run-with-server", EMPTY, _nothing, model=False, server=True),
    Screen("first-run-drop", EMPTY, _drop, model=False),
    Screen("first-run-new-library", EMPTY, _command("library.new"), model=False),
    Screen("one-file", ONE, _nothing),
    Screen("one-file-files", ONE, _files),
    *_settings_screens(),
    Screen("advanced", ONE, _command("question.advanced")),
    Screen("index-manager", ONE, _command("library.build_indexes")),
    Screen("test-questions", ONE, _command("library.test_questions")),
    Screen("network", ONE, _command("program.network")),
    Screen("connect-program", ONE, _command("program.connect")),
    Screen("cheat-sheet", ONE, _command("program.shortcuts")),
    Screen("notice-box", ONE, _box),
    Screen("conversation-empty", MANY, _nothing),
    Screen("answer-streaming", MANY, _stream),
    Screen("answer-cited", MANY, _answer),
    Screen("answer-why", MANY, _explain),
    Screen("answer-refused", MANY, _refuse),
    Screen("answer-failed", MANY, _fail),
    Screen("scope-completer", MANY, _complete),
    Screen("modes", MANY, _command("question.mode")),
    Screen("model-menu", MANY, _models),
    Screen("palette", MANY, _find_command),
    Screen("palette-files", MANY, partial(_find_command, words="invoice"), LARGE),
    Screen("search-empty", MANY, _command("view.search")),
    Screen("search-results", MANY, partial(_search, words="notice period")),
    Screen("search-results-10000", MANY, partial(_search, words="sum is euros"), LARGE),
    Screen("search-nothing", MANY, partial(_search, words="xyzzy")),
    Screen("conversation-10000", MANY, _nothing, LARGE),
    Screen("files", MANY, _files),
    Screen("files-failed", MANY, partial(_files, state=FileState.FAILED)),
    Screen("files-skipped", MANY, partial(_files, state=FileState.SKIPPED)),
    Screen("files-10000", MANY, _files, LARGE),
    Screen("files-menu", MANY, _files_menu),
    Screen("folders", MANY, _command("library.folders")),
    Screen("add-folder", MANY, _add_folder),
    Screen("drop", MANY, _drop),
    Screen("library-menu", MANY, _library_menu),
    Screen("conversation-menu", MANY, _conversation_menu),
    Screen("conversation-deleted", MANY, _delete_conversation),
    Screen("menu-library", MANY, partial(_menu, place=0)),
    Screen("menu-conversation", MANY, partial(_menu, place=1)),
    Screen("menu-view", MANY, partial(_menu, place=2)),
    Screen("menu-help", MANY, partial(_menu, place=3)),
    Screen("library-delete", MANY, _command("library.delete")),
    Screen("tour-begin", MANY, partial(_tour, steps=0)),
    Screen("tour-end", MANY, partial(_tour, steps=3)),
    *(
        Screen(f"evidence-{verdict.value}", ONE, rare.show_evidence, again=partial(rare.open_card, verdict=verdict))
        for verdict in (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.CONTRADICTED, Verdict.NOT_SAID)
    ),
    *(Screen(f"cited-{kind}", SHAPES, partial(rare.show_place, kind=kind)) for kind in ("scan", "picture", "sheet")),
    *(Screen(f"search-{name}", MANY, partial(rare.open_filter, name=name)) for name in ("folder", "kind", "date")),
    Screen("search-narrowed-to-nothing", MANY, rare.search_nothing),
    *(Screen(f"download-{state}", ONE, partial(running.download, state=state)) for state in running.DOWNLOADS),
    *(Screen(f"model-{kind}", ONE, partial(rare.fail, kind=kind)) for kind in ("gone", "busy", "cut", "broken")),
    Screen("find-all", REVIEWED, documents.find, model=False),
    Screen("find-all-empty", REVIEWED, partial(documents.find, opened=False), model=False),
    Screen("register", REVIEWED, documents.register, model=False),
    Screen("register-model", REVIEWED, documents.ask_model),
    Screen("table", REVIEWED, documents.table, model=False),
    Screen("table-grouped", REVIEWED, partial(documents.table, group=7), model=False),
    Screen("table-new", REVIEWED, documents.new_table, model=False),
    Screen("table-columns", REVIEWED, documents.columns, model=False),
    Screen("table-1000", REVIEWED, documents.table, LARGE, model=False),
    Screen("compare", REVIEWED, documents.compare, model=False),
    Screen("compare-empty", REVIEWED, partial(documents.compare, mode=None), model=False),
    Screen("compare-folders", REVIEWED, partial(documents.compare, mode=CompareMode.FOLDERS), model=False),
    Screen("contradictions", REVIEWED, documents.contradictions, OTHERS[0], model=False),
    Screen("contradictions-both", REVIEWED, partial(documents.contradictions, both=True), OTHERS[0], model=False),
    Screen("check-empty", MANY, drafts.empty, model=False),
    Screen("check-busy", MANY, drafts.busy, model=False),
    Screen("check", MANY, drafts.found, model=False),
    Screen("check-opened", MANY, partial(drafts.found, opened=True), model=False),
    Screen("watched-empty", ONE, watched.empty, model=False),
    Screen("watched-told", ONE, watched.told, model=False),
    Screen("watched", ONE, watched.found, model=False),
    Screen("watched-opened", ONE, partial(watched.found, opened=True), model=False),
    Screen("check-inside", MANY, drafts.inside, model=False),
    Screen("bug", ONE, rare.bug),
    Screen("reading", READING, running.read),
    Screen("reading-files", READING, running.read_files),
    Screen("reading-asked", READING, running.ask),
    Screen("reading-search", READING, running.search),
    Screen("reading-queued", READING, running.queue),
    Screen("reading-paused", READING, running.pause),
)


def chosen_screens(names: Collection[str]) -> list[Screen]:
    """Return the screens of these names; all where none is named."""
    return [screen for screen in SCREENS if not names or screen.name in names]
