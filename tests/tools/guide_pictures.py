"""The pictures of the guide and of the README, taken from the real window with small documents in each language.

    python -m tests.tools.guide_pictures [LANGUAGE ...]

Run it after a change that a picture shows, then ``python packaging/build_guide.py``.
"""

import argparse
import csv
import os
import sys
import tempfile
import tomllib
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_rag.core.paths import APP_NAME, resource_path
from desktop_rag.gui.shell.garbage import GarbageCollector
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import ScriptedServer
from tests.tools.screens.stage import Stage

_SIZE = (1280, 800)
_LOCALES = {"en": "en", "de": "de", "ja": "ja", "zh": "zh_CN"}
_COLOURS = 128
_CSS = "body { font-family: sans-serif; font-size: 12pt; line-height: 1.5 } h1 { font-size: 18pt }"
_PAGE, _MARGINS = pymupdf.paper_rect("a4"), (64, 64, -64, -64)


class Documents:
    """A person's small documents in one language."""

    def __init__(self, language: str) -> None:
        told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[language]
        self.question: str = told["question"]
        self.words: str = told["words"]
        self.library: str = told["folder"]
        self._told = told

    def write(self, folder: Path) -> None:
        """Write the documents: a contract, notes, a table, and a PDF that is locked."""
        told = self._told
        clauses = "".join(f"<h3>{heading}</h3><p>{text}</p>" for heading, text in told["clauses"])
        _write_pdf(f"<h1>{told['heading']}</h1>{clauses}", folder / told["contract"])
        for name, text in told["notes"]:
            (folder / name).write_text(text, encoding="utf-8")
        name, rows = told["table"]
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        with pymupdf.open(folder / told["contract"]) as document:
            document.save(folder / told["locked"], encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret")


def _write_pdf(html: str, target: Path) -> None:
    story = pymupdf.Story(html=html, user_css=_CSS)
    writer = pymupdf.DocumentWriter(str(target))
    more = True
    while more:
        device = writer.begin_page(_PAGE)
        more, _ = story.place(_PAGE + _MARGINS)
        story.draw(device)
        writer.end_page()
    writer.close()


def take(language: str, folder: Path) -> None:
    """Take the pictures of one language and write them to ``folder``."""
    documents = Documents(language)
    with tempfile.TemporaryDirectory() as place, ScriptedServer() as server:
        papers, data = Path(place) / documents.library, Path(place) / "data"
        papers.mkdir()
        documents.write(papers)
        _read(documents.library, papers, data)
        stage = Stage(data, _LOCALES[language], server, model=False)
        try:
            stage.window.showNormal()
            stage.window.resize(*_SIZE)
            stage.choose_library(documents.library)
            _ask(stage, documents.question)
            stage.in_theme("light")
            _save(stage, folder / f"ask.{language}.png")
            if language == "en":
                stage.in_theme("dark")
                _save(stage, folder / "dark.en.png")
                stage.in_theme("light")
            stage.window.files_commands.show_files()
            stage.rest()
            _save(stage, folder / f"files.{language}.png")
            _search(stage, documents.words)
            _save(stage, folder / f"search.{language}.png")
        finally:
            stage.close()


def _read(library: str, papers: Path, data: Path) -> None:
    worker = Worker(data)
    try:
        worker.libraries.create(library).result(60)
        worker.files.add(library, [papers]).result(180)
    finally:
        worker.close()


def _ask(stage: Stage, question: str) -> None:
    """Ask, and open the page of the first citation."""
    chat = stage.window.chat_pane
    chat.ask(question)
    stage.wait(lambda: not chat.busy and bool(chat.turns.turns()[-1].answer_view.chip_rects()))
    view = chat.turns.turns()[-1].answer_view
    _, rect = view.chip_rects()[0]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    stage.wait(lambda: stage.window.source_pane.viewer.pages.view.pages() is not None)
    stage.rest()
    stage.rest()


def _search(stage: Stage, words: str) -> None:
    """Search, and show the page of the first result."""
    stage.command("view.search")
    pane = stage.window.search_pane
    pane.search_for(words)
    stage.wait(lambda: pane.list.model().rowCount() > 1)
    pane.list.setCurrentIndex(pane.list.model().index(1, 0))
    stage.rest()
    stage.rest()


def _save(stage: Stage, target: Path) -> None:
    """Write what the window shows with few colours: a third of the size, and no difference to the eye."""
    picture = stage.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = picture.constBits(), "raw", "RGB", picture.bytesPerLine()
    shown = Image.frombytes("RGB", (picture.width(), picture.height()), bytes(rows[0]), *rows[1:])
    shown.quantize(_COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> int:
    """Take the pictures of all languages, or of those named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("languages", nargs="*", default=list(_LOCALES))
    wanted = parser.parse_args().languages
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication(sys.argv[:1])
    application.setApplicationName(APP_NAME)
    application.setStyle("Fusion")
    application.setFont(QFont("Inter"))  # what many systems have; another one where it is missing
    garbage = GarbageCollector(application)
    folder = resource_path("guide") / "pictures"
    folder.mkdir(exist_ok=True)
    for language in wanted:
        take(language, folder)
    garbage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
