// What to say about constructs that kernels do not have.
#pragma once

#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostic.h"

namespace kernelc::advice {

struct UnsupportedInfo {
  ast::NodeKind node;
  diag::Kind kind;
  std::string_view help;
};

// The row for a node kind, null where kernels have it.
const UnsupportedInfo* FindUnsupported(ast::NodeKind node);

}  // namespace kernelc::advice
