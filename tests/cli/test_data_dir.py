"""Which data folder is used: the option before or after the command, the environment, the person's own."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_rag.core.paths import DATA_DIR_VARIABLE
from tests.helpers.command_line import TIMEOUT, environment, run


def test_the_folder_may_be_named_before_the_command(tmp_path: Path) -> None:
    data = tmp_path / "data"
    run("--data-dir", data, "index", "create", "papers", data_dir=None)
    assert "papers" in run("index", "list", data_dir=data)
    assert "0 files" in run("--data-dir", data, "status", "papers", data_dir=None)


def test_the_one_after_the_command_wins_and_both_win_over_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after, variable = tmp_path / "before", tmp_path / "after", tmp_path / "variable"
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(variable))
    run("--data-dir", before, "index", "create", "papers", data_dir=after)
    assert "papers" in run("--data-dir", after, "index", "list", data_dir=None)
    assert not before.exists()
    assert not variable.exists()


def test_the_environment_names_the_folder_of_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path / "data"))
    run("index", "create", "papers", data_dir=None)
    assert "papers" in run("index", "list", data_dir=None)
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    assert "papers" in run("index", "list", data_dir=tmp_path / "data")


@pytest.mark.slow
def test_the_environment_names_the_folder_of_the_window(tmp_path: Path) -> None:
    data = tmp_path / "data"
    env = environment() | {DATA_DIR_VARIABLE: str(data), "QT_QPA_PLATFORM": "offscreen"}
    window = subprocess.Popen([sys.executable, "-m", "desktop_rag.gui.shell.app"], env=env)
    try:
        deadline = time.monotonic() + TIMEOUT
        while not (data / "conversations.sqlite").exists():
            assert window.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        window.terminate()
        window.wait(TIMEOUT)


def test_the_version_is_told_without_loading_the_program() -> None:
    code = "import sys; from desktop_rag.cli.main import main; main(['--version']); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=TIMEOUT, env=dict(os.environ)
    ).stdout.split()
    assert "click" in loaded
    assert not {"desktop_rag.worker.worker", "desktop_rag.config", "rich", "httpx", "numpy", "apsw"} & set(loaded)
