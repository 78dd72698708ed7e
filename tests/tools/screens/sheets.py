"""Contact sheets: one picture for each screen, with small pictures of it in every language, size and theme."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

_THUMBNAIL = 380  # pixels wide
_GAP, _LINE = 8, 22
_QUALITY = 13


def make_sheet(name: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Path]]], target: Path) -> None:
    """Write a sheet: a row of pictures for each of ``rows`` (what it is called, its pictures), one for each column.

    Raises:
        OSError: The sheet cannot be written.
    """
    heights = [_height(pictures) for _, pictures in rows]
    width = _GAP + len(columns) * (_THUMBNAIL + _GAP)
    sheet = QImage(width, 2 * _LINE + sum(heights) + len(rows) * (_LINE + _GAP), QImage.Format.Format_RGB32)
    sheet.fill(QColor("#dddddd"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    font = QFont()
    font.setPixelSize(14)
    painter.setFont(font)
    top = _line(painter, f"{name}: {', '.join(columns)}", 0, width)
    for (title, pictures), height in zip(rows, heights, strict=True):
        top = _line(painter, title, top, width)
        for place, picture in enumerate(pictures):
            image = QImage(str(picture))
            image.setDevicePixelRatio(1)
            small = image.scaledToWidth(_THUMBNAIL, Qt.TransformationMode.SmoothTransformation)
            painter.drawImage(_GAP + place * (_THUMBNAIL + _GAP), top, small)
        top += height + _GAP
    painter.end()
    if not sheet.save(str(target), "WEBP", _QUALITY):
        raise OSError(f"{target} cannot be written.")


def _height(pictures: Sequence[Path]) -> int:
    first = QImage(str(pictures[0]))
    return round(first.height() * _THUMBNAIL / max(1, first.width()))


def _line(painter: QPainter, text: str, top: int, width: int) -> int:
    painter.drawText(QRect(_GAP, top, width, _LINE), Qt.AlignmentFlag.AlignVCenter, text)
    return top + _LINE
