"""The screens: keyed functions of views, offers and the desk. No rules live here."""
