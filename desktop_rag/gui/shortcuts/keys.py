"""The keys that a person gave to commands, as the setting keeps them: “library.new = Ctrl+Shift+N”, one a line."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.actions import COMMANDS

_USUAL = {command.id: command.shortcut for command in COMMANDS}


def read_keys(text: str) -> dict[str, str]:
    """Return the keys that differ from the usual ones, by command; "" for none. Unknown commands are left out."""
    chosen = {}
    for line in text.splitlines():
        command, sign, keys = (part.strip() for part in line.partition("="))
        if sign and command in _USUAL:
            chosen[command] = QKeySequence.listToString(_sequences(keys))
    return chosen


def write_keys(chosen: Mapping[str, str]) -> str:
    """Return the keys that differ from the usual ones as a text."""
    return "\n".join(f"{command} = {keys}" for command, keys in chosen.items() if _USUAL[command] != keys)


def all_keys(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of every command."""
    return _USUAL | dict(chosen)


def rivals(chosen: Mapping[str, str]) -> dict[str, list[str]]:
    """Return, for each command whose keys another one has too, those others."""
    owners: dict[str, list[str]] = {}
    for command, keys in all_keys(chosen).items():
        for one in _sequences(keys):
            owners.setdefault(one.toString(), []).append(command)
    found: dict[str, list[str]] = {}
    for several in owners.values():
        for command in several if len(several) > 1 else ():
            found.setdefault(command, []).extend(other for other in several if other != command)
    return found


def check_keys(text: str) -> None:
    """Find keys that are given twice.

    Raises:
        UserError: two commands have the same key.

    """
    found = rivals(read_keys(text))
    if found:
        first, others = next(iter(found.items()))
        message = QCoreApplication.translate("Shortcuts", "“{first}” and “{second}” have the same keys.")
        advice = QCoreApplication.translate("Shortcuts", "Give one of them other keys.")
        raise UserError(message.format(first=command_name(first), second=command_name(others[0])), advice)


def command_name(command_id: str) -> str:
    """Return the name of a command in menus, without the dots that announce a dialog."""
    text = next(command.text for command in COMMANDS if command.id == command_id)
    return QCoreApplication.translate("Actions", text).replace("&", "").removesuffix("…")


def shown_keys(keys: str) -> str:
    """Return keys as this system writes them: “⌘K”, “Ctrl+K”."""
    native = QKeySequence.SequenceFormat.NativeText
    return QCoreApplication.translate("Shortcuts", " or ").join(one.toString(native) for one in _sequences(keys))


def _sequences(keys: str) -> list[QKeySequence]:
    """Return each of several keys; what is no key is left out."""
    return [one for one in QKeySequence.listFromString(keys) if one.toString()]
