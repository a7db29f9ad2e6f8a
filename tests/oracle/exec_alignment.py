"""Writes what the kernels of tests/exec/language/alignment.py must compute: tests/exec/data/alignment.json."""
import numpy as np

from expectations import Topic, c_array, zeros

FILE = "alignment.py"
TOPIC = Topic("alignment")
THREADS = 70


def main():
    lanes = np.arange(THREADS)
    nothing = np.zeros(THREADS)
    for mode in ("numba", "weak"):
        more = {"variant": mode, "options": {"literals": mode}}
        TOPIC.expect(FILE, "shared_arrays", 2, THREADS, (zeros(np.int64, THREADS, 4),),
                     {0: np.stack([nothing, nothing, nothing, nothing + 10], axis=1)}, **more)
        TOPIC.expect(FILE, "local_arrays", 2, THREADS, (zeros(np.int64, THREADS, 4),),
                     {0: np.stack([nothing, nothing, lanes % 50 + 2, lanes * 2], axis=1)}, **more)
        TOPIC.expect(FILE, "behind_a_flag", 1, THREADS, (zeros(np.int64, THREADS, 3),),
                     {0: np.stack([nothing, lanes, nothing + 1], axis=1)}, **more)
        TOPIC.expect(FILE, "callee_arrays", 1, THREADS, (zeros(np.int64, THREADS, 1),), {0: lanes[:, None]}, **more)
        TOPIC.expect(FILE, "distances", 1, 1, (c_array(range(5), np.float32), zeros(np.int64, 2)), {1: [4, 16]}, **more)
    TOPIC.error(FILE, "too_wide", 1, 1, zeros(np.int64, 1), kind="ArrayAlignment", text="2048")
    TOPIC.write()


if __name__ == "__main__":
    main()
