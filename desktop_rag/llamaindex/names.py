"""Lazy names of the wing's packages: each stands in the stub beside its package, and is imported when used."""

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_KINDS = "desktop_rag.llamaindex.image_document"


def stubbed(package: str, file: str) -> tuple[Callable[[str], object], list[str]]:
    """Return the ``__getattr__`` and ``__all__`` of a package: the names that the stub beside its ``file`` imports.

    Type checkers read the same stub, so that each name stands in one place.
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    home_of = {alias.name: str(node.module) for node in imports for alias in node.names}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        import_module(_KINDS)  # what is stored says of which kind it is, and is read as that from now on
        return getattr(import_module(home_of[name]), name)

    return find, sorted(home_of)
