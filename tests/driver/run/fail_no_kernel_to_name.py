# RUN: kernelc run %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required, the name of a function of `fail_no_kernel_to_name.py`
N = 3
