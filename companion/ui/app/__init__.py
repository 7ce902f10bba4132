"""Services of one page: context, navigation, keyboard, dialogs, preferences, files."""
