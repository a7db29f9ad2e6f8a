"""References for tests/exec/corpus/cellular_automata.py."""
from expectations import *

corpus = Corpus("cellular_automata")
rng = seeded(14)


def neighbours(b):
    return sum(np.roll(b, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


board = rng.randint(0, 2, (13, 19)).astype(np.uint8)
n = neighbours(board.astype(int))
corpus.check("life", (3, 2), (8, 8), (board, np.zeros_like(board)), {1: (n == 3) | (board & (n == 2))})

small = rng.randint(0, 2, (8, 8)).astype(np.uint8)
now = np.zeros((10, 10), int)
now[1:9, 1:9] = small
for _ in range(7):
    n = neighbours(now)
    now = (n == 3) | (now & (n == 2))
    now[[0, 9]] = now[:, [0, 9]] = 0
    now = now.astype(int)
corpus.check("life_generations", 1, (8, 8), (small, 7), {0: now[1:9, 1:9]})

words = rng.randint(0, 2 ** 62, 6).astype(np.uint64) * np.uint64(3)
cells = "".join(f"{w:064b}" for w in words.tolist())
after = "".join(str(110 >> int(cells[i - 1] + cells[i] + cells[(i + 1) % 384], 2) & 1) for i in range(384))
corpus.check("elementary", 1, 32, (words, np.zeros(6, np.uint64), 110),
             {1: np.array([int(after[k:k + 64], 2) for k in range(0, 384, 64)], np.uint64)})


def mixed(x):
    x = (x ^ x >> 16) * 0x7feb352d & 0xFFFFFFFF
    x = (x ^ x >> 15) * 0x846ca68b & 0xFFFFFFFF
    return x ^ x >> 16


forest = rng.choice([0, 1, 1, 1, 2], (12, 15)).astype(np.int8)
later = np.zeros_like(forest)
hot = np.pad(forest == 2, 1)
for y in range(12):
    for x in range(15):
        chance = mixed((y * 15 + x) * 2654435761 + 77 & 0xFFFFFFFF)
        if forest[y, x] == 0:
            later[y, x] = chance < 1 << 30
        elif forest[y, x] == 1:
            near = hot[y, x + 1] or hot[y + 2, x + 1] or hot[y + 1, x] or hot[y + 1, x + 2]
            later[y, x] = 2 if near or chance < 1 << 27 else 1
corpus.check("forest_fire", (2, 2), (8, 8), (forest, np.zeros_like(forest), 77, np.uint32(1 << 30), np.uint32(1 << 27)),
             {1: later})

sand = rng.randint(0, 10, (9, 11)).astype(np.int32)
grains = np.where(sand >= 4, sand // 4, 0)
p = np.pad(grains, 1)
fallen = sand - 4 * grains + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
corpus.check("topple", (2, 2), (8, 8), (sand, sand.copy()), {1: fallen})

spins = rng.choice([-1, 1], (10, 12)).astype(np.int8)
chances = rng.rand(10, 12)
field = sum(np.roll(spins, s, axis).astype(int) for s in (-1, 1) for axis in (0, 1))
i, j = np.mgrid[:10, :12]
turn = ((i + j) % 2 == 1) & (chances < np.exp(np.minimum(-0.4 * 2.0 * spins * field, 0)))
corpus.check("ising", (2, 2), (8, 8), (spins, chances, 1, 0.4), {0: np.where(turn, -spins, spins)})

boards, ants = np.zeros((3, 9, 9), np.uint8), np.array([[4, 4, 0], [0, 8, 2], [3, 1, 1]], np.int32)
walked, ends = boards.copy(), []
for a in range(3):
    place, heading = complex(*ants[a, [1, 0]]), ants[a, 2]
    direction = [-1j, 1, 1j, -1][heading]
    for _ in range(60):
        x, y = int(place.real), int(place.imag)
        direction *= -1j if walked[a, y, x] else 1j
        walked[a, y, x] ^= 1
        place += direction
        place = complex(place.real % 9, place.imag % 9)
    ends.append([place.imag, place.real, [-1j, 1, 1j, -1].index(direction)])
corpus.check("langton", 1, 4, (boards, ants, 60), {0: walked, 1: np.real(ends)})
corpus.write()
