"""Rules on the screen: search, one rule, the whole rulebook."""
