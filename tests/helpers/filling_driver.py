"""A program of its own that fills a library, to be killed: ``python -m tests.helpers.filling_driver DATA FILES WHAT``.

Prints a line for every event, so that a test knows how far it is.
"""

import sys
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event
from desktop_rag.worker.worker import Worker

LIBRARY = "lib"


def switch(worker: Worker) -> None:
    """Change to the model of the settings, unless a run that was killed has done that."""
    try:
        worker.embeddings.change(LIBRARY).result()
    except UserError as error:
        if "already" not in error.message:
            raise


def tell(event: Event) -> None:
    """Print what happened."""
    say(f"{type(event).__name__} {getattr(event, 'stage', '')}")


def say(text: str) -> None:
    """Print a line in one piece: several threads do."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(data: Path, files: Path, what: str) -> None:
    """Add the folder, or change to the model of the settings."""
    worker = Worker(data)
    try:
        if LIBRARY not in [info.name for info in worker.libraries.list_all().result()]:
            worker.libraries.create(LIBRARY).result()
        worker.subscribe(tell)
        if what == "switch":
            switch(worker)
        else:
            worker.files.add(LIBRARY, [files]).result()
    finally:
        worker.close()
    say("finished")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
