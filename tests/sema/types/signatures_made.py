# Signatures that comprehensions and static methods make of types.
# RUN: kernelc build %s --emit ptx
from numba import cuda, float32, float64, types


def over(t):
    return types.void(t[:], t)


class Signatures:
    @staticmethod
    def over(t):
        return over(t)


LISTED = [over(t) for t in (float32, float64)]


# CHECK-SUBSET: .param .f32 listed_param_3
# CHECK-SUBSET: .param .f64 listed_1_param_3
@cuda.jit(LISTED)
def listed(out, n):
    out[0] = n


# CHECK-SUBSET: .param .f32 in_place_param_3
# CHECK-SUBSET: .param .f64 in_place_1_param_3
@cuda.jit([(t[:], t) for t in (float32, float64)])
def in_place(out, n):
    out[0] = n


# CHECK-SUBSET: .param .f64 of_class_param_3
@cuda.jit(Signatures.over(float64))
def of_class(out, n):
    out[0] = n
