// Functions written in the kernel language itself: the files of stdlib/, and the table of what users call them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/sema/index.h"
#include "compiler/sema/specials.h"

namespace kernelc::sema {

// What a library function takes and how its arguments are converted before the call; see library.def.
enum class LibraryTyping : std::uint8_t {
  Float, FirstFloat, Wide, Number, Integer, Int64, Complex, WideComplex, Sum, Any
};

struct LibraryInfo {
  // Parameters by the user's names.
  SpecialInfo call;
  LibraryTyping typing = LibraryTyping::Any;
  // "file.function" of stdlib/.
  std::string_view function;
};

// By canonical path; null when there is none.
const LibraryInfo* FindLibrary(std::string_view path);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& LibraryPaths();

// The function "file.function" of stdlib/. A file is parsed once in a process, when it is first asked for; a function
// that is not there is a mistake in our tables. Thread-safe.
const FunctionInfo& LibraryFunction(std::string_view function);

}  // namespace kernelc::sema
