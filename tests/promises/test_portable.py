"""“With `--portable`, … keep libraries, conversations, settings, models and keys in the folder …, nothing elsewhere.”

The program runs from a copy of its own, as from a stick, with a home that nobody has used.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.command_line import TIMEOUT
from tests.helpers.fresh_home import ROOT, FreshHome

KEY = "sk-portable-0123456789"
COMMANDS = """
import json, sys
from desktop_rag.cli.main import main

for arguments in json.loads(sys.argv[1]):
    assert main(arguments) == 0, arguments
"""


class Stick(FreshHome):
    """A checkout on a stick, plugged into a computer with an empty home."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.checkout = folder / "stick" / "checkout"
        self.data = folder / "stick" / "Desktop RAG data"
        shutil.copytree(ROOT / "desktop_rag", self.checkout / "desktop_rag")
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        (self.checkout / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
        self._before = self._files()

    def do(self, *arguments: str | Path, given: str = "", code: int = 0) -> str:
        """Run ``desktop-rag`` and return what it printed."""
        return self._run("-m", "desktop_rag.cli.main", *map(str, arguments), given=given, code=code)

    def do_all(self, *commands: tuple[str | Path, ...]) -> str:
        """Run commands of ``desktop-rag`` one after the other in one program; return what they printed."""
        arguments = json.dumps([[str(one) for one in command] for command in commands])
        return self._run("-c", COMMANDS, arguments)

    def _run(self, *arguments: str, given: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=self.environment(self.checkout),
            cwd=self.folder,
            input=given,
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def start_window(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the window."""
        env = self.environment(self.checkout, QT_QPA_PLATFORM="offscreen")
        return subprocess.Popen([sys.executable, "-m", "desktop_rag", *arguments], env=env, cwd=self.folder)

    def written_elsewhere(self) -> list[str]:
        """Return what is new anywhere but in the portable folder, the home included."""
        return sorted(str(path.relative_to(self.folder)) for path in self._files() - self._before)

    def _files(self) -> set[Path]:
        return {path for path in self.folder.rglob("*") if not path.is_relative_to(self.data)}


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    if sys.platform == "win32":
        pytest.skip("links need rights of their own")
    return Stick(tmp_path)


@pytest.mark.slow
def test_commands_write_into_the_folder_beside_the_program_alone(stick: Stick) -> None:
    stick.do("index", "create", "whales", "--portable")
    stick.do("--portable", "add", "whales", stick.checkout / "pyproject.toml", "--no-embed")
    stored = stick.do("key", "set", "api.example.com", given=KEY)  # the folder is there: no option is needed
    assert f"{stick.data / 'keys.json'}, in no keychain" in stored
    assert (stick.data / "keys.json").stat().st_mode & 0o777 == 0o600
    told = stick.do_all(("index", "list", "--data-dir", stick.data), ("doctor",))
    assert "whales" in told
    assert f"{stick.data} (portable, nothing is kept elsewhere)" in told
    assert f"warn  keys: the program is portable: API keys and passwords are kept in {stick.data / 'keys.json'}" in told
    assert list((stick.data / "libraries").iterdir())
    assert stick.written_elsewhere() == []


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("switch", ["--portable", "a file named portable"])
def test_the_window_writes_into_the_folder_beside_the_program_alone(stick: Stick, switch: str) -> None:
    marker = stick.data.with_name("portable")
    if switch != "--portable":
        marker.touch()
    window = stick.start_window(*([switch] if switch == "--portable" else []))
    try:
        deadline = time.monotonic() + TIMEOUT
        while not (stick.data / "conversations.sqlite").exists():
            assert window.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        window.terminate()
        window.wait(TIMEOUT)
    marker.unlink(missing_ok=True)
    assert stick.written_elsewhere() == []


@pytest.mark.slow
def test_a_program_that_is_not_portable_makes_no_folder_beside_itself(stick: Stick) -> None:
    stick.do("index", "create", "whales", "--data-dir", stick.folder / "other")
    assert "not both" in stick.do("index", "list", "--portable", "--data-dir", stick.folder / "other", code=2)
    assert "not both" in stick.do("--portable", "--data-dir", stick.folder / "other", "index", "list", code=2)
    assert not stick.data.exists()
