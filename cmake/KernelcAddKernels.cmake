# Kernels built ahead of time, for installed and in-tree use.
