"""Programs that die before each thing they do to the disk.

python -m tests.helpers.cut_off MODULE:FUNCTION DATA RESULTS: for every place where the function, which gets a folder,
can be cut off there is a copy of DATA afterwards, ``RESULTS/0``, ``RESULTS/1`` …, the last of a call that ended.
"""

import importlib
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

_DIED = 9
_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link"}


def cut_off_everywhere(function: str, data: Path, results: Path) -> list[Path]:
    """Return the folders that ``MODULE:FUNCTION`` left behind, cut off at one place later each; the last is whole."""
    command = [sys.executable, "-m", "tests.helpers.cut_off", function, str(data), str(results)]
    subprocess.run(command, check=True, timeout=120)
    return sorted(results.iterdir(), key=lambda folder: int(folder.name))


def _die_before(number: int, folder: Path) -> None:
    """Let this process die, as from SIGKILL, before the change with this number below a folder."""
    counted = count()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writes = event in _CHANGES or (event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT)
        if writes and str(arguments[0]).startswith(str(folder)) and next(counted) == number:
            os._exit(_DIED)

    sys.addaudithook(hook)


def main(function: str, data: Path, results: Path) -> None:
    """Cut the function off everywhere, from its first step on, until it comes to its end."""
    module, _, name = function.partition(":")
    act = getattr(importlib.import_module(module), name)
    results.mkdir()
    for number in count():
        copy = shutil.copytree(data, results / str(number))
        child = os.fork()
        if child == 0:
            _die_before(number, copy)
            act(copy)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != _DIED:
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
