"""Colour roles as data, and the one object that applies them to the running application."""

import dataclasses
import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from string import Template

from PySide6.QtCore import QByteArray, QLocale, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from desktop_rag.core.paths import resource_path

_GRID, _DRAWN, _LINE = 20, 1.5, 1.4  # icons: their grid, line weight in the drawing, line weight on the screen
SMALL, BODY, TEXT, DISPLAY = 11, 13, 14, 20  # type sizes in pixels
MOTION_MS = 150
_GROWING = re.compile(r"((?<!max-)(?:font-size|min-height): )(\d+)px")  # what grows with the text
# The system's text before anybody changes it, in pixels: 9 points on Windows, 13 pixels on macOS, elsewhere 9 to 11
# points. How far it is outside of that is how much larger or smaller a person wants it.
_SYSTEM_TEXT = {"win32": (12, 12), "darwin": (13, 13)}
_LINUX_TEXT = (12, 15)
_SMALLEST, _LARGEST = 0.7, 3.0
_LINUX_FAMILIES = ("Inter", "Cantarell", "Noto Sans", "Ubuntu", "Liberation Sans", "DejaVu Sans")
_GENERIC = ("sans", "dejavu", "fixed", "helvetica")
_JAPANESE = ("Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic UI", "Meiryo", "IPAPGothic")
_CHINESE = ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei UI", "WenQuanYi Micro Hei")
_MONOSPACED = ("JetBrains Mono", "SF Mono", "Menlo", "Cascadia Mono", "Consolas", "Noto Sans Mono", "DejaVu Sans Mono")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of every role, as ``#RRGGBB`` (``page_shade``: ``#AARRGGBB``)."""

    name: str
    window: str
    surface: str
    sidebar: str
    border: str
    hover: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    chosen_line: str  # around what is chosen; seen where `accent_soft` alone is too little
    question: str
    link: str
    ok: str
    warning: str
    warning_soft: str
    error: str
    error_soft: str
    code: str
    scrollbar: str
    passage: str
    sentence: str
    on_highlight: str
    page_shade: str
    paper: str
    on_paper: str
    found: str
    found_now: str
    dark_paper: str
    on_dark_paper: str
    dark_passage: str
    dark_sentence: str
    dark_found: str
    dark_found_now: str

    def color(self, role: str) -> QColor:
        """Return the colour of ``role``."""
        return QColor(str(getattr(self, role)))

    @property
    def is_dark(self) -> bool:
        """True if text is light on a dark ground."""
        return self.color("window").lightness() < self.color("text").lightness()


@cache
def load_theme(name: str) -> Theme:
    """Read the theme called ``name`` from the resources."""
    text = resource_path("themes", f"{name}.toml").read_text(encoding="utf-8")
    return Theme(name=name, **tomllib.loads(text))


def style_sheet(theme: Theme, scale: float = 1.0) -> str:
    """Return the window's style sheet in the colours of ``theme``, its text ``scale`` times as large as usual."""
    template = resource_path("themes", "window.qss").read_text(encoding="utf-8")
    sheet = Template(template).substitute(dataclasses.asdict(theme))
    return sheet if scale == 1.0 else _GROWING.sub(lambda size: f"{size[1]}{round(int(size[2]) * scale)}px", sheet)


def palette(theme: Theme) -> QPalette:
    """Return a palette for what the style sheet does not reach (native parts, rich text)."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.window,
        role.Text: theme.text,
        role.Button: theme.surface,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.surface,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.faint,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.link,
        role.LinkVisited: theme.link,
        role.Accent: theme.accent,
    }
    result = QPalette()
    for key, colour in colours.items():
        result.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(theme.faint))
    return result


def has_kana(text: str) -> bool:
    """Return True if ``text`` is recognisably Japanese."""
    return not text.isascii() and any("\u3040" <= char <= "\u30ff" for char in text)


@cache
def _installed() -> frozenset[str]:
    return frozenset(QFontDatabase.families())


def font_families(sample: str = "") -> list[str]:
    """Return the system's font first, then fonts for Chinese and Japanese; ``sample`` decides their order."""
    chinese = not has_kana(sample) if sample else QLocale().language() is QLocale.Language.Chinese
    return list(_families(chinese_first=chinese))


@cache
def _families(*, chinese_first: bool) -> tuple[str, ...]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    generic = sys.platform.startswith("linux") and system.lower().startswith(_GENERIC)
    # "Sans" stands for whatever fontconfig finds: better a font we know
    wanted = [*_LINUX_FAMILIES, system] if generic else [system]
    cjk = (*_CHINESE, *_JAPANESE) if chinese_first else (*_JAPANESE, *_CHINESE)
    found = tuple(family for family in (*wanted, *cjk) if family in _installed())
    return found or (system,)


def monospaced_families() -> list[str]:
    """Return fonts for source code that are installed, best first."""
    found = [family for family in _MONOSPACED if family in _installed()]
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return [*found, fixed, "Noto Sans Mono CJK JP"]


def text_scale() -> float:
    """Return the factor by which text is larger than usual, by the system and by the settings."""
    pixels = QGuiApplication.font().pixelSize()  # -1 before a theme is applied
    return pixels / TEXT if pixels > 0 else 1.0


def scaled(pixels: float) -> int:
    """Return a measure that grows with the text (a row's height, a line's place in it)."""
    return round(pixels * text_scale())


