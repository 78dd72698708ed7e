"""The everyday files of the benchmark, with the contradictions planted among them and their innocent near-twins."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from desktop_rag.evidence.tables import cells_of, is_row, is_rule
from tests.helpers.office import word_file, words, workbook
from tests.helpers.pages import pdf_of

HERE = Path(__file__).parent
HALVES, LANGUAGES = ("seen", "held_out"), ("en", "de", "ja", "zh")
_MARK = re.compile(r"⟦[^|⟦⟧]+\||⟧")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Statement:
    """A value that is stated in the file ``name``, at its place there: the words on the line before it tell which."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements; ``reason`` says why they are innocent, "" for a planted contradiction."""

    language: str
    reason: str
    one: Statement
    other: Statement


@dataclass(frozen=True, slots=True)
class Half:
    """The files of a half by name, their texts, and its pairs."""

    files: dict[str, str]
    pairs: tuple[Pair, ...]

    @property
    def planted(self) -> list[Pair]:
        """The contradictions."""
        return [one for one in self.pairs if not one.reason]

    @property
    def innocent(self) -> list[Pair]:
        """The near-twins."""
        return [one for one in self.pairs if one.reason]


def half_of(half: str, languages: tuple[str, ...] = LANGUAGES) -> Half:
    """Return a half of the benchmark."""
    files: dict[str, str] = {}
    pairs: list[Pair] = []
    for language in languages:
        text = (HERE / half / f"{language}.txt").read_text(encoding="utf-8")
        for story in re.split(r"(?m)^##### .*\n", text)[1:]:
            head, *parts = re.split(r"(?m)^=== ", story)
            across: dict[str, list[Statement]] = defaultdict(list)
            for line in re.findall(r"(?m)^## (.*)$", head):
                values = dict(one.split("=", 1) for one in re.split(r"; ?(?=\w+=)", line))
                within: dict[str, list[Statement]] = defaultdict(list)
                for part in parts:
                    name, _, body = _SLOT.sub(lambda slot, given=values: given[slot[1]], part).partition("\n")
                    name = name.replace("/", "-")
                    files[name], marked = _unmarked(body.strip())
                    for mark, value in marked:
                        (across if mark.startswith("x-") else within)[mark].append(Statement(name, value))
                pairs += _pairs(language, within, values.get("planted", "").split(","))
            pairs += _pairs(language, across, [])
    return Half(files, tuple(pairs))


def _pairs(language: str, marked: dict[str, list[Statement]], planted: list[str]) -> Iterator[Pair]:
    for mark, (one, other) in marked.items():
        if mark in planted:
            yield Pair(language, "", one, other)
        elif not mark.startswith("c-"):
            yield Pair(language, mark, one, other)


def _unmarked(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return a text without marks, and what was marked in it."""
    plain, end = "", 0
    opened: list[tuple[str, int]] = []
    marked: list[tuple[str, str]] = []
    for match in _MARK.finditer(text):
        plain += text[end : match.start()]
        end = match.end()
        if match.group() == "⟧":
            mark, start = opened.pop()
            marked.append((mark, plain[start:]))
        else:
            opened.append((match.group()[1:-1], len(plain)))
    return plain + text[end:], marked


def write_files(half: Half, folder: Path) -> None:
    """Write the files of a half, each as what its name says."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in half.files.items():
        path = folder / name
        _WRITERS[path.suffix](path, text)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")


def _write_mail(path: Path, text: str) -> None:
    head, _, body = text.partition("\n\n")
    kept = f"{head}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit"
    path.write_text(f"{kept}\n\n{body}\n", encoding="utf-8")


def _write_word(path: Path, text: str) -> None:
    body = ""
    for rows, lines in groupby((line for line in text.splitlines() if line.strip()), is_row):
        if rows:
            cells = ([*map(escape, cells_of(line))] for line in lines if not is_rule(line))
            body += f"<w:tbl>{''.join(_word_row(row) for row in cells)}</w:tbl>"
        else:
            body += "".join(words(escape(line.lstrip("# "))) for line in lines)
    word_file(path, body, {})


def _word_row(cells: list[str]) -> str:
    return f"<w:tr>{''.join(f'<w:tc>{words(cell)}</w:tc>' for cell in cells)}</w:tr>"


def _write_workbook(path: Path, text: str) -> None:
    rows = ""
    for number, line in enumerate(text.splitlines(), 1):
        cells = (
            f'<c r="{chr(65 + column)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
            for column, cell in enumerate(cells_of(line))
        )
        rows += f'<row r="{number}">{"".join(cells)}</row>'
    workbook(path, rows=rows)


def _write_pdf(path: Path, text: str) -> None:
    page = ""
    for rows, lines in groupby((line for line in text.splitlines() if line.strip()), is_row):
        if rows:
            cells = (cells_of(line) for line in lines if not is_rule(line))
            body = "".join(f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in row)}</tr>" for row in cells)
            page += f"<table>{body}</table>"
        else:
            page += "".join(
                f"<h2>{escape(line[2:])}</h2>" if line.startswith("# ") else f"<p>{escape(line)}</p>" for line in lines
            )
    pdf_of(path, page)


_WRITERS = {
    ".txt": _write_text,
    ".eml": _write_mail,
    ".docx": _write_word,
    ".xlsx": _write_workbook,
    ".pdf": _write_pdf,
}
