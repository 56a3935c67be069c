"""Tests of Tsesi: cases as data, one runner each."""
