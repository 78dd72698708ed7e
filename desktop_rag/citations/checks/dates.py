"""Dates with a month must stand in the source as they are, however they are written."""

from collections.abc import Iterator, Sequence

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.core.user_text import UserText
from desktop_rag.text.dates import Date, dates


class DateCheck(BaseCheck):
    """Finds dates that the passage does not have."""

    crosses_languages = True

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each date without support, with the source's date that stands in its place."""
        wanted = dates(evidence.sentence)
        if not wanted:
            return
        given = dates(evidence.source)
        elsewhere = dates(evidence.passage)
        for date in wanted:
            if any(date.agrees(one) for one in given):
                continue
            instead = _instead(date, given, evidence)
            if instead is None and any(date.is_told_by(one) for one in elsewhere):
                continue
            reason = (
                UserText("The source says {words}.", words=evidence.source[instead.start : instead.end])
                if instead
                else "The source does not give this date."
            )
            yield Finding(date.start, date.end, reason, refutes=instead is not None)


def _instead(date: Date, given: Sequence[Date], evidence: Evidence) -> Date | None:
    """Return the source's date that stands where this one does."""
    change = evidence.words.change_at(date.start, date.end)
    if change is None:
        return None
    return next((one for one in given if one.start <= change.source_end and change.source_start <= one.end), None)
