"""A screen of any size: Xvfb with a window manager where they are installed, else one that Qt draws by itself."""

import contextlib
import ctypes
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

_SECONDS = 10


@contextlib.contextmanager
def display(width: int, height: int, scale: int) -> Iterator[dict[str, str]]:
    """Make a screen of so many pixels; yield the environment of programs that draw on it ``scale`` times as large."""
    if shutil.which("Xvfb") and shutil.which("openbox") and _draws_on_x():
        with _xvfb(width, height) as name:
            yield {"DISPLAY": name, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": str(scale)}
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "screens.json"
        one = {"name": "one", "x": 0, "y": 0, "width": width // scale, "height": height // scale, "dpr": scale}
        one |= {"logicalDpi": 96, "logicalBaseDpi": 96}
        file.write_text(json.dumps({"screens": [one]}))
        yield {"QT_QPA_PLATFORM": f"offscreen:configfile={file}"}


def _draws_on_x() -> bool:
    """Whether Qt's plugin for X finds the system libraries that it needs; without them Qt ends the whole process."""
    plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    try:
        ctypes.CDLL(str(Path(plugins, "platforms", "libqxcb.so")))
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _xvfb(width: int, height: int) -> Iterator[str]:
    """Start Xvfb and openbox; yield the name of the display, and end both."""
    reading, writing = os.pipe()
    size = f"{width}x{height}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    manager: subprocess.Popen[bytes] | None = None
    try:
        with os.fdopen(reading) as told:
            name = f":{told.readline().strip()}"
        manager = subprocess.Popen(
            ["openbox"], env={**os.environ, "DISPLAY": name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(1)  # it says nothing when it is ready
        yield name
    finally:
        for process in (manager, server):
            if process is not None:
                process.terminate()
                process.wait(_SECONDS)
