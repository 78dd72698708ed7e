"""What does not fit within a text itself; a false alarm is worse than a miss, so each check keeps to what is plain."""

import re
from dataclasses import replace

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.text_checks import InnerFinding
from desktop_rag.services.drafts.inner.counts import counts_that_do_not_fit
from desktop_rag.services.drafts.inner.figures import figures_told_twice
from desktop_rag.services.drafts.inner.references import references_to_nothing
from desktop_rag.services.drafts.inner.totals import totals_that_do_not_add_up

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")
_LONGEST = 400  # characters of a context before the words, and behind them


def inner_findings(text: str, token: CancelToken) -> tuple[InnerFinding, ...]:
    """Return what does not fit in a text, in order.

    Raises:
        CancelledError: stopped.

    """
    found: list[InnerFinding] = []
    with running(token):
        for check in (totals_that_do_not_add_up, counts_that_do_not_fit, references_to_nothing, figures_told_twice):
            token.raise_if_cancelled()
            found += check(text)
    found.sort(key=lambda one: (one.start, one.end))
    return tuple(replace(one, text=text[one.start : one.end], context=_context(text, one)) for one in found)


def _context(text: str, finding: InnerFinding) -> str:
    """Return the sentence, or the row of a table, that a finding stands in."""
    begin, stop = max(0, finding.start - _LONGEST), min(len(text), finding.end + _LONGEST)
    for end in _SENTENCE_END.finditer(text, begin, finding.start):
        begin = end.end()
    behind = _SENTENCE_END.search(text, finding.end, stop)
    return text[begin : behind.end() if behind is not None else stop].strip()
