"""What of a sentence its source does not support: one kind of statement a module."""
