"""Turn a question and the settings into a cited answer."""
