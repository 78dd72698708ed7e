"""Questions with the places where their answers are."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText

_NEXT_STEP = 'Each line needs {"id", "question", "expected": [{"file", "page" and "grade" if there are any}]}.'


@dataclass(frozen=True, slots=True)
class Expected:
    """A place that answers a question: a file, or one page of it (counted from 1)."""

    file: str
    page: int | None = None
    grade: float = 1.0

    def matches(self, file: str, page: int | None) -> bool:
        """Return True if a place found is this one; ``self.file`` is a whole path or only a name."""
        wanted, path = _composed(self.file), _composed(file)
        return wanted in {path, Path(path).name} and self.page in {None, page}


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the places that answer it, each one once."""

    id: str
    text: str
    expected: tuple[Expected, ...]

    @property
    def by_page(self) -> bool:
        """True if pages are expected; otherwise whole files are."""
        return any(place.page is not None for place in self.expected)


def read_questions(path: Path) -> list[Question]:
    """Read a JSON lines file of questions.

    Raises:
        UserError: the file cannot be read, a line is not as it should be, or there is none.

    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")  # a string may hold other line separators
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(UserText("{path} cannot be read as text.", path=path), "Choose another file.") from error
    questions = list(_parse(path, lines))
    if not questions:
        raise UserError(UserText("{path} contains no questions.", path=path), _NEXT_STEP)
    if len({question.id for question in questions}) < len(questions):
        raise UserError(UserText("Two questions in {path} have the same “id”.", path=path), "Give each its own.")
    return questions


def write_questions(path: Path, questions: Sequence[Question], notes: Path | None = None) -> None:
    """Write questions to a JSON lines file that ``read_questions`` reads.

    Raises:
        UserError: the file cannot be written.

    """
    lines = [
        json.dumps(
            {"id": one.id, "question": one.text, "expected": [_written(place) for place in one.expected]},
            ensure_ascii=False,
        )
        for one in questions
    ]
    try:
        write_at_once(path, "".join(f"{line}\n" for line in lines).encode(), notes)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=path, reason=reason_of(error)), "Choose another place."
        ) from error


def _written(place: Expected) -> dict[str, object]:
    """Return a place without what goes without saying."""
    values: dict[str, object] = {"file": place.file}
    if place.page is not None:
        values["page"] = place.page
    return values if place.grade == 1.0 else values | {"grade": place.grade}


def _parse(path: Path, lines: Sequence[str]) -> Iterator[Question]:
    """Yield the question of each line that is not empty."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            expected = _distinct(
                Expected(str(place["file"]), _page(place.get("page")), float(place.get("grade", 1)))
                for place in row["expected"]
            )
            question = Question(str(row["id"]), str(row["question"]), expected)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise UserError(
                UserText("Line {number} of {path} is not a valid test question.", number=number, path=path), _NEXT_STEP
            ) from error
        if not expected:
            raise UserError(
                UserText("Line {number} of {path} names no expected source.", number=number, path=path), _NEXT_STEP
            )
        yield question


def _page(value: object) -> int | None:
    """Return a page number, None when there is none."""
    if value is None or isinstance(value, int):
        return value
    raise TypeError(value)


def _distinct(places: Iterator[Expected]) -> tuple[Expected, ...]:
    """Keep each place once, with its best grade; those of grade 0 answer nothing."""
    best: dict[tuple[str, int | None], Expected] = {}
    for place in places:
        key = (place.file, place.page)
        if place.grade > 0 and (key not in best or best[key].grade < place.grade):
            best[key] = place
    return tuple(best.values())


def _composed(name: str) -> str:
    """Return a name in one of the two ways in which accents can be written."""
    return unicodedata.normalize("NFC", name)
