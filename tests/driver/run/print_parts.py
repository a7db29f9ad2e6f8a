# RUN: kernelc run %s fill c=zeros:float32:4x6 f=zeros:float16:3 z=zeros:complex64:2x2 b=zeros:bool:3 cube=arange:int64:2 --device cpu --print 'c[0:3, :]' --print 'c[-1]' --print 'c[1, -2]' --print 'c[::2, ::-2]' --print 'c[..., 1]' --print 'c[3:1]' --print c --print 'f[:]' --print 'z[:]' --print 'b[1:]'
from numba import cuda

@cuda.jit
def fill(c, f, z, b, cube):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        # CHECK-ERR: print_parts.py:[[@LINE+5]]:28: warning: `/` of int64 and int64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         c[i, j] = 10 * i + j / 2
        # CHECK-ERR:                            ^~~~~
        # CHECK-ERR: help: convert integers first, for example with `np.float32(...)`
        # CHECK-ERR: note: chosen: --grid 1 (x by `c`, y by `c`) --block 16,16 (by the occupancy calculator)
        c[i, j] = 10 * i + j / 2
    if i == 0 and j < 3:
        f[j] = j / 3
        b[j] = j % 2 == 1
    if i < 2 and j < 2:
        z[i, j] = complex(i, -j)
# CHECK: c[0:3, :]: float32 (3, 6)
# CHECK:   [[ 0.0,  0.5,  1.0,  1.5,  2.0,  2.5],
# CHECK:    [10.0, 10.5, 11.0, 11.5, 12.0, 12.5],
# CHECK:    [20.0, 20.5, 21.0, 21.5, 22.0, 22.5]]
# CHECK: c[-1]: float32 (6,)
# CHECK:   [30.0, 30.5, 31.0, 31.5, 32.0, 32.5]
# CHECK: c[1, -2] = 12.0 (float32)
# CHECK: c[::2, ::-2]: float32 (2, 3)
# CHECK:   [[ 2.5,  1.5,  0.5],
# CHECK:    [22.5, 21.5, 20.5]]
# CHECK: c[..., 1]: float32 (4,)
# CHECK:   [0.5, 10.5, 20.5, 30.5]
# CHECK: c[3:1]: float32 (0, 6)
# CHECK:   []
# CHECK: c: float32 (4, 6)
# CHECK:   [[ 0.0,  0.5,  1.0,  1.5,  2.0,  2.5],
# CHECK:    [10.0, 10.5, 11.0, 11.5, 12.0, 12.5],
# CHECK:    [20.0, 20.5, 21.0, 21.5, 22.0, 22.5],
# CHECK:    [30.0, 30.5, 31.0, 31.5, 32.0, 32.5]]
# CHECK:   min 0.0  max 32.5  mean 16.25
# CHECK: f[:]: float16 (3,)
# CHECK:   [0.0, 0.33325195, 0.6665039]
# CHECK: z[:]: complex64 (2, 2)
# CHECK:   [[    0j,    -1j],
# CHECK:    [(1+0j), (1-1j)]]
# CHECK: b[1:]: bool (2,)
# CHECK:   [True, False]
