"""Tsesi: the laws of rugby in Georgian, read into linked data."""
