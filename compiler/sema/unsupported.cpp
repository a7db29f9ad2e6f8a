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

constexpr std::string_view kAllocates =
    "kernels do not allocate: use `cuda.local.array(shape, dtype)`, or pass an array";
constexpr std::string_view kReduces = "write a loop over the elements";

constexpr FunctionHelp kFunctions[] = {
    {"np.arange", kAllocates},     {"np.argmax", kReduces},
    {"np.argmin", kReduces},       {"np.array", kAllocates},
    {"np.asarray", kAllocates},    {"np.copy", kAllocates},
    {"np.cross", kReduces},        {"np.dot", kReduces},
    {"np.empty", kAllocates},      {"np.empty_like", kAllocates},
    {"np.full", kAllocates},       {"np.linspace", kAllocates},
    {"np.matmul", kReduces},       {"np.mean", kReduces},
    {"np.ones", kAllocates},       {"np.ones_like", kAllocates},
    {"np.prod", kReduces},         {"np.sum", kReduces},
    {"np.where", "write `a if condition else b` for each element"},
    {"np.zeros", kAllocates},      {"np.zeros_like", kAllocates},
    {"print", "write the values into an array and print them on the host"},
    {"reversed", "use `range(n - 1, -1, -1)`"},
    {"sum", kReduces},
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
