import imported_by_what_it_imports as first

SEEN = [first.__name__, first.N]
add = first.add
N = 10
