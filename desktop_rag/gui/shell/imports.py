"""Python's imports as they are without Qt for Python."""

import builtins

_HOOK = "__feature_import__"


def unhook_imports() -> None:
    """Take Qt for Python's search for ``from __feature__ import …`` out of every import that follows.

    After each import it looks through the module's source, which also asks the module for attributes. While another
    package is half imported, that runs code in it that is not ready, and the import fails. It also takes longer than
    most imports. This program uses none of those features.
    """
    if getattr(builtins.__import__, "__name__", "") == _HOOK:
        builtins.__import__ = builtins.__dict__["__orig_import__"]
