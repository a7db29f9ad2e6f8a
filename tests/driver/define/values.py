# RUN: kernelc run %s k out=zeros:float64:6 --device cpu --grid 1 --block 1 --print out -D N=-3 -D FLAG=true -D MODE='"fast"' -D "SIZE=(2, (3.5, 'a,b'))" -D T=float32 -D TABLE=arange:int64:4 -D MAYBE=none
# RUN: kernelc run %s k out=zeros:float64:6 --device cpu --grid 1 --block 1 --print out -D N=1e3 -D FLAG=False -D MODE="'slow'" -D "SIZE=(uint8:7, ())" -D T=np.int16 -D TABLE=(1,2,3) -D MAYBE=5
from kernelc import *


@kernel
def k(out):
    out[0] = N
    out[1] = 1 if FLAG else 2
    out[2] = 10 if MODE == "fast" else 20
    out[3] = SIZE[0] + len(SIZE[1])
    out[4] = T(2.75)
    total = 0
    for i in range(len(TABLE)):
        total += TABLE[i]
    if MAYBE is not None:
        total += MAYBE
    out[5] = total
# CHECK: out: float64 (6,)
# CHECK:   [-3.0, 1.0, 10.0, 4.0, 2.75, 6.0]
# CHECK:   min -3.0  max 10.0  mean 3.45833333
# CHECK: out: float64 (6,)
# CHECK:   [1000.0, 2.0, 20.0, 7.0, 2.0, 11.0]
# CHECK:   min 2.0  max 1000.0  mean 173.666667
