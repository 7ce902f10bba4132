"""The pure core: values, the Game protocol, the log and its replay. No clock, dice, files, locale or screen."""
