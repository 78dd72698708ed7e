"""The left pane, and the dialogs about libraries and folders."""
