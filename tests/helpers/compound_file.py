"""Writes compound files (what .msg files are) as simply as the format allows, for tests."""

import struct
from pathlib import Path

Tree = dict[str, "bytes | Tree"]
_SECTOR, _SMALL, _CUTOFF = 512, 64, 4096
_END, _FREE, _TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


class _Writer:
    def __init__(self) -> None:
        self.sectors: list[bytes] = []
        self.chain: list[int] = []
        self.small = b""
        self.small_chain: list[int] = []
        self.entries: list[list[object]] = []  # name, type, right, child, start, size

    def stream(self, data: bytes) -> int:
        first = len(self.sectors)
        pieces = [data[at : at + _SECTOR].ljust(_SECTOR, b"\0") for at in range(0, len(data), _SECTOR)]
        self.sectors += pieces
        self.chain += [*range(first + 1, first + len(pieces)), _END] if pieces else []
        return first if pieces else _END

    def small_stream(self, data: bytes) -> int:
        first = len(self.small_chain)
        count = -(-len(data) // _SMALL)
        self.small += data.ljust(count * _SMALL, b"\0")
        self.small_chain += [*range(first + 1, first + count), _END] if count else []
        return first if count else _END

    def add(self, tree: Tree) -> int:
        """Add what is in a storage; returns the number of the first entry."""
        first, last = _FREE, None
        for name in sorted(tree, key=lambda one: (len(one), one.upper())):
            content = tree[name]
            number = len(self.entries)
            entry: list[object] = [name, 2, _FREE, _FREE, _END, 0]
            self.entries.append(entry)
            if isinstance(content, dict):
                entry[1], entry[3] = 1, self.add(content)
            else:
                write = self.small_stream if len(content) < _CUTOFF else self.stream
                entry[4], entry[5] = write(content), len(content)
            if last is None:
                first = number
            else:
                last[2] = number
            last = entry
        return first


def write_compound(path: Path, tree: Tree) -> Path:
    """Write a tree of storages (dicts) and streams (bytes)."""
    writer = _Writer()
    writer.entries.append(["Root Entry", 5, _FREE, _FREE, _END, 0])
    writer.entries[0][3] = writer.add(tree)
    writer.entries[0][4], writer.entries[0][5] = writer.stream(writer.small), len(writer.small)
    small_table = b"".join(struct.pack("<L", one) for one in writer.small_chain)
    small_start = writer.stream(small_table + b"\xff" * (-len(small_table) % _SECTOR))
    directory = b"".join(map(_entry, writer.entries))
    directory_start = writer.stream(directory.ljust(-(-len(directory) // _SECTOR) * _SECTOR, b"\0"))
    tables = 1
    while tables * (_SECTOR // 4) < len(writer.sectors) + tables:
        tables += 1
    table_start = len(writer.sectors)
    chain = writer.chain + [_TABLE] * tables
    table = b"".join(struct.pack("<L", one) for one in chain).ljust(tables * _SECTOR, b"\xff")
    header = struct.pack(
        "<8s16sHHHHH6xLLLLLLLLL", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, 0, tables,
        directory_start, 0, _CUTOFF, small_start, len(small_table) // _SECTOR + 1, _END, 0,
    )  # fmt: skip
    places = b"".join(struct.pack("<L", table_start + one) for one in range(tables)).ljust(109 * 4, b"\xff")
    path.write_bytes(header + places + b"".join(writer.sectors) + table)
    return path


def _entry(entry: list[object]) -> bytes:
    name, kind, right, child, start, size = entry
    written = (str(name) + "\0").encode("utf-16-le")
    return struct.pack(
        "<64sHBBLLL16sLQQLQ", written, len(written), kind, 1, _FREE, right, child, b"", 0, 0, 0, start, size
    )


def message(properties: dict[int, str | bytes | int], *, header: int = 32) -> Tree:
    """Return an Outlook message, recipient or attachment: texts, data and numbers by property."""
    tree: Tree = {}
    numbers = b""
    for key, value in properties.items():
        if isinstance(value, str):
            tree[f"__substg1.0_{key:04X}001F"] = value.encode("utf-16-le")
        elif isinstance(value, bytes):
            tree[f"__substg1.0_{key:04X}0102"] = value
        else:
            numbers += struct.pack("<HHLQ", 0x40 if value > 1 << 32 else 3, key, 6, value)
    tree["__properties_version1.0"] = b"\0" * header + numbers
    return tree
