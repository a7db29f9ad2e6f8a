// What to say of a function whose argument types nobody has named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "compiler/diag/diagnostic.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {

struct MissingTypes {
  // Which parameter lacks a type where others have one, at its annotation or itself; may be empty.
  std::optional<diag::Diagnostic> fault;
  // The text of a signature to begin with, by what the function does with its parameters.
  std::string example;
};

MissingTypes ExplainMissingTypes(const FileIndex& index, std::size_t function);

}  // namespace kernelc::sema
