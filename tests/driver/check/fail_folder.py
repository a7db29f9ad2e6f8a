# RUN: kernelc check %S/inputs
# CHECK-ERR: error: `inputs` is a folder: name its files, `kernelc check inputs/*.py`
# The folder holds a kernel file, inputs/single.py, which nobody named.
