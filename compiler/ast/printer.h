// Text form of a tree.
#pragma once

#include <string>

#include "compiler/ast/ast.h"

namespace kernelc::ast {

// The text that CPython 3.12's `ast.dump(tree, indent=1)` prints for the same file (3.12 shows empty
// lists and omits absent optional fields).
std::string Print(const Module& module);

}  // namespace kernelc::ast
