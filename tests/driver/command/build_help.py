# RUN: kernelc build --help
# CHECK: Compile kernels ahead of time
# CHECK: Usage: kernelc build [OPTIONS] FILE
# CHECK:
# CHECK: Positionals:
# CHECK:   FILE TEXT REQUIRED          The kernel file; - is standard input
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   -k,--kernel KERNEL ...      Kernels to build (default: every kernel that has types)
# CHECK:   --sig SIG ...               Argument types in Numba's notation: 'float32, float32[::1]', or with the kernel's name, 'saxpy(float32, float32[::1])'; repeatable
# CHECK:   --target TARGET ...         sm_75 to sm_121, cpu, or cpu:ARCH such as cpu:x86-64-v3; repeatable for image, object, static-library and header
# CHECK:   --emit ast|bitcode|cubin|cuda|header|image|kir|llvm|ltoir|object|ptx|sass|static-library
# CHECK:                               What to make (default ptx)
# CHECK:   --device                    Build device functions that other code is linked with, not kernels
# CHECK:   --abi c|numba               How --device functions are called: c (default), result and arguments as in C; numba, int f(result *, arguments...)
# CHECK:   --name NAME                 The symbol of a --device function (default: its own name)
# CHECK:   -o,--output PATH            Where to write it (text goes to stdout without it)
# CHECK:   --depfile PATH              Write the files that the result depends on, for make, Ninja and CMake
# CHECK:   --gpu-code both|cubin|ptx   GPU code of image, object, static-library and header: ptx (default), cubin or both
# CHECK:   --ptx-version X.Y           PTX ISA version of the result (default: the lowest that the target needs)
# CHECK:   --namespace NAME            C++ namespace of the header's functions (default: the file's name)
# CHECK:   --host-api driver|runtime   What the header needs: runtime (libkernelc_runtime, all devices) or driver (cuda.h)
# CHECK:   --code embedded|file|linked Where the header finds the code: embedded (default), linked (--emit object or static-library), or file (--emit image)
# CHECK:   --no-variants               The general code alone, without what launches of arrays that are aligned, in order and apart would take instead
# CHECK:   --explain-variants          Say on stderr what each code of a kernel was made for: layouts and facts of the arguments
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
# CHECK:   kernelc build saxpy.py -k saxpy --sig 'float32, float32[::1], float32[::1]' --target sm_90 --emit ptx
