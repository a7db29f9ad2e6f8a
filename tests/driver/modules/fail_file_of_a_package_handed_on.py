# A package's own import of a file in it is no circle: what is told is where the file's names were lost.
# RUN: kernelc check %S/inputs/handed_on/kernels.py
# CHECK-ERR: inputs/handed_on/kernels.py:8:14: error: `sizes` has no value that is known while compiling [NotConstant]
# CHECK-ERR:     out[0] = sizes.BLOCK
# CHECK-ERR:              ^~~~~
# CHECK-ERR: inputs/handed_on/kernels.py:3:15: note: bound here
# CHECK-ERR: from . import sizes
# CHECK-ERR:               ~~~~~
# CHECK-ERR: inputs/handed_on/__init__.py:5:1: note: not known: was handed to code that is not known
# CHECK-ERR: exec(somewhere.changes)
# CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: its value is not known while compiling; make it a parameter of the kernel, or give its value: `--define sizes=VALUE`
