"""The colours are data, complete in all themes, and readable; text is as large as the person wants it."""

import dataclasses
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop_rag.core.paths import resource_path
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.gui.widgets import theme
from desktop_rag.gui.widgets.theme import (
    TEXT,
    Appearance,
    Theme,
    font,
    font_families,
    icon_pixmap,
    load_theme,
    scaled,
    style_sheet,
)

THEMES = ["light", "dark", "contrast-light", "contrast-dark"]
GROUNDS = {
    "text": ("window", "surface", "sidebar", "question", "accent_soft", "hover", "code"),
    "muted": ("window", "surface", "sidebar", "accent_soft", "code", "hover"),
    "faint": ("window", "surface", "sidebar"),
    "accent": ("window", "surface", "accent_soft"),
    "on_accent": ("accent", "accent_hover"),
    "link": ("window", "surface"),
    "ok": ("window", "surface"),
    "warning": ("window", "sidebar", "warning_soft"),
    "error": ("window", "surface", "sidebar", "error_soft"),
    "on_highlight": ("passage", "sentence", "found", "found_now"),
    "on_paper": ("paper",),
    "on_dark_paper": ("dark_paper",),
    "paper": ("dark_passage", "dark_sentence", "dark_found", "dark_found_now"),
}


def luminance(colour: QColor) -> float:
    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF())


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("name", "least"), [("light", 4.5), ("dark", 4.5), ("contrast-light", 7.0), ("contrast-dark", 7.0)]
)
def test_text_is_readable_on_its_grounds(name: str, least: float) -> None:
    colours = load_theme(name)
    for role, grounds in GROUNDS.items():
        for ground in grounds:
            assert contrast(colours.color(role), colours.color(ground)) >= least, f"{role} on {ground}"


@pytest.mark.parametrize("name", ["contrast-light", "contrast-dark"])
def test_with_high_contrast_lines_are_seen_around_controls_and_what_is_chosen(name: str) -> None:
    colours = load_theme(name)
    for line in ("border", "chosen_line", "scrollbar", "accent"):
        for ground in ("window", "surface", "sidebar"):
            assert contrast(colours.color(line), colours.color(ground)) >= 4.5, f"{line} on {ground}"


@pytest.mark.parametrize("name", THEMES)
def test_the_style_sheet_names_known_roles_only(name: str) -> None:
    sheet = style_sheet(load_theme(name))
    assert "$" not in sheet
    assert load_theme(name).accent in sheet


@pytest.mark.parametrize("name", THEMES)
def test_every_role_is_a_colour(name: str) -> None:
    for field in dataclasses.fields(Theme):
        if field.name != "name":
            assert load_theme(name).color(field.name).isValid(), field.name


def test_every_command_has_an_icon_that_takes_its_colour(qapp: QApplication) -> None:
    for command in COMMANDS:
        assert resource_path("icons", f"{command.icon}.svg").exists()
        image = icon_pixmap(command.icon, "#ff0000", 20).toImage()
        colours = {
            image.pixelColor(x, y).name() for x in range(20) for y in range(20) if image.pixelColor(x, y).alpha()
        }
        assert colours, command.icon


def test_the_choice_overrides_the_system(qapp: QApplication) -> None:
    appearance = Appearance("light")
    told: list[bool] = []
    appearance.changed.connect(lambda: told.append(True))
    appearance.choose("dark")
    appearance.choose("dark")
    assert appearance.theme.name == "dark"
    assert told == [True]


class Restyled(QLabel):
    """Counts how often its style changed."""

    times = 0

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        self.times += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


def test_what_looks_as_it_should_is_not_gone_through_again(qapp: QApplication, qtbot: QtBot) -> None:
    appearance = Appearance("light")
    appearance.apply()
    label = Restyled("Text")
    qtbot.addWidget(label)
    label.show()
    before = label.times
    appearance.apply()
    assert label.times == before
    appearance.choose("dark")
    assert label.times > before
    appearance.choose("light")


def test_japanese_text_prefers_japanese_fonts(qapp: QApplication) -> None:
    def first_cjk(sample: str) -> str:
        return next((family for family in font_families(sample) if "CJK" in family), "")

    if first_cjk("x"):
        assert first_cjk("ひらがな") != first_cjk("中文")


@pytest.fixture
def usual_system(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """A system whose text is as large as the test says, and the application's own font again afterwards."""
    before = qapp.font()
    size = [1.0]
    monkeypatch.setattr(theme, "system_scale", lambda: size[0])
    yield lambda scale: size.__setitem__(0, scale)
    qapp.setStyleSheet("")
    qapp.setFont(before)


def test_high_contrast_is_light_or_dark_as_the_system_is(qapp: QApplication) -> None:
    hints = QGuiApplication.styleHints()
    appearance = Appearance("contrast")
    try:
        for scheme, name in ((Qt.ColorScheme.Dark, "contrast-dark"), (Qt.ColorScheme.Light, "contrast-light")):
            hints.setColorScheme(scheme)
            qapp.processEvents()
            if hints.colorScheme() == scheme:  # not every platform lets itself be told
                assert appearance.theme.name == name
    finally:
        hints.unsetColorScheme()


def test_all_text_grows_with_the_setting_and_with_the_system(
    qapp: QApplication, qtbot: QtBot, usual_system: Callable[[float], None]
) -> None:
    appearance = Appearance("light", 150)
    appearance.apply()
    label = QLabel("Text")
    qtbot.addWidget(label)
    label.show()
    assert (font(TEXT).pixelSize(), scaled(40), label.fontInfo().pixelSize()) == (21, 60, 21)
    told: list[bool] = []
    appearance.changed.connect(lambda: told.append(True))
    usual_system(2.0)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert told == [True]
    assert (font(TEXT).pixelSize(), scaled(40), label.fontInfo().pixelSize()) == (42, 120, 42)
    appearance.choose("light", 50)
    assert (font(TEXT).pixelSize(), label.fontInfo().pixelSize()) == (14, 14)


def test_text_neither_vanishes_nor_fills_the_window(qapp: QApplication, usual_system: Callable[[float], None]) -> None:
    usual_system(0.1)
    assert Appearance("light", 80).scale == 0.7
    usual_system(9.0)
    assert Appearance("light", 200).scale == 3.0


@pytest.mark.parametrize(
    ("platform", "pixels", "scale"),
    [
        ("linux", 12, 1.0),
        ("linux", 15, 1.0),
        ("linux", 30, 2.0),
        ("linux", 9, 0.75),
        ("win32", 12, 1.0),
        ("win32", 18, 1.5),
        ("darwin", 13, 1.0),
        ("darwin", -1, 1.0),
    ],
)
def test_only_a_size_that_somebody_chose_counts(
    monkeypatch: pytest.MonkeyPatch, platform: str, pixels: float, scale: float
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert theme.system_scale(pixels) == pytest.approx(scale)


def test_the_style_sheet_leaves_lines_as_they_are_when_text_grows() -> None:
    sheet, larger = style_sheet(load_theme("light")), style_sheet(load_theme("light"), 2.0)
    assert "* { font-size: 28px; }" in larger
    assert sheet.count("border: 1px") == larger.count("border: 1px")
    assert "max-height: 1px" in larger
