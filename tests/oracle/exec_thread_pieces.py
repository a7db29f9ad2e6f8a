"""Cases of loops over threads that are cut at conditions and clamps: Numba's simulator runs the threads one by one."""
from expectations import *

topic = Topic("thread_pieces")
FILE = "thread_pieces.py"

for start, limit in ((2**50, 2**49 + 8), (-(2**50), -(2**49) + 8), (0, 8)):
    topic.simulate(FILE, "far_quotients", 1, 32, start, limit, zeros(np.int64, 32), variant=f"from_{start}")
many = c_array(range(300), np.int64)
topic.simulate(FILE, "quotients_of_clamps", 2, 128, many, many, many, 100, zeros(np.int64, 256))
for end in (20, 2**63 - 1):
    topic.simulate(FILE, "clamped_counters", 1, 32, many, end, 1, zeros(np.int64, 32), variant=f"to_{end}")
topic.write()
