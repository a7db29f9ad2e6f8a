# RUN: kernelc --help
# CHECK: GPU kernels in Python syntax, compiled for CUDA and CPU devices
# CHECK: Usage: kernelc [OPTIONS] SUBCOMMAND
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --version                   Display program version information and exit
# CHECK:   --diagnostics json|sarif|text
# CHECK:                               How faults are printed
# CHECK:
# CHECK: Subcommands:
# CHECK:   run                         Compile a kernel for the arguments given, and run it
# CHECK:   build                       Compile kernels ahead of time
# CHECK:   occupancy                   Show how many blocks of a kernel a multiprocessor holds, and what limits them
# CHECK:   cache                       Look at the disk cache, and clean it
# CHECK:   check                       Report all faults of files, and generate nothing
# CHECK:   devices                     Show every device and its properties, or with --watch what it does
# CHECK:   explain                     Explain one kind of diagnostic
# CHECK:   builtins                    Show the functions that kernels can call
# CHECK:   version                     Show the version, LLVM, targets and libraries found
# CHECK:
# CHECK: Example:
# CHECK:   kernelc run samples/vector_add/kernel.py vector_add a=ones:float32:8 b=ones:float32:8 c=like:a --print c
# CHECK:
# CHECK: Every subcommand has --help with an example.
# CHECK:
# CHECK: Exit status:
# CHECK:   0  done
# CHECK:   1  the program or its input is wrong
# CHECK:   2  the command line is wrong
# CHECK:   3  the device failed
# CHECK:   4  a bug in kernelc
