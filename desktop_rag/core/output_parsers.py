"""Read what models reply, however they wrap it: fences, numbering, prose, JSON that is not quite JSON."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.core.messages import ChatMessage, MessageRole, TextBlock

_FENCE = re.compile(r"```[ \t]*[\w+-]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)
_FENCE_LINE = re.compile(r"^\s*```.*$")
_OBJECT = re.compile(r"""\{\s*(?:["'“}]|\w+\s*:|$)""")
_ARRAY = re.compile(r"""\[\s*(?:["'“\[{\]\d-]|true\b|false\b|null\b|$)""")
_KEY_WITHOUT_VALUE = re.compile(r'(?:,|(?<![\s,]))\s*+"(?:[^"\\]|\\.)*+"\s*+:\s*+(?=[,}])')
_NUMBERING = re.compile(r"^(?:[-*–]\s+|[•‣◦・]\s*|\(?\d{1,3}(?:[.)](?!\d)|[、．）])\s*|\(?[A-Za-z]\)\s+)+")
_NUMBER = re.compile(r"(?<![\d.A-Za-z_])\d{1,9}(?![\dA-Za-z_])(?!\.\d)")
_QUOTES = {'"': '"', "'": "'", "“": "”", "「": "」", "`": "`", "**": "**"}
_LONGEST_REPAIR = 200_000
_TRIES = 3


class BaseOutputParser(ABC):
    """Adds the format of the reply to a prompt, and parses the reply."""

    @abstractmethod
    def parse(self, output: str) -> object:
        """Return the value parsed from a reply; ValueError where there is none."""

    def format(self, query: str) -> str:
        """Return the prompt with the format of the reply added; unchanged by default."""
        return query

    def format_messages(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        """Return the messages with how the model should reply: in the system's, or in the last one.

        It stands in the last of its texts.
        """
        formatted = list(messages)
        if formatted:
            place = 0 if formatted[0].role is MessageRole.SYSTEM else -1
            formatted[place] = self._format_message(formatted[place])
        return formatted

    def _format_message(self, message: ChatMessage) -> ChatMessage:
        blocks = list(message.blocks) or [TextBlock("")]
        for place, block in reversed(list(enumerate(blocks))):
            if isinstance(block, TextBlock):
                blocks[place] = TextBlock(self.format(block.text))
                break
        return replace(message, blocks=blocks)


def parse_json(text: str) -> object | None:
    """Return the first JSON object or array in the text, or the value that the whole text is; None without one.

    What is cut off, has single quotes or comments, or a comma too many, is understood as it was meant.
    """
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return _first(text, (_OBJECT, _ARRAY))
    return value


def parse_json_object(text: str) -> dict[str, object] | None:
    """Return the first JSON object in the text, None without one; see ``parse_json``."""
    value = parse_json(text)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        value = _first(text, (_OBJECT,))
    return value if isinstance(value, dict) else None


def parse_lines(text: str) -> list[str]:
    """Return the lines of a list, in order: no numbering, bullets, quotes, fences, or sentence that announces it."""
    items = _array_of_texts(text)
    if items:
        return [item.strip() for item in items if item.strip()]
    lines = [line.strip() for line in text.splitlines() if line.strip() and not _FENCE_LINE.match(line)]
    if len(lines) > 1 and lines[0].endswith((":", "：")) and not _NUMBERING.match(lines[0]):
        lines = lines[1:]
    return list(filter(None, map(bare, lines)))


def parse_numbers(text: str) -> list[int]:
    """Return the whole numbers in the text, in order; parts of words and decimals are none."""
    return [int(number) for number in _NUMBER.findall(text)]


def without_fence(text: str) -> str:
    """Return the content of the first code fence, or the text itself if there is none."""
    fenced = _FENCE.search(text)
    return fenced.group(1).strip() if fenced else text.strip()


def _first(text: str, kinds: tuple[re.Pattern[str], ...]) -> object | None:
    """Return the first object or array that can be read, preferably from a code fence."""
    for part in [*(match.group(1) for match in _FENCE.finditer(text)), text]:
        starts = sorted(match.start() for kind in kinds for match in kind.finditer(part))
        for start in starts[:_TRIES]:
            value = _read(part[start:])
            if value is not None:
                return value
    return None


def _array_of_texts(text: str) -> list[str]:
    """Return the JSON array at the beginning of a text, fenced or not; empty when anything but texts is in it."""
    value = _first(text, (_ARRAY,)) if text.lstrip().startswith(("[", "```")) else None
    return value if isinstance(value, list) and all(isinstance(item, str) for item in value) else []


def _read(text: str) -> object | None:
    """Read the object or array at the beginning of the text; None when it makes no sense."""
    try:
        value: object = json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        value = _repaired(text[:_LONGEST_REPAIR])
    return value


def _repaired(text: str) -> object | None:
    """Guess the intended value; a key without a value gives none."""
    import json_repair

    try:
        value: object = json_repair.loads(_KEY_WITHOUT_VALUE.sub("", text), skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list) and value and text.startswith("{"):  # something else followed
        value = value[0]
    return value if isinstance(value, dict | list) and value else None


def bare(line: str) -> str:
    """Take numbering and surrounding quotes off."""
    line = _NUMBERING.sub("", line).strip()
    for opening, closing in _QUOTES.items():
        size = len(opening)
        if len(line) >= 2 * size and line.startswith(opening) and line.endswith(closing):
            inner = line[size:-size]
            line = inner.strip() if opening not in inner else line
    return line
