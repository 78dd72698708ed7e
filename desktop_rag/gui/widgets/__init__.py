"""Widgets, words and colours that every pane shares."""
