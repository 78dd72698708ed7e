"""Where the frozen window begins. Child processes begin here too and must not load the window."""

import multiprocessing

import desktop_rag  # noqa: F401 - before any library: switches off the reports of ONNX Runtime

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from desktop_rag.gui.shell.app import run

    run()
