"""Where the frozen command line begins. Child processes begin here too and must not load it."""

import multiprocessing
import sys

import desktop_rag  # noqa: F401 - before any library: switches off the reports of ONNX Runtime

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from desktop_rag.cli.main import main

    sys.exit(main())
