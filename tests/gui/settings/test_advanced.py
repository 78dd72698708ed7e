"""Advanced settings of a conversation or a library: what a person changes, and that nothing is lost."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QLineEdit, QPushButton, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import FILTERS, FUSION_MODE, NODE_POSTPROCESSORS, RETRIEVER, SIMILARITY_TOP_K, TEXT_SIZE
from desktop_rag.gui.settings.advanced_dialog import AdvancedDialog
from desktop_rag.gui.settings.filter_rows import FilterRows
from desktop_rag.gui.settings.option_form import _number_box
from desktop_rag.gui.settings.postprocessor_list import PostprocessorList, PostprocessorStep, parse_step
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS, PostprocessorKind
from tests.gui.person import ask, find, wait_for_forms
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def advanced(qtbot: QtBot, window: MainWindow) -> AdvancedDialog:
    for name in ("advanced_button", "advanced_mark"):
        button = find(window, QPushButton, name)
        if button.isVisible():
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
            break
    dialog = window.findChildren(AdvancedDialog)[-1]
    qtbot.waitUntil(dialog.isVisible)
    wait_for_forms(qtbot, dialog)
    return dialog


def pick(dialog: AdvancedDialog, key: str, value: str) -> None:
    combo = find(dialog, ComboBox, key)
    assert combo.findData(value) >= 0
    combo.setCurrentIndex(combo.findData(value))


def click(qtbot: QtBot, dialog: AdvancedDialog, name: str) -> None:
    qtbot.mouseClick(find(dialog, QPushButton, name), Qt.MouseButton.LeftButton)


def test_values_are_used_by_the_conversation_and_marked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    mark = find(window, QPushButton, "advanced_mark")
    assert not mark.isVisible()
    dialog = advanced(qtbot, window)
    pick(dialog, RETRIEVER.key, "bm25")
    find(dialog, QSpinBox, SIMILARITY_TOP_K.key).setValue(12)
    click(qtbot, dialog, "advanced_use_button")
    assert mark.isVisible()
    assert mark.toolTip().endswith("Passages per answer, Search by")
    assert scripted.conversation_values == {}
    ask(qtbot, window)
    assert scripted.conversation_values == {"c1": {RETRIEVER.key: "bm25", SIMILARITY_TOP_K.key: 12}}
    dialog = advanced(qtbot, window)
    assert find(dialog, ComboBox, RETRIEVER.key).currentText() == "Words only"
    click(qtbot, dialog, "advanced_reset_button")
    assert find(dialog, ComboBox, RETRIEVER.key).currentData() == "auto"
    assert scripted.conversation_values["c1"]
    click(qtbot, dialog, "advanced_use_button")
    qtbot.waitUntil(lambda: scripted.conversation_values["c1"] == {})
    assert not mark.isVisible()


def test_a_library_keeps_values_for_its_conversations(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.index_values["Papers"] = {SIMILARITY_TOP_K.key: 9}
    window = open_window()
    mark = find(window, QPushButton, "advanced_mark")
    qtbot.waitUntil(mark.isVisible)
    dialog = advanced(qtbot, window)
    assert find(dialog, QSpinBox, SIMILARITY_TOP_K.key).value() == 9
    find(dialog, QSpinBox, SIMILARITY_TOP_K.key).setValue(7)
    click(qtbot, dialog, "advanced_library_button")
    qtbot.waitUntil(lambda: scripted.index_values["Papers"] == {SIMILARITY_TOP_K.key: 7})
    dialog = advanced(qtbot, window)
    click(qtbot, dialog, "advanced_reset_button")
    click(qtbot, dialog, "advanced_use_button")
    assert not mark.isVisible()
    ask(qtbot, window)
    assert scripted.conversation_values == {"c1": {SIMILARITY_TOP_K.key: SIMILARITY_TOP_K.default}}


def test_only_what_has_an_effect_is_shown(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["question.advanced"].trigger()
    dialog = window.findChildren(AdvancedDialog)[-1]
    wait_for_forms(qtbot, dialog)
    threshold = find(dialog, QDoubleSpinBox, "retrieval.mmr_threshold")
    wordings = find(dialog, QSpinBox, "retrieval.num_queries")
    compare = find(dialog, ComboBox, "retrieval.vector_store_query_mode")
    combine = find(dialog, ComboBox, FUSION_MODE.key)
    assert compare.isVisibleTo(dialog)
    for editor in (threshold, wordings, combine):
        assert not editor.isVisibleTo(dialog)
    pick(dialog, "retrieval.vector_store_query_mode", "mmr")
    pick(dialog, RETRIEVER.key, "query_fusion")
    assert threshold.isVisibleTo(dialog)
    assert wordings.isVisibleTo(dialog)
    assert combine.isVisibleTo(dialog)
    pick(dialog, RETRIEVER.key, "bm25")
    for editor in (threshold, wordings, compare, combine):
        assert not editor.isVisibleTo(dialog)
    dialog.close()


def test_a_search_that_needs_preparation_says_so(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    dialog = advanced(qtbot, open_window())
    hint = find(dialog, QLabel, f"{RETRIEVER.key}.hint")
    assert not hint.isVisible()
    for kind in ("tree", "keyword_table", "knowledge_graph"):
        pick(dialog, RETRIEVER.key, kind)
        assert hint.isVisible()
        assert "first question builds this index" in hint.text()
    pick(dialog, RETRIEVER.key, "hybrid")
    assert not hint.isVisible()
    dialog.close()


def test_values_can_be_used_before_every_row_is_there(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.index_values["Papers"] = {RETRIEVER.key: "bm25"}
    window = open_window()
    qtbot.waitUntil(find(window, QPushButton, "advanced_mark").isVisible)
    window.actions_table["question.advanced"].trigger()
    dialog = window.findChildren(AdvancedDialog)[-1]
    assert dialog.values()[RETRIEVER.key] == "bm25"
    click(qtbot, dialog, "advanced_use_button")
    assert not dialog.isVisible()
    assert window.chat_pane.overrides.config()[RETRIEVER] == "bm25"


def test_wrong_input_is_said_beside_its_field_and_kept(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    dialog = advanced(qtbot, window)
    filters = find(dialog, FilterRows, FILTERS.key)
    filters.set_text("what is this")
    steps = find(dialog, PostprocessorList, NODE_POSTPROCESSORS.key)
    steps.set_text("similarity cutoff=much")
    click(qtbot, dialog, "advanced_use_button")
    assert dialog.isVisible()
    assert "is not a condition" in find(dialog, QLabel, f"{FILTERS.key}.error").text()
    assert "cannot be the cutoff" in find(dialog, QLabel, f"{NODE_POSTPROCESSORS.key}.error").text()
    assert filters.text() == "what is this"
    filters.set_text("")
    assert not find(dialog, QLabel, f"{FILTERS.key}.error").isVisible()
    steps.cards()[0].edits["cutoff"].setText("0.4")
    click(qtbot, dialog, "advanced_use_button")
    assert not dialog.isVisible()
    assert window.chat_pane.overrides.config()[NODE_POSTPROCESSORS] == "similarity cutoff=0.4"


def test_conditions_are_rows(qtbot: QtBot, appearance: Appearance) -> None:
    rows = FilterRows(appearance)
    qtbot.addWidget(rows)
    rows.show()
    qtbot.mouseClick(rows.add_button, Qt.MouseButton.LeftButton)
    row = rows.rows()[0]
    assert rows.text() == ""
    row.condition.setCurrentIndex(row.condition.findText("contains"))
    qtbot.keyClicks(row.value, "report")
    qtbot.mouseClick(rows.add_button, Qt.MouseButton.LeftButton)
    second = rows.rows()[1]
    second.field.setCurrentText("year")
    second.condition.setCurrentIndex(second.condition.findText("is one of"))
    qtbot.keyClicks(second.value, "2023, 2024")
    assert rows.text() == "file_name~report\nyear in 2023, 2024"
    qtbot.mouseClick(find(row, QToolButton, "filter_remove"), Qt.MouseButton.LeftButton)
    assert rows.text() == "year in 2023, 2024"


@pytest.mark.parametrize(
    "text",
    [
        "file_name=報告書.pdf\npage_number<=10",
        "author!=Smith",
        "year not in 2023, 2024",
        "heading!~draft",
        'title="a, b"',
        "tags contains x",
        "note is not empty",
        "half a thought",
    ],
)
def test_stored_conditions_come_back_as_they_were(qtbot: QtBot, appearance: Appearance, text: str) -> None:
    rows = FilterRows(appearance)
    qtbot.addWidget(rows)
    rows.set_text(text)
    assert rows.text() == text


def test_steps_after_searching_are_added_moved_and_removed(qtbot: QtBot, appearance: Appearance) -> None:
    steps = PostprocessorList(appearance, POSTPROCESSOR_KINDS)
    qtbot.addWidget(steps)
    steps.show()
    steps.set_text('keyword required="rent, lease"\nunknown thing x=1')
    assert steps.text() == 'keyword required="rent, lease"\nunknown thing x=1'
    menu = steps.add_button.menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Minimum score").trigger()
    card = steps.cards()[2]
    assert steps.focusWidget() is card.edits["cutoff"]
    qtbot.keyClicks(card.edits["cutoff"], "0.6")
    assert steps.text().splitlines()[2] == "similarity cutoff=0.6"
    qtbot.mouseClick(card.up, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(steps.cards()[2].remove, Qt.MouseButton.LeftButton)
    assert steps.text() == 'keyword required="rent, lease"\nsimilarity cutoff=0.6'
    assert not steps.cards()[0].up.isEnabled()
    assert isinstance(card.edits["cutoff"], QLineEdit)


@pytest.mark.parametrize("kind", POSTPROCESSOR_KINDS, ids=lambda kind: kind.name)
def test_a_step_is_written_and_taken_apart_alike(kind: PostprocessorKind) -> None:
    step = PostprocessorStep(kind.name, dict(kind.parameters))
    assert parse_step(step.line()) == step


@pytest.mark.parametrize(
    ("language", "written"), [("en", "100%"), ("de", "100\u00a0%"), ("ja", "100%"), ("zh_CN", "100%")]
)
def test_percent_is_written_as_in_the_language_of_the_window(qtbot: QtBot, language: str, written: str) -> None:
    before, languages = QLocale(), Languages()
    languages.choose(language)
    try:
        box = _number_box(TEXT_SIZE)
        qtbot.addWidget(box)
        box.setValue(100)
        assert box.text() == written
    finally:
        languages.end()
        QLocale.setDefault(before)
