# RUN: kernelc builtins --help
# CHECK: Show the functions that kernels can call
# CHECK: Usage: kernelc builtins [OPTIONS] [NAME]
# CHECK:
# CHECK: Positionals:
# CHECK:   NAME TEXT                   One builtin (default: all)
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --markdown                  The page docs/builtins.md
# CHECK:   --pyi                       The declarations kernelc/__init__.pyi, for editors and type checkers
# CHECK:
# CHECK: Example:
# CHECK:   kernelc builtins math.sqrt
