"""The built-in text recognition: PP-OCR models (Chinese, Japanese, every language in Latin letters, Greek).

One model detects the lines of text in a picture, others tell how they are turned, what they say, and where each of
their characters stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.errors import BugError
from desktop_rag.core.onnx import Session, load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.readers.ocr.geometry import LineBox, Picture, cut_out, rectangle_around

_LEAST_SURE = 0.5  # a line
_TURN_BELOW = 0.85  # surer pages are the right way up
_SAMPLE = 5  # lines tried upside down
_OTHER_SCRIPTS = frozenset(
    "ko ru uk bg sr mk be kk mn ky tg ar fa ur he yi hi mr ne sa bn as pa gu or ta te kn ml si th lo my km ka hy am ti "
    "bo dz ug ps sd ckb".split()
)
"""ISO 639 codes of languages whose letters the models do not know."""
_TEXT = 0.3  # from this probability on a pixel belongs to a line
_SURE = 0.55  # the mean probability of a line
_GROWTH = 1.6  # the model marks the core of lines: how much larger they are
_SMALLEST = 3  # pixels
_STEP = 32  # what the model's sides are multiples of
_TALL = 1.5  # lines this much higher than wide run down the page
_AS_HIGH = 0.7  # parts of one line are about as high
_REACH = 0.2  # heights that they reach into each other
_MOST_LINES = 1000
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


class Engine:
    """Finds and reads the lines of a picture; one thread, and no memory kept between pages."""

    def __init__(self, models: Path) -> None:
        self._detector = _session(_model(models, "det"))
        self._recogniser = Recogniser(_session(_model(models, "rec")))

    def read(self, picture: Picture, small: Picture) -> list[Line]:
        """Return the lines of an RGB picture in no particular order; ``small`` is the same one to find them on."""
        high, wide = picture.shape[:2]
        scale = wide / small.shape[1], high / small.shape[0]
        boxes = [box.scaled(*scale) for box in find_line_boxes(self._detector, small)]
        if not boxes:
            return []
        if self._upside_down(picture, boxes):
            boxes = [box.turned() for box in boxes]
        lines = self._recogniser.read(picture, boxes)
        return [line for line in lines if line.sure >= _LEAST_SURE and line.text.strip()]

    def _upside_down(self, picture: Picture, boxes: Sequence[LineBox]) -> bool:
        """Return True if the longest lines make more sense the other way round."""
        longest = sorted(boxes, key=_length)[-_SAMPLE:]
        upright = _sureness(list(self._recogniser.read(picture, longest)))
        if upright >= _TURN_BELOW:
            return False
        return _sureness(list(self._recogniser.read(picture, [box.turned() for box in longest]))) > upright


def reads_language(code: str) -> bool:
    """Return True if the models know the letters of a language (ISO 639-1), or it is unknown."""
    return code.lower().partition("-")[0] not in _OTHER_SCRIPTS


@cache
def built_in_engine() -> Engine | None:
    """Return the engine, loaded at the first call; None where its models are not installed."""
    models = _models()
    return Engine(models) if models else None


def is_installed() -> bool:
    """Return True if the models are there; loads nothing."""
    return _models() is not None


def _models() -> Path | None:
    """Return the folder with the models, None where the program was installed without them."""
    try:
        return resource_path("models", "ocr")
    except BugError:
        return None


def _model(folder: Path, part: str) -> Path:
    """Return the newest model of a kind."""
    return max(folder.glob(f"*_{part}_*.onnx"))


def _session(model: Path) -> Session:
    """Load a model to run on one thread: as many pages are read at once as there are child processes."""
    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False  # lines are of every length: plans for each would pile up
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session: Session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    return session


def _length(box: LineBox) -> float:
    return box.width


def _sureness(lines: Sequence[Line]) -> float:
    """Return the confidence of lines, longer ones counting more."""
    return sum(line.sure * len(line.text) for line in lines) / max(1, sum(len(line.text) for line in lines))


def find_line_boxes(session: Session, picture: Picture) -> list[LineBox]:
    """Return the lines of text on an RGB picture, in no particular order."""
    high, wide = picture.shape[:2]
    # the model takes sides of whole steps only; what is added is white paper
    full = np.full((-high % _STEP + high, -wide % _STEP + wide, 3), 255, np.uint8)
    full[:high, :wide] = picture
    # as it was trained: blue first, values from -1 to 1
    pixels = full[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] * (2 / 255) - 1
    name = session.get_inputs()[0].name
    (chances,) = session.run(None, {name: np.ascontiguousarray(pixels)})
    found = (_line_box(runs) for runs in _components(chances[0, 0, :high, :wide]))
    return _joined([box for box in found if box is not None][:_MOST_LINES])


def _components(chances: NDArray[np.float32]) -> Iterator[NDArray[np.float64]]:
    """Yield the connected areas of probable text as runs: row, first column, column after the last, sum of chances."""
    mask = chances > _TEXT
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    if not len(rows):
        return
    sums = np.pad(np.cumsum(chances, axis=1, dtype=np.float64), ((0, 0), (1, 0)))
    runs = np.stack([rows, starts, ends, sums[rows, ends] - sums[rows, starts]], axis=1)
    labels = _labels(rows.tolist(), starts.tolist(), ends.tolist())
    order = np.argsort(labels, kind="stable")
    yield from np.split(runs[order], np.nonzero(np.diff(labels[order]))[0] + 1)


def _labels(rows: list[int], starts: list[int], ends: list[int]) -> NDArray[np.int64]:
    """Return for each run the number of its area; runs of neighbouring rows that touch belong together."""
    parents = list(range(len(rows)))

    def root(run: int) -> int:
        while parents[run] != run:
            # union-find with paths halved: as fast as a picture has runs
            parents[run] = parents[parents[run]]
            run = parents[run]
        return run

    above = 0
    for run, row in enumerate(rows):
        while rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < starts[run]):
            above += 1
        other = above
        while rows[other] == row - 1 and starts[other] <= ends[run]:
            parents[root(run)] = root(other)
            other += 1
    return np.array([root(run) for run in range(len(rows))])


def _joined(boxes: list[LineBox]) -> list[LineBox]:
    """Put parts of one line together: those that reach into each other (large letters stand apart)."""
    whole: list[LineBox] = []
    for box in sorted(boxes, key=_start):
        place = next((i for i, other in enumerate(whole) if _is_continued(other, box)), None)
        if place is None:
            whole.append(box)
        else:
            whole[place] = _together(whole[place], box)
    return whole


def _is_continued(one: LineBox, other: LineBox) -> bool:
    unit = np.array(one.along) / max(one.width, 1.0)
    normal = np.array(one.down) / max(one.height, 1.0)
    low, high = sorted((one.height, other.height))
    if low < _AS_HIGH * high or float(unit @ np.array(other.along)) < 0.98 * other.width:
        return False
    middles = [np.array(box.corner) + np.array(box.down) / 2 for box in (one, other)]
    shift = middles[1] - middles[0]
    start = float(unit @ shift)
    return (
        abs(float(normal @ shift)) < 0.2 * low
        and 0 <= start < one.width - _REACH * low
        and (start + other.width > one.width - 1)
    )


def _together(one: LineBox, other: LineBox) -> LineBox:
    """Return the box from the beginning of the first to the end of the second."""
    unit = np.array(one.along) / one.width
    end = float(unit @ (np.array(other.corner) + np.array(other.along) - np.array(one.corner)))
    along = unit * max(end, one.width)
    return LineBox(one.corner, (along[0], along[1]), one.down)


def _start(box: LineBox) -> float:
    return box.corner[0] if abs(box.along[0]) >= abs(box.along[1]) else box.corner[1]


def _line_box(runs: NDArray[np.float64]) -> LineBox | None:
    """Return the line that an area is the core of, None when it is too small or too doubtful."""
    rows, starts, ends, sums = runs.T
    area = float((ends - starts).sum())
    if float(sums.sum()) < _SURE * area:
        return None
    corners = [(starts, rows), (ends, rows), (starts, rows + 1), (ends, rows + 1)]
    middle, unit, half_width, half_height = rectangle_around(np.concatenate([np.stack(pair, 1) for pair in corners]))
    if min(half_width, half_height) * 2 < _SMALLEST:
        return None
    # the model marks the core of a line, shrunk by area over perimeter (DB's rule): grown back here
    growth = _GROWTH * half_width * half_height / (half_width + half_height)
    half_width, half_height = half_width + growth, half_height + growth
    if (unit[1] if abs(unit[0]) < 0.5 else unit[0]) < 0:
        unit = -unit
    if abs(unit[0]) < 0.7 and half_width < _TALL * half_height:  # a square area may be turned by a right angle
        unit, half_width, half_height = np.array([abs(unit[1]), -unit[0]]), half_height, half_width
    normal = np.array([-unit[1], unit[0]])
    corner = middle - unit * half_width - normal * half_height
    along, down = unit * half_width * 2, normal * half_height * 2
    return LineBox((corner[0], corner[1]), (along[0], along[1]), (down[0], down[1]))


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
