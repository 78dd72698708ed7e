"""Results of jobs for window and command line: plain frozen values without a database or a widget behind them."""
