"""Write the licences of the installed libraries into a folder: one list, and their texts below it."""

import importlib.metadata
import re
import shutil
import sys
from pathlib import Path

NOT_SHIPPED = {"altgraph", "desktop-rag", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools"}
LICENCE_FILE = re.compile(r"(licen[cs]es?/|(^|/)(licen[cs]e|copying|notice)[^/]*$)", re.IGNORECASE)


def main(target: Path) -> None:
    """Write list.txt and the texts."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    lines = [f"Python {sys.version.split()[0]}: PSF-2.0, https://www.python.org"]
    for library in sorted(importlib.metadata.distributions(), key=_name):
        if _name(library) not in NOT_SHIPPED:
            address = f"https://pypi.org/project/{_name(library)}/{library.version}/"
            lines.append(f"{_name(library)} {library.version}: {_licence(library)}, {address}")
            _copy_texts(library, target / _name(library))
    (target / "list.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _name(library: importlib.metadata.Distribution) -> str:
    """Return the name as the package index spells it."""
    return re.sub(r"[-_.]+", "-", library.metadata["Name"]).lower()


def _field(library: importlib.metadata.Distribution, name: str) -> str:
    """Return a field of the library's description, "" when it is missing."""
    return str(library.metadata[name]).strip() if name in library.metadata else ""


def _licence(library: importlib.metadata.Distribution) -> str:
    """Return the licence in a few words."""
    expression = _field(library, "License-Expression")
    classifiers = [
        value.rsplit(" :: ", 1)[1]
        for value in library.metadata.get_all("Classifier") or []
        if value.startswith("License :: ") and not value.endswith("OSI Approved")
    ]
    written = _field(library, "License")
    return expression or " and ".join(classifiers) or (written.splitlines() or ["see its licence text"])[0]


def _copy_texts(library: importlib.metadata.Distribution, target: Path) -> None:
    """Copy the licence texts the library ships."""
    for number, file in enumerate(library.files or []):
        in_metadata = ".dist-info/" in str(file)
        if in_metadata and LICENCE_FILE.search(str(file).split(".dist-info/", 1)[1]):
            source = Path(str(file.locate()))
            if source.is_file():
                target.mkdir(exist_ok=True)
                name = source.name if not (target / source.name).exists() else f"{number}-{source.name}"
                shutil.copyfile(source, target / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
