"""Events that a workflow begins and ends with, and those that wait for a person."""

from typing import Any

from desktop_rag.tools.events import Event as Event


class StartEvent(Event):
    """A run is to begin."""


class StopEvent(Event):
    """A run ends; ``result`` is what came of it."""

    result: Any = None

    def __init__(self, result: Any = None, **given: Any) -> None:  # noqa: ANN401 - what came of it, any fields
        super().__init__(result=result, **given)


class InputRequiredEvent(Event):
    """A tool asks the person; ``prefix`` is what it asks."""


class HumanResponseEvent(Event):
    """The person answers; ``response`` is what they said."""
