"""Commands that concern the document that is open beside the conversation; how pages look is remembered."""

from functools import partial

from PySide6.QtCore import QObject, QSettings

from desktop_rag.gui.sources.passage_viewer import PassageViewer


class DocumentCommands(QObject):
    """Carries commands out in the viewer; without a document in sight they do nothing."""

    def __init__(self, viewer: PassageViewer, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._viewer = viewer
        self._settings = settings
        bar = viewer.tools.pages
        for action, key in ((bar.dark_action, "pages/dark"), (bar.list_action, "pages/list")):
            action.setChecked(settings.value(key, defaultValue=False, type=bool) is True)
            action.toggled.connect(partial(settings.setValue, key))

    def find_in_document(self) -> None:
        """Look for words in what is shown."""
        if self._viewer.isVisible():
            self._viewer.open_find_bar()

    def go_to_page(self) -> None:
        """Type the number of a page."""
        if self._viewer.isVisible():
            self._viewer.go_to_page()

    def toggle_page_list(self) -> None:
        """Show or hide the list of pages."""
        self._viewer.tools.pages.list_action.trigger()

    def turn_pages(self) -> None:
        """Turn the pages clockwise."""
        if self._viewer.isVisible():
            self._viewer.pages.navigator.turn(90)

    def toggle_dark_pages(self) -> None:
        """Show pages dark, or as they are printed."""
        self._viewer.tools.pages.dark_action.trigger()
