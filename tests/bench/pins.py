"""Pinned answers while files change: is each broken sentence told once, is none invented, and what does a check cost?

usage: python -m tests.bench.pins [--pins 200] [--files 1000] [--rounds 4]

A library of small contracts, each a few sentences with figures of its own. Of every so many-th file an answer made of
one quotation is pinned, without a model. In each round a share of all files is changed: the quoted sentence gets
another figure, or only another sentence does; the file is moved, deleted, or left alone. New files come: some say the
quoted sentence of a pin with another figure, others say something else. After each round the library is read and
checked, and what was told is compared with what was done to each pin. Reading is not counted.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.core.results.answers import Answer, Citation, Source
from desktop_rag.core.results.pins import NewsKind, PinNews
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.worker.worker import Worker

_LIBRARY = "Contracts"
_TOWNS = "Aachen Bergen Cadiz Delft Evora Faro Ghent Haarlem Imola Jena Krakow Lugano Malmo Nantes Oviedo Porto".split()
_GOODS = "barley copper damask ebony felt glass hemp indigo jute leather marble nickel oats paper quartz resin".split()


@dataclass(slots=True)
class Contract:
    """A file with what it says; ``pinned`` is the number of its pin, 0 for none, ``is_broken`` what was told of it."""

    path: Path
    town: str
    goods: str
    price: int
    term: int
    pinned: int = 0
    is_broken: bool = False
    original: int = 0
    words: str = field(default="")

    @property
    def sentence(self) -> str:
        """The sentence that is quoted."""
        return f"The price of {self.goods} from {self.town} under contract {self.path.stem[-4:]} is {self.price} euros."

    @property
    def text(self) -> str:
        """The whole file."""
        return (
            f"Contract for {self.goods}\n\n{self.words} The notice period is {self.term} days. Payment is due in May.\n"
        )

    def write(self) -> None:
        """Write the file as it is to be now."""
        self.path.write_text(self.text, encoding="utf-8")


def main() -> None:
    """Make the library and the pins, change files in rounds, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pins", type=int, default=200)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=4, help="in which, together, --files changes are made")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        worker = Worker(Path(place) / "data")
        try:
            _run(worker, Path(place), given.pins, given.files, given.rounds)
        finally:
            worker.close()


