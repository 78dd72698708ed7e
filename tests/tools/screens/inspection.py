"""What is wrong with a screen, as far as its widgets tell: texts cut, widgets outside or without a name."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop_rag.gui.widgets.basics import ElidedLabel

_SLACK = 1  # pixels by which Qt's own rounding may differ


@dataclass(frozen=True, order=True)
class Finding:
    """Something to look at: what kind, which widget, and its text."""

    kind: str
    widget: str
    text: str


def inspect(window: QWidget) -> Iterator[Finding]:
    """Yield what is to be looked at in a window that is shown.

    ``cut``: a text has less room than it needs. ``shortened``: it ends in an ellipsis. ``outside``: a widget is not
    within its parent. ``empty``: a text has no room at all. ``scrolls sideways``: a horizontal scroll bar is shown.
    ``unnamed``: a program that reads the screen aloud has nothing to say. ``overlapping``: two texts share a place.
    """
    yield from _overlapping(window)
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.isWindow():
            continue
        for kind in _kinds(widget):
            yield Finding(kind, _name(widget), _text(widget)[:80])
        yield from _overlapping(widget)


def texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield the place and the words of every label and button that is seen."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and isinstance(widget, QLabel | QAbstractButton) and _text(widget):
            yield _name(widget), _text(widget)


def _kinds(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton) and _text(widget):
        yield from _faults_of_text(widget)
    if (isinstance(widget, QLineEdit) and _is_narrow(widget)) or (isinstance(widget, QTabBar) and _scrolls(widget)):
        yield "cut"
    if isinstance(widget, QScrollBar) and widget.orientation() is Qt.Orientation.Horizontal and widget.maximum() > 0:
        yield "scrolls sideways"
    if _is_outside(widget):
        yield "outside"
    if _is_unnamed(widget):
        yield "unnamed"


def _faults_of_text(widget: QLabel | QAbstractButton) -> Iterator[str]:
    if not widget.width() or not widget.height():
        yield "empty"
    elif isinstance(widget, ElidedLabel):
        if widget.text() != widget.full_text().replace("\n", " "):
            yield "shortened"
    elif _is_cut(widget):
        yield "cut"


def _is_cut(widget: QLabel | QAbstractButton) -> bool:
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width()) - _SLACK
    needed = widget.minimumSizeHint() if isinstance(widget, QLabel) else widget.sizeHint()
    if isinstance(widget, QPushButton | QToolButton) and isinstance(widget.parentWidget(), QTabBar):
        return False
    return widget.width() < needed.width() - _SLACK or widget.height() < widget.fontMetrics().height() - _SLACK


def _is_narrow(edit: QLineEdit) -> bool:
    """Whether what a box says while it is empty does not fit."""
    if edit.text() or not edit.placeholderText():
        return False
    margins = edit.textMargins()
    room = edit.contentsRect().width() - margins.left() - margins.right() - 4
    return edit.fontMetrics().horizontalAdvance(edit.placeholderText()) > room


def _scrolls(tabs: QTabBar) -> bool:
    return tabs.count() > 0 and tabs.tabRect(tabs.count() - 1).right() > tabs.width() + _SLACK


def _is_outside(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    if parent is None or not isinstance(widget, QLabel | QAbstractButton | QLineEdit | QComboBox):
        return False
    if isinstance(parent.parentWidget(), QAbstractScrollArea) or isinstance(parent, QAbstractScrollArea | QTabBar):
        return False
    return not parent.rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(widget.geometry())


def _is_unnamed(widget: QWidget) -> bool:
    if widget.focusPolicy() is Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None:
        return False
    if isinstance(widget.parentWidget(), QComboBox | QTabBar) or widget.objectName().startswith("qt_"):
        return False
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface is None or not (interface.text(QAccessible.Text.Name) or _text(widget))


def _overlapping(parent: QWidget) -> Iterator[Finding]:
    children = [
        child
        for child in parent.children()
        if isinstance(child, QLabel | QAbstractButton) and child.isVisible() and _text(child)
    ]
    for place, one in enumerate(children):
        for other in children[place + 1 :]:
            if one.geometry().intersects(other.geometry()):
                yield Finding("overlapping", _name(one), f"{_text(one)[:40]} / {_text(other)[:40]}")


def _text(widget: QWidget) -> str:
    if isinstance(widget, ElidedLabel):
        return widget.full_text().strip()
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        return ""  # its words are said, not shown
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text().strip()
    return widget.placeholderText() if isinstance(widget, QLineEdit) else ""


def _name(widget: QWidget) -> str:
    """Return a widget's name, or that of the nearest one around it that has one, and its kind."""
    around: QWidget | None = widget
    while around is not None and (not around.objectName() or around.objectName().startswith("qt_")):
        around = around.parentWidget()
    named = around.objectName() if around is not None else ""
    return named if around is widget else f"{named} > {type(widget).__name__}"
