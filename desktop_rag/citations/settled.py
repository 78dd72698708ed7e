"""How much of an answer that is still being written can be judged already: what follows no longer changes it."""

import re

from desktop_rag.citations.checks.quotations import quoted_ranges
from desktop_rag.citations.markers import code_blocks, marker_edits, without_markers
from desktop_rag.citations.quotes import LEAD, LONGER, TITLE_LENGTH, line_sentences

_WORD = re.compile(r"\S+\s|\S*[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|\S{24}")  # the next word is known
_RULE_BEGINS = re.compile(r"[ \t|:=~-]*\Z|[ \t]*\|?[ \t]*:?-{2,}")  # of a table, or below a heading
_OPENING = "[(［〔【（"
_CLOSING = "])］〕】）"
_LONGEST_MARKER = 90
_BRACKET = re.compile(r"[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*[)）]|[\[［〔【][^\n]*?[\]］〕】]")
_UNFINISHED = re.compile(rf"[ \t]*[{re.escape(_OPENING)}][^{re.escape(_CLOSING)}\n]{{0,{_LONGEST_MARKER}}}\Z")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_QUOTE_ENDS = '"”“»」』›'


def settled_length(text: str, since: int = 0) -> int:
    """Return how many characters of an answer hold whole sentences that stay as they are, whatever comes next.

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
    """Return where the sentences end that it has without the model's markers, behind those that follow them."""
    clean, _ = without_markers(text)
    edits = marker_edits(text)
    cuts = []
    for _, end in line_sentences(clean):
        cut = end
        for edit in edits:
            if edit.start < cut:
                cut += edit.end - edit.start - len(edit.text)
            elif not text[cut : edit.start].strip():
                cut = edit.end
        cuts.append(len(text) - len(text[cut:].lstrip()))
    return cuts


def _is_settled(text: str, cut: int) -> bool:
    """Whether what stands before ``cut`` is whole, and what begins there can be told from a part of it."""
    line = text[cut:].partition("\n")[0]
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
    """Whether the line above may turn out to be a heading: the longer the line that is being written, the more."""
    start = text.rfind("\n", 0, cut) + 1
    *_, before, above = ["", "", *text[:start].rpartition("\n")[0].rsplit("\n", 2)]
    if not above.strip() or len(above) > TITLE_LENGTH:
        return False
    below, _ = without_markers(text[start:cut])
    return len(below.rstrip()) <= LONGER * max(len(above) + 1, len(before))


def _opens_quotation(paragraph: str) -> bool:
    """Whether a quotation goes on at the end of a paragraph."""
    end = len(paragraph)
    return any(stop == end for mark in _QUOTE_ENDS for _, stop in quoted_ranges(paragraph + mark))
