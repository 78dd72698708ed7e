"""Options of the window."""

from desktop_rag.config.option import Choice, Option, OptionGroup

THEME = Option(
    "window.theme",
    "system",
    "Appearance",
    "The colours of the window.",
    (Choice("system", "Same as the system"), Choice("light", "Light"), Choice("dark", "Dark")),
)

SHORTCUTS = Option(
    "window.shortcuts",
    "",
    "Keyboard shortcuts",
    "Keys that differ from the usual ones, one command on each line.",
    example="library.new = Ctrl+Shift+N",
    lines=True,
)

WINDOW = OptionGroup("window", "Window", (THEME, SHORTCUTS))
