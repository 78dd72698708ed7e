"""Fill the cells of tables over whole files, and count those that are right.

usage: python -m tests.bench.table.files everyday [--halves seen held_out] [--missed]
       python -m tests.bench.table.files reports --data FINANCEBENCH [--missed] [--model reader|smollm2|none]
           [--kept FOLDER] [--only NAME ...] [--kills 5]

``everyday``: 60 documents (leases, invoices, minutes, offers, letters, policies; four languages; Word, PDF, Excel, mail
and scans) × 8 columns; nothing may be tuned on the half ``held_out``. ``reports``: ten reports of companies × 12
figures, read from them by a person's way of reading before any of this ran (``reports.toml``). A cell is right when
its state is, and its value; it is cited on the right page where its first quotation stands on one that has the value.
``--model reader`` is one that reads the passages it is sent and no more: it names the line that has the value, and
``smollm2`` the small model of the tests, from a server in another process. Reports that were read once stay in the data
folder ``--kept``. After the first run a second one is made, and with ``--kills`` runs in processes of their own are
killed while they fill a copy: what they export has to be what the first run exports.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableScope,
)
from desktop_rag.worker.worker import Worker
from tests.bench.table.__main__ import HALVES
from tests.helpers.scripted_server import Reply, ScriptedServer

if TYPE_CHECKING:
    from desktop_rag.config import OptionValue
    from tests.helpers.llama_server import LlamaServer

HERE = Path(__file__).parent
SCALES = (1, 1_000, 1_000_000)  # of figures whose table says “in millions”


@dataclass(frozen=True, slots=True)
class Expected:
    """What a cell should say: "-" for not stated, "a | b" for what disagrees; and the pages that state it."""

    value: str
    also: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()

    def is_met(self, cell: Cell, column: ReviewColumn) -> bool:
        """Return True if a cell is as expected."""
        return any(_is_one(cell, value, column) for value in (self.value, *self.also))


def _is_one(cell: Cell, value: str, column: ReviewColumn) -> bool:
    if value == "-":
        return cell.state is CellState.NOT_STATED
    parts = value.split(" | ")
    if len(parts) > 1:
        said = cell.value.split(" | ")
        return cell.state is CellState.DISAGREES and all(any(_same(s, part, column) for s in said) for part in parts)
    return cell.state is CellState.FOUND and _same(cell.value, value, column)


def _same(said: str, value: str, column: ReviewColumn) -> bool:
    if column.type in (ColumnType.TEXT, ColumnType.PARTY):
        return _plain(value) in _plain(said)
    if column.type in (ColumnType.MONEY, ColumnType.NUMBER):
        return _number(said) == _number(value)
    return said == value


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _number(text: str) -> tuple[Decimal | None, str]:
    """Return a number and its unit."""
    number, _, unit = text.partition(" ")
    try:
        return Decimal(number), unit
    except InvalidOperation:
        return None, text


@dataclass(slots=True)
class Count:
    """The cells that were looked at."""

    every: Counter[str]
    right: Counter[str]
    wrong: int = 0
    cited: int = 0
    citable: int = 0

    def look(self, keys: Sequence[str], cell: Cell, expected: Expected, column: ReviewColumn) -> bool:
        """Count a cell; return whether it is right."""
        is_right = expected.is_met(cell, column)
        for key in (*keys, "stated" if expected.value != "-" else "not stated", "all"):
            self.every[key] += 1
            self.right[key] += is_right
        self.wrong += not is_right and cell.state in (CellState.FOUND, CellState.DISAGREES)
        if is_right and expected.pages:
            self.citable += 1
            self.cited += bool(cell.places) and cell.places[0].page in expected.pages
        return is_right

    def told(self, name: str) -> None:
        """Print them."""
        print(f"{name:12} cells  right")
        for key in self.every:
            print(f"  {key:10} {self.every[key]:5} {self.right[key]:6}  {self.right[key] / self.every[key]:.2f}")
        print(f"  wrong values shown: {self.wrong}")
        if self.citable:
            print(f"  cited on a page that has it: {self.cited} of {self.citable}")


def column_of(table: Mapping[str, Any]) -> ReviewColumn:
    """Return a column as the files of these sets write it."""
    kind = ColumnType(str(table["type"]).replace("_", "/"))
    return ReviewColumn(table["name"], kind, table["question"], table["instructions"], unit=table.get("unit", ""))


def everyday(half: str, place: Path, *, missed: bool) -> None:
    """Measure a half of the everyday documents."""
    source = HERE / "everyday"
    files = place / "files"
    subprocess.run([sys.executable, str(source / "build.py"), str(files)], check=True, stdout=subprocess.DEVNULL)
    cells = tomllib.loads((source / "cells.toml").read_text(encoding="utf-8"))
    heads = tomllib.loads((source / "columns.toml").read_text(encoding="utf-8"))
    count = Count(Counter(), Counter())
    worker = Worker(place / "data")
    for language in ("en", "de", "ja", "zh"):
        wanted = {name: row for name, row in cells.items() if name.startswith(language) and row["half"] == half}
        worker.libraries.create(language).result()
        worker.files.add(language, [files / name for name in wanted]).result()
        columns = tuple(map(column_of, heads[language]["columns"]))
        for row in worker.tables.fill(language, TableDefinition("everyday", columns)).result().rows:
            name = Path(row.file).name
            kinds = (wanted[name]["kind"], Path(name).suffix[1:])
            for column, cell, value in zip(columns, row.cells, wanted[name]["cells"], strict=True):
                keys = (column.type.value, language, *kinds)
                if not count.look(keys, cell, Expected(value), column) and missed:
                    print(f"  {name} {column.name}: {value} ← {cell.state.value} {cell.value} {_quote(cell)}")
    worker.close()
    count.told(half)


def _quote(cell: Cell) -> str:
    return " ".join(cell.places[0].quote.split())[:120] if cell.places else ""


@dataclass(frozen=True, slots=True)
class Reports:
    """The table of the reports, and what its cells should say, by the names of the files."""

    definition: TableDefinition
    expected: Mapping[str, Mapping[str, Expected]]


def reports_table(data: Path, only: Sequence[str]) -> Reports:
    """Return the table of the reports that are asked for, all without ``only``."""
    source = tomllib.loads((HERE / "reports.toml").read_text(encoding="utf-8"))
    expected = {
        file: {
            name: Expected(one["value"], tuple(one.get("also", ())), tuple(one.get("pages", ())))
            for name, one in row.items()
        }
        for file, row in source["reports"].items()
        if not only or any(file.startswith(name) for name in only)
    }
    scope = TableScope(files=tuple(str(data / "pdfs" / name) for name in expected))
    return Reports(TableDefinition("reports", tuple(map(column_of, source["columns"])), scope), expected)


def reports(given: argparse.Namespace, place: Path) -> None:
    """Measure the reports of companies."""
    asked = reports_table(given.data, given.only)
    folder = given.kept or place / "data"
    started = time.monotonic()
    worker = Worker(folder)
    if not worker.libraries.list_all().result():
        worker.libraries.create("reports").result()
        worker.files.add("reports", [Path(file) for file in asked.definition.scope.files]).result()
        print(f"read in {time.monotonic() - started:.0f} s", flush=True)
    worker.close()
    shutil.copytree(folder, place / "whole", ignore=shutil.ignore_patterns("*.lock"))
    if given.kills:
        shutil.copytree(folder, place / "killed", ignore=shutil.ignore_patterns("*.lock"))
    columns = asked.definition.columns
    with _model(given.model, columns, asked.expected) as server:
        own = overrides_of(given.model, server)
        started = time.monotonic()
        worker = Worker(place / "whole")
        table = worker.tables.fill("reports", asked.definition, overrides=own).result()
        print(f"filled in {time.monotonic() - started:.0f} s", flush=True)
        _count(asked, table, missed=given.missed)
        requests = _requests(server)
        again = worker.tables.fill("reports", asked.definition, overrides=own).result()
        print(f"second run: {again.made} cells made, {again.kept} known, {_requests(server) - requests} requests more")
        worker.tables.export("reports", asked.definition, place / "whole.csv", overrides=own).result()
        worker.close()
        if given.kills:
            _killed(given, place, own, len(asked.expected) * len(columns))
            more = _requests(server) - requests
            is_same = (place / "killed.csv").read_bytes() == (place / "whole.csv").read_bytes()
            print(f"its export: {'the same bytes' if is_same else 'OTHER BYTES'}; {more} requests for {requests}")


def _count(asked: Reports, table: ReviewTable, *, missed: bool) -> None:
    """Print how many cells are right, and with ``missed`` the others."""
    count, columns = Count(Counter(), Counter()), asked.definition.columns
    for row in table.rows:
        name = Path(row.file).name
        for column, cell in zip(columns, row.cells, strict=True):
            one = asked.expected[name][column.name]
            if not count.look((column.type.value, column.name), cell, one, column) and missed:
                said = f"{cell.state.value} {cell.value} {cell.reason}".strip()
                page = cell.places[0].page if cell.places else "-"
                print(f"  {name} {column.name}: {one.value} ← {said} p. {page}: {_quote(cell)}")
    count.told("reports")


@contextmanager
def _model(
    name: str, columns: Sequence[ReviewColumn], expected: Mapping[str, Mapping[str, Expected]]
) -> Iterator["ScriptedServer | LlamaServer | None"]:
    if name == "reader":
        with ScriptedServer() as server:
            server.default = Reader(columns, expected)
            yield server
    elif name == "smollm2":
        from tests.helpers.llama_server import LlamaServer

        with LlamaServer(8192, 2) as server:
            yield server
    else:
        yield None


def overrides_of(name: str, server: "ScriptedServer | LlamaServer | None") -> "dict[str, OptionValue]":
    """Return the settings that connect to a model."""
    if server is None:
        return {"llm.provider": "none"}
    model = "scripted-model" if name == "reader" else "smollm2"
    return {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": model, "llm.max_retries": 0}


def _requests(server: "ScriptedServer | LlamaServer | None") -> int:
    return len(server.chats) if isinstance(server, ScriptedServer) else 0


def _killed(given: argparse.Namespace, place: Path, own: "Mapping[str, OptionValue]", cells: int) -> None:
    """Kill runs at places that are spread over the table, then let one end."""
    command = [sys.executable, "-m", "tests.bench.table.files", "reports", "--data", given.data]
    command += ["--run", place / "killed", "--own", json.dumps(own), "--csv", place / "killed.csv"]
    command += ["--only", *given.only] if given.only else []
    (file,) = (place / "killed" / "libraries").glob("*.ragindex")
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:

        def stored() -> int:
            ((count,),) = connection.execute("SELECT count(*) FROM review_cells")
            return int(str(count))

        for number in range(1, given.kills + 1):
            run = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL)
            while stored() < cells * number // (given.kills + 1) and run.poll() is None:
                time.sleep(0.05)
            run.kill()
            run.wait()
            print(f"  killed at {stored()} of {cells} cells", flush=True)
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)


def run_once(given: argparse.Namespace) -> None:
    """Fill and export the table; the mode of the processes that are killed."""
    asked, own = reports_table(given.data, given.only), json.loads(given.own)
    worker = Worker(given.run)
    worker.tables.fill("reports", asked.definition, overrides=own).result()
    worker.tables.export("reports", asked.definition, given.csv, overrides=own).result()
    worker.close()


class Reader:
    """A model that reads the passages it is sent: it answers with the line that has the value, or with nothing."""

    def __init__(self, columns: Sequence[ReviewColumn], expected: Mapping[str, Mapping[str, Expected]]) -> None:
        self._columns = {column.asked: column for column in columns}
        self._expected = {Path(file).stem: row for file, row in expected.items()}

    def __call__(self, body: Mapping[str, Any]) -> Reply:
        text = str(body["messages"][-1]["content"])
        head, _, passages = text.partition("\n\n")
        column = self._columns[re.search(r"^Question: (.*)$", head, re.MULTILINE)[1]]  # type: ignore[index]
        title = re.search(r"^Document: (.*)$", head, re.MULTILINE)[1]  # type: ignore[index]
        row = next(row for stem, row in self._expected.items() if _plain(stem.replace("_", " ")) == _plain(title))
        values = []
        for value in (row[column.name].value, *row[column.name].also):
            for line in passages.split("\n"):
                if value != "-" and (written := next((w for w in _written(value, column) if w in line), "")):
                    said = value if column.type is ColumnType.YES_NO else written
                    values.append({"value": said, "quotation": line.strip()})
                    break
            if values:
                break
        return Reply(tokens=[json.dumps({"stated": bool(values), "values": values})])


def _written(value: str, column: ReviewColumn) -> Iterator[str]:
    """Yield the ways in which a report writes a value."""
    if column.type in (ColumnType.MONEY, ColumnType.NUMBER):
        number = Decimal(value.partition(" ")[0])
        for scale in SCALES:
            scaled = abs(number) / scale
            if scaled == scaled.to_integral_value() or scale == 1:
                yield f"{scaled:,}"
        return
    if column.type is ColumnType.DATE:
        year, month, day = value.split("-")
        months = "January February March April May June July August September October November December".split()
        yield f"{months[int(month) - 1]} {int(day)}, {year}"
        return
    if column.type is ColumnType.YES_NO:
        yield "repurchased"  # the one column of the reports that asks this
        return
    yield value


def main() -> None:
    """Measure the set that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.table.files", description=__doc__)
    parser.add_argument("set", choices=("everyday", "reports"))
    parser.add_argument("--halves", nargs="+", choices=HALVES, default=list(HALVES))
    parser.add_argument("--data", type=Path, help="the folder of FinanceBench, with pdfs/")
    parser.add_argument("--model", choices=("reader", "smollm2", "none"), default="none")
    parser.add_argument("--kept", type=Path, help="a data folder in which the reports stay once they are read")
    parser.add_argument("--only", nargs="+", default=[], help="the reports whose names begin like this")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--missed", action="store_true", help="print the cells that are not right")
    for name in ("run", "csv"):
        parser.add_argument(f"--{name}", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--own", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run is not None:
        run_once(given)
        return
    if given.set == "everyday":
        for half in given.halves:
            with tempfile.TemporaryDirectory() as place:
                everyday(half, Path(place), missed=given.missed)
        return
    with tempfile.TemporaryDirectory() as place:
        reports(given, Path(place))


if __name__ == "__main__":
    main()
