// A linker for the relocatable x86-64 ELF objects that kernelc makes, for hosts without libkernelc.
#pragma once

#include <memory>

#include "runtime/abi/loader.h"

namespace kernelc::core {

// Thread-safe. Knows what code for the CPU device consists of: functions and constants, calls of the
// C library, of its mathematics and of glibc's vector mathematics. Anything else is an error.
std::shared_ptr<abi::ObjectLoader> MakeElfLoader();

}  // namespace kernelc::core
