"""Which model answers: the button with its menu, what the servers have, and what is proposed at first."""
