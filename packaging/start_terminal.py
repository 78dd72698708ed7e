"""Where the frozen command line begins. Child processes begin here too and must not load it."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from desktop_rag.cli.main import main

    sys.exit(main())
