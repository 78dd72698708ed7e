"""“Ask Desktop RAG” in the menu of Files, which loads this where its support for Python is installed."""

import locale
import subprocess

from gi.repository import GObject, Nautilus

WORDS = {"": "Ask Desktop RAG"}
MEDIA_TYPES = ["inode/directory"]


class DesktopRAGMenu(GObject.GObject, Nautilus.MenuProvider):
    """Offers files and folders that are chosen, and the folder that is open, to Desktop RAG."""

    def get_file_items(self, *arguments: list) -> list:
        """Return the menu's entry for what is chosen; the window comes first in older versions of Files."""
        files = arguments[-1]
        if not all(any(file.is_mime_type(one) for one in MEDIA_TYPES) for file in files):
            return []
        return self._entry("files", files)

    def get_background_items(self, *arguments: object) -> list:
        """Return the menu's entry for the folder that is open."""
        return self._entry("folder", [arguments[-1]])

    def _entry(self, kind: str, files: list) -> list:
        """Return an entry that opens the files; none where one of them is not on a disk that programs can read."""
        paths = [file.get_location().get_path() for file in files]
        if not paths or None in paths:
            return []
        language = (locale.getlocale()[0] or "").partition(".")[0]
        words = WORDS.get(language) or WORDS.get(language.partition("_")[0]) or WORDS[""]
        entry = Nautilus.MenuItem(name=f"DesktopRAGMenu::{kind}", label=words, icon="desktop-rag")
        entry.connect("activate", lambda _: subprocess.Popen(["desktop-rag-gui", "--", *paths]))
        return [entry]
