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
    // Python
    {"all", "test the elements in a loop"},
    {"any", "test the elements in a loop"},
    {"bytearray", "use an array of uint8"},
    {"bytes", "use an array of uint8"},
    {"chr", "kernels do not compute with text"},
    {"dict", "use tuples, or arrays indexed by integers"},
    {"eval", "write the expression itself"},
    {"exec", "write the statements themselves"},
    {"filter", "test the elements in a loop"},
    {"format", "kernels do not compute with text; give `print` the values"},
    {"frozenset", "use a tuple; `x in (1, 2, 3)` works"},
    {"hash", "compute a hash of numbers with integer arithmetic"},
    {"hex", "kernels do not compute with text; give `print` the values"},
    {"input", "read on the host, and pass the values as parameters"},
    {"list", "use a tuple for constants, `cuda.local.array(shape, dtype)` for values that change"},
    {"map", "call the function in a loop"},
    {"object", "name a type of numbers"},
    {"open", "read and write files on the host"},
    {"ord", "kernels do not compute with text"},
    {"repr", "kernels do not compute with text; give `print` the values"},
    {"set", "use a tuple; `x in (1, 2, 3)` works"},
    {"setattr", "name the attribute: `x.name = value`"},
    {"sorted", "sort on the host, or write the sort with loops over a `cuda.local.array`"},
    {"str", "kernels do not compute with text; give `print` the values"},

    // Functions that go by another formula
    {"cuda.atomic.mul", "there is no atomic product: multiply in a loop around `cuda.atomic.cas`"},
    {"clamp", "write `min(max(x, low), high)`"},
    {"lerp", "write `a + t * (b - a)`"},
    {"math.clamp", "write `min(max(x, low), high)`"},
    {"math.cot", "write `1 / math.tan(x)`"},
    {"math.coth", "write `1 / math.tanh(x)`"},
    {"math.csc", "write `1 / math.sin(x)`"},
    {"math.mod", "write `x % y`"},
    {"relu", "write `max(x, 0)`"},
    {"saturate", "write `min(max(x, 0), 1)`"},
    {"sigmoid", "write `1 / (1 + math.exp(-x))`"},
    {"sqr", "write `x * x`"},
    {"math.sec", "write `1 / math.cos(x)`"},

    // Modules of the host
    {".cuda", "import it as `from numba import cuda`"},
    {".random", "pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`"},
    {".sys", "`return` ends a thread; pass other values as parameters"},
    {".time", "take the time on the host, around the launch"},

    // numba.cuda on the host
    {"cuda.device_array", "use `cuda.local.array(shape, dtype)`, or pass an array"},
    {"cuda.device_array_like", "use `cuda.local.array(shape, dtype)`, or pass an array"},
    {"cuda.managed_array", "allocate on the host, and pass the array"},
    {"cuda.mapped_array", "allocate on the host, and pass the array"},
    {"cuda.pinned_array", "allocate on the host, and pass the array"},
    {"cuda.stream", "streams belong to the host; threads of a block wait with `cuda.syncthreads()`"},
    {"cuda.synchronize", "it waits on the host; threads of a block wait with `cuda.syncthreads()`"},
    {"cuda.to_device", "copy on the host, and pass the array"},

    // Random numbers
    {"np.random", "pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`"},
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
  // What is said of a module holds for its members.
  for (std::string_view prefix = path; !prefix.empty();) {
    for (const FunctionHelp& row : kFunctions) {
      if (row.path == prefix) {
        return row.help;
      }
    }
    const std::size_t dot = prefix.rfind('.');
    prefix = prefix.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return {};
}

}  // namespace kernelc::sema
