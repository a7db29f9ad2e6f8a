# RUN: kernelc build %s --emit pt
# CHECK-STATUS: 2
# CHECK-ERR: error: --emit: `pt` is not one of ast, bitcode, cubin, cuda, header, image, kir, llvm, ltoir, object, ptx, sass, static-library; did you mean `ptx`? (see `kernelc build --help`)
