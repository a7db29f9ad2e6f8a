# Passes of radix sorts that move values with their keys; see radix_sort.py.
from kernelc import *
from radix_sort import BLOCKS, THREADS, move_keys


def pair_signature(key, value):
    return (f"void({key}[::1], {key}[::1], {value}[::1], {value}[::1], uint64, uint64, {key}, UniTuple({key}, 6), uint64[::1], "
            "uint64[::1], uint64[::1], uint32[::1])")


# values[i] goes where keys[i] goes.
@kernel([pair_signature(key, value) for key in ("uint8", "uint16", "uint32", "uint64") for value in ("uint32", "uint64")],
        launch_bounds=(THREADS, BLOCKS))
def sort_pairs_pass(keys, keys_out, values, values_out, first, count, shift, order, unusual, begins, next_begins, states):
    move_keys(keys, keys_out, values, values_out, first, count, shift, order, unusual, begins, next_begins, states, True)
