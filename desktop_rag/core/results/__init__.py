"""What jobs return to the two skins: plain frozen values without a database or a widget behind them."""
