// LLVM's own start.
#pragma once

namespace kernelc::codegen {

// Runs the constructors of LLVM's passes and back ends: some 2,000 options of a command line that nobody has, two
// milliseconds for a process that compiles nothing. libkernelc keeps them out of what runs when it is loaded
// (late_start.ld); where they ran then, as in programs linked otherwise, this does nothing.
//
// Before the first use of LLVM but its support and object libraries. Thread-safe.
void StartLlvm();

}  // namespace kernelc::codegen
