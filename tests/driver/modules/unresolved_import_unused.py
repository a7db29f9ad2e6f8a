# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out
import inputs.broken
import inputs.wrong
import tensorflow as tf
from numba import cuda

@cuda.jit
def k(out):
    out[0] = inputs.wrong.FIRST

@cuda.jit
def other(out):
    out[0] = tf.zeros(3)
# CHECK: out: int64 (1,)
# CHECK:   [1]
# CHECK:   min 1  max 1  mean 1
