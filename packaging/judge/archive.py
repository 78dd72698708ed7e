"""Turn rows into the token ids that the judge is trained on, all in one file: ``archive.npz``.

A pair is ``<s> first </s></s> evidence </s>``, cut as the program cuts it (``desktop_rag/rerankers/judge.py``).
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from judge.material import LABELS, SPLITS, Pair, read_pairs

LONGEST, LONGEST_FIRST, LONGEST_UNIT = 224, 96, 200  # tokens of a pair, of its first text, of a unit of evidence
BEGIN, PAD, END = 0, 1, 2
_MARKS = 4
_LONGEST_TEXT = 1500  # letters of a unit
_AT_ONCE = 20_000  # texts that are made into tokens together
_CJK = "\u2e7f"  # Chinese and Japanese characters are above
_SEED = 5
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Archive:
    """Pairs as token ids, each with its label and where it comes from."""

    tokens: NDArray[np.int32]
    """Of all pairs, one after another."""
    columns: Mapping[str, Ints]
    """Of each pair: ``length`` in tokens, ``cut`` (where the second text begins), and the numbers of ``label``,
    ``task``, ``kind``, ``language``, ``source`` and ``split``."""
    names: Mapping[str, Sequence[str]]
    """What the numbers of a column stand for."""

    def rows_of(self, split: str) -> Ints:
        """Return the numbers of the pairs of a split."""
        return np.flatnonzero(self.columns["split"] == self.names["split"].index(split))

    def named(self, column: str, rows: Ints) -> NDArray[np.str_]:
        """Return the names in a column of some pairs."""
        return np.array(self.names[column])[self.columns[column][rows]]

    def save(self, folder: Path) -> None:
        """Write ``archive.npz``."""
        arrays: dict[str, Any] = {**self.columns, "tokens": self.tokens}
        np.savez_compressed(folder / "archive.npz", names=np.array(json.dumps(self.names)), **arrays)

    @classmethod
    def load(cls, folder: Path) -> "Archive":
        """Read ``archive.npz``."""
        with np.load(folder / "archive.npz") as box:
            arrays = {name: box[name] for name in box.files}
        return cls(arrays.pop("tokens"), columns=arrays, names=json.loads(str(arrays.pop("names"))))


def tokens_of(texts: Iterable[str], tokenizer: Tokenizer) -> dict[str, Ints]:
    """Return the tokens of each different text by itself, as the program makes them."""
    found: dict[str, Ints] = {}
    different = list(dict.fromkeys(texts))
    for begin in range(0, len(different), _AT_ONCE):
        block = different[begin : begin + _AT_ONCE]
        for text, encoding in zip(block, tokenizer.encode_batch(block, add_special_tokens=False), strict=True):
            ids = encoding.ids
            if len(ids) > 1 and encoding.tokens[0] == "▁" and text[0] > _CJK:
                ids = ids[1:]  # the lone sign of a blank, which stands nowhere in such a text
            found[text] = np.array(ids[:LONGEST_UNIT], np.int64)
    return found


def rarity_of(tokens: Iterable[Ints]) -> NDArray[np.float64]:
    """Return how rare each token is among texts, at least 0.2."""
    texts = list(tokens)
    frequency = np.bincount(np.concatenate(texts), minlength=1)
    return np.maximum(0.2, np.log(len(texts) / (1 + frequency)))


def chosen(first: Ints, units: Sequence[Ints], rarity: NDArray[np.float64], keep: int | None = None) -> Sequence[Ints]:
    """Return the units that fit beside the first text: those with its rarest tokens, the best two with neighbours.

    The unit ``keep`` stays in any case; all stay in their order. A single unit that is too long is returned whole.
    """
    room = LONGEST - _MARKS - min(LONGEST_FIRST, len(first))
    if sum(map(len, units)) <= room:
        return units
    wanted = set(first.tolist())
    scores = [
        sum(float(rarity[one]) for one in wanted & set(unit.tolist())) / (8 + len(unit)) ** 0.35 for unit in units
    ]
    taken: set[int] = set()
    used = 0

    def take(place: int) -> None:
        nonlocal used
        if 0 <= place < len(units) and place not in taken and used + len(units[place]) <= room:
            taken.add(place)
            used += len(units[place])

    if keep is not None:
        take(keep)
    for rank, best in enumerate(sorted(range(len(units)), key=lambda place: -scores[place])):
        take(best)
        if not taken:
            return [units[best]]
        if rank < 2:
            take(best - 1)
            take(best + 1)
        if used > room - 8:
            break
    return [units[place] for place in sorted(taken)]


def ids_of(first: Ints, units: Sequence[Ints]) -> tuple[list[int], int]:
    """Return the token ids of a pair, and how many of them belong to the first text."""
    head = [BEGIN, *first[:LONGEST_FIRST].tolist(), END]
    told = [one for unit in units for one in unit.tolist()]
    return [*head, END, *told[: LONGEST - len(head) - 2], END], len(head)


def build(pairs: Sequence[Pair], tokenizer: Tokenizer) -> Archive:
    """Return the archive of some pairs; those without a first text or evidence are left out."""

    def cleaned(text: str) -> str:
        return text.strip()[:_LONGEST_TEXT]

    evidences = [[cleaned(unit) for unit in pair.evidence if unit.strip()] for pair in pairs]
    texts = (text for pair, units in zip(pairs, evidences, strict=True) for text in (cleaned(pair.first), *units))
    tokens = tokens_of(texts, tokenizer)
    rarity = rarity_of(tokens.values())
    all_ids: list[NDArray[np.int32]] = []
    told: dict[str, list[Any]] = {name: [] for name in ("length", "cut", *_COLUMNS)}
    for pair, units in zip(pairs, evidences, strict=True):
        first = tokens[cleaned(pair.first)]
        if not units or not len(first):
            continue
        keep = units.index(cleaned(pair.keep)) if pair.keep else None
        ids, cut = ids_of(first, chosen(first, [tokens[unit] for unit in units], rarity, keep))
        all_ids.append(np.array(ids, np.int32))
        told["length"].append(len(ids))
        told["cut"].append(cut)
        for column in _COLUMNS:
            told[column].append(getattr(pair, column))
    names: dict[str, Sequence[str]] = {"label": LABELS, "split": SPLITS, "task": ("nli", "qa")}
    for column in ("kind", "language", "source"):
        names[column] = sorted(set(told[column]))
    for column, known in names.items():
        numbers = {name: number for number, name in enumerate(known)}
        told[column] = [numbers[name] for name in told[column]]
    return Archive(np.concatenate(all_ids), {name: np.array(values) for name, values in told.items()}, names)


_COLUMNS = ("label", "task", "kind", "language", "source", "split")


def gathered(paths: Sequence[Path], most: int, whole: frozenset[str], repeat: Mapping[str, int]) -> list[Pair]:
    """Return the pairs of all files, those that are only judged at the end.

    At most ``most`` of a file are taken, of those of a name in ``whole`` all; what is trained on is repeated as often
    as ``repeat`` says for its source.
    """
    rnd = random.Random(_SEED)
    pairs: list[Pair] = []
    for path in paths:
        found = read_pairs(path, rnd)
        read = len(found)
        if read > most and path.name.split(".")[0] not in whole:
            found = [found[place] for place in sorted(rnd.sample(range(read), most))]
        print(f"{path.name:32} {read:8} pairs, {len(found):8} taken", flush=True)
        pairs += [pair for pair in found for _ in range(repeat.get(pair.source, 1) if pair.split == "train" else 1)]
    return sorted(pairs, key=lambda pair: pair.split == "eval")


def main() -> None:
    """Write the archive of folders of rows."""
    parser = argparse.ArgumentParser(description="Turn rows into token ids.")
    parser.add_argument("out", type=Path, help="folder for archive.npz")
    parser.add_argument("--embedder", type=Path, required=True, help="folder with tokenizer.json")
    parser.add_argument("--material", type=Path, nargs="+", required=True, help="files, or folders of files, .jsonl.gz")
    parser.add_argument("--most", type=int, default=16_000, help="pairs of a file at most (default: %(default)s)")
    parser.add_argument("--whole", nargs="*", default=["written", "units", "aside"], help="files that --most spares")
    parser.add_argument("--repeat", nargs="*", default=["written=2"], help="SOURCE=TIMES that its pairs are trained on")
    options = parser.parse_args()
    repeat = {name: int(times) for name, _, times in (one.partition("=") for one in options.repeat)}
    folders = [sorted(one.glob("*.jsonl.gz")) if one.is_dir() else [one] for one in options.material]
    pairs = gathered([path for paths in folders for path in paths], options.most, frozenset(options.whole), repeat)
    archive = build(pairs, Tokenizer.from_file(str(options.embedder / "tokenizer.json")))
    options.out.mkdir(parents=True, exist_ok=True)
    archive.save(options.out)
    every = np.arange(len(archive.columns["length"]))
    keys = zip(*(archive.named(column, every) for column in ("split", "task", "source")), strict=True)
    for key, count in sorted(Counter(keys).items()):
        print(f"{count:8}", *key)
    print(f"{len(every)} pairs of {archive.columns['length'].mean():.0f} tokens in the mean")
