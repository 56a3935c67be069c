"""Gives the one error of the site's build."""

from __future__ import annotations


class SiteError(Exception):
    """Why the site could not be built, and the way out."""
