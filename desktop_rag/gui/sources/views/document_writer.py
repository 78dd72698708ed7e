"""Writes a document's blocks into a ``QTextDocument``, in type sizes, colours and gaps of its own.

What is marked stands on the grounds of a felt pen.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from desktop_rag.core.file_paths import shown_name
from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.code_colours import COLOUR_OF, LONGEST
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Theme, font, monospaced_families
from desktop_rag.readers.section_headings import heading_text
from desktop_rag.readers.shapes.colouring import language_colours
from desktop_rag.readers.shapes.model import Block, Field, Kind, Prose, Run, Runs, Style
from desktop_rag.readers.shapes.shape import ATTACHMENTS

MEMBER, MORE_BEFORE, MORE_AFTER = "member:", "more:before", "more:after"
_MOST_CELLS = 1_200  # of a table in a document: half a second; its other rows are told of
# Qt ends paragraphs and frames with some of these
_FOREIGN = str.maketrans({"\n": "\u2028", "\r": " ", "\u2029": " ", "\0": " ", "\ufdd0": "\ufffd", "\ufdd1": "\ufffd"})
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


class DocumentWriter:
    """Fills an empty document; ``place`` is then where what is marked begins, None when nothing is."""

    def __init__(self, document: QTextDocument, formats: DocumentFormats, marks: Marks) -> None:
        self.place: int | None = None
        self._document = document
        self._formats = formats
        self._marks = marks
        self._cursor = QTextCursor(document)
        self._is_fresh = True  # the paragraph at the cursor is still without a use
        self._cited = False
        self._boxes: list[QTextTable] = []
        self._marked: list[str] = []

    def write(self, prose: Prose, members: Sequence[str] = ()) -> None:
        """Write a document; ``members`` are the stored files that are attached to it."""
        self._cursor.beginEditBlock()
        if prose.extract.has_more_before:
            self._write_more(MORE_BEFORE, QCoreApplication.translate("DocumentView", "Show what comes before"))
        if prose.subject:
            self._paragraph(self._formats.heading_paragraph(1), prose.subject, self._formats.heading(1))
        if prose.fields:
            self._write_head(prose.fields, members)
        if prose.is_slide:
            self._write_slide(prose.blocks)
        else:
            self._write_blocks(prose.blocks)
        if prose.extract.has_more_after:
            self._write_more(MORE_AFTER, QCoreApplication.translate("DocumentView", "Show what comes after"))
        self._cursor.endEditBlock()

    def marked_text(self) -> str:
        """Return the words that were marked."""
        return " ".join(self._marked)

    def _write_blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self._write_block(block)

    def _write_block(self, block: Block) -> None:
        if block.kind is Kind.TABLE:
            self._write_table(block)
        elif block.kind is Kind.CODE:
            self._write_code(block)
        elif block.kind is Kind.RULE:
            self._write_rule()
        elif block.kind is Kind.HEADING:
            form = self._formats.heading_paragraph(block.level, quoted=block.quoted)
            self._paragraph(form, _heading_runs(block), self._formats.heading(block.level))
        elif block.kind is Kind.ITEM:
            self._write_item(block)
        else:
            words = self._formats.words("muted" if block.quoted else "text")
            self._paragraph(self._formats.paragraph(quoted=block.quoted), block.runs, words)

    def _write_item(self, block: Block) -> None:
        marker = f"{block.marker}\u2002" if block.marker else ""
        self._new_paragraph(self._formats.item(block.level, marker, quoted=block.quoted))
        self._cursor.insertText(marker, self._formats.words("muted"))
        self._insert(block.runs, self._formats.words())

    def _write_table(self, block: Block) -> None:
        """Write a table; of a long one the rows around what is marked."""
        rows = list(block.rows)
        width = max((len(row) for row in rows), default=1)
        most, first = max(8, _MOST_CELLS // max(width, 1)), 1
        if len(rows) > most + 1:
            at = next((number for number, row in enumerate(rows) if self._is_marked(row)), 0)
            first = min(max(1, at - most // 4), len(rows) - most)
            rows = [rows[0], *rows[first : first + most]]
        self._insert_table(rows, width)
        if len(rows) < len(block.rows):
            template = QCoreApplication.translate("DocumentView", "Rows {first} to {last} of {count}")
            text = template.format(first=first, last=first + most - 1, count=len(block.rows) - 1)
            self._new_paragraph(self._formats.paragraph())
            self._cursor.insertText(text, self._formats.small())

    def _insert_table(self, rows: Sequence[Sequence[Runs]], width: int) -> None:
        if not rows or not width:
            return
        self._begin_box(self._formats.table(), len(rows), width)
        for number, row in enumerate(rows):
            words = self._formats.words(bold=not number)
            for column in range(width):
                self._cursor.setBlockFormat(self._formats.paragraph(below=0))
                self._insert(row[column] if column < len(row) else (), words)
                self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._end_box()

    def _write_code(self, block: Block) -> None:
        self._begin_box(self._formats.code_box())
        plain = QTextBlockFormat()
        plain.setLineHeight(135.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        self._cursor.setBlockFormat(plain)
        code = "".join(run.text for run in block.runs)
        colours = language_colours(code, block.language) if len(code) <= LONGEST else ()
        roles = [(one.start, one.end, COLOUR_OF[one.role]) for one in colours]
        self._insert(tuple(_coloured(block.runs, roles)), self._formats.code(), coloured=True)
        self._end_box()

    def _write_head(self, fields: Sequence[Field], members: Sequence[str]) -> None:
        """Write the sender, recipients and date of a message, and its attachments, which can be opened."""
        self._begin_box(self._formats.head_box(), len(fields), 2)
        for field in fields:
            self._cursor.setBlockFormat(self._formats.paragraph(below=0))
            label = field.label._replace(text=_label(field.label.text))
            self._insert((label,), self._formats.small())
            self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
            self._cursor.setBlockFormat(self._formats.paragraph(below=0))
            runs = _attachments(field.value, members) if field.label.text == ATTACHMENTS else (field.value,)
            self._insert(runs, self._formats.words())
            self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._end_box()
        self._write_rule()

    def _write_rule(self) -> None:
        """Draw a line across the column: a very low box."""
        self._begin_box(self._formats.rule_box())
        self._cursor.setBlockFormat(self._formats.lowest())
        self._end_box()

    def _write_slide(self, blocks: Sequence[Block]) -> None:
        """Write the content of a slide into a box, and the text beside it (notes, comments) below."""
        asides = (at for at, one in enumerate(blocks) if one.kind is Kind.HEADING and one.level > 1)
        end = next(asides, len(blocks))
        if end:
            self._begin_box(self._formats.slide_box())
            for block in blocks[:end]:
                self._write_shape(block)
            self._end_box()
        self._write_blocks(blocks[end:])

    def _write_shape(self, block: Block) -> None:
        """Write one shape of a slide: several lines are a list."""
        lines = [tuple(line) for is_end, line in groupby(block.runs, key=_is_line_end) if not is_end]
        if block.kind is not Kind.PARAGRAPH or len(lines) < 2:
            self._write_block(block)
            return
        for line in lines:
            self._write_item(Block(Kind.ITEM, block.start, block.end, line, marker="•"))

    def _write_more(self, target: str, text: str) -> None:
        self._new_paragraph(self._formats.paragraph(above=4, below=12))
        self._cursor.insertText(text, self._formats.linked(self._formats.small(), target))

    def _paragraph(self, form: QTextBlockFormat, runs: Runs, words: QTextCharFormat) -> None:
        self._new_paragraph(form)
        self._insert(runs, words)

    def _new_paragraph(self, form: QTextBlockFormat) -> None:
        if self._is_fresh:
            self._cursor.setBlockFormat(form)
            self._cursor.setBlockCharFormat(QTextCharFormat())
        else:
            self._cursor.insertBlock(form, QTextCharFormat())
        self._is_fresh = False

    def _begin_box(self, form: QTextTableFormat, rows: int = 1, columns: int = 1) -> None:
        """Begin a table and go into its first cell."""
        if not self._is_fresh and not self._cursor.block().text():
            self._is_fresh = True
        table = self._cursor.insertTable(rows, columns, form)
        self._boxes.append(table)
        self._is_fresh = True
        if form.hasProperty(QTextFormat.Property.BackgroundBrush):  # Qt paints that of cells only
            ground = QTextTableCellFormat()
            ground.setBackground(form.background())
            table.cellAt(0, 0).setFormat(ground)

    def _end_box(self) -> None:
        """Go on below the table that was begun last."""
        self._cursor.setPosition(self._boxes.pop().lastPosition() + 1)
        self._is_fresh = True

    def _insert(self, runs: Runs, base: QTextCharFormat, *, coloured: bool = False) -> None:
        for run in runs:
            form = self._formats.styled(base, run.style, run.link)
            if coloured and run.link:
                form.setForeground(self._formats.theme.color(run.link))
            elif run.link.startswith(MEMBER):
                form = self._formats.linked(form, run.link)
            for text, role in self._marked_pieces(run):
                self._note(text, role)
                self._cursor.insertText(text.translate(_FOREIGN), self._formats.marked(form, role))

    def _marked_pieces(self, run: Run) -> Iterator[tuple[str, str]]:
        """Yield the parts of a run with the role of their mark."""
        if len(run.text) != run.end - run.start:
            yield run.text, self._marks.role(run.start, run.end)
            return
        for start, end, role in self._marks.pieces(run.start, run.end):
            yield run.text[start - run.start : end - run.start], role

    def _note(self, text: str, role: str) -> None:
        """Note where the marks begin: the quoted words rather than the passage."""
        if not role or not text.strip():
            return
        self._marked.append(text)
        cited = role == "sentence"
        if self.place is None or (cited and not self._cited):
            self.place = self._cursor.position()
            self._cited = cited

    def _is_marked(self, row: Sequence[Runs]) -> bool:
        return any(self._marks.role(run.start, run.end) for cell in row for run in cell)


def _heading_runs(block: Block) -> Runs:
    """Return the words of a heading, in the person's language when a reader wrote it."""
    if not block.by_reader:
        return block.runs
    return (Run(words.sentence(heading_text(block.text)), block.runs[0].start, block.runs[-1].end),)