def system_scale(pixels: float | None = None) -> float:
    """Return the factor of the system's text size; ``pixels``: its size, else the present one."""
    if pixels is None:
        pixels = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    low, high = _SYSTEM_TEXT.get(sys.platform, _LINUX_TEXT)
    return pixels / min(max(pixels, low), high) if pixels > 0 else 1.0


def font(pixels: int, *, bold: bool = False, sample: str = "") -> QFont:
    """Return the window's font in one of the four sizes, as large as text is now, and two weights."""
    result = QFont()
    result.setFamilies(font_families(sample))
    result.setPixelSize(max(1, scaled(pixels)))
    result.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return result


@cache
def _svg(name: str) -> str:
    """Return the drawing of an icon."""
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


@cache
def icon_pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon ``name`` drawn in ``colour``, ``size`` logical pixels large."""
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    # icons are scaled, their lines are not: equally thick at all sizes
    weight = f'stroke-width="{_LINE * _GRID / size:.3f}"'
    drawing = _svg(name).replace("currentColor", colour).replace(f'stroke-width="{_DRAWN}"', weight).encode()
    QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


class Appearance(QObject):
    """Applies a theme to the application and keeps it in step with the system's colours, contrast and text size.

    Widgets that paint for themselves take it, read ``theme`` and repaint on ``changed``.
    """

    changed = Signal()

    def __init__(self, choice: str = "system", text_size: int = 100, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._text_size = text_size
        self.theme = load_theme(self._wanted())
        self.scale = self._wanted_scale()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._refresh)
        hints.accessibility().contrastPreferenceChanged.connect(self._refresh)
        # the system's text size has no signal: whoever changes it comes back to the window
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._refresh)

    def choose(self, choice: str, text_size: int = 100) -> None:
        """Follow the system ("system"), or stay "light", "dark" or in high "contrast"; ``text_size`` in percent."""
        self._choice, self._text_size = choice, text_size
        self._refresh()

    def apply(self) -> None:
        """Give the application this theme's font, palette and style sheet."""
        self.apply_font_and_palette()
        self.apply_style_sheet()

    def apply_font_and_palette(self) -> None:
        """Give the application this theme's font and colours, which widgets look at while they are made."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            usual = font(TEXT)
            usual.setPixelSize(round(TEXT * self.scale))
            application.setFont(usual)
            application.setPalette(palette(self.theme))

    def apply_style_sheet(self) -> None:
        """Give the application this theme's style sheet.

        Cheapest once the window is made: under a sheet, Qt goes through everything in a widget each time that the
        widget is put into another, which makes building the window five times as slow.
        """
        application = QApplication.instance()
        if isinstance(application, QApplication):
            sheet = style_sheet(self.theme, text_scale())
            if sheet != application.styleSheet():  # the same again would go through every widget for nothing
                application.setStyleSheet(sheet)

    def icon(self, name: str, role: str = "muted") -> QIcon:
        """Return an icon in the colour of ``role``, sharp on every screen, paler when disabled."""
        return QIcon(_IconEngine(name, self.theme.color(role).name()))

    def switch_icon(self, name: str) -> QIcon:
        """Return an icon for a menu's switch: a check mark while it is on, which menus with icons draw no other way."""
        muted, accent = (self.theme.color(role).name() for role in ("muted", "accent"))
        return QIcon(_IconEngine(name, muted, ("check", accent)))

    @property
    def animated(self) -> bool:
        """True if things may move: not when the system asks for reduced motion."""
        hints = getattr(QGuiApplication.styleHints(), "accessibility", None)  # Qt 6.10
        preference = getattr(hints() if hints else None, "motionPreference", None)  # Qt 6.12
        return preference is None or preference().name != "ReducedMotion"

    def _wanted(self) -> str:
        if self._choice in ("light", "dark"):
            return self._choice
        hints = QGuiApplication.styleHints()
        scheme = "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"
        strong = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        return f"contrast-{scheme}" if strong or self._choice == "contrast" else scheme

    def _wanted_scale(self) -> float:
        return min(max(system_scale() * self._text_size / 100, _SMALLEST), _LARGEST)

    def _refresh(self) -> None:
        wanted, scale = load_theme(self._wanted()), self._wanted_scale()
        # a style sheet that is set again lays everything out again
        if wanted != self.theme or scale != self.scale:
            self.theme, self.scale = wanted, scale
            self.apply()
            self.changed.emit()


class _IconEngine(QIconEngine):
    """Draws an icon when it is needed, at the size and sharpness that are needed; another one, ``on``, when checked."""

    def __init__(self, name: str, colour: str, on: tuple[str, str] | None = None) -> None:
        super().__init__()
        self._off = name, colour
        self._on = on or self._off

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon, paler when it is disabled."""
        ratio = painter.device().devicePixelRatio()
        painter.setOpacity(0.4 if mode is QIcon.Mode.Disabled else 1.0)
        name, colour = self._on if state is QIcon.State.On else self._off
        painter.drawPixmap(rect, icon_pixmap(name, colour, rect.width(), ratio))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return a picture of the icon (for menus and title bars)."""
        result = QPixmap(size)
        result.fill(Qt.GlobalColor.transparent)
        painter = QPainter(result)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return result

    def clone(self) -> QIconEngine:
        """Return another one like this."""
        return _IconEngine(*self._off, self._on)
