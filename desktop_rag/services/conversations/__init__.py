"""What conversations keep: their settings, and each question with its answer."""
