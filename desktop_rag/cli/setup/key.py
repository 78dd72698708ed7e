"""``desktop-rag key``: store, forget and list API keys without showing them, and show the key that signs packs."""

import sys
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_config, print_json, program_options, said, stdout
from desktop_rag.config import Config
from desktop_rag.config.environment import openai_address
from desktop_rag.config.options import EMBEDDING_BASE_URL, LLM_BASE_URL, RERANK_BASE_URL
from desktop_rag.config.secrets import KEY, Place, SecretName, Secrets, entry_name
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.user_text import UserText

_PLACES = {
    Place.KEYCHAIN: "in the system's keychain",
    Place.FILE: "in {file}, which only you can open, because this system has no keychain",
    Place.PORTABLE: "in {file}, in no keychain, because the program is portable",
    Place.MEMORY: "nowhere",
    Place.ENVIRONMENT: "from the environment variable OPENAI_API_KEY",
}


@click.group()
def key() -> None:
    """Store, forget and list API keys, kept in the system's keychain and never shown; show the one that signs packs."""


@key.command("set")
@click.argument("address", required=False)
@program_options
def set_(address: str | None, data_dir: Path) -> None:
    """Store the API key for ADDRESS; it is asked for, or read from standard input.

    Without ADDRESS it is for the model's server in the settings.
    """
    secrets, config = Secrets.of_data_folder(data_dir), open_config(data_dir)
    owner = _owner(address, config)
    value = _read_secret(owner)
    place = secrets.set(owner, KEY, value)
    if place is Place.MEMORY:
        raise UserError(
            "The key cannot be stored: this system has no keychain, and the file for it cannot be written.",
            UserText("Check the folder {folder}.", folder=secrets.file.parent),
        )
    stdout().print(
        said(
            UserText("Stored the key for {owner} {place}.", owner=owner, place=_PLACES[place].format(file=secrets.file))
        )
    )


@key.command("delete")
@click.argument("address", required=False)
@click.option("--kind", default=KEY, show_default=True, help="Which secret: as “key list” names it.")
@program_options
def delete(address: str | None, kind: str, data_dir: Path) -> None:
    """Forget the API key for ADDRESS, or with --kind another secret that “key list” names."""
    secrets = Secrets.of_data_folder(data_dir)
    owner = _owner(address, open_config(data_dir))
    if secrets.get(owner, kind) is None:
        raise UserError(
            UserText("There is no {kind} for {owner}.", kind=kind, owner=owner),
            "List what is stored with: desktop-rag key list",
        )
    secrets.set(owner, kind, "")
    if secrets.get(owner, kind) is not None:
        raise UserError(
            UserText("The {kind} for {owner} cannot be deleted.", kind=kind, owner=owner),
            "Unlock the keychain and try again.",
        )
    stdout().print(said(UserText("Forgot the {kind} for {owner}.", kind=kind, owner=owner)))


@key.command("list")
@program_options
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the names of stored keys, passwords and headers, and where each is kept; never a value."""
    secrets = Secrets.of_data_folder(data_dir)
    names = _with_older(secrets.names(), secrets, open_config(data_dir))
    if as_json:
        print_json([{"address": name.owner, "kind": name.kind, "place": name.place.value} for name in names])
        return
    for name in names:
        stdout().print(f"{name.owner}  {name.kind}  {_PLACES[name.place].format(file=secrets.file)}")
    if not names:
        stdout().print("No keys are stored. Store one with: desktop-rag key set ADDRESS")


@key.command("signing")
@click.option("--pem", type=click.Path(dir_okay=False, path_type=Path), help="Write the public key to this file.")
@program_options
@json_option
def signing(pem: Path | None, data_dir: Path, *, as_json: bool) -> None:
    """Print the fingerprint of the key that signs your evidence packs; it is made where there is none.

    Tell it to those who get your packs, on another way than the packs. The private half stays where API keys are kept.
    """
    from desktop_rag.services.packs.signing import PackSigner

    told = PackSigner(Secrets.of_data_folder(data_dir)).told()
    if pem is not None:
        try:
            with pem.open("x", encoding="ascii") as file:
                file.write(told.pem)
        except OSError as error:
            reason = reason_of(error)
            raise UserError(
                UserText("“{name}” cannot be written: {reason}.", name=pem.name, reason=reason), "Choose another name."
            ) from error
    if as_json:
        print_json(told)
        return
    stdout().print(told.fingerprint)
    if pem is not None:
        stdout().print(said(UserText("Wrote {target}.", target=pem)))


def _owner(address: str | None, config: Config) -> str:
    return entry_name((address or "").strip() or config[LLM_BASE_URL] or openai_address())


def _read_secret(owner: str) -> str:
    """Return the key from a prompt that shows nothing, or from a pipe: never from the arguments, which others see."""
    if sys.stdin.isatty():
        value = str(click.prompt(f"Key for {owner}", hide_input=True, err=True))
    else:
        value = sys.stdin.readline()
    if not value.strip():
        raise UserError("No key was given.", "Type it when asked, or pipe it in: desktop-rag key set < FILE")
    return value.strip()


def _with_older(names: tuple[SecretName, ...], secrets: Secrets, config: Config) -> tuple[SecretName, ...]:
    """Add keys that earlier versions put into the keychain, which cannot list them: those of the settings' servers."""
    listed = {(name.owner, name.kind) for name in names}
    addresses = ["", *(config[option] for option in (LLM_BASE_URL, EMBEDDING_BASE_URL, RERANK_BASE_URL))]
    addresses += [one.address for one in config.connections]
    owners = dict.fromkeys(entry_name(address) for address in addresses)
    found = [owner for owner in owners if (owner, KEY) not in listed and secrets.get(owner, KEY)]
    return (*names, *(SecretName(owner, KEY, Place.KEYCHAIN) for owner in found))
