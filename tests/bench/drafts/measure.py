"""How many of the errors in drafts are found, and how many false alarms there are.

python -m tests.bench.drafts.measure [first|second]

Errors stand in the drafts as ``{{kind|words}}``. The drafts of ``first`` were there when the checks were tuned, those
of ``second`` were written afterwards.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.services.drafts.inner.findings import inner_findings

FOLDER = Path(__file__).parent
_MARK = re.compile(r"\{\{(\w+)\|(.+?)\}\}")


def read(path: Path) -> tuple[str, list[tuple[str, int, int]]]:
    """Return the text of a draft, and the kinds and ranges of its errors."""
    marked, pieces, errors, at, length = path.read_text(encoding="utf-8"), list[str](), [], 0, 0
    for mark in _MARK.finditer(marked):
        pieces += [marked[at : mark.start()], mark[2]]
        start = length + mark.start() - at
        length = start + len(mark[2])
        errors.append((mark[1], start, length))
        at = mark.end()
    return "".join([*pieces, marked[at:]]), errors


def measure(half: str, *, tell: bool = False) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return the numbers of errors, of those found and of false alarms, by kind, in the drafts of a half."""
    every, found, alarms = Counter[str](), Counter[str](), Counter[str]()
    for path in sorted((FOLDER / half).glob("*.md")):
        text, errors = read(path)
        every.update(kind for kind, _, _ in errors)
        findings = inner_findings(text, CancelToken())
        met = set()
        for one in findings:
            place = next(
                (error for error in errors if error[0] == one.kind and one.start < error[2] and error[1] < one.end),
                None,
            )
            if place is None:
                alarms[one.kind] += 1
                if tell:
                    print(f"{path.name}: false {one.kind} “{text[one.start : one.end]}” {one.reason}")
            else:
                met.add(place)
        found.update(kind for kind, _, _ in met)
        for error in errors if tell else ():
            if error not in met:
                print(f"{path.name}: missed {error[0]} “{text[error[1] : error[2]]}”")
    return every, found, alarms


if __name__ == "__main__":
    for half in sys.argv[1:] or ("first", "second"):
        every, found, alarms = measure(half, tell=True)
        for kind in sorted(every):
            print(f"{half} {kind}: {found[kind]} of {every[kind]} found, {alarms[kind]} false alarms")
        print(f"{half}: {sum(found.values())} of {sum(every.values())} found, {sum(alarms.values())} false alarms")
