# RUN: kernelc explain UnknwonName
# CHECK-STATUS: 2
# CHECK-ERR: error: `UnknwonName` is no kind of diagnostic; did you mean `UnknownName`? (`kernelc explain` lists them)
