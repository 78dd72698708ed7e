"""Packages that offer names of their modules and import a module only when one of its names is asked for."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazily(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package; ``homes`` are its modules, or any by their full names, with theirs."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = home_of[name]
        module = home if home.startswith("desktop_rag.") else f"{package}.{home}"
        return getattr(import_module(module), name)

    return find
