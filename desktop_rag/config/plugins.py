"""Load plug-ins: found through the entry points of their packages, used once the settings name them.

A package offers an object under a group such as ``desktop_rag.postprocessors``; the settings name it by the last part
of the group and its name, ``postprocessors/newest_first``, with what it takes behind: ``key=value``. Nothing of a
package is imported before. What fails is left out until the program starts again.
"""

import inspect
import json
import logging
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from desktop_rag.core.errors import UserError, described, only_errors
from desktop_rag.core.user_text import UserText

GROUP = "desktop_rag"
KINDS = ("readers", "node_parsers", "retrievers", "postprocessors", "synthesizers", "tools", "query_engines")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plug-in that the settings name; ``arguments`` are handed to what makes it."""

    kind: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The name in the settings."""
        return f"{self.kind}/{self.name}"


def installed_plugins() -> dict[str, EntryPoint]:
    """Return the entry points of all installed plug-ins by what the settings call them; none of them is imported."""
    return {f"{kind}/{one.name}": one for kind in KINDS for one in entry_points(group=f"{GROUP}.{kind}")}


def parse_plugins(text: str) -> list[Plugin]:
    """Return the plug-ins that a text names, one on each line; empty lines and ``# notes`` are passed over.

    Raises:
        UserError: a line cannot be read.

    """
    lines = [line.strip() for line in text.splitlines()]
    return [_parsed(line) for line in lines if line and not line.startswith("#")]


def enabled_plugins(text: str, kind: str) -> list[Plugin]:
    """Return those of a kind that a text names and that have not failed, in its order."""
    return [one for one in parse_plugins(text) if one.kind == kind and one.key not in _failures()]


def make_plugin(plugin: Plugin, **means: object) -> Any:  # noqa: ANN401 - whatever the package offers
    """Return the object of a plug-in, None when it fails (``plugin_notice`` then has the reason).

    A class is made, and a function called for the same, with the plug-in's arguments and those of ``means`` that it
    takes. Functions that are readers or tools are returned themselves.
    """
    try:
        with only_errors():
            offered = load_plugin(plugin)
            if inspect.isclass(offered) or (inspect.isfunction(offered) and plugin.kind not in ("readers", "tools")):
                return offered(**_taken(offered, means), **plugin.arguments)
    except Exception as error:  # noqa: BLE001 - whatever their code raises
        note_failure(plugin, error)
        return None
    return offered


def load_plugin(plugin: Plugin) -> Any:  # noqa: ANN401 - whatever the package offers
    """Import the object of a plug-in.

    Raises:
        UserError: it is not installed.

    """
    found = installed_plugins().get(plugin.key)
    if found is None:
        raise UserError(
            UserText("The plug-in “{key}” isn't installed.", key=plugin.key), "Install it, or remove it in Settings."
        )
    return found.load()


def note_failure(plugin: Plugin, error: Exception) -> None:
    """Leave a plug-in out from now on."""
    _LOG.warning("the plug-in %s failed", plugin.key, exc_info=error)
    said = str(error) if isinstance(error, UserError) else described(error)
    _failures()[plugin.key] = said


def plugin_notice(text: str) -> str:
    """Return a notice of the failed plug-ins among those in a text, "" when there are none."""
    failed = [(one.key, _failures()[one.key]) for one in parse_plugins(text) if one.key in _failures()]
    return " ".join(
        UserText(
            "The plug-in “{key}” failed and is switched off until the program starts again ({said}).",
            key=key,
            said=said,
        )
        for key, said in failed
    )


@cache
def _failures() -> dict[str, str]:
    """Return the plug-ins that failed in this process, with the reasons."""
    return {}


def _parsed(line: str) -> Plugin:
    try:
        key, *words = shlex.split(line)
    except ValueError:
        raise UserError(
            UserText("A quotation mark is missing in “{line}”.", line=line), "Quotation marks come in pairs."
        ) from None
    kind, slash, name = key.partition("/")
    if kind not in KINDS or not slash or not name:
        raise UserError(
            UserText("“{key}” doesn't name a plug-in.", key=key),
            UserText("Write one of {kinds}, a slash and its name.", kinds=", ".join(KINDS)),
        )
    return Plugin(kind, name, dict(_argument(word) for word in words))


def _argument(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals or not name.isidentifier():
        raise UserError(UserText("“{word}” is no setting of a plug-in.", word=word), "Write name=value.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _taken(make: Callable[..., object], means: Mapping[str, object]) -> dict[str, object]:
    """Return those of ``means`` that a function takes by name."""
    parameters = inspect.signature(make).parameters
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name: value for name, value in means.items() if name in parameters and parameters[name].kind in named}
