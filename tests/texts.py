"""Made-up texts in the notation and near it, for properties that must hold of any text at all."""

from __future__ import annotations

from hypothesis import strategies as st


def _each(words: str) -> list[str]:
    return words.split()


WORDS = _each("""
    მოთამაშემ მეტოქეს არ უნდა ბურთი რაქში შებოჭოს [შე]ბოჭოს ხელ[ებ]ით თამაშ-გარე და მსაჯმა ჯარიმა ადგილზე
    5 15 თუ Scrum TMO ი მოთამაშემმეტოქეს
""")
MARKS = [
    "1.",
    "2.",
    "3.",
    "9.1",
    "9.2 ",
    "15.6",
    "ა.",
    "ბ.",
    "გ)",
    "(დ)",
    "g.",
    "i.",
    "ii)",
    "•",
    "7",
    "1.1.1",
    "ა.შ.",
]
SIGNS = _each("""
    | -- — [ ] ( ) „ “ " ' « » : . , ; * & - &ქუოტ; &ნბსპ; &quot; &#8222; &ბურთი; სასჯელი:
""")
PRICES = ["* სასჯელი: ჯარიმა.", "სასჯელი : თავისუფალი"]
SPACES = [" ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00a0", "\u200b", "\ufeff", "\u00ad", "\u2028", "", " \n "]

pieces = st.one_of(*(st.sampled_from(one) for one in (WORDS, WORDS, MARKS, SIGNS, PRICES, SPACES, SPACES)))
"""Pieces of laws, good and bad."""

laws = st.lists(pieces, max_size=60).map("".join)
"""Texts that look like laws only from afar: every mark in every place."""

anything = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=80)
"""Any text."""
