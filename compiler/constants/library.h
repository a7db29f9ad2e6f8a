// The files of stdlib/: functions written in the kernel language itself.
#pragma once

#include <string_view>

#include "compiler/constants/files.h"

namespace kernelc::constants {

// The function "file.function" of stdlib/. A file is parsed once in a process, when it is first asked for; a function
// that is not there is a mistake in our tables. Thread-safe.
const FunctionInfo& LibraryFunction(std::string_view function);

}  // namespace kernelc::constants
