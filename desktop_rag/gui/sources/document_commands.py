"""Commands that concern the document that is open beside the conversation; how pages look is remembered."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings

from desktop_rag.gui.sources.pane import SourcePane

if TYPE_CHECKING:
    from desktop_rag.gui.sources.passage_viewer import PassageViewer


class DocumentCommands(QObject):
    """Carries commands out in the viewer; without a document in sight they do nothing."""

    def __init__(self, sources: SourcePane, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._sources = sources
        self._settings = settings
        sources.viewer_made.connect(self._remember)

    def find_in_document(self) -> None:
        """Look for words in what is shown."""
        if (viewer := self._in_sight()) is not None:
            viewer.open_find_bar()

    def copy_link(self) -> None:
        """Copy the link to what is shown."""
        if (viewer := self._in_sight()) is not None:
            viewer.copy_link()

    def go_to_page(self) -> None:
        """Type the number of a page."""
        if (viewer := self._in_sight()) is not None:
            viewer.go_to_page()

    def toggle_page_list(self) -> None:
        """Show or hide the list of pages."""
        self._sources.viewer.tools.pages.list_action.trigger()

    def turn_pages(self) -> None:
        """Turn the pages clockwise."""
        if (viewer := self._in_sight()) is not None:
            viewer.pages.navigator.turn(90)

    def toggle_dark_pages(self) -> None:
        """Show pages dark, or as they are printed."""
        self._sources.viewer.tools.pages.dark_action.trigger()

    def _in_sight(self) -> "PassageViewer | None":
        viewer = self._sources.opened
        return viewer if viewer is not None and viewer.isVisible() else None

    def _remember(self, viewer: "PassageViewer") -> None:
        """Show pages as they were shown before, and remember how they are."""
        bar = viewer.tools.pages
        for action, key in ((bar.dark_action, "pages/dark"), (bar.list_action, "pages/list")):
            action.setChecked(self._settings.value(key, defaultValue=False, type=bool) is True)
            action.toggled.connect(partial(self._settings.setValue, key))
