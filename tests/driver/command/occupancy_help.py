# RUN: kernelc occupancy --help
# CHECK: Show how many blocks of a kernel a multiprocessor holds, and what limits them
# CHECK: Usage: kernelc occupancy [OPTIONS] FILE KERNEL
# CHECK:
# CHECK: Positionals:
# CHECK:   FILE TEXT REQUIRED          The kernel file; - is standard input
# CHECK:   KERNEL TEXT REQUIRED        The kernel: name, outer.inner, or name@line
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --sig SIG ...               Argument types in Numba's notation: 'float32, float32[::1]'; repeatable
# CHECK:   --target TARGET             sm_75 to sm_121 (default: the first CUDA device, else sm_75)
# CHECK:   --shared BYTES              Dynamic shared memory of a block in bytes
# CHECK:   --registers N               Registers of a thread, 0 to 255, instead of those of the machine code
# CHECK:   -D,--define NAME=VALUE ...  A constant for a name that kernels read from outside of themselves, whatever the file gives it: TILE=16, SIZE='(16, 16)', T=float32, MODE='"fast"', TABLE=@f.npy; repeatable
# CHECK:   -I FOLDER ...               A folder in which imported modules are looked for; repeatable
# CHECK:   --literals numba|weak       How literals are typed: as Numba (int64, float64) or weak, taking the other operand's type
# CHECK:   --fastmath                  Allow approximate and reassociated floating-point arithmetic
# CHECK:   --max-registers N           Registers a thread may use on the GPU, 1 to 255
# CHECK:   --backend llvm|nvrtc        What makes code for GPUs: llvm (default), or nvrtc from the CUDA C++ of --emit cuda
# CHECK:   --line-directives           With --emit cuda, name the program's lines by #line, for compilers and debuggers
# CHECK:   --link FILE ...             A file with external functions: .cu .ptx .cubin .fatbin .o .a .ltoir .bc .ll .so; repeatable
# CHECK:   --no-cache                  Do not use the disk cache
# CHECK:   -O LEVEL                    Optimisation level, 0 to 3 (default 3)
# CHECK:   -W,--warnings FLAG ...      Silence a warning (no-KIND), make it an error (error=KIND), or do so to all (none, error)
# CHECK:   -g                          Debug build: errors of threads are reported, and debuggers see lines and variables
# CHECK:   --time-phases               Print how long each phase of the compiler took
# CHECK:
# CHECK: Example:
# CHECK:   kernelc occupancy saxpy.py saxpy --sig 'float32, float32[::1], float32[::1]' --target sm_90
# CHECK:
# CHECK: Blocks are limited by their number (device), registers (regs), shared memory (smem) or warps (warps).
# CHECK: Registers and static shared memory are those of the kernel's machine code, which nvJitLink, ptxas or a
# CHECK: driver makes; --registers does without.
