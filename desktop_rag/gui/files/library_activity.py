"""The card of the left side: what is happening to the files of the chosen library."""

from PySide6.QtCore import Signal

from desktop_rag.gui.files.activity import Activity, ActivityCard
from desktop_rag.gui.libraries.models import LibraryModel
from desktop_rag.gui.widgets.theme import Appearance


class LibraryActivity(ActivityCard):
    """Follows the list of libraries: whatever changes in it is said here, too."""

    changed = Signal(object)  # Activity

    def __init__(self, appearance: Appearance, libraries: LibraryModel) -> None:
        super().__init__(appearance, compact=True)
        self._libraries = libraries
        self._library = ""
        libraries.dataChanged.connect(self._follow)
        libraries.modelReset.connect(self._follow)

    def set_library(self, name: str) -> None:
        """Tell of this library from now on."""
        self._library = name
        self._follow()

    def activity(self) -> Activity | None:
        """Return what is happening to the library, None when there is none of that name."""
        info = self._libraries.info(self._library)
        if info is None:
            return None
        progress = self._libraries.progress(info.name)
        return Activity(info, progress, queued=self._libraries.is_busy(info.name) and progress is None)

    def _follow(self, *_arguments: object) -> None:
        """Say what is happening now."""
        activity = self.activity()
        if activity is not None:
            self.show_activity(activity)
            self.changed.emit(activity)
