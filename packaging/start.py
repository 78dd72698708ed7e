"""Where the frozen programs begin, the window and the command line: the name of the executable decides.

Child processes begin here too, and must not load either.
"""

import multiprocessing
import sys
from pathlib import Path

import desktop_rag  # noqa: F401 - before any library: switches off the reports of ONNX Runtime

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if Path(sys.executable).stem.endswith("-gui"):
        from desktop_rag.gui.shell.app import run

        run()
    else:
        from desktop_rag.cli.main import main

        sys.exit(main())