def _run(worker: Worker, place: Path, pins: int, files: int, rounds: int) -> None:
    chance = random.Random(7)  # the same in every run
    folder = place / "contracts"
    folder.mkdir()
    contracts = []
    for number in range(files):
        contract = Contract(
            folder / f"contract-{number:04}.txt",
            chance.choice(_TOWNS),
            chance.choice(_GOODS),
            chance.randrange(1000, 9000),
            chance.randrange(10, 90),
        )
        contract.words, contract.original = contract.sentence, contract.price
        contract.write()
        contracts.append(contract)
    worker.libraries.create(_LIBRARY).result()
    worker.files.add(_LIBRARY, [folder]).result()
    started = time.monotonic()
    for contract in contracts[:: max(1, files // pins)][:pins]:
        contract.pinned = _pinned(worker, place / "data", contract)
    print(f"{pins} answers pinned in {time.monotonic() - started:.1f} s, among {files} files")
    print(f"nothing changed: {worker.pins.check(_LIBRARY).result().seconds:.2f} s")
    wrong, seconds, told, expected = Counter[str](), 0.0, 0, 0
    for number in range(rounds):
        wanted, coming = _changed(contracts, folder, files // rounds, chance, number)
        worker.files.add(_LIBRARY, [folder], allow_mass_delete=True).result()
        found = worker.pins.check(_LIBRARY).result()
        seconds += found.seconds
        told, expected = told + len(found.news), expected + len(wanted) + len(coming)
        wrong += _compared(found.news, wanted, coming)
        worker.pins.note_told(_LIBRARY, found.news).result()
        again = worker.pins.check(_LIBRARY).result()
        wrong["told twice"] += len(again.news)
        print(
            f"round {number + 1}: {len(wanted)} sentences, {len(coming)} new files to tell; told {len(found.news)}; "
            f"{found.looked} looked at, {found.new_files} new files asked, {found.seconds:.1f} s"
        )
    print(f"to tell {expected}, told {told}, {files // rounds * rounds} changes, {seconds:.1f} s in checks")
    print(
        ", ".join(
            f"{kind} {wrong[kind]}" for kind in ("missed", "invented", "told twice", "new missed", "new invented")
        )
    )


def _pinned(worker: Worker, data: Path, contract: Contract) -> int:
    """Pin an answer that quotes the sentence of a contract, and return the id of the pin."""
    text, words = contract.text, contract.sentence
    start = text.index(words)
    source = Source(1, 1.0, str(contract.path), 1, "", 0, len(text), text, "")
    cited = Citation(1, 0, len(words), str(contract.path), 1, start, start + len(words), words, 1.0, "")
    chats = ChatStore(data / "conversations.sqlite")
    conversation = chats.create(_LIBRARY, words)
    question = f"What does {contract.goods} cost?"
    chats.answer(chats.ask(conversation, question), Answer(question, words, (cited,), (source,), "", extractive=True))
    return worker.pins.answer(_LIBRARY, conversation).result().id


def _changed(
    contracts: list[Contract], folder: Path, count: int, chance: random.Random, number: int
) -> tuple[dict[int, NewsKind], set[tuple[int, str]]]:
    """Change so many files; return what is to be told of which pin, and which new file says something about which."""
    wanted: dict[int, NewsKind] = {}
    coming: set[tuple[int, str]] = set()
    there = [one for one in contracts if one.path.exists()]
    new, pinned = count // 20, [one for one in there if one.pinned and not one.is_broken]
    for one in chance.sample(there, min(len(there), count - 2 * new)):
        what = chance.choices(("figure", "other", "move", "delete", "back"), (3, 4, 2, 1, 2))[0]
        was_broken, was_path = one.is_broken, one.path
        if what == "figure":
            one.words, one.is_broken = one.sentence.replace(f"{one.price}", f"{one.price + 7 + number}"), True
            one.write()
        elif what == "other":
            one.term += 1
            one.write()
        elif what == "back":
            one.words, one.is_broken = one.sentence, False
            one.write()
        elif what == "move":
            target = folder / f"moved{number}"
            target.mkdir(exist_ok=True)
            one.path = was_path.rename(target / was_path.name)
        elif not was_broken:  # of one that was told already, the file going is told too: left out here
            one.path.unlink()
            one.is_broken = True
        if one.pinned and one.is_broken != was_broken:
            wanted[one.pinned] = NewsKind.BROKEN if one.is_broken else NewsKind.HOLDS_AGAIN
    for place, one in enumerate(chance.sample(pinned, min(new, len(pinned)))):
        file = folder / f"letter-{number}-{place}.txt"
        words = one.sentence.replace(f"{one.original} euros", f"{one.original + 50 + number} euros")
        file.write_text(f"Letter\n\n{words} We ask for your reply.\n", encoding="utf-8")
        coming.add((one.pinned, str(file)))
    for place in range(new):
        file = folder / f"note-{number}-{place}.txt"
        file.write_text(f"Note {number}\n\nThe garden of house {place} has {place + 3} roses.\n", encoding="utf-8")
    return wanted, coming


def _compared(news: tuple[PinNews, ...], wanted: dict[int, NewsKind], coming: set[tuple[int, str]]) -> Counter[str]:
    """Count what was not told, and what was told without reason."""
    told = {(one.pin, one.kind) for one in news if one.kind is not NewsKind.NEW_FILE}
    new = {(one.pin, one.file) for one in news if one.kind is NewsKind.NEW_FILE}
    for pin, file in sorted(new - coming)[:3]:
        print("  new invented:", pin, Path(file).name, [one.now for one in news if (one.pin, one.file) == (pin, file)])
    for one in news:
        if one.kind is not NewsKind.NEW_FILE and wanted.get(one.pin) is not one.kind:
            print("  invented:", one)
    return Counter(
        {
            "missed": len(set(wanted.items()) - told),
            "invented": len(told - set(wanted.items())),
            "new missed": len(coming - new),
            "new invented": len(new - coming),
        }
    )


if __name__ == "__main__":
    main()
