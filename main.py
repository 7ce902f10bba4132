"""Where a packed app begins: ``flet build`` looks for a module beside the folder of assets."""

from companion.app import show

show()
