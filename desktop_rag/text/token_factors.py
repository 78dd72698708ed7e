"""Estimate the tokens a model counts in a text by factors learnt from its server's counts.

A factor for each script, and for each message and request, is held with its uncertainty (a Kalman filter): every count
of the server corrects the factors it depends on. Before the first one, the uncertainty spans the vocabularies from
49,000 to 250,000 tokens that were measured, so an estimate is rather too large than too small.
"""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.text.script_sizes import Script, Sizes

# Of each script: the factor and its standard deviation before anything is known (mean + 2 deviations is what SmolLM2,
# of 49,000 tokens, needs at most, mean - 2 deviations what XLM-R, of 250,000, needs at least), and how much the texts
# of one script differ for one model, as a share of the factor; see decisions/0080.
_FIRST = {
    Script.LATIN: (1.1, 0.17, 0.09),
    Script.SYMBOLS: (1.25, 0.3, 0.12),
    Script.DIGITS: (0.75, 0.14, 0.04),
    Script.CJK: (0.45, 0.1, 0.04),
    Script.HANGUL: (0.52, 0.19, 0.06),
    Script.UNSPACED: (0.45, 0.17, 0.09),
    Script.ALPHABETS: (0.37, 0.11, 0.08),
}
_PER_MESSAGE = (6.0, 1.5, 0.0)  # SmolLM2 5, Llama 3 5, Gemma 5, Mistral 2 to 8
_PER_REQUEST = (12.0, 9.0, 0.0)  # a system message of the template's own: SmolLM2 20, Llama 3 25
_SURE = 2.0  # standard deviations that an estimate stays above
_DRIFT = 1e-3  # of the first variance, added at each count: later documents may be other ones
_PLAUSIBLE = 0.6  # a count below this share of the least that is expected is not of the whole text
_TOO_MANY = 1.5
_PLAUSIBLE_LEARNT = 0.85  # the same where the factors are learnt
_DOUBTS = 3  # implausible counts in a row, after which another model may have taken the name ...
_ALIKE, _UNLIKE = 1.15, 1.3  # ... where they are all off by about the same factor, for requests of different lengths
_SIZE = len(Script) + 2


@dataclass(frozen=True, slots=True)
class RequestSize:
    """The size of a request: its text in each script, and the number of messages."""

    text: Sizes
    messages: int = 0

    @property
    def vector(self) -> NDArray[np.float64]:
        """The numbers that the factors belong to."""
        return np.append(self.text, (self.messages, 1.0 if self.messages else 0.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A token count: most likely ``mean``, ``low`` at least and ``high`` at most.

    ``is_learnt``: the texts of a script differ more from one another than the factors are uncertain.
    """

    low: float
    mean: float
    high: float
    is_learnt: bool


class TokenFactors:
    """The factors of one model. It may be used from several threads."""

    def __init__(self, mean: Sequence[float] | None = None, variances: Sequence[Sequence[float]] | None = None) -> None:
        first = _first()
        self._lock = threading.Lock()
        self._doubts: list[tuple[float, int]] = []
        self._first_mean, self._differences = first[:, 0], first[:, 2]
        self._drift = np.diag(first[:, 1] ** 2) * _DRIFT
        self._mean = self._first_mean if mean is None else np.array(mean, dtype=np.float64)
        self._variances = np.diag(first[:, 1] ** 2) if variances is None else np.array(variances, dtype=np.float64)
        if self._mean.shape != (_SIZE,) or self._variances.shape != (_SIZE, _SIZE):
            raise ValueError("these are not the factors of a model")
        if not (np.isfinite(self._mean).all() and np.isfinite(self._variances).all()):
            raise ValueError("factors are numbers")

    def estimate(self, size: RequestSize) -> Estimate:
        """Return the estimated number of tokens of a text or request."""
        vector = size.vector
        with self._lock:
            mean = float(vector @ self._mean)
            unknown = max(float(vector @ self._variances @ vector), 0.0)
            differing = self._differing(vector)
        deviation = _SURE * math.sqrt(unknown + differing)
        return Estimate(max(0.0, mean - deviation), mean, mean + deviation, unknown <= differing)

    def is_plausible(self, size: RequestSize, tokens: int) -> bool:
        """Return True if a count can be that of the whole text."""
        expected = self.estimate(size)
        share = _PLAUSIBLE_LEARNT if expected.is_learnt else _PLAUSIBLE
        return expected.low * share <= tokens <= expected.high * _TOO_MANY + 64

    def learn(self, size: RequestSize, tokens: int) -> bool:
        """Correct the factors by a count of the model's own; return whether it was plausible."""
        if not self.is_plausible(size, tokens):
            self._doubt(size, tokens)
            return False
        self._doubts = []
        vector = size.vector
        with self._lock:
            noise = self._differing(vector) + 1.0
            self._variances = self._variances + self._drift
            gain = self._variances @ vector / (vector @ self._variances @ vector + noise)
            corrected = self._mean + gain * (tokens - vector @ self._mean)
            self._mean = np.clip(corrected, self._first_mean * 0.1, self._first_mean * 4)
            variances = self._variances - np.outer(gain, vector @ self._variances)
            self._variances = (variances + variances.T) / 2
        return True

    def _differing(self, vector: NDArray[np.float64]) -> float:
        """Return the variance that comes from texts of one script that differ from one another."""
        return float(np.sum((vector * self._mean * self._differences) ** 2))

    def _doubt(self, size: RequestSize, tokens: int) -> None:
        """Forget the learnt factors when the counts are another model's; a server that cuts always stops at one."""
        expected = self.estimate(size).mean
        with self._lock:
            self._doubts = [*self._doubts, (expected, max(tokens, 1))][-_DOUBTS:]
            lengths = [length for length, _ in self._doubts]
            ratios = [counted / length for length, counted in self._doubts]
            is_new = len(ratios) == _DOUBTS and max(ratios) <= min(ratios) * _ALIKE
            if is_new and max(lengths) >= min(lengths) * _UNLIKE:
                self._doubts = []
                self._mean, self._variances = self._first_mean, self._drift / _DRIFT

    def to_json(self) -> dict[str, list[float] | list[list[float]]]:
        """Return the constructor's arguments as JSON values."""
        with self._lock:
            return {"mean": self._mean.round(6).tolist(), "variances": self._variances.round(9).tolist()}


def _first() -> NDArray[np.float64]:
    return np.array([*(_FIRST[script] for script in Script), _PER_MESSAGE, _PER_REQUEST])
