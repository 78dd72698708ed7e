"""The rooms that the first picture does not show: imported right after it, a module in each pass of the event loop.

Whoever shows one imports it where it is made; so the first picture waits for none of them, and no click either. Only
the window's thread may import them: PySide makes the Python type of a Qt class when it is first named, and crashes
where two threads do so at once. What they use of the rest of the program, another thread imports before.
"""

import dis
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec

from desktop_rag import gui

_SOONEST = ("chat.turn_view", "sources.passage_viewer")  # a click on a conversation, and on a source
_CALLED = (  # on the window's thread, by buttons, commands and the search page
    "retrievers.query_syntax",
    "services.exports.build",
    "services.exports.exports",
    "services.highlights",
)
_WINDOW = f"{gui.__name__}."
_PROGRAM = f"{gui.__name__.partition('.')[0]}."


def prepare_rooms() -> list[str]:
    """Import, on any thread, what the rooms use of the program below the window.

    Return the modules of the window that are still to be imported, each behind those that it imports.
    """
    rooms = [f"{_WINDOW}{name}" for name in _SOONEST]
    rooms += [module.name for module in pkgutil.walk_packages(gui.__path__, _WINDOW)]
    ordered: dict[str, None] = {}
    for room in rooms:
        _add(room, ordered)
    below = [name for name in ordered if not name.startswith(_WINDOW)]
    for name in (*below, *(f"{_PROGRAM}{one}" for one in _CALLED)):
        import_module(name)
    return [name for name in ordered if name.startswith(_WINDOW) and name not in sys.modules]


def import_rooms(rooms: Sequence[str]) -> Iterator[object]:
    """Import, on the window's thread, one room at each step: 1 to 10 ms."""
    yield from map(import_module, rooms)


def load_rooms() -> None:
    """Import all rooms at once, with the modules they call."""
    for _ in import_rooms(prepare_rooms()):
        pass


def _add(name: str, ordered: dict[str, None], above: tuple[str, ...] = ()) -> None:
    """Add a module behind those of the program that it imports; what is below the window is not looked into.

    Nor is what is imported already: it has brought along what it needs.
    """
    if name in ordered or name in above:  # those that only name each other's types
        return
    for other in _imported(name) if name.startswith(_WINDOW) and name not in sys.modules else ():
        _add(other, ordered, (*above, name))
    ordered[name] = None


def _imported(name: str) -> Iterator[str]:
    """Yield the modules of the program that importing a module imports, by its code alone."""
    spec = find_spec(name)
    get_code = getattr(spec.loader, "get_code", None) if spec is not None else None
    code = get_code(name) if get_code is not None else None
    package = ""
    for step in dis.get_instructions(code) if code is not None else ():
        if step.opname == "IMPORT_NAME":
            package = str(step.argval)
            if package.startswith(_PROGRAM):
                yield package
        elif step.opname == "IMPORT_FROM" and _is_package(package):
            yield f"{package}.{step.argval}"


def _is_package(name: str) -> bool:
    """Return True if a module of the window has others in it: what is imported from it is one of them."""
    spec = find_spec(name) if name.startswith(_WINDOW) else None
    return spec is not None and spec.submodule_search_locations is not None
