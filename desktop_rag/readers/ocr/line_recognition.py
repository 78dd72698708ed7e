"""Recognise the text of a line in a picture, and where each of its characters stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.onnx import Session
from desktop_rag.readers.ocr.geometry import LineBox, Picture, cut_out

_HEIGHT = 48  # of a line, as the model wants it
_WIDEST = 3200
_ONE_PLACE = 0.4  # of the usual distance of characters
_DOUBTFUL = 0.8
_PIXELS = 3200  # of a batch of lines, side by side: bounds the memory


@dataclass(frozen=True, slots=True)
class Line:
    """A recognised line: its characters, the middle of each as a share of the line's length, and how sure they are."""

    box: LineBox
    text: str
    places: tuple[float, ...]
    sure: float


class Recogniser:
    """Reads lines with a CTC model whose characters are in its own description."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        listed = session.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._characters = ["", *listed, " "]

    def read(self, picture: Picture, boxes: Sequence[LineBox]) -> Iterator[Line]:
        """Yield the lines at the given places, shorter ones first."""
        ordered = sorted(boxes, key=_ratio)
        while ordered:
            width = _width(ordered[-1])
            count = max(1, _PIXELS // width)
            # neighbours by length: less of a batch is padding
            batch, ordered = ordered[-count:], ordered[:-count]
            yield from self._batch(picture, batch, width)

    def _batch(self, picture: Picture, boxes: Sequence[LineBox], width: int) -> Iterator[Line]:
        pixels = np.zeros((len(boxes), 3, _HEIGHT, width), np.float32)
        widths = []
        for place, box in enumerate(boxes):
            cut = cut_out(picture, box, _HEIGHT)[:, :width, ::-1]
            pixels[place, :, :, : cut.shape[1]] = cut.transpose(2, 0, 1).astype(np.float32) * (2 / 255) - 1
            widths.append(cut.shape[1])
        (chances,) = self._session.run(None, {self._input: pixels})
        for place, box in enumerate(boxes):
            yield self._line(box, chances[place], width / widths[place])

    def _line(self, box: LineBox, chances: NDArray[np.float32], padding: float) -> Line:
        """Return the likeliest characters, repetitions and blanks left out."""
        best = chances.argmax(axis=1)
        # CTC: 0 is no character, and a character goes on until another one comes
        fresh = np.nonzero((best != 0) & (best != np.concatenate([[-1], best[:-1]])))[0]
        if not len(fresh):
            return Line(box, "", (), 0.0)
        sure = chances[fresh, best[fresh]]
        ends = np.array([_run_end(best, start) for start in fresh.tolist()])
        middles = (fresh + ends) / 2
        kept = _without_doubles(middles, sure)
        places = tuple(min(1.0, middle / len(best) * padding) for middle in middles[kept].tolist())
        text = "".join(self._characters[character] for character in best[fresh[kept]])
        return Line(box, text, places, float(sure[kept].mean()))


def _without_doubles(middles: NDArray[np.float64], sure: NDArray[np.float32]) -> list[int]:
    """Return the characters to keep: of two that are read in one place, the surer one."""
    pitch = float(np.median(np.diff(middles))) if len(middles) > 3 else 0.0
    kept: list[int] = []
    for place in range(len(middles)):
        if kept and middles[place] - middles[kept[-1]] < _ONE_PLACE * pitch:
            last = kept[-1]
            if min(sure[place], sure[last]) < _DOUBTFUL:
                kept[-1] = place if sure[place] > sure[last] else last
                continue
        kept.append(place)
    return kept


def _run_end(best: NDArray[np.int64], start: int) -> int:
    end = start + 1
    while end < len(best) and best[end] == best[start]:
        end += 1
    return end


def _ratio(box: LineBox) -> float:
    return box.width / max(box.height, 1.0)


def _width(box: LineBox) -> int:
    """Return the width of a line for the model, in pixels."""
    return min(_WIDEST, max(_HEIGHT, round(_ratio(box) * _HEIGHT)))
