"""For which systems every locked library comes ready-made: what has to be there to freeze the program on each.

python packaging/wheels.py PYLOCK LOCK TARGET    PYLOCK: the lock with addresses, as uv writes it; TARGET: WHEELS.md

``build.py lock`` runs it. Only names of files are compared: nothing is downloaded.
"""

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import macos
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

PYTHON = (3, 13)  # that releases are frozen with, as in .github/workflows
NONE, NOT_WANTED = "**none**", "not needed"
RELEASED = ("Windows x64", "macOS Apple", "Linux x86-64")
"""Systems that releases are built for: nothing may be missing there."""
_MACOS = tuple(int(part) for part in macos.OLDEST.split("."))
_X86_64, _ARM = 35, 39  # versions of the C library: Ubuntu 22.04, and the oldest that Qt runs on there, 24.04


@dataclass(frozen=True)
class System:
    """A system that releases are frozen on: its tags, best first, and what markers ask of it."""

    platforms: tuple[str, ...]
    environment: Mapping[str, str]

    @property
    def tags(self) -> list[Tag]:
        """The tags of wheels that install there, best first."""
        platforms = list(self.platforms)
        return [
            *cpython_tags(PYTHON, abis=[f"cp{PYTHON[0]}{PYTHON[1]}"], platforms=platforms),
            *compatible_tags(PYTHON, f"cp{PYTHON[0]}{PYTHON[1]}", platforms),
        ]


def _markers(sys_platform: str, system: str, machine: str, os_name: str) -> dict[str, str]:
    version = ".".join(map(str, PYTHON))
    return {
        "sys_platform": sys_platform, "platform_system": system, "platform_machine": machine, "os_name": os_name,
        "python_version": version, "python_full_version": f"{version}.0", "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "extra": "",
    }  # fmt: skip


def _manylinux(newest: int, machine: str) -> tuple[str, ...]:
    return (*(f"manylinux_2_{minor}_{machine}" for minor in range(newest, 16, -1)), f"manylinux2014_{machine}")


SYSTEMS = {
    "Windows x64": System(("win_amd64",), _markers("win32", "Windows", "AMD64", "nt")),
    "Windows ARM": System(("win_arm64",), _markers("win32", "Windows", "ARM64", "nt")),
    "macOS Apple": System(tuple(mac_platforms(_MACOS, "arm64")), _markers("darwin", "Darwin", "arm64", "posix")),
    "macOS Intel": System(tuple(mac_platforms(_MACOS, "x86_64")), _markers("darwin", "Darwin", "x86_64", "posix")),
    "Linux x86-64": System(_manylinux(_X86_64, "x86_64"), _markers("linux", "Linux", "x86_64", "posix")),
    "Linux ARM": System(_manylinux(_ARM, "aarch64"), _markers("linux", "Linux", "aarch64", "posix")),
}  # fmt: skip


def best_wheel(names: Sequence[str], system: System) -> str:
    """Return the platform of the wheel that is installed on a system ("any" for all), ``NONE`` without one."""
    tags = {tag for name in names for tag in parse_wheel_filename(name)[3]}
    return next((tag.platform for tag in system.tags if tag in tags), NONE)


def rows(pylock: Mapping[str, Sequence[Mapping[str, object]]], lock: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return for each library and version of the lock what each of ``SYSTEMS`` installs.

    Raises:
        ValueError: both locks name other versions.

    """
    wheels = {
        (canonicalize_name(str(one["name"])), str(one["version"])): [
            str(wheel["url"]).rpartition("/")[2].replace("%2B", "+") for wheel in one.get("wheels", ())
        ]
        for one in pylock["packages"]
    }
    found = {}
    for requirement in locked(lock):
        key = canonicalize_name(requirement.name), str(requirement.specifier).removeprefix("==")
        if key not in wheels:
            raise ValueError(f"{key[0]} {key[1]} stands only in one of both locks")
        found[key] = tuple(
            best_wheel(wheels[key], system) if _is_wanted(requirement.marker, system) else NOT_WANTED
            for system in SYSTEMS.values()
        )
    return found


def locked(lock: str) -> list[Requirement]:
    """Return the requirements of a lock of pip."""
    return [Requirement(line.rstrip(" \\")) for line in lock.splitlines() if re.match(r"[A-Za-z0-9]", line)]


def table(found: Mapping[tuple[str, str], Sequence[str]]) -> str:
    """Return the table as Markdown: what is the same everywhere is only counted and named."""
    native = {key: cells for key, cells in found.items() if set(cells) - {"any", NOT_WANTED}}
    pure = dict.fromkeys(name for name, _ in found if not any(name == other for other, _ in native))
    missing = [
        f"{name} ({', '.join(system for system, cell in zip(SYSTEMS, cells, strict=True) if cell == NONE)})"
        for (name, _), cells in native.items()
        if NONE in cells
    ]
    lines = [
        "# Ready-made libraries, by system",
        "",
        "Written by `python3 packaging/build.py lock`. A cell is the platform of the wheel that is installed with",
        f"Python {'.'.join(map(str, PYTHON))}, which releases are frozen with.",
        "",
        f"Without a wheel somewhere: {', '.join(missing) or 'nothing'}.",
        "",
        f"| library | {' | '.join(SYSTEMS)} |",
        f"|---|{'---|' * len(SYSTEMS)}",
        *(f"| {name} {version} | {' | '.join(cells)} |" for (name, version), cells in native.items()),
        "",
        f"The same file for every system: {', '.join(pure)}.",
    ]
    return "\n".join(lines) + "\n"


def _is_wanted(marker: Marker | None, system: System) -> bool:
    return marker is None or marker.evaluate(dict(system.environment))


def main(pylock: Path, lock: Path, target: Path) -> None:
    """Write the table."""
    found = rows(tomllib.loads(pylock.read_text(encoding="utf-8")), lock.read_text(encoding="utf-8"))
    target.write_text(table(found), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
