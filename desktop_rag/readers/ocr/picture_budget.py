"""Decide which pictures inside a document are worth recognising, and when to stop."""

_LEAST_WIDE, _LEAST_HIGH = 100, 32  # pixels: icons, bullets and lines show no text
_IN_VAIN = 25  # pictures without text, one after the other, after which the rest are photographs too
_MOST = 300  # pictures of a document: a catalogue of thousands would take an hour


def is_large_enough(wide: int, high: int) -> bool:
    """Return True if a picture of this size in pixels may show text."""
    return wide >= _LEAST_WIDE and high >= _LEAST_HIGH


class PictureBudget:
    """Counts the pictures of one document that were looked at."""

    def __init__(self) -> None:
        self._in_vain = self._count = 0

    @property
    def is_spent(self) -> bool:
        """True if no more pictures are to be read."""
        return self._in_vain >= _IN_VAIN or self._count >= _MOST

    def note(self, *, text: bool) -> None:
        """Note that one was looked at, and whether it shows text."""
        self._count += 1
        self._in_vain = 0 if text else self._in_vain + 1