def _is_line_end(run: Run) -> bool:
    return run.text == "\n"


def _coloured(runs: Runs, roles: Sequence[tuple[int, int, str]]) -> Iterator[Run]:
    """Yield runs of code cut where its colours change; the colour role is put in the place of a link."""
    starts = [start for start, _, _ in roles]
    begin = 0
    for run in runs:
        position, end = begin, begin + len(run.text)
        for first, last, role in roles[max(0, bisect_right(starts, begin) - 1) : bisect_left(starts, end)]:
            low, high = max(first, position), min(last, end)
            if high <= low:
                continue
            if low > position:
                yield _part(run, position - begin, low - begin, "")
            yield _part(run, low - begin, high - begin, role)
            position = high
        if position < end:
            yield _part(run, position - begin, end - begin, "")
        begin = end


def _part(run: Run, start: int, end: int, role: str) -> Run:
    if len(run.text) != run.end - run.start:
        return Run(run.text[start:end], run.start, run.end, run.style, role)
    return Run(run.text[start:end], run.start + start, run.start + end, run.style, role)


def _attachments(value: Run, members: Sequence[str]) -> Runs:
    """Return the names of attachments, those that are stored as links to them."""
    names = {shown_name(member): number for number, member in enumerate(members)}
    runs: list[Run] = []
    position = 0
    for name in value.text.split(", "):
        if position:
            runs.append(Run(", ", value.start + position - 2, value.start + position))
        link = f"{MEMBER}{names[name]}" if name in names else ""
        runs.append(Run(name, value.start + position, value.start + position + len(name), link=link))
        position += len(name) + 2
    return tuple(runs)


def _label(label: str) -> str:
    """Return the label of a head's line in the person's language."""
    return {
        "From": QCoreApplication.translate("DocumentView", "From"),
        "To": QCoreApplication.translate("DocumentView", "To"),
        "Cc": QCoreApplication.translate("DocumentView", "Cc"),
        "Date": QCoreApplication.translate("DocumentView", "Date"),
        ATTACHMENTS: QCoreApplication.translate("DocumentView", "Attachments"),
    }[label]
