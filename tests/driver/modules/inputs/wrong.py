def undefined_inside(x):
    return x * factor


FIRST = 1
