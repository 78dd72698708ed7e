"""Keyboard shortcuts: a sheet of all of them, and an editor for those that a person changes."""
