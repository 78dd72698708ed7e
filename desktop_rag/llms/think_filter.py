"""Take a reasoning model's thoughts out of its answer."""

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase

from desktop_rag.core.answer_pieces import AnswerStart
from desktop_rag.llms.types import ChatDelta

_FENCE = re.compile(r" {0,3}(```|~~~)")
_LONGEST_LINE = 2_000  # characters before a mark that tell whether it is spoken of
_TICKS = re.compile("`+")
_QUOTE_PAIRS = ("“”", "„“", "«»", "「」", "『』", "‹›")
_AROUND = frozenset("`\"'“”„«»‘’「」『』")
_SENTENCE_ENDS = frozenset(".!?…。！？:：\n)]}”\"'*")
_GOES_ON = frozenset(" \t,.;:!?)、。，")


class Place(enum.Enum):
    """The places for a mark that begins thoughts; elsewhere it is a word of the answer."""

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
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def closings_of(opening: str) -> set[str]:
    """Return the marks that end the thoughts that another one began."""
    return {marks.closing for marks in (*MARKS, HARMONY) if marks.opening == opening}


def ends_after(beginning: str) -> tuple[str, ...]:
    """Return the words that end the thoughts of an answer with this beginning."""
    lowered = _lowered(beginning[:LONGEST_WORDS])
    return next((ends for start, ends in WORDS.items() if lowered.startswith(start)), ())


def unfinished(text: str, *, with_words: bool) -> int:
    """Return the length of the end of ``text`` that may begin a mark, of plain words only ``with_words``."""
    tail = _lowered(text[1 - _LONGEST :])
    for size in range(len(tail), 0, -1):
        end = tail[-size:]
        if end in _BEGINNINGS and (with_words or not end[0].isalpha()):
            return size
    return 0


def _lowered(text: str) -> str:
    """Return a text of the same length with small letters, as far as marks have letters."""
    return text.translate(_SMALL)


class ThinkFilter:
    """Takes thoughts out of a text that comes in pieces, wherever the pieces are cut; see ``MARKS``.

    A mark in code or between quotation marks is spoken of. A closing one without its opening one ends thoughts that
    began with the answer, for some chat templates open them: the piece in which it comes is an ``AnswerStart``.
    """

    def __init__(self) -> None:
        self.thought = ""  # what the last piece added to the thoughts
        self._held = ""  # may be the beginning of a mark, or is one of which it is not known yet what follows
        self._opening = ""  # what began the thoughts that go on, in small letters
        self._opened_as = ""
        self._since: list[str] = []  # the thoughts since then
        self._header: list[str] | None = None  # what names a message of gpt-oss's, while it is being named
        self._has_headers = False
        self._has_thought = False
        self._frame_end = ""
        self._spoken: set[str] = set()  # marks that the answer spoke of
        self._said: list[str] = []  # the answer so far
        self._passed_on = False  # some of it was returned
        self._restarts = False
        self._line = _Line()

    @property
    def has_answered(self) -> bool:
        """True if a word of the answer was seen."""
        return bool(self._said)

    def feed(self, piece: str) -> str:
        """Return the part of the text so far that surely belongs to the answer."""
        return self._read(self._held + piece, is_last=False)

    def finish(self) -> str:
        """Return the rest: a half mark, or words after a mark in mid-answer whose end never came."""
        rest = self._read(self._held, is_last=True)
        if self._header is not None:
            return both_pieces(rest, self._opened_as + "".join(self._header))
        if not self._opening or not self._said or not self._opened_as:
            return rest
        return both_pieces(rest, self._opened_as + "".join(self._since))

    def _read(self, text: str, *, is_last: bool) -> str:
        """Return the answer's share of a text; its end is held where it may be half a mark."""
        thoughts: list[str] = []
        shown: list[str] = []
        self._held, self._restarts = "", False
        start = 0
        while start < len(text):
            found = ANY_MARK.search(text, start)
            end = found.start() if found else len(text)
            if found is None and not is_last:
                end -= unfinished(text[start:], with_words=bool(self._word_ends(text[start:])))
            self._take(text[start:end], thoughts, shown)
            if found is None or (found.end() == len(text) and not is_last):
                self._held = text[end:]
                break
            start = found.end()
            if not self._obey(found[0], text[start : start + 1], thoughts, shown):
                self._take(found[0], thoughts, shown)
        self.thought = "".join(thoughts)
        answer = "".join(shown)
        if self._restarts:
            return AnswerStart(answer)
        self._passed_on = self._passed_on or bool(answer)
        return answer

    def _word_ends(self, coming: str = "") -> tuple[str, ...]:
        """Return the plain words that would end thoughts here."""
        return ends_after(f"{''.join(self._said[:LONGEST_WORDS])}{coming}")

    def _obey(self, mark: str, after: str, thoughts: list[str], shown: list[str]) -> bool:
        """Apply a mark; return False for one that is a word of the text."""
        name = mark.lower()
        if self._header is not None or (self._has_headers and name in (*HEADER_STARTS, *HEADER_ENDS, *MESSAGE_ENDS)):
            return self._obey_header(name, thoughts, shown)
        if self._opening:
            return self._close(name, after)
        if self._line.is_spoken(after) or (name in self._spoken and not self._line.is_blank):
            self._spoken |= closings_of(name)
            return False
        if name in OPENINGS and self._may_open(OPENINGS[name]):
            self._open(name, mark)
            return True
        if name in HEADER_STARTS:
            self._has_headers, self._header, self._opened_as = True, [], mark
            return True
        if name in FRAMES and not self._said and (self._has_thought or "|" in name):
            self._frame_end = FRAMES[name]
            return True
        if self._frame_end == name:
            self._frame_end = ""
            return True
        is_end = name in CLOSINGS and not self._line.goes_on(after)
        if is_end or name in self._word_ends():
            return self._begin_again(thoughts, shown)
        self._spoken |= closings_of(name)
        return False

    def _may_open(self, place: Place) -> bool:
        if place is Place.START:
            return not self._said
        return place is Place.ANYWHERE or self._line.is_blank

    def _open(self, name: str, spelt: str) -> None:
        self._opening, self._opened_as = name, spelt
        self._since.clear()

    def _close(self, name: str, after: str) -> bool:
        """End the thoughts, unless this mark is one that they speak of or that of others."""
        before = self._since[-1][-1:] if self._since else ""
        if name not in closings_of(self._opening) or (before in _AROUND and after in _AROUND and before and after):
            return False
        self._opening, self._has_thought = "", True
        return True

    def _begin_again(self, thoughts: list[str], shown: list[str]) -> bool:
        """Take the answer so far for thoughts; return False where there were some: then the mark is a word."""
        if self._has_thought and self._said:
            return False
        self._has_thought = True
        if self._said:
            thoughts[:] = ["".join(self._said).strip()]
            shown.clear()
            self._said.clear()
            self._spoken.clear()
            self._line = _Line()
            self._restarts = self._restarts or self._passed_on
        return True

    def _obey_header(self, name: str, thoughts: list[str], shown: list[str]) -> bool:
        """Follow the messages of gpt-oss: those of the channel “final” are the answer."""
        if name in HEADER_ENDS and self._header is not None:
            header, self._header = "".join(self._header).lower(), None
            if "final" in header or header.strip() in ("", "assistant"):
                if not self._has_thought:
                    self._begin_again(thoughts, shown)
                self._opening = ""
            else:
                self._open(HARMONY.opening, "")
                self._has_thought = True
        elif name in HEADER_STARTS:
            self._header = [] if self._header is None else [*self._header, " "]
            self._opening = ""
        elif name in MESSAGE_ENDS:
            self._opening = ""
        else:
            return False
        return True

    def _take(self, text: str, thoughts: list[str], shown: list[str]) -> None:
        """Put text where it belongs; white space before the answer's first word is dropped."""
        if self._header is not None:
            self._header.append(text)
            return
        if self._opening:
            if text:
                self._since.append(text)
                thoughts.append(text)
            return
        if not self._said:
            text = text.lstrip()
        if text:
            self._said.append(text)
            self._line.add(text)
            shown.append(text)


