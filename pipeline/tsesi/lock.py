"""Takes a path, gives a lock that one process at a time holds, and that ends with its process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows: there nothing is locked
    fcntl = None  # type: ignore[assignment]


@contextmanager
def held(path: Path, busy: Callable[[], object]) -> Iterator[None]:
    """Hold the lock at `path` (a file, made where it is missing) while the block runs.

    Where another holds it, `busy` is called once, and then it is waited for. Where no file can be made,
    nothing can be built either, or by one user alone: then there is no lock.
    """
    try:
        file = path.open("a", encoding="utf-8")
    except OSError:
        yield
        return
    with file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                busy()
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
