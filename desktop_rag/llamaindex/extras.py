"""Packages that only some programs have."""

from importlib import import_module
from types import ModuleType

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText


def extra_module(module: str, package: str, user: str) -> ModuleType:
    """Return a module of a package that does not come with the program; ``user`` is the class that needs it.

    Raises:
        PackageMissingError: the package is not installed.

    """
    try:
        return import_module(module)
    except ImportError as error:
        raise PackageMissingError(
            UserText("{user} needs the package “{package}”, which is not installed.", user=user, package=package),
            UserText("Install it: pip install {package}", package=package),
        ) from error


class PackageMissingError(UserError, ImportError):
    """What was wanted needs a package that is not installed. Programs may expect ImportError."""
