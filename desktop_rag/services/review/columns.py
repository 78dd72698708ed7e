"""The columns of a review table as a file: a person writes it, shares it, or takes one that comes with the program."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.paths import resource_path
from desktop_rag.core.results.review import ColumnType, OnlyIf, ReviewColumn, TableDefinition
from desktop_rag.core.user_text import UserText

_FOLDER = "tables"
MOST_COLUMNS = 100
_LONGEST = 4_000  # characters of the texts of a column together
_KEYS = frozenset("name type question instructions examples unit choices only_if".split())
_TYPES = ", ".join(ColumnType)


def load_columns(file: Path) -> TableDefinition:
    """Return the columns that a file in TOML defines; a table without a name has that of the file.

    Raises:
        UserError: the file cannot be read, or defines no columns.

    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else UserText("it is no text in UTF-8")
        raise UserError(
            UserText("{path} cannot be read: {reason}.", path=file, reason=reason), "Choose another file."
        ) from error
    try:
        return definition_of(tomllib.loads(text), file.stem)
    except tomllib.TOMLDecodeError as error:
        raise _invalid(file.name, UserText("It is not valid TOML: {error}.", error=error)) from error


def definition_of(table: Mapping[str, Any], name: str) -> TableDefinition:
    """Return the columns in the content of a file; ``name`` is that of a table without one.

    Raises:
        UserError: it defines no columns, or one of them makes no sense.

    """
    every = table.get("columns")
    if not isinstance(every, list) or not 0 < len(every) <= MOST_COLUMNS:
        raise _invalid(name, UserText("It has no [[columns]]."))
    columns = tuple(_column(one, name) for one in every)
    if (found := flaw(columns)) is not None:
        raise _invalid(name, found.reason)
    title = table.get("name")
    return TableDefinition(title if isinstance(title, str) and title.strip() else name, columns)


@dataclass(frozen=True, slots=True)
class ColumnFlaw:
    """What keeps columns from making a table: at which place, and why."""

    place: int
    reason: UserText


def flaw(columns: Sequence[ReviewColumn]) -> ColumnFlaw | None:
    """Return the first thing that makes no sense in the columns of a table, None where all do."""
    names = [one.name.casefold() for one in columns]
    for place, one in enumerate(columns):
        condition = one.only_if
        texts = (one.name, one.question, one.instructions, one.unit, *one.examples, *one.choices)
        if not one.name:
            reason = UserText("A column has no name.")
        elif one.name.casefold() in names[:place]:
            reason = UserText("Two columns have the same name.")
        elif sum(map(len, texts)) > _LONGEST:
            reason = UserText("A text of “{column}” is too long.", column=one.name)
        elif (one.type is ColumnType.CHOICE) != (len(one.choices) > 1):
            reason = UserText("“{column}” needs two choices at least, and the type choice.", column=one.name)
        elif condition is not None and condition.column.casefold() not in names[:place]:
            reason = UserText(
                "“{column}” depends on “{other}”, which is no column before it.",
                column=one.name,
                other=condition.column,
            )
        else:
            continue
        return ColumnFlaw(place, reason)
    return None


def save_columns(definition: TableDefinition) -> str:
    """Return the text of a file from which ``load_columns`` reads the same columns."""
    lines = [f"name = {_quoted(definition.name)}"]
    for one in definition.columns:
        lines += ["", "[[columns]]", f"name = {_quoted(one.name)}", f"type = {_quoted(one.type.value)}"]
        lines += [
            f"{key} = {_quoted(text)}"
            for key, text in (("question", one.question), ("instructions", one.instructions), ("unit", one.unit))
            if text
        ]
        lines += [
            f"{key} = [{', '.join(map(_quoted, texts))}]"
            for key, texts in (("examples", one.examples), ("choices", one.choices))
            if texts
        ]
        if one.only_if is not None:
            lines.append(
                f"only_if = {{ column = {_quoted(one.only_if.column)}, value = {_quoted(one.only_if.value)} }}"
            )
    return "\n".join(lines) + "\n"


def template_names() -> list[str]:
    """Return the names of the tables that come with the program."""
    return sorted(file.stem for file in resource_path(_FOLDER, "en").glob("*.toml"))


def load_template(name: str, language: str) -> TableDefinition:
    """Return a table that comes with the program, in a language of its interface.

    Raises:
        UserError: there is none of that name.

    """
    if name not in template_names():
        raise UserError(
            UserText("There is no table “{name}”.", name=name),
            UserText("Known tables: {names}.", names=", ".join(template_names())),
        )
    folder = resource_path(_FOLDER, language)
    return load_columns((folder if folder.is_dir() else resource_path(_FOLDER, "en")) / f"{name}.toml")


def templates(language: str) -> list[TableDefinition]:
    """Return the tables that come with the program, in a language of its interface."""
    return [load_template(name, language) for name in template_names()]


def _column(table: object, of: str) -> ReviewColumn:
    if not isinstance(table, dict):
        raise _invalid(of, UserText("It has no [[columns]]."))
    name = str(table.get("name", "")).strip()
    if unknown := sorted(table.keys() - _KEYS):
        raise _invalid(of, UserText("“{column}” has an unknown key: {key}.", column=name, key=unknown[0]))
    kind = table.get("type", ColumnType.TEXT.value)
    if kind not in set(ColumnType):
        raise _invalid(of, UserText("“{column}” has an unknown type. Known types: {types}.", column=name, types=_TYPES))
    condition = table.get("only_if")
    only_if = None
    if condition is not None:
        if not isinstance(condition, dict) or condition.keys() != {"column", "value"}:
            raise _invalid(of, UserText("“only_if” of “{column}” needs a column and a value.", column=name))
        only_if = OnlyIf(str(condition["column"]), str(condition["value"]))
    return ReviewColumn(
        name,
        ColumnType(kind),
        str(table.get("question", "")).strip(),
        str(table.get("instructions", "")).strip(),
        _texts(table.get("examples")),
        str(table.get("unit", "")).strip(),
        _texts(table.get("choices")),
        only_if,
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(one).strip() for one in value if str(one).strip()) if isinstance(value, list) else ()


def _quoted(text: str) -> str:
    """Return a text as TOML writes it: JSON's escapes are among TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _invalid(name: str, reason: UserText) -> UserError:
    return UserError(UserText("“{name}” defines no table. {reason}", name=name, reason=reason), "Correct the file.")
