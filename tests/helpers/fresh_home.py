"""Programs that run as on the first day of a new account: an empty home, an empty folder for temporary files."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_NOT_INHERITED = {"CI", "ORT_DISABLE_TELEMETRY", "DESKTOP_RAG_DATA_DIR"}
IN_THE_DATA_FOLDER = {
    "conversations.json",
    "conversations.sqlite",
    "embedder.json",
    "embeddings.sqlite",
    "libraries",
    "libraries.json",
    "logs",
    "network.jsonl",
    "reading_rates.json",
    "scratch",
    "settings.json",
}
"""What the program may write there."""
_PREFIXES = ("XDG_", "OPENAI_", "COV_", "PYTEST_")


class FreshHome:
    """A home that nobody has used. ``home`` and ``temporary`` begin empty; programs start in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.temporary = folder / "temporary"
        for place in (self.home, self.temporary):
            place.mkdir()

    def environment(self, *python_path: Path, **more: str) -> dict[str, str]:
        """Return the environment of a person who has just installed the program."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in _NOT_INHERITED and not name.startswith(_PREFIXES)
        }
        own = {name: str(self.home) for name in ("HOME", "USERPROFILE")}
        own |= {name: str(self.temporary) for name in ("TMPDIR", "TEMP", "TMP")}
        paths = os.pathsep.join(map(str, (*python_path, ROOT)))
        keys = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        return kept | own | keys | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"} | more

    def run(self, *arguments: str | Path, seconds: float = 170) -> str:
        """Run Python with some arguments, to a good end; return what it printed."""
        program = [sys.executable, *map(str, arguments)]
        env = self.environment()
        return subprocess.run(
            program, env=env, timeout=seconds, check=True, cwd=self.folder, stdout=subprocess.PIPE, text=True
        ).stdout

    def left(self) -> list[str]:
        """Return everything that is in the home and in the folder for temporary files."""
        return [
            str(path.relative_to(self.folder))
            for place in (self.home, self.temporary)
            for path in sorted(place.rglob("*"))
        ]
