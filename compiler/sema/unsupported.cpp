#include "compiler/sema/unsupported.h"

namespace kernelc::sema {
namespace {

constexpr UnsupportedInfo kRows[] = {
#define KC_UNSUPPORTED(Node, kind, help) {ast::NodeKind::Node, diag::Kind::kind, help},
#include "compiler/sema/unsupported.def"
};

struct FunctionHelp {
  std::string_view path;
  std::string_view help;
};

constexpr FunctionHelp kFunctions[] = {
    {"reversed", "use `range(n - 1, -1, -1)`"},
};

}  // namespace

const UnsupportedInfo* FindUnsupported(ast::NodeKind node) {
  for (const UnsupportedInfo& row : kRows) {
    if (row.node == node) {
      return &row;
    }
  }
  return nullptr;
}

std::string_view HelpForFunction(std::string_view path) {
  for (const FunctionHelp& row : kFunctions) {
    if (row.path == path) {
      return row.help;
    }
  }
  return {};
}

}  // namespace kernelc::sema
