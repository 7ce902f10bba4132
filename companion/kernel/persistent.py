"""Persistent collections: a changed copy shares almost everything with the original, which stays unchanged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final, Generic, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_BITS: Final = 5
_WIDTH: Final = 1 << _BITS
_MASK: Final = _WIDTH - 1
#: A bucket of a :class:`Map` with more keys is split, unless all bits of their hashes are used up.
_BUCKET: Final = 16
_HASH_BITS: Final = 60


class Vector(Sequence[T], Generic[T]):
    """An immutable sequence that is extended, or cut to a prefix, in the logarithm of its length.

    The items lie in leaves of 32 under a tree of tuples; the last leaf is kept outside the tree. Equal to a tuple with the
    same items.

    >>> two = Vector.of("ab")
    >>> two.plus("c"), two
    (Vector('a', 'b', 'c'), Vector('a', 'b'))
    >>> two.plus("c")[:1]
    Vector('a')
    """

    __slots__ = ("_height", "_root", "_size", "_tail")

    def __init__(
        self, size: int = 0, height: int = _BITS, root: tuple[Any, ...] = (), tail: tuple[T, ...] = ()
    ) -> None:
        """Use :meth:`of`; the arguments are the parts of the tree.

        :param height: by how many bits an index is shifted to find its branch of the root.
        """
        self._size = size
        self._height = height
        self._root = root
        self._tail = tail

    @classmethod
    def of(cls, items: Iterable[T] = ()) -> "Vector[T]":
        """Return a vector of some items."""
        if isinstance(items, Vector):
            return items
        height, left = _BITS, iter(items)
        root: tuple[Any, ...] = ()
        leaf, number = tuple(islice(left, _WIDTH)), 0
        while len(leaf) == _WIDTH and (following := tuple(islice(left, _WIDTH))):
            height, root = _grown(height, root, number, leaf)
            leaf, number = following, number + 1
        return cls(number * _WIDTH + len(leaf), height, root, leaf)

    def plus(self, *items: T) -> "Vector[T]":
        """Return the vector with more items at its end."""
        if len(self._tail) + len(items) <= _WIDTH:
            return Vector(self._size + len(items), self._height, self._root, self._tail + items)
        free = _WIDTH - len(self._tail)
        number = (self._size - len(self._tail)) >> _BITS
        height, root = _grown(self._height, self._root, number, self._tail + items[:free])
        return Vector[T](self._size + free, height, root).plus(*items[free:])

    def _prefix(self, size: int) -> "Vector[T]":
        """Return the first items."""
        kept = size - (self._size - len(self._tail))
        if kept >= 0:
            return Vector(size, self._height, self._root, self._tail[:kept])
        leaves, rest = size >> _BITS, size & _MASK
        tail = self._leaf(size)[:rest] if rest else ()
        return Vector(size, self._height, _cut(self._height, self._root, leaves), tail)

    def _leaf(self, place: int) -> tuple[T, ...]:
        """Return the leaf with the item at a place."""
        if place >= self._size - len(self._tail):
            return self._tail
        node: tuple[Any, ...] = self._root
        for bits in range(self._height, 0, -_BITS):
            node = node[place >> bits & _MASK]
        return node

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> "Vector[T]": ...
    def __getitem__(self, place: int | slice) -> "T | Vector[T]":
        if isinstance(place, slice):
            places = range(*place.indices(self._size))
            if places == range(len(places)):
                return self._prefix(len(places))
            return Vector.of(self[at] for at in places)
        if place < 0:
            place += self._size
        if not 0 <= place < self._size:
            raise IndexError(place)
        return self._leaf(place)[place & _MASK]

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(_leaves(self._height, self._root)), self._tail)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        for leaf in _leaves(self._height, self._root, backwards=True):
            yield from reversed(leaf)

    def __contains__(self, item: object) -> bool:
        return any(item in leaf for leaf in (*_leaves(self._height, self._root), self._tail))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vector | tuple):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Vector({', '.join(map(repr, self))})"


def _grown(height: int, root: tuple[Any, ...], number: int, leaf: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
    """Return height and root of a tree with one more leaf.

    :param number: how many leaves it has had.
    """
    if number >> height:
        height, root = height + _BITS, (root,)
    return height, _with_leaf(height, root, number, leaf)


def _with_leaf(height: int, node: tuple[Any, ...], number: int, leaf: tuple[Any, ...]) -> tuple[Any, ...]:
    if height == _BITS:
        return (*node, leaf)
    at = number >> (height - _BITS) & _MASK
    return (*node[:at], _with_leaf(height - _BITS, node[at] if at < len(node) else (), number, leaf))


def _cut(height: int, node: tuple[Any, ...], leaves: int) -> tuple[Any, ...]:
    """Return a tree with only its first leaves."""
    if height == _BITS:
        return node[:leaves]
    full, rest = divmod(leaves, 1 << (height - _BITS))
    return (*node[:full], _cut(height - _BITS, node[full], rest)) if rest else node[:full]


def _leaves(height: int, node: tuple[Any, ...], *, backwards: bool = False) -> Iterator[tuple[Any, ...]]:
    children = reversed(node) if backwards else node
    if height == _BITS:
        yield from children
    else:
        for child in children:
            yield from _leaves(height - _BITS, child, backwards=backwards)


class Map(Mapping[K, V], Generic[K, V]):
    """An immutable mapping that is extended in the logarithm of its size. Its keys come in no particular order.

    >>> one = Map().plus("a", 1)
    >>> one.plus("b", 2)["b"], "b" in one
    (2, False)
    """

    __slots__ = ("_root", "_size")

    def __init__(self, size: int = 0, root: Any = None) -> None:
        """Begin with no arguments and use :meth:`plus`.

        :param root: a bucket (a ``dict``), or a tuple of 32 nodes chosen by the next bits of the key's hash.
        """
        self._size = size
        self._root = {} if root is None else root

    def plus(self, key: K, value: V) -> "Map[K, V]":
        """Return the mapping with another value for a key."""
        return Map(self._size + (key not in self), _put(self._root, hash(key), 0, key, value))

    def _bucket(self, key: object) -> dict[K, V]:
        node: Any = self._root
        bits = hash(key)
        while isinstance(node, tuple):
            node, bits = node[bits & _MASK], bits >> _BITS
        found: dict[K, V] = node
        return found

    def __getitem__(self, key: K) -> V:
        return self._bucket(key)[key]

    def __contains__(self, key: object) -> bool:
        return key in self._bucket(key)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[K]:
        return _keys(self._root)

    def __repr__(self) -> str:
        return f"Map({dict(self)})"


def _put(node: Any, hashed: int, bits: int, key: Any, value: Any) -> Any:
    """Return a node of a :class:`Map` with another value for a key.

    :param bits: how many bits of the hash have led to the node.
    """
    at = hashed >> bits & _MASK
    if isinstance(node, tuple):
        return (*node[:at], _put(node[at], hashed, bits + _BITS, key, value), *node[at + 1 :])
    bucket = {**node, key: value}
    if len(bucket) <= _BUCKET or bits >= _HASH_BITS:
        return bucket
    split: tuple[dict[Any, Any], ...] = tuple({} for _ in range(_WIDTH))
    for each, kept in bucket.items():
        split[hash(each) >> bits & _MASK][each] = kept
    return split


def _keys(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for child in node:
            yield from _keys(child)
    else:
        yield from node
