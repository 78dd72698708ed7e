"""Write the reference of what programs import, from the docstrings: python packaging/reference.py FOLDER.

Every module of the wing for programs that says what it offers (``__all__``) gets a page, so no list of modules is
kept. Whatever pdoc warns of ends the run: a name that is not there, a type that cannot be told, a module that cannot
be imported.
"""

import inspect
import pkgutil
import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType

WING = "desktop_rag.llamaindex"


def offering_modules() -> list[ModuleType]:
    """Import and return the package, and the modules of its wing for programs that say what they offer."""
    wing = import_module(WING)
    inside = [import_module(found.name) for found in pkgutil.walk_packages(wing.__path__, f"{WING}.")]
    return [module for module in (import_module("desktop_rag"), wing, *inside) if hasattr(module, "__all__")]


def load_names(module: ModuleType) -> None:
    """Import all that a module offers: pdoc takes names that are there, and ours come when they are used.

    Classes and functions of other libraries, which LlamaIndex offers too, are left to their own references.
    """
    offered = {name: getattr(module, name) for name in module.__all__}
    for name, value in offered.items():
        setattr(module, name, value)
    module.__all__ = [name for name, value in offered.items() if is_ours(value)]  # type: ignore[attr-defined]


def is_ours(value: object) -> bool:
    """Whether a value is no class or function of another library."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return True
    return value.__module__.partition(".")[0] == WING.partition(".")[0]


def write(folder: Path) -> list[str]:
    """Write a page for each module into the folder; return what pdoc warns of."""
    import pdoc

    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        # before Python 3.12 a TypedDict does not tell which one it is derived from
        warnings.filterwarnings("ignore", message=r"Cannot determine where \S+ is taken from")
        modules = offering_modules()
        for module in modules:
            load_names(module)
        pdoc.pdoc(*(module.__name__ for module in modules), output_directory=folder)
    return sorted({str(warning.message) for warning in caught})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if complaints := write(Path(sys.argv[1])):
        sys.exit("\n".join(complaints))
    print(f"The reference is {Path(sys.argv[1], 'index.html')}")
