"""What does not fit within a text itself; a false alarm is worse than a miss, so each check keeps to what is plain."""

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.text_checks import InnerFinding
from desktop_rag.services.drafts.inner.counts import counts_that_do_not_fit
from desktop_rag.services.drafts.inner.figures import figures_told_twice
from desktop_rag.services.drafts.inner.references import references_to_nothing
from desktop_rag.services.drafts.inner.totals import totals_that_do_not_add_up


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
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))
