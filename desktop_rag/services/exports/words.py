"""What every export says beside the answers."""

REFERENCES = "References"
LEGEND = "Underlined words have no support in the documents."
LEGEND_PLAIN = "⟦ ⟧ enclose words that have no support in the documents."


def reference_line(place: str, quote: str, verdict: str) -> str:
    """Return a reference as one sentence after another: where, the words there, and whether they support it."""
    return f"{place}: “{quote}” {verdict}".rstrip() if quote else f"See {place}."
