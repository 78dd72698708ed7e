"""What the desktop is told while the window is not looked at: that a long job ended, and how far one is."""
