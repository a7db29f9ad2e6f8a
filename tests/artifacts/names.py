# Names that a C++ header has for itself, or that C++ gives to nobody.
from kernelc import *
import numpy as np

entry = np.dtype([("class", np.float32), ("class_", np.float32), ("errno", np.float32), ("names_p_t", np.float32)], align=True)


@kernel("void(float32[::1], float32)")
def image(out, params):
    out[grid(1)] = params


# `image` becomes `image_`, which is taken by a kernel that keeps its name.
@kernel("void(float32[::1], float32)")
def image_(launch, launch_):
    launch[grid(1)] = 2.0 * launch_


@kernel("void(float32[::1], float32)")
def LoadImage(stream, context):
    stream[grid(1)] = 3.0 * context


@kernel("void(float32[::1], float32, float32)")
def int(double, double_, errno):
    double[grid(1)] = double_ - errno


@kernel("void(float32[::1], UniTuple(float32, 2), float32)")
def std(_Complex, t, t_0):
    _Complex[grid(1)] = t[0] + 10.0 * t[1] + 100.0 * t_0


@kernel("void(float32[::1], float32)")
def __asm__(grid_, block):
    grid_[grid(1)] = block


@kernel
def names(p: entry[::1], names_p_t: float32):
    i = grid(1)
    p[i]["class"] = names_p_t
    p[i].class_ = 2.0 * names_p_t
    p[i].errno = 3.0 * names_p_t
    p[i].names_p_t = 4.0 * names_p_t
