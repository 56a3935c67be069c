"""Takes facts of the view, gives inline SVG; guarantees that its words are text and its colours the page's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from tsesi.site.view import Law, Norm, View

if TYPE_CHECKING:
    from tsesi.site.kit import Kit


def norm(norm: Norm, k: Kit) -> Markup:
    """Return actor → must not → act → sanction; empty for a definition."""
    return Markup()


def groups(law: Law, k: Kit) -> Markup:
    """Return which sanction reaches which unit."""
    return Markup()


def ontology(view: View, k: Kit) -> Markup:
    """Return how the classes of the ontology belong together."""
    return Markup()
