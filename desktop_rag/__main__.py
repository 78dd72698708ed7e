"""``python -m desktop_rag`` opens the window."""

import sys

from desktop_rag.gui.shell.app import main

if __name__ == "__main__":
    sys.exit(main())
