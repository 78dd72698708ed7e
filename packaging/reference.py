"""Write the reference of what programs import, from the docstrings: python packaging/reference.py FOLDER.

Every module that says what it offers (``__all__``) gets a page, so no list of modules is kept. Whatever pdoc warns of
ends the run: a name that is not there, a type that cannot be told, a module that cannot be imported.
"""

import ast
import importlib
import sys
import warnings
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"


def offers_names(source: str) -> bool:
    """Whether a module says what it offers."""
    return any(
        isinstance(target, ast.Name) and target.id == "__all__"
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def module_names() -> list[str]:
    """Return the full names of the modules that programs import from."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted(PACKAGE.rglob("*.py"))
        if offers_names(path.read_text(encoding="utf-8"))
    ]


def loaded(name: str) -> ModuleType:
    """Import a module with all that it offers: pdoc takes names that are there, and ours come when they are used."""
    module = importlib.import_module(name)
    for offered in module.__all__:
        setattr(module, offered, getattr(module, offered))
    return module


def write(folder: Path) -> list[str]:
    """Write a page for each module into the folder; return what pdoc warns of."""
    import pdoc

    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        # before Python 3.12 a TypedDict does not tell which one it is derived from
        warnings.filterwarnings("ignore", message=r"Cannot determine where \S+ is taken from")
        modules = [loaded(name) for name in module_names()]
        pdoc.pdoc(*(module.__name__ for module in modules), output_directory=folder)
    return sorted({str(warning.message) for warning in caught})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if complaints := write(Path(sys.argv[1])):
        sys.exit("\n".join(complaints))
    print(f"The reference is {Path(sys.argv[1], 'index.html')}")
