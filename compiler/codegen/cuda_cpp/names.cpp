#include "compiler/codegen/cuda_cpp/names.h"

#include <fmt/format.h>

#include "compiler/builtins/builtins.h"

namespace kernelc::codegen::cuda_cpp {

namespace {

constexpr std::string_view kReserved[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
    "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t",
    "while", "xor", "xor_eq",
    // CUDA
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "min", "max", "abs",
    "printf", "kc", "std", "main", "NULL", "INFINITY", "NAN", "int8_t", "int16_t", "int32_t",
    "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t", "fma", "fmaf",
    "kernelc_dynamic_shared", "kernelc_error_state", "cooperative_groups",
    // Of <math.h>, which nvcc always includes.
    "y0", "y1", "yn", "j0", "j1", "jn", "gamma", "signgam", "index", "div", "clock", "time",
    "signbit", "isnan", "isnormal", "isinf", "isfinite", "pow", "powi", "log", "exp", "sin", "cos",
};

}  // namespace

NameTable::NameTable() {
  for (const std::string_view word : kReserved) {
    Reserve(word);
  }
  for (unsigned i = 0; i < static_cast<unsigned>(builtins::BuiltinId::kCount); ++i) {
    const builtins::Lowering& lowering =
        builtins::builtin_info(static_cast<builtins::BuiltinId>(i)).cuda;
    if (lowering.kind == builtins::LoweringKind::Spell) {
      Reserve(lowering.name);
      Reserve(fmt::format("{}f", lowering.name));
      // libdevice's `__nv_sincos` is `sincos` in CUDA C++.
      constexpr std::string_view kPrefix = "__nv_";
      if (lowering.name.starts_with(kPrefix)) {
        Reserve(lowering.name.substr(kPrefix.size()));
      }
    }
  }
}

std::string NameTable::Add(std::string_view wanted) {
  return Add(wanted, [](std::string_view name) { return !IsMacroOfCuda(name); });
}

std::string NameTable::AddFunction(std::string_view wanted) {
  // A number behind it would leave such a name what it is.
  const std::string start =
      IsOfCudaRuntime(wanted) ? fmt::format("v_{}", wanted) : std::string(wanted);
  return Add(start,
             [](std::string_view name) { return !IsMacroOfCuda(name) && !IsDeclaredByCuda(name); });
}

bool NameTable::IsFreeForFunction(std::string_view name) const {
  return !taken_.contains(std::string(name)) && !IsMacroOfCuda(name) && !IsDeclaredByCuda(name);
}

template <typename Allows>
std::string NameTable::Add(std::string_view wanted, Allows allows) {
  std::string name;
  for (const char c : wanted) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    // Two underscores in a row belong to the implementation.
    if (plain || (!name.empty() && name.back() != '_') || (name.empty() && c == '_')) {
      name += plain ? c : '_';
    }
  }
  if (name.empty() || name == "_" || (name.front() >= '0' && name.front() <= '9')) {
    name = "v" + name;
  }
  if (name.front() == '_') {
    name = "v" + name;
  }
  if (allows(name) && taken_.insert(name).second) {
    added_.push_back(name);
    return name;
  }
  for (unsigned number = 2;; ++number) {
    std::string next = fmt::format("{}{}{}", name, name.back() == '_' ? "" : "_", number);
    if (allows(next) && taken_.insert(next).second) {
      added_.push_back(next);
      return next;
    }
  }
}

void NameTable::Release(std::size_t mark) {
  for (; added_.size() > mark; added_.pop_back()) {
    taken_.erase(added_.back());
  }
}

}  // namespace kernelc::codegen::cuda_cpp
