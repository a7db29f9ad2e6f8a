LIMIT = 3

def half(x:
    return x / 2
