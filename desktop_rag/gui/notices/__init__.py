"""Notices of the desktop for a window in the background: progress, and the end of a long job."""
