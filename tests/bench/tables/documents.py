"""Documents with tables, described in plain text, and the questions that one of their cells answers.

``developed.toml``, ``aside.toml`` and ``fresh.toml`` hold them. A line "@rows 160 members Member | Joined" becomes a
table of so many rows, made from word lists with a fixed seed; questions name its row by "@members words" and the cell
by "@Column".
"""

import itertools
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PARTS = ("developed", "aside", "fresh")
LEFT, ABOVE = "<", "^"
"""What stands in a cell that the one at its left, or the one above, covers."""
_SEED = 7
_BETWEEN = re.compile(r"[|;\t]")
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, of which the first ones are the head."""

    rows: tuple[Row, ...]
    head: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; one of level 1 begins a sheet or a slide."""

    level: int
    text: str


Block = Heading | Table | str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and two cells of the one row that answers it: what it is about, and the answer."""

    text: str
    row: str
    answer: str

    def is_answered_by(self, passage: str) -> bool:
        """Whether the row stands in a passage."""
        lines = ([cell.strip() for cell in _BETWEEN.split(line)] for line in passage.splitlines())
        return any(self.row in cells and self.answer in cells for cells in lines)


@dataclass(frozen=True, slots=True)
class TableDocument:
    """A file to be made, what it says, and what is asked of it."""

    file: str
    blocks: tuple[Block, ...]
    questions: tuple[Asked, ...]


def read_documents(part: str) -> list[TableDocument]:
    """Return the documents of one part."""
    with Path(__file__).with_name(f"{part}.toml").open("rb") as file:
        return [_document(row) for row in tomllib.load(file)["document"]]


def _document(row: dict[str, object]) -> TableDocument:
    made: dict[str, Table] = {}
    blocks = tuple(_blocks(str(row["text"]), made))
    asked = row["questions"]
    assert isinstance(asked, list)
    return TableDocument(str(row["file"]), blocks, tuple(_asked(*question, made) for question in asked))


def _blocks(text: str, made: dict[str, Table]) -> Iterator[Block]:
    lines = iter([*text.strip().splitlines(), ""])
    for line in lines:
        if line.startswith("#"):
            yield Heading(line.index(" "), line.lstrip("# "))
        elif line.startswith("@rows"):
            _, count, kind, names = line.split(maxsplit=3)
            head = tuple(name.strip() for name in names.split("|"))
            made[kind] = Table((head, *itertools.islice(_MAKERS[kind](), int(count))), 1)
            yield made[kind]
        elif line.startswith("|"):
            yield _table([line, *itertools.takewhile(str.strip, lines)])
        elif line:
            yield line


def _table(lines: list[str]) -> Table:
    rows = [tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in lines if line != "|--"]
    return Table(tuple(rows), lines.index("|--"))


def _asked(text: str, row: str, answer: str, made: dict[str, Table]) -> Asked:
    if not row.startswith("@"):
        return Asked(text, row, answer)
    kind, words = row[1:].split(maxsplit=1)
    names, *rows = made[kind].rows
    (cells,) = [cells for cells in rows if f" {words} " in f" {' '.join(cells)} "]
    return Asked(text, cells[0], cells[names.index(answer[1:])])


def _parts(prefix: str) -> Iterator[Row]:
    """Yield the parts of a pump; both pumps have parts of the same names."""
    chance = random.Random(f"{_SEED}{prefix}")
    names = ("mechanical seal", "bearing cover", "shaft sleeve", "impeller", "gasket", "hexagon nut", "wear ring",
             "ball bearing", "lantern ring", "drain plug")  # fmt: skip
    parts = [f"{name} {size}" for name in names for size in range(12, 32, 2)]
    chance.shuffle(parts)
    for number, part in enumerate(parts, chance.randrange(1000, 4000)):
        yield f"{prefix}-{number}", part, str(chance.randrange(1, 9)), f"{chance.randrange(150, 9_900) / 100:.2f}"


def _members() -> Iterator[Row]:
    chance = random.Random(_SEED)
    first = "Wilma Oscar Ellen Hugo Tessa Ralph Doris Felix Irene Basil Clara Edwin Sylvia".split()
    last = "Sutton Penrose Hale Whitlock Dunn Carver Ashby Thorne Lowell Mercer Bright Keane Voss".split()
    names = [f"{one} {other}" for one in first for other in last]
    chance.shuffle(names)
    for place, name in enumerate(names):
        boat = chance.choice(["single scull", "double scull", "coxed four", "eight"])
        yield name, str(chance.randrange(1971, 2024)), boat, f"L{100 + place * 3}", str(chance.choice([90, 140, 210]))


def _letters() -> Iterator[Row]:
    chance = random.Random(_SEED)
    people = ["Edith", "Arthur", "Mabel", "Cousin Frank", "Aunt Lavinia", "the bank", "Dr. Pell", "Violet"]
    for number in range(1, 200):
        sender, other = chance.sample(people, 2)
        yield str(number), str(chance.randrange(1889, 1931)), sender, other, f"Box {chance.randrange(1, 15)}"


def _screws() -> Iterator[Row]:
    chance = random.Random(_SEED)
    sizes = itertools.product(("M4", "M5", "M6", "M8", "M10", "M12", "M16"), range(10, 105, 5))
    for number, (thread, length) in enumerate(sizes, 40_100):
        price = f"{chance.randrange(190, 8_400) / 100:.2f}"
        yield str(number), thread, str(length), chance.choice(["A2", "A4", "8.8"]), price


def _runners() -> Iterator[Row]:
    chance = random.Random(_SEED)
    first = "Marlene Jasper Thea Ruben Nadia Conrad Iris Magnus Paula Emil Greta".split()
    last = "Ostrow Quill Lindqvist Farrell Bonner Sato Viereck Dahl Pryce Moreno Haas".split()
    names = [f"{one} {other}" for one in first for other in last]
    chance.shuffle(names)
    for name in names:
        half, rest = chance.randrange(71, 140), chance.randrange(74, 160)
        club = chance.choice(["Harbour runners", "TSV Marl", "Blue shoes", "no club"])
        yield name, club, str(chance.randrange(100, 999)), _clock(half), _clock(half + rest)


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def _books() -> Iterator[Row]:
    chance = random.Random(_SEED)
    kinds = ("Silent", "Winter", "Golden", "Broken", "Distant", "Hidden", "Paper", "Northern")
    things = ("Orchard", "Lighthouse", "Harbour", "Letter", "Garden", "Mirror", "Railway", "Island")
    titles = [f"{article} {kind} {thing}" for article in ("The", "A") for kind in kinds for thing in things]
    chance.shuffle(titles)
    authors = ("E. Marsh", "T. Okafor", "L. Brandt", "S. Nakamura", "P. Dunne", "V. Costa", "R. Elias")
    for number, title in enumerate(titles, 301):
        yield (
            f"F {number}",
            chance.choice(authors),
            title,
            str(chance.randrange(1, 7)),
            f"{chance.choice('ABCDE')}{number % 9 + 1}",
        )


_MAKERS = {
    "runners": _runners,
    "books": _books,
    "pump-k20": lambda: _parts("K20"),
    "pump-k35": lambda: _parts("K35"),
    "members": _members,
    "letters": _letters,
    "screws": _screws,
}
