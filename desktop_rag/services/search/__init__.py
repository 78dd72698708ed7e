"""The search page's way of searching."""
