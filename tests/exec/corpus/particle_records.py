"""Particles, detectors and orders as records: fields, nested records, array fields, records passed along."""
import math

import numpy as np
from numba import cuda, float64, from_dtype, int32

particle = np.dtype([("pos", np.float64, (3,)), ("vel", np.float64, (3,)), ("mass", np.float64), ("kind", np.int32)],
                    align=True)
hit = np.dtype([("channel", np.uint16), ("time", np.float32), ("charge", np.float32)])
limits = np.dtype([("low", np.float64), ("high", np.float64)])
summary = np.dtype([("count", np.int32), ("range", limits), ("mean", np.float64)], align=True)
hit_type = from_dtype(hit)


@cuda.jit(device=True)
def kinetic(p):
    return 0.5 * p.mass * (p.vel[0] ** 2 + p.vel[1] ** 2 + p.vel[2] ** 2)


@cuda.jit
def push(particles, dt, energy):
    """Moves each particle and reflects it at the walls of a unit box."""
    i = cuda.grid(1)
    if i >= particles.shape[0]:
        return
    p = particles[i]
    for c in range(3):
        p.pos[c] += dt * p.vel[c]
        if p.pos[c] < 0.0:
            p.pos[c] = -p.pos[c]
            p.vel[c] *= -1
        elif p.pos[c] > 1.0:
            p.pos[c] = 2.0 - p.pos[c]
            p["vel"][c] *= -1
    cuda.atomic.add(energy, p.kind, kinetic(p))


@cuda.jit
def calibrate(hits, gains, threshold, kept, count):
    """Packed records: the bytes of a field lie where they lie."""
    i = cuda.grid(1)
    if i < hits.size:
        q = hits[i]["charge"] * gains[hits[i].channel]
        if q > threshold:
            slot = cuda.atomic.add(count, 0, 1)
            kept[slot].channel = hits[i].channel
            kept[slot].time = hits[i].time
            kept[slot]["charge"] = q


@cuda.jit
def sort_by_time(hits):
    """A block sorts its records in shared memory by odd-even exchange."""
    s = cuda.shared.array(32, hit_type)
    t = cuda.threadIdx.x
    first = cuda.blockIdx.x * 32
    s[t] = hits[first + t]
    cuda.syncthreads()
    for r in range(32):
        if t % 2 == r % 2 and t + 1 < 32:
            if s[t].time > s[t + 1].time:
                tmp = cuda.local.array(1, hit_type)
                tmp[0] = s[t]
                s[t] = s[t + 1]
                s[t + 1] = tmp[0]
        cuda.syncthreads()
    hits[first + t] = s[t]


@cuda.jit
def summarise(values, out):
    """A thread a row; nested fields of the result are set one by one."""
    i = cuda.grid(1)
    if i < values.shape[0]:
        r = out[i]
        r.range.low = math.inf
        r.range.high = -math.inf
        total = 0.0
        for v in values[i]:
            if v == v:
                r.count += 1
                total += v
                r.range.low = min(r.range.low, v)
                r.range.high = max(r.range.high, v)
        r.mean = total / r.count if r.count else 0.0


@cuda.jit
def count_kinds(particles, counts):
    """A field of all records as a strided array."""
    kinds = particles["kind"]
    for i in range(cuda.grid(1), kinds.size, cuda.gridsize(1)):
        cuda.atomic.add(counts, kinds[i], 1)
