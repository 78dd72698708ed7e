"""``desktop-rag settings``: every setting with its value, its default and what it does."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, print_json, program_options, stdout
from desktop_rag.config import OPTION_GROUPS, AnyOption, Config, OptionGroup, OptionValue
from desktop_rag.config.options import PROMPTS
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import UserError


@click.command()
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@program_options
@json_option
def settings(keys: tuple[str, ...], data_dir: Path, *, as_json: bool) -> None:
    """Show the settings: keys for --set KEY=VALUE, values, defaults and choices.

    KEY is a setting or the beginning of some, such as llm or retrieval.alpha; without any, all are shown.
    """
    config = Config(data_dir / SETTINGS_FILE)
    shown = list(_shown(keys))
    if not shown:
        raise _unknown(keys)
    if as_json:
        print_json([_to_json(group, option, config.value(option)) for group, options in shown for option in options])
        return
    for group, options in shown:
        stdout().print(f"{group.title}\n")
        for option in options:
            _print(option, config.value(option), whole=group is not PROMPTS or option.key in keys)


def _shown(keys: Sequence[str]) -> Iterator[tuple[OptionGroup, list[AnyOption]]]:
    """Yield each group that has an option of these keys, with those options."""
    for group in OPTION_GROUPS:
        if options := [option for option in group.options if _is_wanted(option, keys)]:
            yield group, options


def _unknown(keys: Sequence[str]) -> UserError:
    known = ", ".join(sorted({option.key.partition(".")[0] for group in OPTION_GROUPS for option in group.options}))
    return UserError(f"There is no setting named {' or '.join(map(repr, keys))}.", f"Settings begin with: {known}.")


def _is_wanted(option: AnyOption, keys: Sequence[str]) -> bool:
    return not keys or any(option.key == key or option.key.startswith(f"{key.rstrip('.')}.") for key in keys)


def _print(option: AnyOption, value: OptionValue, *, whole: bool) -> None:
    """Print one setting; of a prompt only whether it is the default, unless it is wanted ``whole``."""
    out = stdout()
    if whole:
        default = "" if value == option.default else f"  (default: {_written(option.default)})"
        out.print(f"  {option.key}={_written(value)}{default}")
    else:
        out.print(f"  {option.key}  ({'default' if value == option.default else 'changed'})")
    out.print(f"      {option.label}: {option.help}")
    if note := _note(option):
        out.print(f"      {note}")
    width = max((len(_written(value)) for value in option.values), default=0)
    for choice in option.choices:
        needs = " (needs a model)" if choice.needs_model else ""
        words = ": ".join(filter(None, (choice.label, choice.help)))
        out.print(f"      {_written(choice.value):{width}}  {words}{needs}")
    out.print("")


def _note(option: AnyOption) -> str:
    """Return an option's range, with its unit and what its least number stands for, or an example."""
    if option.example:
        return f"Example: {option.example}"
    if option.minimum is None:
        return ""
    least = f" ({option.minimum}: {option.minimum_label})" if option.minimum_label else ""
    return f"{option.minimum:,} to {option.maximum:,} {option.unit}".rstrip() + least


def _written(value: OptionValue) -> str:
    """Return a value as ``--set`` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _to_json(group: OptionGroup, option: AnyOption, value: OptionValue) -> dict[str, object]:
    return {
        "key": option.key,
        "value": value,
        "default": option.default,
        "group": group.title,
        "label": option.label,
        "help": option.help,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "unit": option.unit,
        "example": option.example,
        "choices": [
            {"value": choice.value, "label": choice.label, "help": choice.help, "needs_model": choice.needs_model}
            for choice in option.choices
        ],
    }
