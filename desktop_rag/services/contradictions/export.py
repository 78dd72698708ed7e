"""Contradictions for other programs: a table for spreadsheets, and JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import has_slides, is_paged

KINDS = {
    ContradictionKind.FIGURE: UserText("figure"),
    ContradictionKind.DATE: UserText("date"),
    ContradictionKind.PARTY: UserText("party"),
    ContradictionKind.NEGATION: UserText("negation"),
}
_OPEN, _DISMISSED, _NEWER = UserText("disagrees"), UserText("dismissed"), UserText("says it is newer")
_SIDE = (UserText("Value"), UserText("File"), UserText("Page"), UserText("Quotation"))


def write_contradictions(name: str, found: Contradictions, target: Path, notes: Path | None, say: Say = str) -> int:
    """Write contradictions as CSV or JSON, as the name ends; return how many there are.

    Raises:
        UserError: the file cannot be written.

    """
    if target.suffix.lower() == ".json":
        _write_json(name, found, target, notes)
        return len(found.found)
    columns = [say(UserText("Kind")), say(UserText("State")), say(UserText("About"))]
    columns += [f"{say(one)} {number}" for number in (1, 2) for one in _SIDE]
    columns += [say(UserText("Newer")), say(UserText("Path")), say(UserText("Other path"))]
    return write_csv(columns, _rows(found, say), target, notes)


def contradictions_json(name: str, found: Contradictions) -> dict[str, object]:
    """Return everything but what was found as JSON has it."""
    return {
        "library": name,
        "compared": found.compared,
        "files": found.files,
        "unread": [asdict(one) for one in found.unread],
        "set_aside": [asdict(one) for one in found.set_aside],
    }


def contradiction_json(one: Contradiction) -> dict[str, object]:
    """Return a contradiction as JSON has it."""
    return {
        "key": one.key,
        "kind": one.kind.value,
        "about": one.about,
        "one": _side_json(one.one),
        "other": _side_json(one.other),
        "newer": one.newer,
        "says_so": one.says_so,
        "dismissed": one.is_dismissed,
    }


def _side_json(one: Quotation) -> dict[str, object]:
    return {"value": one.value, **asdict(one)}


def _write_json(name: str, found: Contradictions, target: Path, notes: Path | None) -> None:
    whole = contradictions_json(name, found) | {"contradictions": [contradiction_json(one) for one in found.found]}
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            part.write_text(json.dumps(whole, ensure_ascii=False, indent=2, default=str) + "\n", encoding="utf-8")
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("The list cannot be written to “{name}”.", name=target.name),
            "Close the file if another program has it open, or choose another folder.",
        ) from error


def _rows(found: Contradictions, say: Say) -> Iterator[list[str | int]]:
    for one in found.found:
        state = _NEWER if one.is_newer else _DISMISSED if one.is_dismissed else _OPEN
        row: list[str | int] = [say(KINDS[one.kind]), say(state), one.about]
        for side in (one.one, one.other):
            page = (side.page_label or side.page) if is_paged(side.file) or has_slides(side.file) else ""
            row += [side.value, shown_name(side.file), page, " ".join(side.quote.split())]
        yield [*row, shown_name(one.newer) if one.newer else "", one.one.file, one.other.file]
