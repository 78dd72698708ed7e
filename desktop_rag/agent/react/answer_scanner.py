"""Find out, while a step is still being written, where its answer begins."""

from desktop_rag.agent.react.output_parser import Mark, find_marks
from desktop_rag.core.answer_pieces import AnswerStart, appended

_SURELY_PLAIN = 240  # characters without any marker after which a text is an answer
_PARTS_OF_MARKERS = frozenset(":：*_` \t")  # a marker ends with one of these
_SURELY_BEGUN = 3  # characters after the marker: they may still be its decoration


class AnswerScanner:
    """Takes a step in pieces and lets through what is surely the answer."""

    def __init__(self) -> None:
        self.text = ""
        self._start: int | None = None
        self._sent = 0
        self._marks: list[Mark] = []
        self._takes_back = False  # what was passed on

    @property
    def begun(self) -> bool:
        """True if some of the answer was let through; then the step is an answer, whatever follows."""
        return self._start is not None

    @property
    def invents(self) -> bool:
        """True if the model, after calling a tool, makes up the tool's output."""
        names = [mark.name for mark in self._marks]
        return not self.begun and "observation" in names and "action" in names[: names.index("observation")]

    def feed(self, piece: str) -> str:
        """Return the part of the text so far that surely belongs to the answer and was not returned yet."""
        if isinstance(piece, AnswerStart):
            self._takes_back = self._sent > 0
            self._start, self._sent, self._marks = None, 0, []
        self.text = appended(self.text, piece)
        if self._start is None:
            if not _PARTS_OF_MARKERS.isdisjoint(piece):
                self._marks = find_marks(self.text)
            self._start = self._find()
            self._sent = self._start or 0
        return self.rest() if self.begun else ""

    def rest(self) -> str:
        """Return the text that was not returned yet."""
        piece = self.text[self._sent :]
        if self._takes_back:
            piece, self._takes_back = AnswerStart(piece), False
        self._sent = len(self.text)
        return piece

    def _find(self) -> int | None:
        """Return the start of the answer, None while it is unknown."""
        marks = self._marks
        first = next((mark for mark in marks if mark.name in ("action", "answer")), None)
        if first is None:
            plain = not marks and len(self.text.strip()) > _SURELY_PLAIN and "action" not in self.text.lower()
            return self._visible(0) if plain else None
        if first.name == "action" or len(self.text[first.end :].strip()) < _SURELY_BEGUN:
            return None
        return self._visible(first.end)

    def _visible(self, start: int) -> int:
        """Return the position of the first visible character."""
        return len(self.text) - len(self.text[start:].lstrip())
