"""What a game's board is made of.

A board is a component that takes a ``Play`` (:mod:`~companion.ui.kit.table_context`): what its seat sees
(:mod:`~companion.ui.kit.seat_view`), what it may do (:mod:`~companion.ui.kit.actions`), and the room it has. It returns a
:func:`~companion.ui.kit.pane.pane` of :mod:`~companion.ui.kit.elements` and buttons;
:mod:`~companion.ui.kit.generic_table` is the shortest example.
"""
