"""Files broken at random, the same for the same seed: by chance, or as somebody would who knows the formats."""

import io
import random
import re
import struct
import zipfile
from collections.abc import Callable, Sequence

_NUMBER = re.compile(rb"\d{1,9}")
_NUMBERS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_WRITTEN = (b"-1", b"0", b"65536", b"2147483648", b"99999999999", b"1e309", b"NaN")
_LARGEST = 1_000_000  # bytes of a broken file
_MOST_STEPS = 4
Damage = Callable[[bytes, bytes, random.Random], bytes]


def damaged(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return ``data`` broken in some ways, one of which mixes it with ``other``."""
    for _ in range(chance.randint(1, _MOST_STEPS)):
        data = (_inside_an_archive if data.startswith(b"PK\3\4") and chance.random() < 0.7 else _break)(
            data, other, chance
        )[:_LARGEST]
    return data


def _break(data: bytes, other: bytes, chance: random.Random) -> bytes:
    return chance.choice(_WAYS)(data, other, chance) if data else other


def _flip_bits(data: bytes, _: bytes, chance: random.Random) -> bytes:
    broken = bytearray(data)
    for _flip in range(chance.choice((1, 4, 30))):
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
    return bytes(broken)


def _cut_short(data: bytes, _: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _cut_out(data: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _range(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _range(data, chance)
    times = min(chance.choice((2, 10, 1000)), _LARGEST // (end - start + 1))
    return data[:start] + data[start:end] * times + data[end:]


def _splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    start, end = _range(other or data, chance)
    at = chance.randrange(len(data))
    return data[:at] + (other or data)[start:end] + data[at + chance.choice((0, end - start)) :]


def _write_a_number(data: bytes, _: bytes, chance: random.Random) -> bytes:
    form = chance.choice(("B", "<H", ">H", "<I", ">I", "<Q"))
    size = struct.calcsize(form)
    at = chance.randrange(max(1, len(data) - size))
    number = struct.pack(form, chance.choice(_NUMBERS) & ((1 << 8 * size) - 1))
    return data[:at] + number + data[at + size :]


def _rewrite_a_number(data: bytes, _: bytes, chance: random.Random) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data
    one = chance.choice(numbers)
    return data[: one.start()] + chance.choice(_WRITTEN) + data[one.end() :]


def _nest(data: bytes, _: bytes, chance: random.Random) -> bytes:
    marks = re.findall(rb"<[A-Za-z][\w:.-]*>|[\[({]|<<|--", data[:100_000])
    at = chance.randrange(len(data))
    return data[:at] + (chance.choice(marks) if marks else data[at : at + 1]) * 5_000 + data[at:]


def _range(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(data))
    return start, min(len(data), start + chance.choice((1, 8, 64, 512, 4096)))


_WAYS: Sequence[Damage] = (
    _flip_bits, _flip_bits, _cut_short, _cut_out, _repeat, _splice, _write_a_number, _rewrite_a_number, _nest,
)  # fmt: skip


def _inside_an_archive(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Break one part of an archive, and pack it again: outside of it, damage is seen by its checksum alone."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(entry, archive.read(entry)) for entry in archive.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError, struct.error):
        return _break(data, other, chance)
    except Exception as error:  # noqa: BLE001 - zlib and lzma have errors of their own
        return _break(data + str(error).encode(), other, chance)
    broken = chance.randrange(len(parts) or 1)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (entry, part) in enumerate(parts):
            archive.writestr(entry.filename, _break(part, other, chance) if number == broken else part)
    return packed.getvalue()
