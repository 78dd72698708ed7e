"""Draws the page of an evidence pack from its manifest and nothing else but its pictures.

The same manifest always gives the same bytes: so a check draws the page again, and finds one that shows other words
than its manifest has. Whoever changes what is drawn raises ``RENDERING``; pages of other versions are not drawn again.
For that reason nothing here is shared with exports, whose look may change at any time.
"""

import html
from base64 import b64encode
from collections.abc import Iterator, Mapping

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.core.results.answers import Verdict
from desktop_rag.services.packs.manifest import Manifest, PackItem, PackSource

RENDERING = 1
_STYLE = """
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; color: #1f1d1a; background: #fff;
  font: 1rem/1.6 system-ui, "Segoe UI", "Noto Sans", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .3rem; }
p { margin: .4rem 0; } p, td { overflow-wrap: anywhere; }
.facts, .label, .note { color: #5f5b54; font-size: .9rem; }
.item { border-top: 1px solid #dedad2; margin-top: 1.5rem; padding-top: .8rem; }
.words { font-size: 1.1rem; } .verdict { font-weight: 600; }
.supported .verdict { color: #2f5d50; } .partly .verdict { color: #8a5a00; }
.contradicted .verdict, .not-said .verdict { color: #b3261e; } .unchecked .verdict { color: #5f5b54; }
blockquote { margin: .5rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid #dedad2; white-space: pre-line;
  overflow-wrap: anywhere; }
mark { background: #fff3c4; color: inherit; } img { max-width: 100%; height: auto; border: 1px solid #dedad2; }
.hash { color: #5f5b54; font: .75rem/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.proof { border-top: 1px solid #dedad2; margin-top: 2.5rem; font-size: .9rem; }
@media print { body { margin: 0; max-width: none; } .item { break-inside: avoid-page; } }
"""
PDF_STYLE = """
h2 { font-size: 12pt; margin: 16pt 0 3pt 0; } .label, .note { color: #5f5b54; font-size: 9pt; }
.words { font-size: 12pt; margin: 12pt 0 3pt 0; } .verdict { font-weight: bold; }
.hash { color: #5f5b54; font-size: 7pt; margin: 0; } mark { background-color: #fff3c4; }
.picture { border: 0.6pt solid #dedad2; } img { width: 100%; }
"""
_HEAD = (
    '<!doctype html>\n<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'
)


def page_parts(manifest: Manifest, pictures: Mapping[str, bytes]) -> tuple[bytes, bytes, bytes]:
    """Return what stands before the manifest in a page, between it and the seal, and behind the seal.

    ``pictures`` are PNG files by their SHA-256; one that is lacking is left out.
    """
    body = "\n".join(page_pieces(manifest, pictures))
    page = f"{_HEAD}<title>{_text(manifest.title)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n"
    return (
        f'{page}<script type="application/json" id="manifest">\n'.encode("utf-8", "replace"),
        b'\n</script>\n<script type="application/json" id="seal">\n',
        b"\n</script>\n</body></html>\n",
    )


def page_pieces(manifest: Manifest, pictures: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the HTML of a pack: its head, each item, and what tells how it can be checked."""
    labels = manifest.labels
    facts = "".join(f'<p class="facts">{_text(fact)}</p>' for fact in manifest.facts)
    yield f'<p class="facts">{_text(labels["pack"])}</p>\n<h1>{_text(manifest.title)}</h1>\n{facts}'
    for item in manifest.items:
        yield _item(item, labels, pictures)
    if manifest.not_checked:
        lines = "".join(f"<p>{_text(line)}</p>\n" for line in manifest.not_checked)
        yield f"<h2>{_text(labels['not_checked'])}</h2>\n{lines}"
    signed = labels["unsigned"]
    if manifest.signer is not None:
        signed = f"{labels['signed']} {manifest.signer.fingerprint}"
    lines = "".join(f"<p>{_text(line)}</p>\n" for line in (signed, labels["verify"], labels["without"]))
    yield f'<div class="proof">{lines}</div>'


def _item(item: PackItem, labels: Mapping[str, str], pictures: Mapping[str, bytes]) -> str:
    label = f'<p class="label">{_text(item.label)}</p>\n' if item.label else ""
    reasons = "".join(f"<p>{_text(reason)}</p>\n" for reason in item.reasons)
    kind = "unchecked" if item.verdict is Verdict.UNCHECKED else item.verdict.value.replace(" ", "-")
    said = f'<p class="verdict">{_text(item.said)}</p>\n' if item.said else ""
    sources = "".join(_source(source, labels, pictures) for source in item.sources)
    return (
        f'<div class="item {kind}">{label}<p class="words" dir="auto">{item.number}. {_text(item.text)}</p>\n'
        f"{said}{reasons}{sources}</div>"
    )


def _source(source: PackSource, labels: Mapping[str, str], pictures: Mapping[str, bytes]) -> str:
    pieces = [f"<p><b>{_text(source.place)}</b></p>\n"]
    if source.image in pictures:
        data = b64encode(pictures[source.image]).decode()
        pieces.append(f'<blockquote dir="auto">{_text(source.quote)}</blockquote>\n')
        pieces.append(f'<p class="picture"><img alt="{_text(source.quote)}" src="data:image/png;base64,{data}"></p>\n')
    else:
        start, end = source.mark
        before, words, after = source.passage[:start], source.passage[start:end], source.passage[end:]
        pieces.append(f'<blockquote dir="auto">{_text(before)}<mark>{_text(words)}</mark>{_text(after)}</blockquote>\n')
        if words != source.quote:
            pieces.append(f'<blockquote dir="auto">{_text(source.quote)}</blockquote>\n')
    if source.note:
        pieces.append(f'<p class="note">{_text(source.note)}</p>\n')
    outermost = source.file.partition(INSIDE)[0]
    hashes = [(labels["file_hash"], outermost, source.file_sha256)] if source.file_sha256 else []
    hashes.append((labels["passage_hash"], "", source.passage_sha256))
    if source.image:
        hashes.append((labels["image_hash"], "", source.image))
    for name, file, value in hashes:
        told = f"{name} {file}:" if file else f"{name}:"
        pieces.append(f'<p class="hash">{_text(told)} {_text(value)}</p>\n')
    return "".join(pieces)


def _text(text: str) -> str:
    """Return text for HTML: characters that XML cannot hold are shown as unknown ones."""
    return html.escape(
        "".join(char if char.isprintable() or char in "\n\t" or ord(char) > 0xA0 else "\ufffd" for char in text)
    )
