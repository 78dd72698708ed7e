"""Fill a review table of many documents with a scripted model: memory, progress, rate, and runs that are killed.

    python -m tests.bench.table.many [--documents 1000] [--kills 5] [--delay 0.005]

Makes leases in plain text, reads them into a library with vectors, and asks each ten questions. The model is
``tests.helpers.scripted_server``, in this process: it answers from the passages it is sent, ``delay`` seconds after it
got them. Runs are processes of their own. Checked are: the memory of a run after 100, 500 and all documents; that each
count told equals what is stored; that a second run asks nothing; that a run which was killed and continued exports the
same bytes as one that was not.
"""

import argparse
import json
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.core.events import Event, TableProgress
from desktop_rag.core.results.review import ColumnType, ReviewColumn, TableDefinition
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import Reply, ScriptedServer

LIBRARY = "Leases"
FIRST = (100, 500)  # documents after which memory is looked at, beside the last
_COUNTED = 200  # requests by which the server's own rate is measured
_NAMES = "Ada Lane|Bo Quist|Cy Moor|Di Hart|Ed Finch|Fay Brook|Gil North|Hope Reed".split("|")
_STREETS = "Mill Lane|Harbour Road|Castle Street|Orchard Way|Station Road|Church Hill".split("|")
_HEATINGS = ("gas", "district heating", "heat pump")
_MONTHS = ("March", "May", "October")
_FILLING = (
    "The parties keep a copy each and may ask for another one at any time.",
    "Whoever damages a part of the building lets the other side know without delay.",
    "The stairs and the yard are kept free of whatever belongs to a single household.",
    "Letters go to the address that a party named last, and count from the day they arrive.",
)
# of each column the question, the type, and the words by which the server finds the value in a passage
_COLUMNS: dict[str, tuple[str, ColumnType, str]] = {
    "Rent": ("How much is the rent?", ColumnType.MONEY, r"The rent is (£\d+)"),
    "Deposit": ("How much is the deposit?", ColumnType.MONEY, r"A deposit of (£\d+)"),
    "Start": ("When does the tenancy begin?", ColumnType.DATE, r"begins on (\d+ \w+ \d{4})"),
    "Notice": ("How long is the notice period?", ColumnType.NUMBER, r"gives (\w+ months)' notice"),
    "Tenant": ("Who is the tenant?", ColumnType.PARTY, r"Tenant: (\w+ \w+)"),
    "Landlord": ("Who is the landlord?", ColumnType.PARTY, r"Landlord: (\w+ \w+)"),
    "Pets": ("May the tenant keep animals?", ColumnType.YES_NO, r"The tenant (may not|may) keep animals"),
    "Heating": ("How is the flat heated?", ColumnType.CHOICE, r"heated by (gas|district heating|heat pump)"),
    "Address": ("Where is the flat?", ColumnType.TEXT, r"The flat is at (\d+ \w+ \w+)"),
    "Parking": ("Which parking space belongs to the flat?", ColumnType.TEXT, r"Parking space (\d+)"),
}
TABLE = TableDefinition(
    "Leases",
    tuple(
        ReviewColumn(name, kind, question, choices=_HEATINGS if kind is ColumnType.CHOICE else ())
        for name, (question, kind, _) in _COLUMNS.items()
    ),
)


def write_leases(folder: Path, documents: int) -> None:
    """Write leases that differ in every fact; a tenth names no parking space."""
    dice = random.Random(11)
    folder.mkdir()
    for number in range(documents):
        facts = [
            f"The rent is £{dice.randint(400, 2_400)} a month.",
            f"A deposit of £{dice.randint(500, 5_000)} is paid before the keys are handed over.",
            f"The tenancy begins on {dice.randint(1, 28)} {dice.choice(_MONTHS)} 20{number % 25:02}.",
            f"Either side gives {dice.choice(['two', 'three', 'six'])} months' notice.",
            f"The tenant {dice.choice(['may', 'may not'])} keep animals in the flat.",
            f"The flat is heated by {dice.choice(_HEATINGS)}.",
            f"The flat is at {dice.randint(1, 200)} {dice.choice(_STREETS)}.",
        ]
        if number % 10:
            facts.append(f"Parking space {dice.randint(1, 900)} belongs to the flat.")
        dice.shuffle(facts)
        parties = f"Landlord: {dice.choice(_NAMES)}\n\nTenant: {dice.choice(_NAMES)}"
        body = "\n\n".join(f"{fact} {dice.choice(_FILLING)}" for fact in facts)
        text = f"Lease {number:04}\n\n{parties}\n\n{body}\n"
        (folder / f"lease {number:04}.txt").write_text(text, encoding="utf-8")


def answer(body: Mapping[str, Any]) -> str:
    """Return what the scripted model says to a request: the value and its sentence, as the passages have them."""
    asked = str(body["messages"][-1]["content"])
    question = re.search(r"^Question: (.*)$", asked, re.MULTILINE)
    pattern = next((words for said, _, words in _COLUMNS.values() if question and said == question[1]), "(?!)")
    found = re.search(pattern, asked.partition("<passage>")[2])
    if found is None:
        return json.dumps({"stated": False, "values": []})
    value = {"may": "yes", "may not": "no"}.get(found[1], found[1])
    sentence = re.search(rf"[^\n.]*{re.escape(found[0])}[^\n.]*\.?", asked.partition("<passage>")[2])
    return json.dumps({"stated": True, "values": [{"value": value, "quotation": sentence[0] if sentence else ""}]})


