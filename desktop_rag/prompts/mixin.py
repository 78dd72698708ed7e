"""A mixin for objects with templates, which can be read and replaced."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.prompts.base import BasePromptTemplate, ChatPromptTemplate, MessageTemplate, PromptTemplate

PromptDict = dict[str, BasePromptTemplate]
PromptDictType = PromptDict  # LlamaIndex's name of it


class PromptMixin:
    """Holds named templates; those of things that it holds are called ``part:template``.

    A subclass calls ``_declare_prompts`` when it is made and reads a template with ``_prompt`` each time it is
    needed (one of a program's own also as ``self._NAME``, and sets it so), or keeps its templates itself and implements
    ``_get_prompts`` and ``_update_prompts``. ``prompt_aliases`` says which variable may stand for a required one.
    """

    prompt_aliases: Mapping[str, str] = {}
    _default_prompts: Mapping[str, BasePromptTemplate] = {}
    _own_prompts: Mapping[str, BasePromptTemplate] = {}

    def get_prompts(self) -> PromptDict:
        """Return every template by its name."""
        parts = self._get_prompt_modules().items()
        theirs = {f"{part}:{name}": prompt for part, held in parts for name, prompt in held.get_prompts().items()}
        return self._get_prompts() | theirs

    def update_prompts(self, prompts_dict: Mapping[str, BasePromptTemplate | str]) -> None:
        """Replace templates, also by their wording; the others stay. Nothing changes when one of them cannot be used.

        Raises:
            UserError: there is no template of a name, or one lacks a variable it needs.

        """
        given = {name: PromptTemplate(one) if isinstance(one, str) else one for name, one in prompts_dict.items()}
        for name, prompt in given.items():
            self._check_prompt(name, prompt)
        for name, prompt in given.items():
            part, colon, rest = name.partition(":")
            update = self._get_prompt_modules()[part].update_prompts if colon else self._update_prompts
            update({rest or name: prompt})

    def _declare_prompts(
        self, defaults: Mapping[str, BasePromptTemplate], given: Mapping[str, BasePromptTemplate | None] | None = None
    ) -> None:
        """Declare the default templates; those ``given`` take their place."""
        self._default_prompts = {**self._default_prompts, **defaults}
        self._own_prompts = {**self._own_prompts, **defaults}
        self.update_prompts({name: prompt for name, prompt in (given or {}).items() if prompt is not None})

    def _check_prompt(self, name: str, prompt: BasePromptTemplate) -> None:
        """Make sure that a template can be used under this name; raises as ``update_prompts`` does."""
        part, colon, rest = name.partition(":")
        module = self._get_prompt_modules().get(part) if colon else None
        if module is not None:
            module._check_prompt(rest, prompt)  # noqa: SLF001 - its own class
            return
        defaults = {**self._get_prompts(), **self._default_prompts}
        if name not in defaults:
            raise _unknown(name, self.get_prompts())
        check_variables(name, prompt, defaults[name], self.prompt_aliases)

    def _prompt(self, name: str) -> BasePromptTemplate:
        return self._own_prompts[name]

    def _get_prompts(self) -> PromptDict:
        return dict(self._own_prompts)

    def _update_prompts(self, prompts: Mapping[str, BasePromptTemplate]) -> None:
        self._own_prompts = {**self._own_prompts, **prompts}

    def _get_prompt_modules(self) -> Mapping[str, "PromptMixin"]:
        """Return the parts that have templates themselves."""
        return {}


def _get_template(self: PromptMixin, name: str) -> object:
    own = vars(self).get("_own_prompts", {})
    if name.startswith("_") and name[1:] in own:
        return own[name[1:]]
    raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _set_template(self: PromptMixin, name: str, value: Any) -> None:  # noqa: ANN401 - any attribute's
    if name.startswith("_") and name[1:] in vars(self).get("_own_prompts", {}):
        self.update_prompts({name[1:]: value})
    else:
        object.__setattr__(self, name, value)


if not TYPE_CHECKING:  # names that only a running program knows: to types, what is misspelt stays an error
    PromptMixin.__getattr__ = _get_template
    PromptMixin.__setattr__ = _set_template


def _unknown(name: str, known: Iterable[str]) -> UserError:
    names = ", ".join(sorted(known)) or "none"
    return UserError(
        UserText("There is no prompt named “{name}” here.", name=name), UserText("The names are: {names}.", names=names)
    )


def check_variables(
    name: str, prompt: BasePromptTemplate, default: BasePromptTemplate, aliases: Mapping[str, str]
) -> None:
    """Raise ``UserError`` when a template lacks a variable that the default requires, or one that stands for it."""
    given = variables_of(prompt)
    missing = sorted(wanted for wanted in required_of(default) if not {wanted, aliases.get(wanted, wanted)} & given)
    if missing:
        variable = f"{{{missing[0]}}}"
        raise UserError(
            UserText("The prompt “{name}” must contain {variable}.", name=name, variable=variable),
            UserText("Put {variable} where that text belongs.", variable=variable),
        )


def required_of(prompt: BasePromptTemplate) -> frozenset[str]:
    """Return the names of the values that a template must show."""
    if isinstance(prompt, PromptTemplate):
        return prompt.required
    if isinstance(prompt, ChatPromptTemplate):
        return frozenset().union(
            *(message.template.required for message in prompt.messages if isinstance(message, MessageTemplate))
        )
    return frozenset()


def variables_of(prompt: BasePromptTemplate) -> frozenset[str]:
    """Return the names of the values that a template shows, as they are called outside of it."""
    if isinstance(prompt, ChatPromptTemplate):
        parts = (variables_of(message.template) for message in prompt.messages if isinstance(message, MessageTemplate))
        return frozenset().union(*parts)
    if not isinstance(prompt, PromptTemplate):
        return frozenset(prompt.template_vars)
    outside = {inside: name for name, inside in prompt.template_var_mappings.items()}
    return frozenset(outside.get(name, name) for name in prompt.template_vars) | frozenset(prompt.function_mappings)
