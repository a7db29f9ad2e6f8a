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

for last in (0, 3):
    topic.simulate(FILE, "returns_with_lock", 2, 40, ints(1), last, zeros(np.int64, 2), variant=str(last))
    topic.simulate(FILE, "returns_with_lock", 2, 40, ints(1), last, zeros(np.int64, 2), variant=f"{last}_checked", options={"bounds": True})

# Whoever waits for a thread that has failed ends with it.
for options in ({"bounds": True}, {"debug": True}):
    name = next(iter(options))
    places = np.arange(80)
    places[43] = 99
    topic.error(FILE, "fails_with_lock", 2, 40, ints(1), as_array(places), zeros(np.int64, 80), kind="IndexOutOfBounds",
                text="index 99 is out of bounds for dimension 0 of `out`, whose extent is 80", options=options, variant=name)
    topic.error(FILE, "fails_before_flag", 2, 40, ints(1), zeros(np.int64, 80), kind="ExceptionRaised", text="no flag",
                options=options, variant=name)
    topic.error(FILE, "fails_in_chain", 2, 40, ints(80), as_array(places), zeros(np.int64, 80), kind="IndexOutOfBounds",
                text="index 99 is out of bounds for dimension 0 of `flags`", options=options, variant=name)
    topic.error(FILE, "fails_between_barriers", 2, 64, zeros(np.float32, 64), zeros(np.float32, 64), kind="IndexOutOfBounds",
                text="index 65 is out of bounds for dimension 0 of `x`, whose extent is 64", options=options, variant=name)
    topic.error(FILE, "fails_in_long_loop", 2, 64, zeros(np.float32, 64), 1 << 40, zeros(np.float32, 64),
                kind="IndexOutOfBounds", text="index 64 is out of bounds for dimension 0 of `x`, whose extent is 64",
                options=options, variant=name)
    topic.error(FILE, "fails_in_grid_loop", 3, 32, ints(1), kind="ExceptionRaised", text="no more", options=options,
                variant=name)
    topic.error(FILE, "fails_in_warp_loop", 1, 64, ints(64), kind="DivisionByZero", text="`//` divides by zero",
                options=options, variant=name)
    for failing in (0, 40, 119, 47, slice(40, 80), slice(0, 40), slice(30, 90)):
        numbers = np.arange(120)
        numbers[failing] = -1
        place = f"{failing.start}_to_{failing.stop}" if isinstance(failing, slice) else str(failing)
        topic.error(FILE, "fails_before_grid_barrier", 3, 40, as_array(numbers), zeros(np.int64, 120),
                    kind="ExceptionRaised", text="below zero", options=options, variant=f"{place}_{name}")
topic.write()
