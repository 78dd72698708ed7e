"""From a question and the settings to a cited answer."""
