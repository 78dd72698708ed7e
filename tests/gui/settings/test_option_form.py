"""A form of options: every kind of editor, what is hidden, what is wrong, and text that comes back as it was."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from desktop_rag.config import Config
from desktop_rag.config.option import AnyOption, Choice, Condition, Option
from desktop_rag.config.options import LLM_MODEL
from desktop_rag.gui.settings.filter_rows import FilterRows
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.settings.option_form import OptionForm
from desktop_rag.gui.settings.postprocessor_list import PostprocessorList, parse_step
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS
from desktop_rag.vector_stores.filters import parse_filters
from tests.gui.person import find

pytestmark = pytest.mark.usefixtures("english")
WAY = Option("t.way", "a", "Way", "How.", (Choice("a", "First"), Choice("b", "Second", "It takes long.")))
ON = Option("t.on", False, "Switch", "Whether.")
COUNT = Option("t.count", 3, "Count", "", minimum=0, maximum=2000, minimum_label="No limit", unit="files")
SHARE = Option("t.share", 0.5, "Share", "", minimum=0.0, maximum=1.0)
SECONDS = Option("t.seconds", 60.0, "Seconds", "", minimum=0.0, maximum=600.0)
NAME = Option("t.name", "", "Name", "", example="Ada")
WORDS = Option("t.words", "", "Words", "", lines=True)
DEEP = Option("t.deep", 1, "Depth", "", shown_when=(Condition("t.way", ("b",)), Condition("t.elsewhere", ("x",))))
OPTIONS: tuple[AnyOption, ...] = (WAY, ON, COUNT, SHARE, SECONDS, NAME, WORDS, DEEP)
DEFAULTS = {option.key: option.default for option in OPTIONS}


def form_of(
    qtbot: QtBot, appearance: Appearance, *options: AnyOption, suggested: frozenset[str] = frozenset()
) -> OptionForm:
    form = OptionForm(options or OPTIONS, appearance, suggested)
    qtbot.addWidget(form)
    form.show()
    return form


def test_each_kind_of_option_has_the_editor_that_fits(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance)
    kinds = [type(form.editor(option.key)) for option in (WAY, COUNT, SHARE, SECONDS, NAME, WORDS)]
    assert kinds == [ComboBox, QSpinBox, QDoubleSpinBox, QDoubleSpinBox, QLineEdit, PlainLinesEditor]
    assert isinstance(form.editor(ON.key), QCheckBox)
    assert form.values() == DEFAULTS
    assert find(form, QLineEdit, NAME.key).placeholderText() == "Ada"


def test_what_a_person_enters_is_what_is_read(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance)
    told: list[str] = []
    form.changed.connect(told.append)
    find(form, ComboBox, WAY.key).setCurrentIndex(1)
    qtbot.keyClick(find(form, QCheckBox, ON.key), Qt.Key.Key_Space)
    for box, typed in ((COUNT, "1,200"), (SHARE, "0.25"), (SECONDS, "90")):
        number = form.editor(box.key)
        number.selectAll()
        qtbot.keyClicks(number, typed)
    qtbot.keyClicks(find(form, QLineEdit, NAME.key), "  Grace ")
    for word in ("one", "two"):
        qtbot.keyClicks(find(form, PlainLinesEditor, WORDS.key).edit, word)
        qtbot.keyClick(find(form, PlainLinesEditor, WORDS.key).edit, Qt.Key.Key_Return)
    assert form.values() == {
        WAY.key: "b", ON.key: True, COUNT.key: 1200, SHARE.key: 0.25, SECONDS.key: 90.0, NAME.key: "Grace",
        WORDS.key: "one\ntwo", DEEP.key: 1,
    }  # fmt: skip
    assert list(dict.fromkeys(told)) == [option.key for option in OPTIONS[:-1]]


def test_loading_values_tells_nobody(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance, LLM_MODEL, suggested=frozenset({LLM_MODEL.key}))
    config = Config()
    config.update({LLM_MODEL.key: "qwen3:4b"})
    with qtbot.assertNotEmitted(form.changed):
        form.load(config)
    assert form.value(LLM_MODEL.key) == "qwen3:4b"
    assert form.suggestions(LLM_MODEL.key).isEditable()


def test_numbers_are_written_with_their_units_and_limits(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance)
    count, share = find(form, QSpinBox, COUNT.key), find(form, QDoubleSpinBox, SHARE.key)
    count.setValue(1500)
    assert count.text() == "1,500 files"
    count.setValue(-5)
    assert (count.value(), count.text()) == (0, "No limit")
    count.setValue(99_999)
    assert count.value() == 2000
    share.stepUp()
    assert share.text() == "0.60"
    assert find(form, QDoubleSpinBox, SECONDS.key).text() == "60"


def test_rows_without_effect_are_hidden_and_keep_their_values(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance)
    depth, way = find(form, QSpinBox, DEEP.key), find(form, ComboBox, WAY.key)
    depth.setValue(7)
    assert not depth.isVisible()
    way.setCurrentIndex(1)
    assert depth.isVisible()
    form.set_other_values({"t.elsewhere": "y"})
    assert not depth.isVisible()
    form.set_other_values({"t.elsewhere": "x"})
    assert depth.isVisible()
    form.show_row(DEEP.key, show=False)
    way.setCurrentIndex(0)
    way.setCurrentIndex(1)
    assert not depth.isVisible()
    form.show_row(DEEP.key, show=True)
    assert depth.isVisible()
    assert form.value(DEEP.key) == 7


def test_a_choice_says_what_it_entails(qtbot: QtBot, appearance: Appearance) -> None:
    form = form_of(qtbot, appearance)
    hint = find(form, QLabel, f"{WAY.key}.hint")
    assert not hint.isVisible()
    find(form, ComboBox, WAY.key).setCurrentIndex(1)
    assert (hint.isVisible(), hint.text()) == (True, "It takes long.")


def test_a_wrong_value_gets_the_focus_until_it_is_changed(qtbot: QtBot, appearance: Appearance) -> None:
    short = Option("t.short", "", "Short", "", (Choice("", "None"), Choice("x", "Some")))
    form = form_of(qtbot, appearance, NAME, short)
    form.suggestions(short.key).addItem("Odd", "odd")
    form.suggestions(short.key).setCurrentIndex(2)
    error = find(form, QLabel, f"{short.key}.error")
    assert not form.check()
    assert error.isVisible()
    assert "cannot be" in error.text()
    assert form.focusWidget() is form.editor(short.key)
    form.suggestions(short.key).setCurrentIndex(1)
    assert not error.isVisible()
    assert form.check()


def test_a_form_that_is_built_slowly_knows_its_values_from_the_start(qtbot: QtBot, appearance: Appearance) -> None:
    form = OptionForm(OPTIONS, appearance, slowly=True)
    qtbot.addWidget(form)
    assert form.values() == DEFAULTS
    assert form.findChild(QSpinBox, COUNT.key) is None
    with qtbot.waitSignal(form.completed):
        form.build_slowly()
    assert form.complete
    with pytest.raises(TypeError):
        form.suggestions(COUNT.key)


@pytest.mark.parametrize(
    "line",
    [
        "file_name=report.pdf",
        "Page=3",
        "Heading~Costs",
        "page_number <= 10",
        "author == Smith",
        'title="a, b = c"',
        "tags in a, b",
        "year  not   in  2023, 2024",
        "note!~draft",
        "check-in=2024-01-01",
        "日付>=2024",
        "tags all a, b",
        'owner in "O, P", Q',
        "x is empty",
    ],
)
def test_a_condition_means_the_same_after_it_was_shown(qtbot: QtBot, appearance: Appearance, line: str) -> None:
    rows = FilterRows(appearance)
    qtbot.addWidget(rows)
    rows.set_text(line)
    assert parse_filters(rows.text()) == parse_filters(line)


def test_a_field_is_chosen_by_its_label_or_typed(qtbot: QtBot, appearance: Appearance) -> None:
    rows = FilterRows(appearance)
    qtbot.addWidget(rows)
    rows.set_text("file_name=a.pdf\n\n  \nyear>2020")
    first, second = rows.rows()
    assert [first.field.currentText(), second.field.currentText()] == ["File name", "year"]
    first.field.setCurrentText("Page")
    second.field.setCurrentText("Signed by")
    assert rows.text() == "page_number=a.pdf\nSigned_by>2020"
    second.value.setText("   ")
    assert rows.text() == "page_number=a.pdf"


@pytest.mark.parametrize(
    ("line", "name", "values", "rest"),
    [
        ("similarity cutoff=0.5", "similarity", {"cutoff": "0.5"}, []),
        ('keyword required="rent, lease" excluded=x', "keyword", {"required": "rent, lease", "excluded": "x"}, []),
        ("keyword required=a=b", "keyword", {"required": "a=b"}, []),
        ("odd #1 'two words'", "odd", {}, ["#1", "'two", "words'"]),
        ("path folder=C:\\docs", "path", {"folder": "C:\\docs"}, []),
        ('broken text="open', "broken", {"text": '"open'}, []),
        ("", "", {}, []),
    ],
    ids=["one", "quoted", "equals sign", "rest", "backslash", "open quote", "empty"],
)
def test_a_step_is_taken_apart(line: str, name: str, values: dict[str, str], rest: list[str]) -> None:
    step = parse_step(line)
    assert (step.name, step.values, step.rest) == (name, values, rest)


def test_an_empty_parameter_is_not_written(qtbot: QtBot, appearance: Appearance) -> None:
    steps = PostprocessorList(appearance, POSTPROCESSOR_KINDS)
    qtbot.addWidget(steps)
    steps.set_text("similarity cutoff=0.5\n\n")
    edit = steps.cards()[0].edits["cutoff"]
    with qtbot.waitSignal(steps.changed):
        edit.setText("  ")
    assert steps.text() == "similarity"
    edit.setText('a "quoted" text')
    assert parse_step(steps.text()).values == {"cutoff": "a quoted text"}
