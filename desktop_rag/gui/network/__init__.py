"""The network page: every host that was contacted, and the offline switch."""
