# RUN: kernelc build %s --sig "" --emit kir
# RUN: kernelc build %s --sig "()" --emit kir
# RUN: kernelc build %s --sig "void()" --emit kir
# RUN: kernelc build %s --sig "kernel()" --emit kir
# RUN: kernelc build %s --sig= --emit kir
from numba import cuda


@cuda.jit
def kernel():
    pass
# CHECK: kernel @kernel() {
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel() {
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel() {
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel() {
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel() {
# CHECK:   return
# CHECK: }
