"""The table of postprocessors against what makes them."""

import shlex

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.postprocessor import factory
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS, PostprocessorKind

_VALUES = {"mode": "both", "refresh": "yes", "required": "a, b", "exclude": "c", "top_n": "3"}


@pytest.mark.parametrize("kind", POSTPROCESSOR_KINDS, ids=lambda kind: kind.name)
def test_what_is_offered_can_be_made(kind: PostprocessorKind) -> None:
    given = [f"{key}={shlex.quote(_VALUES.get(key, value))}" for key, value in kind.parameters.items()]
    factory.check_postprocessors(" ".join([kind.name, *given]).replace("'", '"'))
    assert kind.label
    assert kind.help.endswith(".")
    assert not {"node", "chunk", "embedding", "index"} & set(kind.help.lower().split())


def test_everything_that_can_be_made_is_offered() -> None:
    with pytest.raises(UserError) as refused:
        factory.check_postprocessors("nothing like it")
    names = refused.value.next_step.removeprefix("Known: ").rstrip(".").split(", ")
    assert sorted(names) == sorted(kind.name for kind in POSTPROCESSOR_KINDS)
