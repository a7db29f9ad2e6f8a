"""Threads that wait for each other in loops: tests/exec/data/waiting.json.

The simulator runs the threads of a block at the same time, but one block after the other: what blocks do that wait
for each other is computed here.
"""
import sys

from expectations import *

# Threads of the simulator that wait hold the interpreter until they are told to give way.
sys.setswitchinterval(5e-4)

topic = Topic("waiting")
FILE = "waiting.py"
rng = np.random.default_rng(5)


def ints(*shape):
    return zeros(np.int32, *shape)


def run(kernel, block, *args, **kw):
    topic.simulate(FILE, kernel, 1, block, *args, **kw)


for block in (1, 2, 33, 64):
    run("next_before", block, ints(block), zeros(np.int64, block), variant=str(block))
    run("handed_over", block, c_array([1] * (block - 1) + [0], np.int32), ints(block + 1), variant=str(block))
    run("in_order", block, ints(1), ints(block), variant=str(block))
run("next_before", 64, ints(64), zeros(np.int64, 64), variant="unoptimised", options={"opt_level": 0})
run("next_before", 64, ints(64), zeros(np.int64, 64), variant="debug", options={"debug": True})
run("backward", 32, as_array(rng.integers(0, 9, (12, 20)).astype(np.float64)), ints(20),
    zeros(np.float64, 12, 20))
run("backward", 32, as_array(rng.integers(0, 9, (5, 32)).astype(np.float32)), ints(32),
    zeros(np.float32, 5, 32), variant="float32")
run("plain_flag", 40, ints(1), ints(40))
run("shared_flag", 64, c_array(range(64), np.float32), zeros(np.float32, 64))
run("own_variables", 24, ints(24), ints(24, 4))
run("bounded", 40, ints(1), ints(40))
run("plane", (8, 6), ints(6, 8), ints(6, 8))
run("plane", (3, 4), ints(4, 3), ints(4, 3), variant="checked", options={"bounds": True})

pairs = rng.integers(0, 6, (150, 2)).astype(np.int32)
pairs[:, 1] = (pairs[:, 0] + 1 + pairs[:, 1] % 5) % 6
accounts = np.zeros(6, dtype=np.int64)
for i, (a, b) in enumerate(pairs):
    accounts[a] -= i
    accounts[b] += i
topic.expect(FILE, "transfers", 5, 32, (ints(6), zeros(np.int64, 6), as_array(pairs)),
             {0: np.zeros(6, np.int32), 1: accounts})

for blocks, threads in ((2, 32), (20, 40)):
    n = blocks * threads
    i = np.arange(n)
    x = np.zeros(n, dtype=np.int64)
    y = np.zeros(n, dtype=np.int64)
    for turn in range(3):
        x += i * (turn + 1)
        y += x[::-1]
    topic.expect(FILE, "barrier_of_atomics", blocks, threads, (ints(1), zeros(np.int64, n), zeros(np.int64, n)),
                 {0: np.array([6 * blocks], dtype=np.int32), 1: x, 2: y}, variant=f"{blocks}_blocks")

for blocks in (1, 3, 60):
    sums = np.cumsum(np.arange(blocks)[::-1])[::-1].astype(np.int64)
    topic.expect(FILE, "later_block", blocks, 32, (ints(blocks), zeros(np.int64, blocks)),
                 {0: np.ones(blocks, dtype=np.int32), 1: sums}, variant=f"{blocks}_blocks")

topic.expect(FILE, "work_list", 6, 64, (ints(1), zeros(np.int64, 500)),
             {0: np.array([500 + 6 * 64], np.int32), 1: np.arange(500, dtype=np.int64) * 3})

values = rng.integers(0, 100000, 500).astype(np.int32)
topic.expect(FILE, "largest", 8, 64, (c_array(values, np.int32), ints(1)), {1: values.max()[None]})

topic.write()
