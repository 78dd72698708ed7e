"""Write what a built program contains: a list of licences, their texts, and a bill of materials (CycloneDX).

python packaging/licences.py FOLDER WORK VERSION TIME    WORK: where PyInstaller worked; TIME: of the sources
"""

import datetime as dt
import importlib.metadata
import platform
import re
import shutil
import sys
import uuid
from pathlib import Path

from contents import licence_of, name_of, shipped, system_libraries
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

LICENCE_FILE = re.compile(r"(licen[cs]es?/|(^|/)(licen[cs]e|copying|notice)[^/]*$)", re.IGNORECASE)
# Models and tables of words below resources/, as their READMEs say
DATA = (
    ("multilingual-e5-small", "MIT"), ("PP-OCRv6", "Apache-2.0"), ("judge", "AGPL-3.0-or-later"),
    ("py3langid-model", "BSD-3-Clause"), ("tiktoken-encodings", "MIT"),
)  # fmt: skip


def main(target: Path, work: Path, version: str, time: int) -> None:
    """Write list.txt, the texts, and sbom.cdx.json."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    libraries = shipped(work)
    python = platform.python_version()
    lines = [f"Python {python}: PSF-2.0, https://www.python.org"]
    for library in libraries:
        address = f"https://pypi.org/project/{name_of(library)}/{library.version}/"
        lines.append(f"{name_of(library)} {library.version}: {licence_of(library)}, {address}")
        _copy_texts(library, target / name_of(library))
    (target / "list.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    components = [
        _component("python", python, ComponentType.PLATFORM, "PSF-2.0"),
        *(
            _component(name_of(one), one.version, ComponentType.LIBRARY, licence_of(one), is_from_index=True)
            for one in libraries
        ),
        *(_component(name, "", ComponentType.FILE) for name in system_libraries(work)),
        *(_component(name, "", ComponentType.MACHINE_LEARNING_MODEL, licence) for name, licence in DATA),
    ]
    (target / "sbom.cdx.json").write_text(bill(components, version, time), encoding="utf-8")


def bill(components: "list[Component]", version: str, time: int) -> str:
    """Return a bill of materials as CycloneDX 1.6, the same text for the same parts."""
    program = _component("desktop-rag", version, ComponentType.APPLICATION, "AGPL-3.0-or-later")
    inside = "\n".join(sorted(f"{one.name} {one.version}" for one in components))
    made = Bom(components=components, serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"desktop-rag {version}\n{inside}"))
    made.metadata.component = program
    made.metadata.timestamp = dt.datetime.fromtimestamp(time, dt.UTC)
    made.register_dependency(program, components)
    return JsonV1Dot6(made).output_as_string(indent=1)


def _component(
    name: str, version: str, kind: ComponentType, licence: str = "", *, is_from_index: bool = False
) -> Component:
    """Return a part; its reference is its name, where the library would draw a random one."""
    return Component(
        name=name,
        version=version or None,
        type=kind,
        bom_ref=f"{name}@{version}" if version else name,
        purl=PackageURL("pypi", name=name, version=version) if is_from_index else None,
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
    )


def _copy_texts(library: importlib.metadata.Distribution, target: Path) -> None:
    """Copy the licence texts the library ships."""
    for number, file in enumerate(library.files or []):
        in_metadata = ".dist-info/" in str(file)
        if in_metadata and LICENCE_FILE.search(str(file).split(".dist-info/", 1)[1]):
            source = Path(str(file.locate()))
            if source.is_file():
                target.mkdir(exist_ok=True)
                name = source.name if not (target / source.name).exists() else f"{number}-{source.name}"
                shutil.copyfile(source, target / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
