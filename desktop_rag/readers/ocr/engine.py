"""The built-in text recognition: PP-OCR models (Chinese, Japanese, every language in Latin letters, Greek)."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from desktop_rag.core.errors import BugError
from desktop_rag.core.onnx import Session, load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.readers.ocr.geometry import LineBox, Picture
from desktop_rag.readers.ocr.line_detection import find_line_boxes
from desktop_rag.readers.ocr.line_recognition import Line, Recogniser

_LEAST_SURE = 0.5  # a line
_TURN_BELOW = 0.85  # surer pages are the right way up
_SAMPLE = 5  # lines tried upside down
_OTHER_SCRIPTS = frozenset(
    "ko ru uk bg sr mk be kk mn ky tg ar fa ur he yi hi mr ne sa bn as pa gu or ta te kn ml si th lo my km ka hy am ti "
    "bo dz ug ps sd ckb".split()
)
"""ISO 639 codes of languages whose letters the models do not know."""


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
