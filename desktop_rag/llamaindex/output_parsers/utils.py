"""Functions that parse replies."""

import re
from dataclasses import dataclass

from desktop_rag.core.output_parsers import bare, parse_json

_FENCED_CODE = re.compile(r"```(?:[A-Za-z]*[ \t]*\n|python\b)?(.*?)```", re.DOTALL | re.IGNORECASE)


_HALF_FENCE = re.compile(r"\A```[A-Za-z]*|```\Z")


class OutputParserException(ValueError):  # noqa: N818 - LlamaIndex's name
    """A reply says nothing of the kind that was asked for."""


@dataclass(frozen=True, slots=True)
class StructuredOutput:
    """What a model replied, and what that says."""

    raw_output: str
    parsed_output: object | None = None


def extract_json_str(text: str) -> str:
    """Return what stands from the first brace to the last one; ValueError where there are none."""
    start, end = text.find("{"), text.rfind("}") + 1
    if not 0 <= start < end:
        raise ValueError(f"Could not extract json string from output: {text}")
    return text[start:end]


def parse_json_markdown(text: str) -> object:
    """Return the first JSON object or array in the text, as ``parse_json``; OutputParserException without one."""
    value = parse_json(text)
    if value is None:
        raise OutputParserException(f"There is no JSON in this reply: {text}")
    return value


def parse_code_markdown(text: str, only_last: bool) -> list[str] | str:  # noqa: FBT001 - LlamaIndex's
    """Return the code between fences, in order; with ``only_last`` that of the last one alone.

    A text without a whole fence is the code, without quotation marks around it or half a fence.
    """
    found = [code.strip() for code in _FENCED_CODE.findall(text)]
    if found:
        return found[-1] if only_last else found
    return [_HALF_FENCE.sub("", bare(text.strip())).strip()]
