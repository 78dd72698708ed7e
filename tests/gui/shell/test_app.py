"""Starting: with a screen, and without one."""

import subprocess
import sys

import pytest

from desktop_rag.gui.shell import app


def test_without_a_display_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert app.main([]) == 1
    assert "desktop-rag --help" in capsys.readouterr().err


def test_other_systems_always_have_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert app.has_display()


def test_importing_the_start_loads_no_qt() -> None:
    code = "import sys, desktop_rag.gui.shell.app; raise SystemExit('PySide6.QtWidgets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
