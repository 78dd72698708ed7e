"""The ways of making an answer."""

import enum


class ResponseMode(enum.StrEnum):
    """The ways to make an answer from passages."""

    REFINE = "refine"
    """From the first passage, improved with each other one: one call for each."""
    COMPACT = "compact"
    """As refine, with as many passages in a call as fit."""
    SIMPLE_SUMMARIZE = "simple_summarize"
    """One call; what does not fit is cut off."""
    TREE_SUMMARIZE = "tree_summarize"
    """Each call's share is summed up, then the summaries, until one call can take them all."""
    GENERATION = "generation"
    """From the question alone."""
    NO_TEXT = "no_text"
    """No answer, only the passages as sources."""
    CONTEXT_ONLY = "context_only"
    """The passages themselves."""
    ACCUMULATE = "accumulate"
    """One answer for each passage, one below the other."""
    COMPACT_ACCUMULATE = "compact_accumulate"
    """As accumulate, with as many passages in a call as fit."""
