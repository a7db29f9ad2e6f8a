# RUN: kernelc check -W no-MissingGuards %s
# CHECK-STATUS: 2
# CHECK-ERR: error: -W: `MissingGuards` is no warning; there are Float64Creep, BarrierAfterReturn, BarrierInBranch, ConstantComparison, ConstantOverflow, IndexOutside, LaunchOutside, LostArray, MissingGuard, MissingReturn, NarrowSum, OpenDecorator, OpenOption, OpenSignature, RangeOfFloats, SwappedArguments, SwappedOperator, TupleCondition, TupleOrder, UninitializedArray, UnusedDefine, UnusedResult, LaunchBoundsTooLarge; did you mean `MissingGuard`? (see `kernelc check --help`)