def run_once(data: Path, url: str, target: Path | None) -> None:
    """Fill the table, and print what a run is measured by; the mode of the processes that are started."""
    own = {"llm.provider": "openai", "llm.base_url": url, "llm.model": "scripted-model", "llm.max_retries": 0}
    worker = Worker(data)
    (file,) = (data / "libraries").glob("*.ragindex")
    told, untrue, memory = 0, 0, dict[int, int]()

    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:

        def hear(event: Event) -> None:
            nonlocal told, untrue
            if isinstance(event, TableProgress):
                told += 1
                untrue += _stored(connection) != event.done * len(_COLUMNS)
                for documents in (*FIRST, event.total):
                    if event.done >= documents and documents not in memory:
                        memory[documents] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10

        worker.subscribe(hear)
        started = time.perf_counter()
        table = worker.tables.fill(LIBRARY, TABLE, overrides=own).result()
        seconds = time.perf_counter() - started
    if target is not None:
        worker.tables.export(LIBRARY, TABLE, target, overrides=own).result()
    worker.close()
    states: dict[str, int] = {}
    for row in table.rows:
        for cell in row.cells:
            states[cell.state.value] = states.get(cell.state.value, 0) + 1
    figures = {"seconds": seconds, "made": table.made, "kept": table.kept, "told": told, "untrue": untrue}
    print(json.dumps(figures | {"memory": memory, "states": states}))


def _stored(connection: apsw.Connection) -> int:
    ((cells,),) = connection.execute("SELECT count(*) FROM review_cells")
    return int(str(cells))


def _start(data: Path, server: ScriptedServer, target: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.bench.table.many", "--run", data, "--url", server.base_url]
    return subprocess.Popen([*map(str, command), "--csv", str(target)], stdout=subprocess.PIPE, text=True)


def _figures(data: Path, server: ScriptedServer, target: Path) -> dict[str, Any]:
    said, _ = _start(data, server, target).communicate()
    figures: dict[str, Any] = json.loads(said.splitlines()[-1])
    return figures


def _own_rate(server: ScriptedServer) -> float:
    """Return how many requests the server answers in a second, one after the other, to a client that does no more."""
    bodies = [json.dumps(one.body).encode() for one in server.chats[:_COUNTED]]
    started = time.perf_counter()
    for body in bodies:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{server.base_url}/chat/completions", body, headers)
        with urllib.request.urlopen(request) as reply:
            reply.read()
    return len(bodies) / (time.perf_counter() - started)


def _killed(data: Path, server: ScriptedServer, target: Path, kills: int, cells: int) -> dict[str, Any]:
    """Kill runs at places that are spread over the table, then let one end; return the figures of that one."""
    (file,) = (data / "libraries").glob("*.ragindex")
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        for number in range(1, kills + 1):
            run = _start(data, server, target)
            while _stored(connection) < cells * number // (kills + 1) and run.poll() is None:
                time.sleep(0.05)
            run.kill()
            run.communicate()
            print(f"  killed at {_stored(connection):,} cells", flush=True)
    return _figures(data, server, target)


def main() -> None:
    """Measure, or be one of the runs that are measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--delay", type=float, default=0.005, help="seconds that the model takes for an answer")
    for name in ("run", "csv"):
        parser.add_argument(f"--{name}", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run is not None:
        run_once(given.run, given.url, given.csv)
        return
    cells = given.documents * len(_COLUMNS)
    with tempfile.TemporaryDirectory() as temporary, ScriptedServer() as server:
        place = Path(temporary)
        server.default = lambda body: Reply(tokens=[answer(body)], first_delay=given.delay, whole=True)
        write_leases(place / "leases", given.documents)
        started = time.perf_counter()
        worker = Worker(place / "whole")
        worker.libraries.create(LIBRARY).result()
        worker.files.add(LIBRARY, [place / "leases"]).result()
        worker.close()
        print(f"{given.documents:,} documents read in {time.perf_counter() - started:.0f} s", flush=True)
        shutil.copytree(place / "whole", place / "killed")
        whole = _figures(place / "whole", server, place / "whole.csv")
        asked = len(server.chats)
        rate = asked / whole["seconds"]
        print(f"first run: {whole['seconds']:.0f} s, {asked:,} requests, {rate:.1f} a second; {whole['states']}")
        print(f"peak memory in MB after so many documents: {whole['memory']}")
        print(f"progress: told {whole['told']} times, {whole['untrue']} times not what is stored", flush=True)
        again = _figures(place / "whole", server, place / "again.csv")
        more = len(server.chats) - asked
        print(f"second run: {again['seconds']:.1f} s, {more} requests, {again['kept']:,} cells known")
        own = _own_rate(server)
        print(f"the server alone: {own:.1f} requests a second; the run has {rate / own:.0%} of that", flush=True)
        done = len(server.chats)
        last = _killed(place / "killed", server, place / "killed.csv", given.kills, cells)
        twice = len(server.chats) - done - cells
        same = (place / "killed.csv").read_bytes() == (place / "whole.csv").read_bytes()
        print(f"killed {given.kills} times: {last['kept']:,} cells known to the last run, {twice} requests more in all")
        print(f"its export: {'the same bytes' if same else 'OTHER BYTES'}; again: {_same(place)}")


def _same(place: Path) -> str:
    same = (place / "again.csv").read_bytes() == (place / "whole.csv").read_bytes()
    return "the same bytes" if same else "OTHER BYTES"


if __name__ == "__main__":
    main()
