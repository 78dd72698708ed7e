"""The language of the window: the one chosen in the settings, else the system's where there is a translation."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from desktop_rag.config.options import SYSTEM_LANGUAGE
from desktop_rag.core.paths import resource_path
from desktop_rag.text.translations import language_among


def language_code(wanted: str) -> str:
    """Return the language that the settings mean: one of the program's."""
    return language_among(QLocale.system().uiLanguages()) if wanted == SYSTEM_LANGUAGE else wanted


class Languages(QObject):
    """Sets the language of the application: Qt's own texts, the program's, the format of dates and numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.code = ""
        self._translators: list[QTranslator] = []
        self._system = QLocale()

    def choose(self, wanted: str) -> bool:
        """Use a language of the settings from now on; return whether it is another than before."""
        code = language_code(wanted)
        if code == self.code:
            return False
        self.end()
        self.code = code
        self._write_as(code, chosen=wanted != SYSTEM_LANGUAGE)
        # the one installed last is asked first
        qt_texts = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._install(qt_texts / f"qtbase_{code}.qm")
        self._install(resource_path("translations", f"desktop-rag_{code}.qm"))
        return True

    def end(self) -> None:
        """Take the language away from the application."""
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
        self._translators.clear()

    def _write_as(self, code: str, *, chosen: bool) -> None:
        """Write dates and numbers as the person's country does where it speaks the language."""
        locale = QLocale(code)
        QLocale.setDefault(locale if chosen and locale.language() is not self._system.language() else self._system)

    def _install(self, file: Path) -> None:
        translator = QTranslator(self)
        if translator.load(str(file)):
            QCoreApplication.installTranslator(translator)
            self._translators.append(translator)
