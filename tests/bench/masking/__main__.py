"""Measure which private values are kept from a model's server, and whether all come back.

usage: python -m tests.bench.masking [--halves seen held_out] [--missed]

240 sentences of everyday documents in four languages with known private values, by somebody who had not seen the
rules; a sixth of them have none. Each is a request of its own: nothing is known of a library. A value counts as masked
when it no longer stands in what is sent. Nothing may be tuned on the half ``held_out``, and ``--missed`` lists only the
other one.
"""

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.network.stand_ins import StandIns
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, LLMMetadata
from desktop_rag.llms.private_values import MaskedLLM
from desktop_rag.services.masking.private_values import PrivateValues

_HERE = Path(__file__).parent
_HALVES = ("seen", "held_out")


class Echo(LLM):
    """A model that says what it was sent, a few letters at a time."""

    def __init__(self) -> None:
        self.sent = ""

    @property
    def metadata(self) -> LLMMetadata:
        """Room enough."""
        return LLMMetadata(100_000, 10_000, "echo")

    def _stream_chat(self, messages: list[ChatMessage], cancel: CancelToken, options: ChatOptions) -> list[ChatDelta]:  # type: ignore[override]
        self.sent = messages[-1].content
        pieces = [self.sent[place : place + 3] for place in range(0, len(self.sent), 3)]
        return [*map(ChatDelta, pieces), ChatDelta("", finish_reason="stop")]


@dataclass
class Figures:
    """What was masked of how many, by kind and by language."""

    masked: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    restored: int = 0
    texts: int = 0
    innocent: int = 0
    touched: int = 0
    missed: list[str] = field(default_factory=list)


def measured(half: str) -> Figures:
    """Send every sentence of a half to a model that echoes it."""
    figures, model = Figures(), Echo()
    masked = MaskedLLM(model, PrivateValues(), StandIns())
    for line in (_HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        answer = "".join(one.text for one in masked.stream_chat([ChatMessage(MessageRole.USER, row["text"])]))
        figures.texts += 1
        figures.restored += answer == row["text"]
        if not row["values"]:
            figures.innocent += 1
            figures.touched += model.sent != row["text"]
            if model.sent != row["text"]:
                figures.missed.append(f"{row['language']} touched: {model.sent}")
        for value in row["values"]:
            is_masked = value["text"] not in model.sent
            for key in (value["kind"], row["language"], "all"):
                figures.values[key] += 1
                figures.masked[key] += is_masked
            if not is_masked:
                figures.missed.append(f"{row['language']} {value['kind']} {value['text']}: {model.sent}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--halves", nargs="+", choices=_HALVES, default=_HALVES)
    parser.add_argument("--missed", action="store_true", help="print what was missed in the half that may be looked at")
    arguments = parser.parse_args()
    for half in arguments.halves:
        found = measured(half)
        print(f"{half}: {found.restored} of {found.texts} came back exactly; "
              f"{found.touched} of {found.innocent} without private values were touched")  # fmt: skip
        for key in sorted(found.values, key=lambda key: (key != "all", key)):
            share = found.masked[key] / found.values[key]
            print(f"  {key:10} {found.masked[key]:4} of {found.values[key]:4}  {share:.3f}")
        if arguments.missed and half == "seen":
            print(*found.missed, sep="\n")


if __name__ == "__main__":
    main()
