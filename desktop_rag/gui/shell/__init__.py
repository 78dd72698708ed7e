"""The window itself: start, layout, commands, the bridge to the worker."""
