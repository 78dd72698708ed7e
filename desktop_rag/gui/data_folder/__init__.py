"""Where the data folder is: shown and moved in the settings, looked for before anything opens."""
