from numba import cuda


@cuda.jit
def game_of_life(cells, out):
    x, y = cuda.grid(2)
    height, width = cells.shape
    if x < width and y < height:
        alive = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dx != 0 or dy != 0:
                    alive += cells[(y + dy) % height, (x + dx) % width]
        if alive == 3 or (alive == 2 and cells[y, x] == 1):
            out[y, x] = 1
        else:
            out[y, x] = 0
