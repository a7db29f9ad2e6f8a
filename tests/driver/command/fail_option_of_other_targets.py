# RUN: kernelc build %s --emit object --max-registers 32
# CHECK-STATUS: 2
# CHECK-ERR: error: `--max-registers` does nothing on the CPU: it is for CUDA devices and targets
