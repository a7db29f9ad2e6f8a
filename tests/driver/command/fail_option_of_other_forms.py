# RUN: kernelc build %s --gpu-code both
# CHECK-STATUS: 2
# CHECK-ERR: error: `--gpu-code` does nothing here: it is for --emit object, static-library, header and image
