"""The only place that starts threads and processes: jobs, lanes, cancelling, shutting down."""
