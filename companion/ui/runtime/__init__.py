"""Components, hooks and the order of taps: the part of the interface that depends on Flet's internals."""
