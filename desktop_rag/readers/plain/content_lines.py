"""The lines that calendars (RFC 5545) and address books (vCard 2.1 to 4.0) are made of, and the parts they make."""

import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop_rag.text.encodings import in_charset

_FOLD = re.compile(r"\n[ \t]")
_QUOTED = re.compile(
    r"^([\w.-]+)(;[^:\n]*ENCODING=QUOTED-PRINTABLE[^:\n]*|;QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_CHARSET = re.compile(r"CHARSET=([\w-]+)", re.IGNORECASE)
_LINE = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;(?:[^\":;]|\"[^\"]*\")*)*):(?P<value>.*)", re.DOTALL
)
_GROUP = re.compile(r"([\w-]+)\.")
_PARAMETER = re.compile(r";(?:([\w-]+)=)?((?:[^\";]|\"[^\"]*\")*)")
_ESCAPES = re.compile(r"\\([nN,;:\\])")
_BROKEN_DATA = re.compile(r"[A-Za-z0-9+/=\s]{200,}\Z")


@dataclass(frozen=True, slots=True)
class Property:
    """A line: its name in capitals, its parameters with values in small letters, and its value as it is written.

    Parameters without a name (vCard 2.1) are types. ``group`` binds lines of a card together.
    """

    name: str
    parameters: dict[str, list[str]]
    value: str
    group: str = ""

    @property
    def text(self) -> str:
        """The value without its escapes, in one line where it has several."""
        return unescaped(self.value)

    @property
    def types(self) -> list[str]:
        """The types of the line, in small letters."""
        return self.parameters.get("TYPE", [])

    def parameter(self, name: str) -> str:
        """Return a parameter as it is written, "" where there is none."""
        return ",".join(self.parameters.get(name, []))

    def fields(self) -> list[str]:
        """Return the parts of a value that semicolons separate."""
        return [unescaped(part).strip() for part in re.split(r"(?<!\\);", self.value)]


@dataclass(slots=True)
class Component:
    """A component between BEGIN and END: its lines, and the components in it."""

    name: str
    properties: list[Property] = field(default_factory=list)
    inner: list["Component"] = field(default_factory=list)

    def first(self, name: str) -> Property | None:
        """Return the first line of a name, None where there is none."""
        return next(self.all(name), None)

    def all(self, *names: str) -> Iterator[Property]:
        """Yield the lines of some names that say something."""
        return (one for one in self.properties if one.name in names and one.value.strip())

    def text(self, name: str) -> str:
        """Return the text of the first line of a name, in one line; "" where there is none."""
        found = self.first(name)
        return " ".join(found.text.split()) if found is not None else ""


def components(source: str) -> list[Component]:
    """Return the components of a file, without pictures and other data in them; empty where it has none."""
    found: list[Component] = []
    open_ones: list[Component] = []
    for line in _FOLD.sub("", _QUOTED.sub(_unquoted, source)).split("\n"):
        one = _property(line.rstrip("\r"))
        if one is None:
            continue
        if one.name == "BEGIN":
            component = Component(one.value.strip().upper())
            (open_ones[-1].inner if open_ones else found).append(component)
            open_ones.append(component)
        elif one.name == "END":
            while open_ones and open_ones.pop().name != one.value.strip().upper():
                pass
        elif open_ones and not _is_data(one):
            open_ones[-1].properties.append(one)
    return found


def readable(source: str) -> str:
    """Return the lines of a file that has no components, whole and with readable letters, without its data."""
    lines = []
    for line in _FOLD.sub("", _QUOTED.sub(_unquoted, source)).split("\n"):
        one = _property(line)
        if one is None or not _is_data(one):
            lines.append(
                f"{one.name}:{one.text}" if one is not None and "ENCODING" in one.parameters else unescaped(line)
            )
    return "\n".join(lines)


def unescaped(value: str) -> str:
    """Return a value without its escapes."""
    return _ESCAPES.sub(lambda mark: "\n" if mark[1] in "nN" else mark[1], value)


def _property(line: str) -> Property | None:
    match = _LINE.fullmatch(line.strip())
    if match is None:
        return None
    parameters: dict[str, list[str]] = {}
    for name, value in _PARAMETER.findall(match["parameters"]):
        key = name.upper() or "TYPE"
        values = value.replace('"', "") if key in {"CN", "TZID", "LABEL"} else value.replace('"', "").lower()
        parameters.setdefault(key, []).extend([values] if key in {"CN", "TZID", "LABEL"} else values.split(","))
    group = _GROUP.match(line.strip())
    return Property(match["name"].upper(), parameters, match["value"], group[1].lower() if group else "")


def _is_data(one: Property) -> bool:
    """Return True if a line holds a picture, a sound or a key."""
    encoding = one.parameters.get("ENCODING", []) + one.types
    return (
        bool({"b", "base64"}.intersection(encoding))
        or one.value.startswith("data:")
        or _BROKEN_DATA.match(one.value) is not None
    )


def _unquoted(line: re.Match[str]) -> str:
    """Return a line of an address book whose letters were written as numbers."""
    charset = _CHARSET.search(line.group(2))
    value = in_charset(quopri.decodestring(line.group(3).encode()), charset.group(1) if charset else "")
    lines = value.replace("\r\n", "\n").replace("\n", "\\n")
    return f"{line.group(1)}{line.group(2)}:{lines}"
