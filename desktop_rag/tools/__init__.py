"""What models may run: functions and query engines with a name, a description and parameters."""
