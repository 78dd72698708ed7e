"""Settings as a file of their own, to be taken to another computer: without keys, passwords and values of headers."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_rag.config.connections import CONNECTIONS, Connection, checked, read_stored
from desktop_rag.config.options import OPTIONS_BY_KEY
from desktop_rag.config.store import Config, known_values
from desktop_rag.core.errors import UnusableInputError, UserError, reason_of
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The names left out when a file was imported: unknown to this version, or with wrong values."""

    unknown: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """Return the sentences for the person."""
        said = []
        if self.wrong:
            names = ", ".join(self.wrong)
            said.append(
                UserText("These settings have invalid values in the file and were not imported: {names}.", names=names)
            )
        if self.unknown:
            said.append(UserText("This version does not know {names}.", names=", ".join(self.unknown)))
        return tuple(said)


def export_settings(config: Config, file: Path) -> None:
    """Write settings and connections to a file, which is replaced; secrets are masked.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        write_at_once(file, (json.dumps(config.stored(), indent=1, ensure_ascii=False) + "\n").encode(), config.folder)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=file, reason=reason_of(error)), "Choose another place."
        ) from error


def import_settings(config: Config, file: Path) -> LeftOut:
    """Put the settings of a file in the place of all that were set, at once; keys stay. Return what was left out.

    Settings that the file does not name get their defaults; those with wrong values in the file stay as they are.

    Raises:
        UserError: the file cannot be read, holds no settings or wrong ones only, or they cannot be saved; then nothing
            changes.

    """
    try:
        stored = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be read: {reason}.", path=file, reason=reason_of(error)), "Choose another file."
        ) from error
    except (ValueError, RecursionError):
        stored = None
    if not isinstance(stored, dict) or (stored and not stored.keys() & {CONNECTIONS, *OPTIONS_BY_KEY}):
        raise UnusableInputError(
            UserText("{file} does not hold settings.", file=file),
            "Choose a file that was written by exporting settings.",
        )
    values = known_values(stored)
    wrong = tuple(sorted(stored.keys() & OPTIONS_BY_KEY.keys() - values.keys()))
    connections, mistakes = _usable(stored.get(CONNECTIONS))
    if stored and not values and not connections and (wrong or mistakes):
        raise UnusableInputError(
            UserText(
                "None of the settings in {file} can be used. Their values are invalid: {names}.",
                file=file,
                names=", ".join(wrong + mistakes),
            ),
            UserText("Nothing was changed. Correct the file, or choose another one."),
        )
    kept = tuple(replace(one, values=config.keep_secrets(one.values)) for one in connections)
    config.restore(values, None if CONNECTIONS in mistakes else kept, wrong)
    unknown = tuple(sorted(stored.keys() - {CONNECTIONS, *OPTIONS_BY_KEY}))
    return LeftOut(unknown, (*wrong, *mistakes))


def _usable(stored: object) -> tuple[tuple[Connection, ...], tuple[str, ...]]:
    """Return the connections of a file that can be saved, and the errors there."""
    found, mistakes = read_stored(stored)
    usable: tuple[Connection, ...] = ()
    for one in found:
        try:
            usable = checked([*usable, one])
        except UserError:  # its name
            mistakes = (*mistakes, f"{CONNECTIONS}: {one.name}")
    return usable, mistakes
