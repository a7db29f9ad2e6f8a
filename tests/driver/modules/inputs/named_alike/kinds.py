# `cuda` is the folder beside this file, and has no such part.
from cuda.bindings.driver import CUjitInputType

KINDS = {"ptx": CUjitInputType.CU_JIT_INPUT_PTX, "cubin": CUjitInputType.CU_JIT_INPUT_CUBIN}
