# RUN: kernelc build %s --emit nonsense
# CHECK-STATUS: 2
# CHECK-ERR: error: --emit: `nonsense` is not one of ast, bitcode, cubin, cuda, header, image, kir, llvm, ltoir, object, ptx, sass, static-library (see `kernelc build --help`)
