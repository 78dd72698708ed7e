"""A parser of replies that choose."""

from dataclasses import dataclass

from desktop_rag.core.output_parsers import BaseOutputParser, parse_json
from desktop_rag.llamaindex.output_parsers.utils import OutputParserException, StructuredOutput
from desktop_rag.selectors.llm_selectors import choices_of_json

_MOST = 1000  # choices that a number may stand for where nobody says how many there are
_AS_JSON = """

Reply with nothing but a JSON array of one object for each choice, such as
[{{"choice": 1, "reason": "why it was chosen"}}]"""


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice, counted from 1, and why."""

    choice: int
    reason: str


class SelectionOutputParser(BaseOutputParser):
    """Asks for the choices as JSON, and reads them however deep they lie."""

    def parse(self, output: str) -> StructuredOutput:
        """Return the reply with its ``Answer`` objects; OutputParserException (a ValueError) where it has none."""
        value = parse_json(output)
        chosen = choices_of_json(value, [""] * _MOST) if isinstance(value, dict | list) else ()
        answers = [Answer(one.index + 1, one.reason) for one in chosen]
        if not answers:
            raise OutputParserException(f"Failed to convert the reply to choices: {output}")
        return StructuredOutput(output, answers)

    def format(self, query: str) -> str:
        """Return a template with how the model should reply behind it; braces are doubled."""
        return query + _AS_JSON
