"""Read the form controls of OpenDocument files: ticks, choices, entries."""

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.xml_parts import attribute, name_of

TICKED, EMPTY = "☒", "☐"
CHOSEN, NOT_CHOSEN = "◉", "○"
_LABELLED = frozenset(["fixed-text", "button", "frame", "image-frame"])
_UNSEEN = frozenset(["hidden", "password", "file", "image", "generic-control", "grid", "value-range", "properties"])
_ENTRIES = frozenset(["text", "textarea", "formatted-text", "number", "date", "time", "combobox", "currency"])


class Controls:
    """The controls of one text or slide by their names, and which of them were shown."""

    def __init__(self, root: ET.Element) -> None:
        self._controls: dict[str, ET.Element] = {}
        self._unused: dict[str, ET.Element] = {}
        for forms in root.iter():
            if name_of(forms) == "forms":
                for control in forms.iter():
                    name = attribute(control, "id")
                    if name:
                        self._controls.setdefault(name, control)
        self._unused = dict(self._controls)

    def shown(self, name: str) -> str:
        """Return the text shown by a control, "" for none; it counts as drawn."""
        self._unused.pop(name, None)
        control = self._controls.get(name)
        return _shown(control) if control is not None else ""

    def undrawn(self) -> Iterator[str]:
        """Yield the texts of the controls that have no place in the text."""
        for control in self._unused.values():
            text = _shown(control)
            name = attribute(control, "name")
            if name_of(control) in _ENTRIES | {"listbox"} and text and name:
                text = f"{name}: {text}"
            if text:
                yield text
        self._unused.clear()


def field_mark(element: ET.Element, name: str) -> str:
    """Return the text shown by a field without words: a box, or the entry that was chosen."""
    if name == "drop-down":
        labels = [part for part in element if name_of(part) == "label"]
        return next((attribute(one, "value") for one in labels if attribute(one, "current-selected") == "true"), "")
    if name not in {"fieldmark", "fieldmark-start"}:
        return ""
    named = [(attribute(part, "name"), attribute(part, "value")) for part in element if name_of(part) == "param"]
    kind = attribute(element, "type")
    if kind.endswith("FORMCHECKBOX"):
        return _box("true" in {value for key, value in named if key.startswith("Checkbox")})
    if kind.endswith("FORMDROPDOWN"):
        entries = [value for key, value in named if key == "Dropdown_ListEntry"]
        chosen = next((value for key, value in named if key == "Dropdown_Selected"), "0")
        return entries[int(chosen)] if chosen.isdecimal() and int(chosen[:9]) < len(entries) else ""
    return ""


def _shown(control: ET.Element) -> str:
    kind, label = name_of(control), attribute(control, "label")
    if kind == "checkbox":
        return f"{_box(_state(control, 'current-state', 'state') == 'checked')} {label}".strip()
    if kind == "radio":
        return f"{CHOSEN if _is_selected(control) else NOT_CHOSEN} {label}".strip()
    if kind == "listbox":
        return ", ".join(_labels(part for part in control.iter() if name_of(part) == "option" and _is_selected(part)))
    if kind == "textarea":
        lines = ["".join(part.itertext()) for part in control.iter() if name_of(part) == "p"]
        return "\n".join(lines) or _state(control, "current-value", "value")
    if kind in _LABELLED:
        return label
    return "" if kind in _UNSEEN else _state(control, "current-value", "value")


def _labels(options: Iterable[ET.Element]) -> list[str]:
    return [label for option in options if (label := attribute(option, "label") or attribute(option, "value"))]


def _is_selected(element: ET.Element) -> bool:
    return _state(element, "current-selected", "selected") == "true"


def _state(control: ET.Element, now: str, at_first: str) -> str:
    """Return the present state of a control; its first one where nobody changed it."""
    return next((value for key, value in control.attrib.items() if key.endswith(f"}}{now}")), "") or attribute(
        control, at_first
    )


def _box(is_ticked: bool) -> str:  # noqa: FBT001
    return TICKED if is_ticked else EMPTY
