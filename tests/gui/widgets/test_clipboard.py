"""What was copied may still be on the clipboard when the program ends."""

import subprocess
import sys

import pytest

PROGRAM = """
from PySide6.QtWidgets import QApplication
from desktop_rag.gui.widgets.copy_button import mime_data
app = QApplication([])
app.clipboard().setMimeData(mime_data("plain", "<b>rich</b>"))
print(app.clipboard().text(), app.clipboard().mimeData().html())
"""


@pytest.mark.slow
def test_the_program_ends_well_while_the_clipboard_holds_what_it_copied() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "plain <b>rich</b>\n"), done.stderr
