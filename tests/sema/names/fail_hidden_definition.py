# RUN: kernelc run %s k out=zeros:int64:2
from numba import cuda


def define(text):
    exec(text, globals())


define(input())


@cuda.jit
def k(out):
    # CHECK-ERR: fail_hidden_definition.py:[[@LINE+14]]:14: error: `scale` is not defined by the text of the file, and it makes names in other ways [HiddenDefinition]
    # CHECK-ERR:     out[0] = scale * shift(out[1])
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_hidden_definition.py:[[@LINE-11]]:5: note: may define it
    # CHECK-ERR:     exec(text, globals())
    # CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    # CHECK-ERR: fail_hidden_definition.py:[[@LINE+7]]:22: error: `shift` is not defined by the text of the file, and it makes names in other ways [HiddenDefinition]
    # CHECK-ERR:     out[0] = scale * shift(out[1])
    # CHECK-ERR:                      ^~~~~
    # CHECK-ERR: fail_hidden_definition.py:[[@LINE-18]]:5: note: may define it
    # CHECK-ERR:     exec(text, globals())
    # CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    out[0] = scale * shift(out[1])
