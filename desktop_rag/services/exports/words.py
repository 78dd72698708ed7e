"""What every export says beside the answers, in the language of the person who exports."""

from dataclasses import dataclass

from desktop_rag.core.user_text import Say, UserText


@dataclass(frozen=True, slots=True)
class Labels:
    """What writers put beside what they write."""

    references: str  # the heading above them
    legend: str  # where words without support are underlined
    legend_plain: str  # where they are enclosed


def labels(say: Say) -> Labels:
    """Return the labels of an export."""
    return Labels(
        say(UserText("References")),
        say(UserText("Underlined words have no support in the documents.")),
        say(UserText("⟦ ⟧ enclose words that have no support in the documents.")),
    )
