"""Place windows where they were, inside the usable area of the screen."""

from PySide6.QtCore import QRect, QSettings, QSize
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.shell.pane_splitter import PaneSplitter

_SIZE = QSize(1280, 800)  # of a window that opens the first time, where the screen has room for it
_FRAME = QSize(16, 48)  # title bar, edges and a margin: systems tell them only of a window that is shown


def save_places(window: QWidget, panes: PaneSplitter, settings: QSettings) -> None:
    """Remember where a window stands, and which of its panes are shown how wide."""
    settings.setValue("window/geometry", window.saveGeometry())
    settings.setValue("window/sidebar", panes.sidebar_shown)
    settings.setValue("window/sources", panes.sources_shown)
    # a narrow window has the sources outside of the splitter: its state would lack them
    if not panes.narrow:
        settings.setValue("window/panes", panes.splitter.saveState())


def restore_places(window: QWidget, panes: PaneSplitter, settings: QSettings) -> None:
    """Let a window stand as it was remembered, as far as the screen is the same."""
    geometry, state = settings.value("window/geometry"), settings.value("window/panes")
    # without what was remembered Qt also puts it on the screen where the person is
    if geometry is None or not window.restoreGeometry(geometry):
        window.resize(_SIZE)
    fit_screen(window)
    if state is not None:
        panes.splitter.restoreState(state)
    panes.show_sidebar(show=settings.value("window/sidebar", defaultValue=True, type=bool) is not False)
    panes.show_sources(show=settings.value("window/sources", defaultValue=True, type=bool) is not False)


def fit_screen(window: QWidget) -> None:
    """Make a window that is not maximised as small as its screen needs, and move it where all of it is seen."""
    screen = window.screen()
    if screen is None or window.isMaximized() or window.isFullScreen():
        return
    wanted = QRect(window.pos(), window.size())
    fitted = inside(wanted, screen.availableGeometry(), window.minimumSize())
    if fitted.size() != wanted.size():
        window.resize(fitted.size())
    if fitted.topLeft() != wanted.topLeft():
        window.move(fitted.topLeft())


def resize_dialog(dialog: QWidget, width: int, height: int) -> None:
    """Make a dialog that large, or as large as its screen has room for."""
    screen = dialog.screen()
    room = screen.availableSize() - _FRAME if screen is not None else QSize(width, height)
    dialog.resize(QSize(width, height).boundedTo(room))


def inside(wanted: QRect, screen: QRect, least: QSize) -> QRect:
    """Return the place nearest to ``wanted`` at which a window of that size, and its frame, are within ``screen``.

    The rectangles have the place of the frame and the size of what is in it. It is never smaller than ``least``; where
    even that has no room, its top left corner is seen.
    """
    size = wanted.size().boundedTo(screen.size() - _FRAME).expandedTo(least)
    free = screen.size() - _FRAME - size
    left = max(screen.left(), min(wanted.left(), screen.left() + free.width()))
    top = max(screen.top(), min(wanted.top(), screen.top() + free.height()))
    return QRect(left, top, size.width(), size.height())
