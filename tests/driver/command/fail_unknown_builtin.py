# RUN: kernelc builtins nonsense
# CHECK-STATUS: 2
# CHECK-ERR: error: `nonsense` is no builtin (`kernelc builtins` lists them)
