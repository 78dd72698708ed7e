"""One model of what a text says: its blocks, and the units of evidence that are quoted, cited and checked."""
