"""The data folder in the window: shown and moved in the settings, found before anything opens."""