class _Line:
    """The line of an answer that is being written: whether its end is code, or stands between quotation marks."""

    def __init__(self) -> None:
        self._pieces: list[str] = []  # of the line; put together when a mark comes: lines may be long
        self._fence = ""

    @property
    def _text(self) -> str:
        self._pieces = ["".join(self._pieces)[-_LONGEST_LINE:]]
        return self._pieces[0]

    @property
    def is_blank(self) -> bool:
        """True if the line is empty so far."""
        return not self._text.strip()

    def add(self, text: str) -> None:
        """Go on with the line, or with another one."""
        self._pieces.append(text)
        if "\n" not in text:
            return
        *ended, rest = "".join(self._pieces).split("\n")
        for line in ended:
            if fence := _FENCE.match(line):
                if not self._fence:
                    self._fence = fence[1]
                elif fence[1] == self._fence:
                    self._fence = ""
        self._pieces = [rest]

    def is_spoken(self, after: str) -> bool:
        """Return True if a mark here, before the character ``after``, is part of the text rather than meant."""
        line = self._text
        if self._fence or _FENCE.match(line):
            return True
        if line[-1:] in _AROUND and after in _AROUND and line and after:
            return True
        if len(_TICKS.findall(line)) % 2 or line.count('"') % 2:
            return True
        return any(line.count(pair[0]) > line.count(pair[1]) for pair in _QUOTE_PAIRS)

    def goes_on(self, after: str) -> bool:
        """Return True if a mark that comes here stands within a sentence: “the mark </think> ends …”."""
        before = self._text.rstrip(" \t")
        if not before or before == self._text or before[-1] in _SENTENCE_ENDS:
            return False
        return after in _GOES_ON if after else False


def without_thoughts(deltas: Iterable[ChatDelta]) -> Iterator[ChatDelta]:
    """Yield the deltas of a model whose text may have thoughts in it."""
    thoughts = ThinkFilter()
    for delta in deltas:
        text = thoughts.feed(delta.text)
        thought = delta.thought + thoughts.thought
        if delta.finish_reason:
            text = both_pieces(text, thoughts.finish())
            thought += thoughts.thought
        yield replace(delta, text=text, thought=thought) if delta.text or text or thought else delta


def both_pieces(text: str, rest: str) -> str:
    """Return two pieces joined; an ``AnswerStart`` where one of them is."""
    if isinstance(rest, AnswerStart) or not rest:
        return rest or text
    return AnswerStart(text + rest) if isinstance(text, AnswerStart) else text + rest
