# RUN: kernelc check %s
# What a name lacks is said where it is lost: behind the launch, behind the end of the program, in a file that is not there.
import argparse

import numpy as np
from numba import cuda

W = np.load("no_such_table.npy")
with open("no_such_text.txt") as text:
    T = len(text.read())
SHAPE = "16"


@cuda.jit
def k(x):
    s = cuda.shared.array(SHAPE, dtype=np.float32)
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+42]]:19: error: `W` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = s[0] + W[0] + T + N + args.n
    # CHECK-ERR:                   ^
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-12]]:1: note: bound here
    # CHECK-ERR: W = np.load("no_such_table.npy")
    # CHECK-ERR: ~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-15]]:1: note: not known: there is no file 'no_such_table.npy'
    # CHECK-ERR: W = np.load("no_such_table.npy")
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define W=VALUE`
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+32]]:26: error: `T` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = s[0] + W[0] + T + N + args.n
    # CHECK-ERR:                          ^
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-20]]:5: note: bound here
    # CHECK-ERR:     T = len(text.read())
    # CHECK-ERR:     ~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-24]]:1: note: not known: was handed to code that is not known
    # CHECK-ERR: with open("no_such_text.txt") as text:
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR:     T = len(text.read())
    # CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define T=VALUE`
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+20]]:30: error: `N` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = s[0] + W[0] + T + N + args.n
    # CHECK-ERR:                              ^
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+21]]:1: note: bound here
    # CHECK-ERR: N = 3
    # CHECK-ERR: ~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+17]]:1: note: not known: has no value yet where the kernel is compiled
    # CHECK-ERR: k[1, 1](np.zeros(1))
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define N=VALUE`
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+10]]:34: error: `args` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = s[0] + W[0] + T + N + args.n
    # CHECK-ERR:                                  ^~~~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+14]]:1: note: bound here
    # CHECK-ERR: args = parser.parse_args()
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+7]]:1: note: not known: has no value yet where the kernel is compiled
    # CHECK-ERR: k[1, 1](np.zeros(1))
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define args=VALUE`
    x[0] = s[0] + W[0] + T + N + args.n


k[1, 1](np.zeros(1))
N = 3
parser = argparse.ArgumentParser()
parser.add_argument("n", type=int)
args = parser.parse_args()


@cuda.jit
def late(x):
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE+10]]:12: error: `args` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = args.n
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-8]]:1: note: bound here
    # CHECK-ERR: args = parser.parse_args()
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_no_value_yet.py:[[@LINE-11]]:1: note: not known: the program ends before it has a value
    # CHECK-ERR: args = parser.parse_args()
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define args=VALUE`
    x[0] = args.n
