"""Saved connections to models: each has a name and all options of the model."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from desktop_rag.config.option import OptionValue
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER, MODEL, OPTIONS_BY_KEY
from desktop_rag.config.presets import preset_at
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText

CONNECTIONS = "connections"  # their key in the settings file
FIRST_ID = "first"  # of the one connection that settings of earlier versions have
LONGEST_NAME = 80
CONNECTION_KEYS = frozenset(option.key for option in MODEL.options if option != LLM_CONNECTION)
Values = dict[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Connection:
    """A model server with everything that is set for it; ``values`` lack options that have their default.

    ``id`` never changes; conversations refer to it. ``name`` is for people.
    """

    id: str
    name: str
    values: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def provider(self) -> str:
        """A choice of the option llm.provider."""
        return str(self.values.get(LLM_PROVIDER.key, LLM_PROVIDER.default))

    @property
    def address(self) -> str:
        """The address of the models' server; "" for the provider's usual address."""
        return str(self.values.get(LLM_BASE_URL.key, ""))

    @property
    def model(self) -> str:
        """The model that is asked unless another one is chosen."""
        return str(self.values.get(LLM_MODEL.key, ""))


def new_connection(values: Mapping[str, OptionValue], others: Iterable[Connection], name: str = "") -> Connection:
    """Return a connection with a new id; without a name, one that none of ``others`` has."""
    kept = changed_values(values)
    taken = {one.name.casefold() for one in others}
    wanted = name.strip() or _usual_name(Connection("", "", kept))
    numbered = (wanted if number == 1 else f"{wanted} {number}" for number in range(1, len(taken) + 2))
    free = next(one for one in numbered if one.casefold() not in taken)
    return Connection(uuid.uuid4().hex[:12], wanted if name.strip() else free, kept)


def changed_values(values: Mapping[str, OptionValue]) -> Values:
    """Return those of ``values`` that belong to a connection and differ from their defaults."""
    return {
        key: value for key, value in values.items() if key in CONNECTION_KEYS and value != OPTIONS_BY_KEY[key].default
    }


def checked(connections: Sequence[Connection]) -> tuple[Connection, ...]:
    """Return connections that can be saved: each with a unique name and correct values.

    Raises:
        UserError: a name is missing, too long or there twice, or a value is wrong.

    """
    names: set[str] = set()
    for one in connections:
        name = one.name.strip()
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise UserError(
                "A connection needs a name.", UserText("Choose one of 1 to {most} characters.", most=LONGEST_NAME)
            )
        if name.casefold() in names:
            raise UserError(
                UserText("There are two connections named “{name}”.", name=name), "Give one of them another name."
            )
        names.add(name.casefold())
    return tuple(
        replace(
            one,
            name=one.name.strip(),
            values=changed_values({key: OPTIONS_BY_KEY[key].check(value) for key, value in one.values.items()}),
        )
        for one in connections
    )


def find_connection(connections: Iterable[Connection], wanted: str) -> Connection | None:
    """Return the connection with this id, else the one with this name, in capitals or not."""
    kept = list(connections)
    named = (one for one in kept if one.name.casefold() == wanted.strip().casefold())
    return next((one for one in kept if one.id == wanted), None) or next(named, None)


def expanded(values: Mapping[str, OptionValue], connections: Sequence[Connection]) -> Values:
    """Return values in which a connection that is named stands for all options of the model, under its id.

    Other options of the model in ``values`` go before the connection's. The connection "" has the defaults.

    Raises:
        UserError: there is no such connection.

    """
    wanted = str(values.get(LLM_CONNECTION.key, ""))
    if LLM_CONNECTION.key not in values:
        return dict(values)
    defaults: Values = {key: OPTIONS_BY_KEY[key].default for key in CONNECTION_KEYS}
    if not wanted:
        return {**defaults, **values}
    found = find_connection(connections, wanted)
    if found is None:
        names = ", ".join(one.name for one in connections)
        step = (
            UserText("Choose one of: {names}.", names=names)
            if names
            else "Add one in the settings, or with “desktop-rag connection add”."
        )
        raise UserError(UserText("There is no connection named “{name}”.", name=wanted), step)
    return {**defaults, **found.values, **values, LLM_CONNECTION.key: found.id}


def in_step(values: Values, connections: tuple[Connection, ...]) -> tuple[Values, tuple[Connection, ...]]:
    """Return settings and connections that say the same: what is set for the model is that of the one in use.

    A model that belongs to no connection gets one; without a model none is in use, and all of them stay.
    """
    if values.get(LLM_PROVIDER.key, LLM_PROVIDER.default) == "none":
        return {key: value for key, value in values.items() if key != LLM_CONNECTION.key}, connections
    own = changed_values(values)
    used = find_connection(connections, str(values.get(LLM_CONNECTION.key, "")))
    if used is None or not _same_server(used, own):
        used = next((one for one in connections if _same_server(one, own)), None)
    if used is None:
        used = replace(new_connection(own, connections), id=_id_of_server(own, connections))
        connections = (*connections, used)
    kept = tuple(replace(one, values=own) if one.id == used.id else one for one in connections)
    return {**values, LLM_CONNECTION.key: used.id}, kept


def merged(
    known: Sequence[Connection], wanted: Sequence[Connection], now: Sequence[Connection]
) -> tuple[Connection, ...]:
    """Return the connections that are there ``now`` with what was changed between ``known`` and ``wanted``.

    What others did meanwhile to a connection that was not touched here stays, also that it is gone or new.
    """
    before, present = ({one.id: one for one in some} for some in (known, now))
    ours = [
        present.get(one.id, one) if one == before.get(one.id) else one
        for one in wanted
        if one.id in present or one != before.get(one.id)
    ]
    ids = {one.id for one in ours} | before.keys()
    names = {one.name.casefold() for one in ours}
    for one in now:
        if one.id not in ids:
            ours.append(one if one.name.casefold() not in names else _renamed(one, names))
            names.add(ours[-1].name.casefold())
    return tuple(ours)


def _renamed(connection: Connection, taken: Collection[str]) -> Connection:
    """Return the connection under the next name that is free: two programs called theirs the same."""
    names = (f"{connection.name[: LONGEST_NAME - 6]} {number}" for number in range(2, len(taken) + 3))
    return replace(connection, name=next(name for name in names if name.casefold() not in taken))


def from_stored(stored: object) -> tuple[Connection, ...]:
    """Return the connections of a settings file, as far as this version understands them."""
    return read_stored(stored)[0]


def read_stored(stored: object) -> tuple[tuple[Connection, ...], tuple[str, ...]]:
    """Return the connections of a settings file, and the errors there: names and keys, for the person to find them."""
    found: dict[str, Connection] = {}
    wrong: list[str] = []
    if stored is not None and not isinstance(stored, list):
        return (), (CONNECTIONS,)
    for number, one in enumerate(stored or (), 1):
        values = one.get("values") if isinstance(one, dict) else None
        if not isinstance(values, dict) or not isinstance(one.get("id"), str) or not isinstance(one.get("name"), str):
            wrong.append(f"{CONNECTIONS} {number}")
            continue
        known, mistaken = _known(values)
        wrong.extend(f"{one['name']}: {key}" for key in mistaken)
        found.setdefault(one["id"], Connection(one["id"], one["name"], known))
    return tuple(found.values()), tuple(wrong)


def to_stored(connections: Iterable[Connection], held: object = None) -> list[dict[str, object]]:
    """Return connections as the settings file has them; those that ``held`` has like that stay as it has them.

    What a later version keeps in a connection is thus lost only with the connection, or when its values are changed.
    """
    of_held = {one["id"]: one for one in held if from_stored([one])} if isinstance(held, list) else {}
    return [
        dict(of_held[one.id])
        if one.id in of_held and from_stored([of_held[one.id]]) == (one,)
        else {"id": one.id, "name": one.name, "values": dict(one.values)}
        for one in connections
    ]


def _known(values: Mapping[str, object]) -> tuple[Values, list[str]]:
    """Return the values that this version understands, and the keys of those that are wrong."""
    known: Values = {}
    wrong: list[str] = []
    for key, value in values.items():
        if key in CONNECTION_KEYS:
            try:
                known[key] = OPTIONS_BY_KEY[key].check(value)
            except UserError:
                wrong.append(key)
    return changed_values(known), wrong


def _same_server(connection: Connection, values: Mapping[str, OptionValue]) -> bool:
    other = Connection("", "", values)
    return (connection.provider, connection.address) == (other.provider, other.address)


def _id_of_server(values: Mapping[str, OptionValue], others: Collection[Connection]) -> str:
    """Return an id that is the same whenever these settings are read, and that none of ``others`` has."""
    if not others:
        return FIRST_ID
    server = Connection("", "", values)
    names = (f"{server.provider} {server.address} {number}" for number in range(len(others) + 1))
    ids = (uuid.uuid5(uuid.NAMESPACE_URL, name).hex[:12] for name in names)
    taken = {one.id for one in others}
    return next(one for one in ids if one not in taken)


def _usual_name(connection: Connection) -> str:
    """Return the name of the service, else of the computer that is reached."""
    preset = preset_at(connection.provider, connection.address)
    if preset is not None:
        return preset.name
    try:
        host = urlsplit(connection.address if "//" in connection.address else f"//{connection.address}").hostname
    except ValueError:
        host = None
    return (host or LLM_PROVIDER.choice(connection.provider).label)[:LONGEST_NAME]
