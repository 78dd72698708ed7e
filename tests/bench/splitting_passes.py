"""How long splitting takes, in passes of tiktoken: ``python -m tests.bench.splitting_passes [FOLDER ...]``.

A pass is tiktoken's ``encode_to_numpy`` of the whole text with cl100k_base, the fastest of its ways (``encode`` takes
.02 to .08 more, ``encode_ordinary`` .03 to .15). All is measured in seconds of the processor (``process_time``), the
passes of a text right after its split, and the median of their ratios over several processes counts. A folder is one
kind of text: all its ``*.txt`` files. Without a folder it is Python's own library, files of 93 to 229 KB.

- first: ``split_text`` in a process that has imported the splitter, made it and read the vocabulary
  (``get_tokenizer().encode("a")``), and nothing else: whatever is made when it is first needed counts (tables,
  compiled expressions, remembered words), and so does memory that is touched for the first time
- new: another text of that kind after it, which was never split before
- again: a text that was split before, so everything that is remembered of it is

``--half 0`` (or 1) takes every other file: what is tuned on one half is told of the other.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import tiktoken

from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.text.tokenizer import get_tokenizer

SIZES = ((1024, 200), (512, 50))
SOURCES = range(93_000, 229_001)
PASSES = 5
LIMIT = 1.5
Ratios = dict[str, list[tuple[str, float]]]
_ALONE = "import json, sys; from tests.bench.splitting_passes import ratios; print(json.dumps(ratios(sys.argv[1:])))"


def seconds(function: Callable[[], object]) -> float:
    """Return the processor's seconds that a call takes."""
    started = time.process_time()
    function()
    return time.process_time() - started


def a_pass(text: str) -> float:
    """Return the median of the seconds of a pass, in the way that was the fastest of tiktoken's on every text tried."""
    encoding = tiktoken.get_encoding("cl100k_base")
    return statistics.median(
        seconds(lambda: encoding.encode_to_numpy(text, disallowed_special=())) for _ in range(PASSES)
    )


def ratios(options: Sequence[str]) -> Ratios:
    """Measure in this process: ``options`` are the size, the overlap and the files, in this order."""
    size, overlap, *paths = options
    texts = {path: read(path) for path in paths}
    get_tokenizer().encode("a")
    splitter = SentenceSplitter(int(size), int(overlap))
    first = seconds(lambda: splitter.split_text(texts[paths[0]]))
    found: Ratios = {"first": [(paths[0], first / a_pass(texts[paths[0]]))], "new": [], "again": []}
    for path, text in texts.items():
        if path != paths[0]:
            took = seconds(lambda text=text: splitter.split_text(text))
            found["new"].append((path, took / a_pass(text)))
        took = statistics.median(seconds(lambda text=text: splitter.split_text(text)) for _ in range(PASSES))
        found["again"].append((path, took / a_pass(text)))
    return found


def read(path: str) -> str:
    """Return a file's text."""
    return Path(path).read_text(encoding="utf-8", errors="replace")


def sources() -> list[Path]:
    """Return the files of Python's own library that are neither short nor very long."""
    library = Path(os.__file__).parent
    files = (path for path in library.rglob("*.py") if "site-packages" not in path.parts)
    return sorted(path for path in files if path.stat().st_size in SOURCES)


def measure(kind: str, paths: list[str], times: int) -> None:
    """Print the figures of one kind of text: each of its texts is the first one of so many processes."""
    for size, overlap in SIZES:
        found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for number in range(len(paths) * times):
            start = number % len(paths)
            command = [sys.executable, "-c", _ALONE, str(size), str(overlap), *paths[start:], *paths[:start]]
            reply = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            for what, measured in json.loads(reply).items():
                for path, ratio in measured:
                    found[what][path].append(ratio)
        figures = []
        for what, of_paths in found.items():
            values = [statistics.median(of_path) for of_path in of_paths.values()]
            over = sum(value > LIMIT for value in values)
            spread = f"{min(values):.2f} to {max(values):.2f}"
            figures.append(f"{what} {statistics.median(values):.2f} ({spread}{f', {over} over' if over else ''})")
        print(f"{kind:16} {size:4}/{overlap:<3} {len(paths):2} texts   {'   '.join(figures)}", flush=True)


def main() -> None:
    """Measure every kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="*", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1), help="every other file")
    parser.add_argument("--files", type=int, default=8, help="so many texts of each kind, from all over it")
    parser.add_argument("--times", type=int, default=3, help="processes that begin with each text")
    arguments = parser.parse_args()
    kinds = [(folder.name, sorted(folder.glob("*.txt"))) for folder in arguments.folder] or [("python", sources())]
    for kind, paths in kinds:
        half = paths if arguments.half is None or len(paths) < 2 else paths[arguments.half :: 2]
        step = max(1, len(half) // arguments.files)
        measure(kind, [str(path) for path in half[::step][: arguments.files]], arguments.times)


if __name__ == "__main__":
    main()
