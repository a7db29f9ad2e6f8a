# RUN: kernelc run --help
# CHECK: Compile a kernel for the arguments given, and run it
# CHECK: Usage: kernelc run [OPTIONS] FILE KERNEL [ARG=VALUE...]
# CHECK:
# CHECK: Positionals:
# CHECK:   FILE TEXT REQUIRED          The kernel file; - is standard input
# CHECK:   KERNEL TEXT REQUIRED        The function to run: name, outer.inner, or name@line
# CHECK:   ARG=VALUE TEXT ...          The kernel's arguments by name
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --no-coarsen                On a GPU, have as many threads as the grid says: none does the work of several neighbours
# CHECK:   --explain-variants          Say on stderr what the code was made for: layouts and facts of the arguments, and whether large grids have fewer threads
# CHECK:   --device DEVICE             cpu, cuda or cuda:N (default: the first CUDA device, else cpu)
# CHECK:   --grid X,Y,Z ...            Blocks in each dimension, X[,Y[,Z]] (default: as many as cover the array that the place in the grid goes to)
# CHECK:   --block X,Y,Z ...           Threads of a block in each dimension, X[,Y[,Z]] (default: what the file's launch, shared arrays or launch bounds ask for, else the occupancy calculator)
# CHECK:   --shared BYTES              Dynamic shared memory of a block in bytes
# CHECK:   --out NAME=FILE.npy ...     Write an argument after the run; repeatable
# CHECK:   --print NAME[PART] ...      Print an argument after the run, or in full a part of it, as in 'c[0:3, :]', p.x and pair[0]; repeatable
# CHECK:   --expect NAME=@REF.npy ...  Compare an argument or a part of it after the run, exit status 1 where they differ; repeatable
# CHECK:   --rtol R:NONNEGATIVE        With --expect, |got - expected| may be atol + rtol * |expected| (default 1e-5; integers must be equal where neither is given)
# CHECK:   --atol A:NONNEGATIVE        See --rtol (default 1e-8)
# CHECK:   --equal-nan                 With --expect, NaN is as expected where NaN is expected
# CHECK:   --time N                    Time N launches after warming up
# CHECK:   --check all|bounds|race|init|barrier ...
# CHECK:                               Checked run: all, or some, separated by commas; all but bounds are the CPU device's
# CHECK:   --emit ast|bitcode|cubin|cuda|kir|llvm|ltoir|object|ptx|sass ...
# CHECK:                               Also print an intermediate form
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
# CHECK:   kernelc run vector_add.py vector_add a=random:float32:1000 b=ones:float32:1000 c=like:a --print c
# CHECK:   kernelc run vector_add.py vector_add a=@a.npy b=@b.npy c=like:a --expect c=@ref.npy --print 'c[-3:]'
# CHECK:
# CHECK: Without --grid and --block the kernel's grid(n), the first array that this indexes, and its shared arrays, launch
# CHECK: bounds or the file's own launch choose them, and stderr says what was chosen.
# CHECK:
# CHECK: VALUE is a scalar (2.5, true, int32:7, complex64:1+2j, none), an array from a file (@f.npy, @f.npz:name),
# CHECK: an array made here (zeros|ones|empty|arange|random:DTYPE:SHAPE[:SEED], full:DTYPE:SHAPE:VALUE),
# CHECK: states of random generators (xoroshiro128p:N[:SEED[:START]]), a tuple of these ((1, 2.5)), a named tuple
# CHECK: of the file (Point(1, y=2.5)), a time (datetime64[D]:2024-02-29, timedelta64[ms]:250), a number that the file
# CHECK: names (Color.RED, TILE), or like:NAME.
