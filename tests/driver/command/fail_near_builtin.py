# RUN: kernelc builtins math.sqr
# CHECK-STATUS: 2
# CHECK-ERR: error: `math.sqr` is no builtin; did you mean `math.sqrt`? (`kernelc builtins` lists them)
