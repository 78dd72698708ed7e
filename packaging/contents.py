"""What is inside a built program: the libraries whose files PyInstaller took, read from what it writes down."""

import ast
import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path


def shipped(work: Path) -> list[importlib.metadata.Distribution]:
    """Return the libraries of this environment that have a file in the program, by their names.

    ``work`` is the folder in which PyInstaller worked. Tools that only build, and what the libraries of this
    environment merely could use, are not among them.
    """
    taken = set(_sources(work))
    found = [library for library in importlib.metadata.distributions() if _is_in(library, taken)]
    return sorted((one for one in found if name_of(one) != "desktop-rag"), key=name_of)


def system_libraries(work: Path) -> list[str]:
    """Return the names of the files that come from the system the program was built on, such as Python's own."""
    folder = "/site-packages/"
    (collected,) = ast.literal_eval((work / "COLLECT-00.toc").read_text(encoding="utf-8"))
    return sorted(
        Path(name).name for name, source, kind in collected if kind == "BINARY" and folder not in source and source
    )


def name_of(library: importlib.metadata.Distribution) -> str:
    """Return the name as the package index spells it."""
    return re.sub(r"[-_.]+", "-", library.metadata["Name"]).lower()


def licence_of(library: importlib.metadata.Distribution) -> str:
    """Return the licence in a few words."""
    expression = field(library, "License-Expression")
    classifiers = [
        value.rsplit(" :: ", 1)[1]
        for value in library.metadata.get_all("Classifier") or []
        if value.startswith("License :: ") and not value.endswith("OSI Approved")
    ]
    written = field(library, "License")
    return expression or " and ".join(classifiers) or (written.splitlines() or ["see its licence text"])[0]


def field(library: importlib.metadata.Distribution, name: str) -> str:
    """Return a field of the library's description, "" when it is missing."""
    return str(library.metadata[name]).strip() if name in library.metadata else ""


def _sources(work: Path) -> Iterator[str]:
    for name in ("PYZ-00.toc", "COLLECT-00.toc"):
        entries = ast.literal_eval((work / name).read_text(encoding="utf-8"))[-1]
        yield from (str(source) for _, source, _ in entries)


def _is_in(library: importlib.metadata.Distribution, taken: set[str]) -> bool:
    """Return True if one of the library's files was taken, apart from its metadata."""
    return any(str(file.locate()) in taken for file in library.files or [] if ".dist-info" not in str(file))
