"""Writes an exported document as one web page that loads nothing and runs nothing."""

import html
from collections.abc import Iterator, Sequence

from desktop_rag.services.exports.document import (
    Block,
    CodeBlock,
    Exchange,
    ExportDocument,
    Heading,
    Inlines,
    ItemList,
    LineBreak,
    NoteMark,
    Paragraph,
    Quotation,
    QuotedFrom,
    Rule,
    Run,
    Table,
    is_right_to_left,
    one_line,
    words_of,
)

_STYLE = """
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; color: #1f1d1a; background: #fff;
  font: 1rem/1.6 system-ui, "Segoe UI", "Noto Sans", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.3rem; margin-top: 3rem; }
h3, h4, h5, h6 { font-size: 1.05rem; margin-top: 1.5rem; }
.facts, .legend { color: #5f5b54; font-size: .9rem; }
.quoted { color: #5f5b54; font-size: .9rem; margin: 1.25rem 0 -.6rem; overflow-wrap: anywhere; }
.notice { border-inline-start: 4px solid #b3261e; background: #fbeeed; padding: .6rem .9rem; }
.doubt { text-decoration-thickness: 2px; text-underline-offset: 3px; }
blockquote { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid #dedad2; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { border: 1px solid #dedad2; padding: .35rem .6rem;
  text-align: start; vertical-align: top; }
pre { background: #f5f3ef; padding: .8rem; overflow-x: auto; white-space: pre-wrap; } code, pre { font-size: .9em; }
sup { line-height: 0; } sup a, .back { text-decoration: none; color: #2f5d50; padding: 0 .1em; }
.references { border-top: 1px solid #dedad2; margin-top: 1.5rem; font-size: .9rem; }
.references p { margin: .35rem 0; overflow-wrap: anywhere; }
:target { background: #fff3c4; }
@media print { body { margin: 0; max-width: none; } }
"""
PAGE_END = "\n</body></html>\n"
_UNDERLINED = "text-decoration: underline; text-decoration-style: dotted; text-decoration-color: #b3261e"
_HEAD = (
    '<!doctype html>\n<html><head><meta charset="utf-8">'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'
)


def write_html(document: ExportDocument) -> str:
    """Return a document as a web page; its only links go from a sentence to its reference, back, and to the place."""
    body = "\n".join(html_parts(document))
    return f"{page_beginning(document.title)}{body}{PAGE_END}"


def page_beginning(title: str, style: str = "") -> str:
    """Return what stands before the body of a web page that loads and runs nothing; ``style`` adds to its own."""
    return f"{_HEAD}<title>{html.escape(title)}</title><style>{_STYLE}{style}</style></head>\n<body>\n"


def html_parts(document: ExportDocument) -> Iterator[str]:
    """Yield the beginning of a document and each exchange as HTML."""
    legend = f'<p class="legend">{html.escape(document.labels.legend)}</p>' if document.has_doubts else ""
    facts = html.escape(" · ".join(document.facts))
    yield f'<h1{_direction(document.title)}>{html.escape(document.title)}</h1>\n<p class="facts">{facts}</p>{legend}'
    is_single = len(document.exchanges) == 1 and one_line(document.exchanges[0].question) == document.title
    for exchange in document.exchanges:
        yield ("" if is_single else _question(exchange)) + answer_html(exchange)


def answer_html(exchange: Exchange) -> str:
    """Return an answer with its notices and references."""
    notices = "".join(f'<p class="notice">{html.escape(notice)}</p>\n' for notice in exchange.notices)
    return f"{notices}{_blocks(exchange.blocks)}{_references(exchange)}"


def _question(exchange: Exchange) -> str:
    question, facts = one_line(exchange.question), " · ".join(exchange.facts)
    shown = f'<p class="facts">{html.escape(facts)}</p>\n' if facts else ""
    return f"<h2{_direction(question)}>{html.escape(question)}</h2>\n{shown}"


def _references(exchange: Exchange) -> str:
    if not exchange.references:
        return ""
    lines = [f'<div class="references"><p><b>{html.escape(exchange.labels.references)}</b></p>']
    for one in exchange.references:
        quote = f": {html.escape(one.quote)}" if one.quote else "."
        verdict = f" <i>{html.escape(one.verdict)}</i>" if one.verdict else ""
        back = f' <a class="back" href="#cited-{one.number}">↑</a>'
        lines.append(
            f'<p id="note-{one.number}">{one.number}. <b>{_linked(html.escape(one.place), one.link)}</b>'
            f"{quote}{verdict}{back}</p>"
        )
    return "\n".join([*lines, "</div>"])


def _blocks(blocks: Sequence[Block]) -> str:
    return "".join(f"{_block(block)}\n" for block in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading(level, inlines):
            written = _element(f"h{level}", inlines)
        case Paragraph(inlines):
            written = _element("p", inlines)
        case ItemList(items, start):
            inner = "".join(f"<li>{_item(item)}</li>" for item in items)
            written = f"<ul>{inner}</ul>" if start is None else f'<ol start="{start}">{inner}</ol>'
        case Quotation(blocks):
            written = f"<blockquote>{_blocks(blocks)}</blockquote>"
        case QuotedFrom(place):
            written = f'<p class="quoted"{_direction(place)}>{html.escape(place)}</p>'
        case CodeBlock(text):
            written = f"<pre>{html.escape(text)}</pre>"
        case Table(rows):
            cells = "".join(_row(row, "td" if number else "th") for number, row in enumerate(rows))
            written = f"<table>{cells}</table>"
        case Rule():
            written = "<hr>"
    return written


def _element(tag: str, inlines: Inlines) -> str:
    return f"<{tag}{_direction(words_of(inlines))}>{_inlines(inlines)}</{tag}>"


def _item(blocks: tuple[Block, ...]) -> str:
    """Return the HTML of an item; one paragraph needs no space around it."""
    first, *others = blocks or (Paragraph(()),)
    beginning = _inlines(first.inlines) if isinstance(first, Paragraph) else _block(first)
    return beginning + _blocks(others)


def _row(cells: tuple[Inlines, ...], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{_inlines(cell)}</{tag}>' for cell in cells)}</tr>"


def _inlines(inlines: Inlines) -> str:
    return "".join(map(_inline, inlines))


def _inline(one: Run | NoteMark | LineBreak) -> str:
    if isinstance(one, LineBreak):
        return "<br>"
    if isinstance(one, NoteMark):
        return f'<sup><a id="cited-{one.number}" href="#note-{one.number}">{one.number}</a></sup>'
    text = html.escape(one.text)
    for tag, wanted in (("code", one.code), ("s", one.struck), ("i", one.italic), ("b", one.bold)):
        text = f"<{tag}>{text}</{tag}>" if wanted else text
    text = _linked(text, one.link)
    if one.doubt:  # with a style of its own: where it is pasted, there is no style sheet
        return f'<span class="doubt" style="{_UNDERLINED}" title="{html.escape(one.doubt)}">{text}</span>'
    return text


def _linked(text: str, link: str) -> str:
    return f'<a href="{html.escape(link)}">{text}</a>' if link else text


def _direction(text: str) -> str:
    return ' dir="rtl"' if is_right_to_left(text) else ""
