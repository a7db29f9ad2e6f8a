"""Kernels with physical constants of other modules, and functions with options for the host."""
import scipy.constants as const
from numba import cuda, njit
from scipy import constants
from scipy.constants import c, e

OPTIONS = {"math": {"nsz", "contract"}, "cache": True}
ELECTRON_MASS = 9.1093837139e-31
CHARGE_TO_MASS = e / ELECTRON_MASS
INVERSE_C2 = 1.0 / c**2


@njit(fastmath=OPTIONS["math"], cache=OPTIONS["cache"], error_model="numpy")
def gamma_of(speed):
    return 1.0 / (1.0 - speed * speed * INVERSE_C2) ** 0.5


@cuda.jit
def cyclotron(speeds, field, out):
    i = cuda.grid(1)
    if i < speeds.shape[0]:
        out[i, 0] = CHARGE_TO_MASS * field / gamma_of(speeds[i])
        out[i, 1] = const.hbar * out[i, 0] / constants.eV
        out[i, 2] = const.speed_of_light / constants.Planck * c
        out[i, 3] = const.kibi * const.degree + i // const.kibi


@cuda.jit
def units(out):
    out[0] = const.k
    out[1] = const.N_A
    out[2] = const.h
    out[3] = const.G
    out[4] = const.g
    out[5] = const.sigma
    out[6] = const.R
    out[7] = const.atm
    out[8] = const.inch
    out[9] = const.nano
    out[10] = const.day
    out[11] = const.parsec
