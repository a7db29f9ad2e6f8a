// Type declarations: what editors and type checkers know of native files.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/driver/reference.h"
#include "compiler/types/written_types.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::driver {
namespace {

constexpr std::string_view kHead = R"("""Names of native kernel files (`from kernelc import *`), for editors and type checkers.

Made by `kernelc builtins --pyi` of the compiler's tables. Kernels are compiled by kernelc; there is no module to run.
"""

from typing import Any, Callable, Generic, TypeVar, TypeVarTuple, Unpack, overload

_F = TypeVar("_F", bound=Callable[..., Any])
# What stands between the brackets of `float32[:, ::1]`.
_Layout = TypeVarTuple("_Layout")


@overload
def kernel(function: _F, /) -> _F: ...
@overload
def kernel(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...
@overload
def jit(function: _F, /) -> _F: ...
@overload
def jit(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...
@overload
def device(function: _F, /) -> _F: ...
@overload
def device(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...


class _Array:
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: int
    ndim: int
    itemsize: int
    nbytes: int
    dtype: Any
    T: Any
    real: Any
    imag: Any
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Any: ...
    def __getattr__(self, name: str, /) -> Any: ...


class _Place:
    x: int
    y: int
    z: int

)";

// What a call gives, by the result in the table's signature.
std::string_view ResultOf(const ReferenceRow& row) {
  if (row.types.starts_with("void")) {
    return "None";
  }
  // Vectors are classes of the file: "float32x4(...)".
  const std::string_view result = std::string_view(row.types).substr(0, row.types.find('('));
  if (result.size() > 2 && result[result.size() - 2] == 'x') {
    return result;
  }
  if (row.types.starts_with("int") || row.types.starts_with("uint")) {
    return "int";
  }
  if (row.types.starts_with("bool")) {
    return "bool";
  }
  if (row.types.starts_with("F(")) {
    return "float";
  }
  return row.name.ends_with(".array") ? "_Array" : "Any";
}

std::string Parameters(const ReferenceRow& row) {
  std::string list;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const bool many = row.operands[i].starts_with("*");
    const std::string name = row.operands[i] == "*" ? "*values" : row.operands[i];
    list += fmt::format("{}{}: Any{}", list.empty() ? "" : ", ", name,
                        many || i < row.required ? "" : " = ...");
  }
  return list;
}

// Members of a namespace, or of the module itself.
struct Space {
  std::string functions;
  std::map<std::string, Space> inner;
};

void AddMember(Space& space, std::string_view path, const ReferenceRow& row, bool is_method) {
  const std::size_t dot = path.find('.');
  if (dot != std::string_view::npos) {
    AddMember(space.inner[std::string(path.substr(0, dot))], path.substr(dot + 1), row, true);
    return;
  }
  if (row.is_attribute) {
    space.functions += fmt::format("{}: {}\n", path, ResultOf(row));
    return;
  }
  const std::string text = row.text.empty() ? "" : fmt::format("  # {}", row.text);
  space.functions += fmt::format("{}def {}({}) -> {}: ...{}\n",
                                 is_method ? "@staticmethod\n" : "", path, Parameters(row),
                                 ResultOf(row), text);
}

std::string Indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n') + 1, text.size());
    out += "    ";
    out += text.substr(0, end);
    text.remove_prefix(end);
  }
  return out;
}

std::string ClassOf(const std::string& name, const Space& space) {
  std::string body = Indented(space.functions);
  for (const auto& [inner, members] : space.inner) {
    body += Indented(ClassOf(inner, members));
  }
  return fmt::format("class {}:\n{}", name, body);
}

}  // namespace

std::string ReferencePyi() {
  std::string out(kHead);
  for (const abi::ScalarInfo& info : abi::kScalarInfos) {
    if (info.npy.empty() && info.text == "record") {
      continue;
    }
    // A number and, with brackets, an array: a checker that knows more would reject what kernels mean.
    out += fmt::format(
        "\nclass {}(Any, Generic[Unpack[_Layout]]):\n    def __init__(self, x: Any = ..., /) -> None: "
        "...\n",
        info.text == "bool" ? "boolean" : info.text);
  }
  for (const types::VectorName& vector : types::VectorNames()) {
    out += fmt::format("\nclass {}(Any, Generic[Unpack[_Layout]]):\n", vector.name);
    for (unsigned lane = 0; lane < vector.lanes; ++lane) {
      out += fmt::format("    {}: Any\n", "xyzw"[lane]);
    }
    out += "    def __init__(self, *lanes: Any) -> None: ...\n";
  }
  Space module;
  for (const char* place : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    module.functions += fmt::format("{}: _Place\n", place);
  }
  constexpr std::string_view kModule = "cuda.";
  for (const ReferenceRow& row : Reference()) {
    const bool is_place = row.is_attribute && row.name.find('.', kModule.size()) != std::string::npos;
    if (row.name.starts_with(kModule) && !is_place) {
      AddMember(module, std::string_view(row.name).substr(kModule.size()), row, false);
    }
  }
  out += "\n\n" + module.functions;
  for (const auto& [name, space] : module.inner) {
    out += "\n\n" + ClassOf(name, space);
  }
  return out;
}

}  // namespace kernelc::driver
