"""Where a program that is killed finds what it works on: a data folder, a person's own, and the files of a library."""

import json
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.llms.built_in.download import CatalogueModel

LIBRARY, NEW, TALK = "lib", "new name", "A talk"
TIME = 1_700_000_000  # of every file
BACKUP, COPY, EXPORTED = "backup.ragindex", "copy.ragindex", "talk.md"


@dataclass(frozen=True)
class Place:
    """Where everything is: the person's own folder, the files that the library reads, and a server of one file."""

    base: Path

    @property
    def person(self) -> Path:
        """Where the person keeps exports."""
        return self.base / "person"

    @property
    def files(self) -> Path:
        """What the library reads."""
        return self.base / "files"

    @property
    def moved(self) -> Path:
        """Where the data folder moves."""
        return self.base / "moved"

    def model(self) -> CatalogueModel:
        """Return a model that a server of the tests has."""
        known = json.loads((self.base / "model.json").read_text())
        return CatalogueModel(
            name="tiny", title="Tiny", file="tiny.gguf", memory=1, licence="MIT", languages="English", note="", **known
        )
