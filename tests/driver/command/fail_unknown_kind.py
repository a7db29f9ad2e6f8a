# RUN: kernelc explain Nonsense
# CHECK-STATUS: 2
# CHECK-ERR: error: `Nonsense` is no kind of diagnostic (`kernelc explain` lists them)
