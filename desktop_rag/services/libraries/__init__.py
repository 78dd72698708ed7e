"""The person's libraries: what is in them, and what is decided about them."""
