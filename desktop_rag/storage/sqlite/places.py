"""SQL conditions for a path and everything below it, answered by the index of paths."""

BELOW = "(d.path = ?1 OR (d.path >= ?2 AND d.path < ?3))"
"""True for a document ``d`` at or below a path; the values are ``bounds`` of it."""


def bounds(path: str, separator: str) -> tuple[str, str, str]:
    """Return a path, and the bounds of the paths below it."""
    below = path.rstrip(separator) + separator
    return path, below, f"{below[:-1]}{chr(ord(separator) + 1)}"


def with_folders_above(path: str, separator: str) -> list[str]:
    """Return a path and the folders it lies in, the innermost first; each folder with and without its separator."""
    found = [path]
    end = path.rfind(separator)
    while end >= 0:
        found += [path[: end + 1], path[:end]]
        end = path.rfind(separator, 0, end)
    return found
