# RUN: kernelc check --help
# CHECK: Report all faults of files, and generate nothing
# CHECK: Usage: kernelc check [OPTIONS] FILE...
# CHECK:
# CHECK: Positionals:
# CHECK:   FILE TEXT ... REQUIRED      Files to check; - is standard input
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --sig SIG ...               Argument types of a kernel that has none, in Numba's notation behind its name; repeatable
# CHECK:   --constants                 Print what the names are that kernels read from outside of themselves, and which line gave the value
# CHECK:   --literals numba|weak       How literals are typed
# CHECK:   -W,--warnings FLAG ...      Silence a warning (no-KIND), make it an error (error=KIND), or do so to all (none, error)
# CHECK:   -D,--define NAME=VALUE ...  A constant for a name that kernels read from outside of themselves, whatever the file gives it: TILE=16, SIZE='(16, 16)', T=float32, MODE='"fast"', TABLE=@f.npy; repeatable
# CHECK:   -I FOLDER ...               A folder in which imported modules are looked for; repeatable
# CHECK:
# CHECK: Example:
# CHECK:   kernelc check kernels/*.py
# CHECK:   kernelc check saxpy.py --sig 'saxpy(float32, float32[::1], float32[::1])'
