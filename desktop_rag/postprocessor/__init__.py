"""Node postprocessors: they sort out what was found."""
