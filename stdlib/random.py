# numba.cuda.random: the generator xoroshiro128+ with a state for each thread, bit for bit. States are an array of records of two
# uint64, `s0` and `s1`.
from kernelc import *
import math


# The state that SplitMix64 makes of a seed.
def init_xoroshiro128p_state(states, index, seed):
    z = uint64(seed) + 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)
    states[int64(index)].s0 = z
    states[int64(index)].s1 = z


def rotl(x, k):
    return (uint64(x) << uint64(k)) | (uint64(x) >> (64 - uint64(k)))


def xoroshiro128p_next(states, index):
    i = int64(index)
    s0 = states[i].s0
    s1 = states[i].s1
    mixed = s1 ^ s0
    states[i].s0 = rotl(s0, 55) ^ mixed ^ (mixed << 14)
    states[i].s1 = rotl(mixed, 36)
    return s0 + s1


# Goes forward by 2**64 numbers.
def xoroshiro128p_jump(states, index):
    i = int64(index)
    s0 = uint64(0)
    s1 = uint64(0)
    for part in (uint64(0xBEAC0467EBA5FACB), uint64(0xD86B048B86AA9922)):
        for bit in range(64):
            if (part >> uint64(bit)) & 1 != 0:
                s0 ^= states[i].s0
                s1 ^= states[i].s1
            xoroshiro128p_next(states, i)
    states[i].s0 = s0
    states[i].s1 = s1


def uint64_to_unit_float64(x):
    return float64(uint64(x) >> 11) * 1.1102230246251565e-16


def uint64_to_unit_float32(x):
    return float32(uint64_to_unit_float64(x))


def xoroshiro128p_uniform_float32(states, index):
    return uint64_to_unit_float32(xoroshiro128p_next(states, index))


def xoroshiro128p_uniform_float64(states, index):
    return uint64_to_unit_float64(xoroshiro128p_next(states, index))


def xoroshiro128p_normal_float32(states, index):
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(-2.0 * math.log(u1)) * math.cos(6.283185307179586 * u2)


# From two float32, as Numba has it.
def xoroshiro128p_normal_float64(states, index):
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return (math.sqrt(float64(-2.0) * math.log(u1))
            * math.cos(float64(6.283185307179586) * u2))
