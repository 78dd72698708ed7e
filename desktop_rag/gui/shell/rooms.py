"""The rooms that the first picture does not show: imported right after it, on another thread.

Whoever shows one imports it where it is made; so the first picture waits for none of them, and no click either.
"""

import pkgutil
from importlib import import_module

from desktop_rag import gui

_SOONEST = ("chat.turn_view", "sources.passage_viewer")  # a click on a conversation, and on a source
_CALLED = (  # on the window's thread, by buttons, commands and the search page
    "retrievers.query_syntax",
    "services.exports.copies",
    "services.exports.exports",
)


def load_rooms() -> None:
    """Import every module of the window, and what it calls itself."""
    for name in _SOONEST:
        import_module(f"{gui.__name__}.{name}")
    for module in pkgutil.walk_packages(gui.__path__, f"{gui.__name__}."):
        import_module(module.name)
    for name in _CALLED:
        import_module(f"desktop_rag.{name}")
