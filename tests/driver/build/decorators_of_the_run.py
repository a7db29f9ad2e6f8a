# RUN: kernelc build --emit kir %s
import functools
from numba import cuda, float32, int32, void

OPTS = {"max_registers": 16}
OPTS["max_registers"] = 32
SIGS = [void(float32[:])]
SIGS.append(void(int32[:]))
fast = cuda.jit(SIGS, **OPTS)
OPTS["max_registers"] = 64

@fast
def a(x):
    x[0] = 1

part = functools.partial(cuda.jit, max_registers=40)

@part(void(float32[:]))
def b(x):
    x[0] = 2

def deco(f):
    return cuda.jit(void(int32[:]), max_registers=OPTS["max_registers"])(f)

@deco
def c(x):
    x[0] = 1

def make(sig, n):
    o = {"max_registers": n}
    @cuda.jit(sig, **o)
    def k(x):
        x[0] = n
    o["max_registers"] = 99
    return k

k1 = make(void(float32[:]), 24)
k2 = make(void(int32[:]), 48)

def f(x):
    x[0] = 3
g = cuda.jit(SIGS[1:], max_registers=OPTS["max_registers"] + 1)(f)
SIGS.append(void(float32[::1]))
OPTS["max_registers"] = 20

# The list is read when the function comes.
LATE = [void(float32[:])]
late = cuda.jit(LATE)
LATE.append(void(int32[:]))

@late
def d(x):
    x[0] = 4
LATE.clear()
# CHECK: kernel @a(%x: array<float32, 1, A, global>) max_registers(32) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<float32, global>
# CHECK:   %2 = const_float 1 : float32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @a_1(%x: array<int32, 1, A, global>) name("a") max_registers(32) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @b(%x: array<float32, 1, A, global>) max_registers(40) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<float32, global>
# CHECK:   %2 = const_float 2 : float32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @c(%x: array<int32, 1, A, global>) max_registers(64) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @d(%x: array<float32, 1, A, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<float32, global>
# CHECK:   %2 = const_float 4 : float32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @d_1(%x: array<int32, 1, A, global>) name("d") {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 4 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @k1(%x: array<float32, 1, A, global>) max_registers(24) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<float32, global>
# CHECK:   %2 = const_float 24 : float32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @k2(%x: array<int32, 1, A, global>) max_registers(48) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 48 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @g(%x: array<int32, 1, A, global>) max_registers(65) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 3 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
