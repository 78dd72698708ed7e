"""The marks by which models set their thoughts apart from their answers, as servers leave them in the text."""

import enum
import re
from dataclasses import dataclass


class Place(enum.Enum):
    """Where a mark may stand that begins thoughts; elsewhere it is a word of the answer."""

    ANYWHERE = enum.auto()
    LINE = enum.auto()  # first in its line
    START = enum.auto()  # first in the answer


@dataclass(frozen=True, slots=True)
class ThoughtMarks:
    """The two marks around thoughts, in small letters."""

    opening: str
    closing: str
    place: Place = Place.ANYWHERE


def _tags(place: Place, *names: str) -> tuple[ThoughtMarks, ...]:
    return tuple(ThoughtMarks(f"<{name}>", f"</{name}>", place) for name in names)


HARMONY = ThoughtMarks("<|channel|>", "<|end|>")
"""gpt-oss: messages with a header, “<|start|>assistant<|channel|>analysis<|message|>…<|end|>”."""
HEADER_STARTS = ("<|start|>", "<|channel|>", "<|begin|>")
HEADER_ENDS = ("<|message|>", "<|content|>")
MESSAGE_ENDS = ("<|end|>", "<|return|>", "<|call|>")

MARKS: tuple[ThoughtMarks, ...] = (
    # DeepSeek, Qwen, GLM, MiniMax, Nemotron, EXAONE, Granite from 3.3 on …; those that were asked to think in a tag;
    # Seed, MiniMax, LongCat, Claude's
    *_tags(
        Place.ANYWHERE,
        *("think", "thinking", "seed:think", "mm:think", "longcat_think"),
        *("antthinking", "ant_thinking", "antml:thinking"),
    ),
    *_tags(Place.LINE, "thought", "thoughts", "reasoning", "inner_thoughts", "internal_thoughts", "chain_of_thought"),
    *_tags(Place.START, "reason", "reflection", "scratchpad", "analysis", "cot"),
    ThoughtMarks("[think]", "[/think]"),  # Magistral, Ministral
    ThoughtMarks("[thinking]", "[/thinking]", Place.LINE),
    ThoughtMarks("[reasoning]", "[/reasoning]", Place.LINE),
    ThoughtMarks("◁think▷", "◁/think▷"),  # Kimi
    ThoughtMarks("<|begin_of_thought|>", "<|end_of_thought|>"),  # OpenThinker, Sky-T1
    ThoughtMarks("<|start_thinking|>", "<|end_thinking|>"),  # Command A and R
    ThoughtMarks("<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    ThoughtMarks("<|think_start|>", "<|think_end|>"),
    ThoughtMarks("<|thinking|>", "<|/thinking|>"),
    ThoughtMarks("<|think|>", "<|/think|>"),
    ThoughtMarks("<|think|>", "<|end|>"),  # Solar Open
    ThoughtMarks("<|channel>", "<channel|>"),  # Gemma 4
    ThoughtMarks("<unused94>", "<unused95>"),  # MedGemma
)
FRAMES = {
    # around the answer behind the thoughts: Hunyuan and others that were asked for it, Granite, OpenThinker, Command A
    "<answer>": "</answer>",
    "<response>": "</response>",
    "<|begin_of_solution|>": "<|end_of_solution|>",
    "<|start_response|>": "<|end_response|>",
}
WORDS = {
    # Granite 3.2
    "here is my thought process:": ("here is my response:", "here's my response:"),
    "here's my thought process:": ("here is my response:", "here's my response:"),
    # what is left of gpt-oss's marks where a server takes out special tokens
    "analysis": ("assistantfinal",),
    "commentary": ("assistantfinal",),
}
"""Words with which an answer begins, and those that then end the thoughts."""

OPENINGS = {marks.opening: marks.place for marks in MARKS}
CLOSINGS = {marks.closing for marks in MARKS} - set(MESSAGE_ENDS)
"""Marks that may end thoughts without an opening one."""
_ALL = {
    *OPENINGS,
    *CLOSINGS,
    *HEADER_STARTS,
    *HEADER_ENDS,
    *MESSAGE_ENDS,
    *FRAMES,
    *FRAMES.values(),
    *(word for words in WORDS.values() for word in words),
}
ANY_MARK = re.compile("|".join(map(re.escape, sorted(_ALL, key=len, reverse=True))), re.IGNORECASE | re.ASCII)
_BEGINNINGS = frozenset(mark[:size] for mark in _ALL for size in range(1, len(mark)))
_LONGEST = max(map(len, _ALL))
LONGEST_WORDS = max(map(len, WORDS))


def closings_of(opening: str) -> set[str]:
    """Return the marks that end the thoughts that another one began."""
    return {marks.closing for marks in (*MARKS, HARMONY) if marks.opening == opening}


def ends_after(beginning: str) -> tuple[str, ...]:
    """Return the words that end the thoughts of an answer with this beginning."""
    lowered = _lowered(beginning)
    return next((ends for start, ends in WORDS.items() if lowered.startswith(start)), ())


def unfinished(text: str, *, with_words: bool) -> int:
    """Return how many characters at the end of ``text`` may begin a mark, of plain words only ``with_words``."""
    tail = _lowered(text[1 - _LONGEST :])
    for size in range(len(tail), 0, -1):
        end = tail[-size:]
        if end in _BEGINNINGS and (with_words or not end[0].isalpha()):
            return size
    return 0


def _lowered(text: str) -> str:
    """Return a text of the same length with small letters, as far as marks have letters."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)
