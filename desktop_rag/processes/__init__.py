"""Child processes and what they may do."""
