"""Takes a nominal form that the lexicon lacks; gives its likely nominative singular. Never a verb, never certain."""
