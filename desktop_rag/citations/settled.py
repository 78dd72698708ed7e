"""Find the part of a streaming answer that later words can no longer change, so that it can be judged already."""

import re
from itertools import islice

from desktop_rag.citations.checks.quotations import OPENING_QUOTES, quoted_ranges
from desktop_rag.citations.markers import code_blocks, marker_edits, without_markers
from desktop_rag.evidence.units import LEAD, LONGER, TITLE_LENGTH, sentence_ranges

_WORD = re.compile(r"\S{24}|\S{1,23}\s|\S{0,23}[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")  # the next word is known
_RULE_BEGINS = re.compile(r"[ \t|:=~-]*\Z|[ \t]*\|?[ \t]*:?-{2,}")  # of a table, or below a heading
_OPENING = "[(［〔【（"
_CLOSING = "])］〕】）"
_LONGEST_MARKER = 90
_BRACKET = re.compile(r"[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*[)）]|[\[［〔【][^\n]*?[\]］〕】]")
_UNFINISHED = re.compile(
    rf"(?<![ \t])[ \t]*+[{re.escape(_OPENING)}][^{re.escape(_CLOSING)}\n]{{0,{_LONGEST_MARKER}}}\Z"
)
_SPACE = re.compile(r"\s*")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_QUOTE_ENDS = '"”“»」』›'


def settled_length(text: str, since: int = 0) -> int:
    """Return the length of an answer's beginning with whole sentences that stay as they are, whatever comes next.

    ``since`` is what was settled before. Tables, code and headings count as soon as it is clear what they are.
    """
    text = _UNFINISHED.sub("", text)
    begin = text.rfind("\n\n", 0, since)
    begin = begin + 2 if begin >= 0 else 0
    begin = next((start for start, end in code_blocks(text) if start < begin < end), begin)
    for cut in reversed(_cuts(text[begin:])[:-1]):
        if begin + cut <= since:
            break
        if _is_settled(text, begin + cut):
            return begin + cut
    return since


def _cuts(text: str) -> list[int]:
    """Return the ends of the sentences without the model's markers, behind the markers that follow them."""
    clean, _ = without_markers(text)
    edits = marker_edits(text)
    cuts = []
    passed = longer = 0  # edits before the sentence's end, and how much the text is longer there than without them
    for _, end in sentence_ranges(clean, whole=True):
        while passed < len(edits) and edits[passed].start < end + longer:
            longer += edits[passed].end - edits[passed].start - len(edits[passed].text)
            passed += 1
        cut = end + longer
        for edit in islice(edits, passed, None):
            if _next_word(text, cut) < edit.start:
                break
            cut = edit.end
        cuts.append(_next_word(text, cut))
    return cuts


def _next_word(text: str, position: int) -> int:
    """Return the position of the next character that is no white space."""
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _is_settled(text: str, cut: int) -> bool:
    """Return True if the text before ``cut`` is whole, and the start of the text after it is recognisable."""
    line_end = text.find("\n", cut)
    line = text[cut : line_end if line_end >= 0 else len(text)]
    lead = LEAD.match(text, cut)
    words = lead.end() if lead else cut
    if not _WORD.match(text, words) or _RULE_BEGINS.match(line) or text[words] in _RAISED:
        return False
    if text[words] in _OPENING and not _BRACKET.match(text, words) and "\n" not in text[words:]:
        return False
    before = text[text.rfind("\n", 0, cut) + 1 : cut]
    if before.count("`") % 2 or "|" in before or (before and _may_become_title(text, cut)):
        return False
    paragraph = text[text.rfind("\n\n", 0, cut) + 1 : cut]
    return not paragraph.strip() or not _opens_quotation(paragraph)


def _may_become_title(text: str, cut: int) -> bool:
    """Return True if the line above may become a heading: the longer the line being written, the likelier."""
    start = text.rfind("\n", 0, cut) + 1
    *_, before, above = ["", "", *text[:start].rpartition("\n")[0].rsplit("\n", 2)]
    if not above.strip() or len(above) > TITLE_LENGTH:
        return False
    below, _ = without_markers(text[start:cut])
    return len(below.rstrip()) <= LONGER * max(len(above) + 1, len(before))


def _opens_quotation(paragraph: str) -> bool:
    """Return True if a quotation continues past the end of a paragraph."""
    end = len(paragraph)
    if not OPENING_QUOTES.search(paragraph):
        return False
    return any(stop == end for mark in _QUOTE_ENDS for _, stop in quoted_ranges(paragraph + mark))
