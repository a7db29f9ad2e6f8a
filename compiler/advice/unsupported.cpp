#include "compiler/advice/unsupported.h"

namespace kernelc::advice {
namespace {

constexpr UnsupportedInfo kRows[] = {
#define KC_UNSUPPORTED(Node, kind, help) {ast::NodeKind::Node, diag::Kind::kind, help},
#include "compiler/advice/unsupported.def"
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

}  // namespace kernelc::advice
