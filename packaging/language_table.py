"""Write the table by which the language of a text is told, from the model of py3langid.

Run ``python packaging/language_table.py`` when the languages or the model change, and commit what it writes. It needs
``pip install "py3langid>=0.4"``. Of 142 languages and dialects those are kept that short texts are not mistaken for.
"""

import io
import json
import lzma
import sys
from pathlib import Path

import numpy as np
from py3langid.langid import MODEL_DIR, MODEL_FILE

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TABLE = Path(__file__).resolve().parent.parent / "resources" / "languages" / "table.zst"
LANGUAGES = (
    "af am ar az be bg bn ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko "
    "lo lt lv mk ml mn mr ms mt ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh"
).split()


def main() -> None:
    """Write the table: a line that says what follows, and the numbers, all little-endian."""
    with np.load(io.BytesIO(lzma.decompress((MODEL_DIR / MODEL_FILE).read_bytes())), allow_pickle=False) as model:
        kept = [column for column, code in enumerate(model["classes"].tolist()) if code in LANGUAGES]
        parts = {
            "weights": model["ptc"][:, kept].astype("<f2"),
            "priors": model["pc"][kept].astype("<f4"),
            "next": model["nextmove"].astype("<u4"),
            "row": model["nextmove_row"].astype("<u2"),
            "feature": model["out_feat"].astype("<i4"),
        }
        head = {
            "languages": [model["classes"].tolist()[column] for column in kept],
            "parts": {name: [part.dtype.str, *part.shape] for name, part in parts.items()},
        }
    numbers = b"".join(np.ascontiguousarray(part).tobytes() for part in parts.values())
    TABLE.write_bytes(zstd.compress(json.dumps(head).encode() + b"\n" + numbers, 19))
    print(f"{TABLE}: {TABLE.stat().st_size / 1e6:.1f} MB of {len(kept)} languages")


if __name__ == "__main__":
    main()
