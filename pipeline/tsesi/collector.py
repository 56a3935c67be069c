"""Holds Python's garbage collector still while many things are made of which next to nothing is rubbish.

Guarantees that the collector runs again at the end, if it ran before; what went out of use in a circle
meanwhile it finds then.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held() -> Iterator[None]:
    """Hold the collector still, in a block or as a decorator.

    It looks through all that is new each time that some hundred things are. That costs half a second of
    the building of the lexicon, and one part in twenty-five of the reading of a text.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
