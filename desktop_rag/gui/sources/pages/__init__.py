"""The right pane: passages, pages and texts."""
