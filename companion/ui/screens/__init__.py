"""The screens: keyed functions of views, offers and the page's context. No rules live here."""
