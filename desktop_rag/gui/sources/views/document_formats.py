"""Type sizes, colours and gaps of a document that is shown as a source."""

from dataclasses import dataclass

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextLength,
    QTextTableFormat,
)

from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Theme, font, monospaced_families
from desktop_rag.readers.shapes.model import Style

_SIZES = {1: 20, 2: 16, 3: 16}  # of headings by level, deeper ones as the text
_LINE_HEIGHT = 150.0  # percent
_INDENT, _GAP = 22, 8
_SCHEMES = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class DocumentFormats:
    """Formats in the colours of ``theme``, ``scale`` times as large as usual; ``sample`` decides between fonts."""

    theme: Theme
    scale: float = 1.0
    sample: str = ""

    def pixels(self, size: float) -> int:
        """Return a size on this scale."""
        return max(1, round(size * self.scale))

    def words(self, role: str = "text", *, size: int = TEXT, bold: bool = False) -> QTextCharFormat:
        """Return the format of words in a colour role."""
        result = QTextCharFormat()
        result.setFont(font(self.pixels(size), bold=bold, sample=self.sample))
        result.setForeground(QColor(self.theme.color(role)))
        return result

    def heading(self, level: int) -> QTextCharFormat:
        """Return the format of a heading."""
        return self.words(size=_SIZES.get(level, TEXT), bold=True)

    def code(self) -> QTextCharFormat:
        """Return the format of code."""
        result = self.words(size=BODY)
        usual = font(self.pixels(BODY), sample=self.sample)
        usual.setFamilies([*monospaced_families(), *usual.families()])
        result.setFont(usual)
        return result

    def styled(self, base: QTextCharFormat, style: Style, link: str) -> QTextCharFormat:
        """Return a format with what a run's style adds to it. Only web and mail links can be followed."""
        result = QTextCharFormat(base)
        if style & Style.CODE:
            families = [*monospaced_families(), *font(TEXT, sample=self.sample).families()]
            result.setFontFamilies(families)
            result.setBackground(QColor(self.theme.code))
        if style & Style.BOLD:
            result.setFontWeight(600)
        result.setFontItalic(bool(style & Style.ITALIC))
        result.setFontStrikeOut(bool(style & Style.STRUCK))
        if link.lower().startswith(_SCHEMES):
            result = self.linked(result, link)
        return result

    def linked(self, base: QTextCharFormat, target: str) -> QTextCharFormat:
        """Return a format that leads somewhere."""
        result = QTextCharFormat(base)
        result.setAnchor(True)
        result.setAnchorHref(target)
        result.setForeground(QColor(self.theme.link))
        return result

    def marked(self, base: QTextCharFormat, role: str) -> QTextCharFormat:
        """Return a format on the ground of a mark; "" leaves it as it is."""
        result = QTextCharFormat(base)
        if role:
            result.setBackground(QColor(self.theme.color(role)))
            result.setForeground(QColor(self.theme.on_highlight))
            result.setFontUnderline(base.isAnchor())
        return result

    def paragraph(self, *, quoted: int = 0, above: int = 0, below: int = _GAP) -> QTextBlockFormat:
        """Return the format of a paragraph."""
        result = QTextBlockFormat()
        result.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        result.setLeftMargin(self.pixels(_INDENT * quoted))
        result.setTopMargin(self.pixels(above))
        result.setBottomMargin(self.pixels(below))
        return result

    def heading_paragraph(self, level: int, *, quoted: int = 0) -> QTextBlockFormat:
        """Return the format of a heading's paragraph."""
        result = self.paragraph(quoted=quoted, above=16 if level < 3 else 8, below=6)
        result.setHeadingLevel(min(max(level, 1), 6))
        result.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        return result

    def item(self, level: int, marker: str, *, quoted: int = 0) -> QTextBlockFormat:
        """Return the format of a list's item, whose marker stands to the left of all its lines."""
        result = self.paragraph(quoted=quoted, below=4)
        result.setLeftMargin(result.leftMargin() + self.pixels(_INDENT * (level + 1)))
        result.setTextIndent(-QFontMetricsF(self.words().font()).horizontalAdvance(marker))
        return result

    def lowest(self) -> QTextBlockFormat:
        """Return the format of a paragraph one pixel high."""
        result = QTextBlockFormat()
        result.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return result

    def rule_box(self) -> QTextTableFormat:
        """Return the format of a line across the column."""
        result = self._box(0)
        result.setBackground(QColor(self.theme.border))
        result.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return result

    def table(self) -> QTextTableFormat:
        """Return the format of a table with hairlines."""
        result = self._box(6)
        result.setBorder(1)
        result.setBorderCollapse(True)
        result.setBorderBrush(QBrush(QColor(self.theme.border)))
        result.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        return result

    def code_box(self) -> QTextTableFormat:
        """Return the format of the box around a block of code."""
        result = self._box(12)
        result.setBackground(QColor(self.theme.code))
        result.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return result

    def slide_box(self) -> QTextTableFormat:
        """Return the format of the box that is a slide."""
        result = self._box(28)
        result.setBackground(QColor(self.theme.surface))
        result.setBorder(1)
        result.setBorderCollapse(True)
        result.setBorderBrush(QBrush(QColor(self.theme.border)))
        result.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        result.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return result

    def head_box(self) -> QTextTableFormat:
        """Return the format of a message's head."""
        result = self._box(3)
        result.setBottomMargin(self.pixels(12))
        return result

    def small(self) -> QTextCharFormat:
        """Return the format of a label."""
        return self.words("muted", size=SMALL + 1)

    def _box(self, padding: int) -> QTextTableFormat:
        result = QTextTableFormat()
        result.setBorder(0)
        result.setCellSpacing(0)
        result.setCellPadding(self.pixels(padding) if padding else 0)
        result.setTopMargin(self.pixels(4))
        result.setBottomMargin(self.pixels(12))
        return result
