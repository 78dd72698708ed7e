"""Rows of tables in passages: which may be quoted, and the small table in which a row is shown."""

from collections.abc import Sequence

from desktop_rag.citations.quotes import Sentence, sentences_of
from desktop_rag.response_synthesizers.quoting.readable import line_of
from desktop_rag.response_synthesizers.quoting.row_headings import Heading
from desktop_rag.text import analyzer
from desktop_rag.text.tables import PERIOD, cells_of, is_row


def sentences_and_rows(passages: Sequence[str]) -> list[Sentence]:
    """Return the sentences of every passage, in order; a row of a table is one, whatever its cells hold."""
    found: list[Sentence] = []
    for sentence in sentences_of(passages):
        passage = passages[sentence.source]
        line = line_of(passage, sentence.start)
        if not is_row(line):
            found.append(sentence)
            continue
        start = passage.index("|", passage.rfind("\n", 0, sentence.start) + 1)
        if not found or (found[-1].source, found[-1].start) != (sentence.source, start):
            terms = frozenset(analyzer.terms(line))
            found.append(Sentence(sentence.source, start, start + len(line), line, terms))
    return found


def is_quotable(text: str, start: int) -> bool:
    """Whether the row that begins at ``start`` says something of what its first cell names.

    Rows that name columns, or only head the rows below, do not.
    """
    row = line_of(text, start)
    label, *values = cells_of(row)
    if not any(map(str.isalpha, label)) or not any(values):
        return False
    if not _names_columns(row):
        return True
    return not any(map(PERIOD.search, values)) and bool(_rows_above(text[:start])[0])


def inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a row without the bars around it."""
    while start < end and text[start] in "| \t":
        start += 1
    while start < end and text[end - 1] in "| \t\n":
        end -= 1
    return start, end


def as_table(heading: Heading, rows: Sequence[str]) -> str:
    """Return rows (their cells between bars, with what may stand behind the last bar) as a table in Markdown."""
    count = max(len(cells_of(row.rpartition("|")[0])) for row in rows)
    names = (*heading.columns, *[""] * count)[:count]
    head = "| " + " | ".join(names) + " |"
    table = "\n".join((head, "|" + "---|" * count, *rows))
    return f"{heading.caption}\n\n{table}" if heading.caption else table


def _rows_above(text: str) -> tuple[list[str], str]:
    """Return the rows directly above, the first one first, and the text above them."""
    lines = text.splitlines()
    count = 0
    while count < len(lines) and lines[-1 - count].lstrip().startswith("|"):
        count += 1
    return lines[len(lines) - count :], "\n".join(lines[: len(lines) - count])


def _names_columns(row: str) -> bool:
    """Whether a row holds the names of columns: words, years and dates, but no other figures."""
    _, *values = cells_of(row)
    named = [PERIOD.sub("", value) for value in values if value]
    return bool(named) and not any(char.isdigit() or char in "$€£%—" for value in named for char in value)
