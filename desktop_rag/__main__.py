"""``python -m desktop_rag`` opens the window."""

from desktop_rag.gui.shell.app import run

if __name__ == "__main__":
    run()
