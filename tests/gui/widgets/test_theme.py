"""The colours are data, complete in both themes, and readable."""

import dataclasses

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from desktop_rag.core.paths import resource_path
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.gui.widgets.theme import Appearance, Theme, font_families, icon_pixmap, load_theme, style_sheet

GROUNDS = {
    "text": ("window", "surface", "sidebar", "question", "accent_soft", "hover", "code"),
    "muted": ("window", "surface", "sidebar", "accent_soft", "code"),
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


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_is_readable_on_its_grounds(name: str) -> None:
    theme = load_theme(name)
    for role, grounds in GROUNDS.items():
        for ground in grounds:
            assert contrast(theme.color(role), theme.color(ground)) >= 4.5, f"{role} on {ground}"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_style_sheet_names_known_roles_only(name: str) -> None:
    sheet = style_sheet(load_theme(name))
    assert "$" not in sheet
    assert load_theme(name).accent in sheet


def test_every_role_is_a_colour() -> None:
    for field in dataclasses.fields(Theme):
        if field.name != "name":
            assert load_theme("dark").color(field.name).isValid(), field.name


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


def test_japanese_text_prefers_japanese_fonts(qapp: QApplication) -> None:
    def first_cjk(sample: str) -> str:
        return next((family for family in font_families(sample) if "CJK" in family), "")

    if first_cjk("x"):
        assert first_cjk("ひらがな") != first_cjk("中文")
