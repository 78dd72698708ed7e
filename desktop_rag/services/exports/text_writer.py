"""Writes an exported document as Markdown or plain text."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.services.exports.document import (
    Block,
    CodeBlock,
    Exchange,
    ExportDocument,
    Heading,
    Inlines,
    ItemList,
    NoteMark,
    Paragraph,
    Quotation,
    QuotedFrom,
    Rule,
    Run,
    Table,
    one_line,
)

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~$^]|&(?=[#\w])|!(?=\[)")
_AT_START = re.compile(r"\A\s*(?=(?:[#+\-=:]|\d{1,9}(?P<dot>[.)])))")
_ADDRESS = re.compile(
    r"(?:[a-zA-Z][a-zA-Z0-9+.\-]{0,31}+://|www\.)[^\s<>`]*[^\s<>`.,;:!?)\]}'\"]|(?<![\w.+\-])[\w.+\-]++@[\w\-]++\.[\w.\-]+"
)
_TICKS = re.compile(r"`+")
_BAR = re.compile(r"(?<!\\)\|")


def write_markdown(document: ExportDocument) -> str:
    """Return a document as Markdown with footnotes; texts that readers would turn into links become code."""
    writer = _Markdown()
    return writer.document(document)


def write_plain(document: ExportDocument) -> str:
    """Return a document as text with numbers in brackets, the references at the end of each answer."""
    return _Plain().document(document)


def write_plain_answer(exchange: Exchange) -> str:
    """Return an answer alone as plain text, with its references."""
    return "\n\n".join(_Plain().answer_alone(exchange)) + "\n"


def write_markdown_answer(exchange: Exchange) -> str:
    """Return an answer alone as Markdown, with its footnotes."""
    return "\n\n".join(_Markdown().answer_alone(exchange)) + "\n"


class _Plain:
    """Writes blocks as people write them in a text file."""

    def document(self, document: ExportDocument) -> str:
        """Return the whole document."""
        parts = [self.heading(1, self.escaped(document.title)), self.escaped(" · ".join(document.facts))]
        if document.has_doubts:
            parts.append(self.escaped(document.labels.legend_plain))
        for exchange in document.exchanges:
            if one_line(exchange.question) != document.title or len(document.exchanges) > 1:
                parts.append(self.heading(2, self.escaped(one_line(exchange.question))))
                parts.append(self.escaped(" · ".join(exchange.facts)))
            parts += self.answer(exchange)
        return "\n\n".join(part for part in parts if part) + "\n"

    def answer_alone(self, exchange: Exchange) -> list[str]:
        """Return the paragraphs of an answer, and the meaning of its marks."""
        legend = [self.escaped(exchange.labels.legend_plain)] if exchange.has_doubts else []
        return [*self.answer(exchange), *legend]

    def answer(self, exchange: Exchange) -> list[str]:
        """Return the paragraphs of an answer with its notices and references."""
        notices = [self.notice(self.escaped(notice)) for notice in exchange.notices]
        return [*notices, *self.blocks(exchange.blocks), *self.references(exchange)]

    def blocks(self, blocks: Sequence[Block]) -> list[str]:
        """Return each block as lines."""
        return ["\n".join(self._lines(block)) for block in blocks]

    def _lines(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(level, inlines):
                yield self.heading(level, self.inlines(inlines))
            case Paragraph(inlines):
                yield self.at_start(self.inlines(inlines))
            case ItemList(items, start):
                for number, item in enumerate(items):
                    sign = f"{start + number}." if start is not None else "-"
                    lines = "\n\n".join(self.blocks(item)).split("\n")
                    yield f"{sign} {lines[0]}"
                    yield from (f"{' ' * (len(sign) + 1)}{line}".rstrip() for line in lines[1:])
            case Quotation(inner):
                yield from (f"> {line}".rstrip() for line in "\n\n".join(self.blocks(inner)).split("\n"))
            case QuotedFrom(place):
                yield self.at_start(self.run(Run(place, italic=True)))
            case CodeBlock(text):
                yield self.code_block(text)
            case Table(rows):
                yield from self.table([[self.inlines(cell) for cell in row] for row in rows])
            case Rule():
                yield "---"

    def inlines(self, inlines: Inlines) -> str:
        """Return a paragraph's words on one line; those without support stand in ⟦ ⟧."""
        pieces, doubt, follows_mark = [], "", False
        for one in inlines:
            now = one.doubt if isinstance(one, Run) else ""
            if doubt and not now:
                pieces.append("⟧")
            elif now and not doubt:
                pieces.append("⟦")
            doubt = now
            if isinstance(one, Run):
                pieces.append(self.run(one) if not follows_mark else self.after_mark(self.run(one)))
            else:
                pieces.append(self.mark(one.number) if isinstance(one, NoteMark) else self.line_break())
            follows_mark = isinstance(one, NoteMark)
        return "".join([*pieces, "⟧" if doubt else ""])

    def run(self, run: Run) -> str:
        """Return words with the marks of their look."""
        return run.text

    def mark(self, number: int) -> str:
        """Return the sign of a reference."""
        return f" [{number}]"

    def after_mark(self, text: str) -> str:
        """Return words that stand right behind the sign of a reference."""
        return text

    def references(self, exchange: Exchange) -> list[str]:
        """Return the references of an answer."""
        lines = [f"[{one.number}] {one.line}" for one in exchange.references]
        return ["\n".join([f"{exchange.labels.references}:", *lines])] if lines else []

    def heading(self, _level: int, text: str) -> str:
        """Return a heading."""
        return text

    def notice(self, text: str) -> str:
        """Return a notice."""
        return text

    def line_break(self) -> str:
        """Return the end of a line inside a paragraph."""
        return "\n"

    def at_start(self, text: str) -> str:
        """Return a paragraph."""
        return text

    def code_block(self, text: str) -> str:
        """Return lines of code."""
        return text

    def table(self, rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yield the lines of a table: cells with tabs between them, as spreadsheets take them."""
        yield from ("\t".join(row) for row in rows)

    def escaped(self, text: str) -> str:
        """Return text that reads as it is."""
        return text


class _Markdown(_Plain):
    """Writes blocks as Markdown that shows exactly their words."""

    def run(self, run: Run) -> str:
        """Return words between the signs of their look, which may not stand beside blanks."""
        if run.code:
            return _code(run.text)
        inner = run.text.strip()
        begins = run.text.find(inner)
        before, after = run.text[:begins], run.text[begins + len(inner) :]
        signs = "".join(sign for sign, wanted in (("~~", run.struck), ("**", run.bold), ("*", run.italic)) if wanted)
        words = f"[{self.escaped(inner)}]({run.link})" if run.link else self.escaped(inner)
        return f"{before}{signs}{words}{signs[::-1]}{after}" if inner and signs else f"{before}{words}{after}"

    def mark(self, number: int) -> str:
        """Return a footnote's sign."""
        return f"[^{number}]"

    def after_mark(self, text: str) -> str:
        """Return words that make no link of the footnote before them."""
        return f"\\{text}" if text.startswith(("(", ":")) else text

    def references(self, exchange: Exchange) -> list[str]:
        """Return the footnotes of an answer."""
        opened = self.escaped(exchange.labels.open_link)
        return [
            f"[^{one.number}]: {self.escaped(one.line)}" + (f" [{opened}]({one.link})" if one.link else "")
            for one in exchange.references
        ]

    def heading(self, level: int, text: str) -> str:
        """Return a heading."""
        return f"{'#' * level} {text}"

    def notice(self, text: str) -> str:
        """Return a notice."""
        return f"> **{text}**"

    def line_break(self) -> str:
        """Return the end of a line inside a paragraph."""
        return "\\\n"

    def at_start(self, text: str) -> str:
        """Return a paragraph that is no list, heading or code, whatever its first characters."""
        text = text.strip()
        found = _AT_START.match(text)
        if not found:
            return text
        place = found.start("dot") if found["dot"] else found.end()
        return f"{text[:place]}\\{text[place:]}"

    def code_block(self, text: str) -> str:
        """Return code between fences longer than any in it."""
        fence = "`" * max(3, _longest_ticks(text) + 1)
        return f"{fence}\n{text}\n{fence}"

    def table(self, rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yield the lines of a table."""
        for number, row in enumerate(rows):
            cells = (_BAR.sub(r"\\|", cell.replace(self.line_break(), " ")) for cell in row)
            yield f"| {' | '.join(cells)} |"
            if not number:
                yield f"|{' --- |' * len(row)}"

    def escaped(self, text: str) -> str:
        """Return text that Markdown shows as it is; addresses stand as code, which nothing makes a link of."""
        pieces, position = [], 0
        for match in _ADDRESS.finditer(text):
            pieces += [_escape(text[position : match.start()]), _code(match[0])]
            position = match.end()
        return "".join([*pieces, _escape(text[position:])])


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", text)


def _code(text: str) -> str:
    """Return code inside a line."""
    ticks = "`" * (_longest_ticks(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_ticks(text: str) -> int:
    return max((len(match) for match in _TICKS.findall(text)), default=0)
