"""Options of the window."""

from desktop_rag.config.option import Choice, Option, OptionGroup

THEME = Option(
    "window.theme",
    "system",
    "Appearance",
    "The colours of the window.",
    (Choice("system", "Same as the system"), Choice("light", "Light"), Choice("dark", "Dark")),
)

WINDOW = OptionGroup("window", "Window", (THEME,))
