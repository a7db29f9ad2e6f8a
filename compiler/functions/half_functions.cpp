#include <unordered_map>
#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

struct Detail {
  kir::Op op = kir::Op::Zero;
  kir::ComparePredicate predicate = kir::ComparePredicate::Eq;
  builtins::BuiltinId builtin = builtins::BuiltinId::kCount;
};

struct Operation {
  std::size_t operands;
  HalfForm form;
  Detail detail;
};

#define None() Detail()
#define Op(name) \
  Detail { .op = kir::Op::name }
#define Compare(name) \
  Detail { .predicate = kir::ComparePredicate::name }
#define Builtin(name) \
  Detail { .builtin = builtins::BuiltinId::name }
constexpr Operation kOperations[] = {
#define KC_HALF_OPERATION(name, operands, form, detail) {operands, HalfForm::form, detail},
#include "compiler/functions/half_operations.def"
};
#undef None
#undef Op
#undef Compare
#undef Builtin

struct Row {
  std::string_view path;
  HalfOperation operation;
  TypeId type;
  TypeId other;
  HalfRounding rounding;
};

constexpr Row kRows[] = {
#define KC_HALF(path, operation, type, other, rounding) \
  {path, HalfOperation::operation, types::k##type, types::k##other, HalfRounding::rounding},
#include "compiler/functions/half_functions.def"
};

constexpr std::string_view kPaths[] = {
#define KC_HALF(path, operation, type, other, rounding) path,
#include "compiler/functions/half_functions.def"
};

using FunctionMap = std::unordered_map<std::string_view, HalfFunction>;

FunctionMap MakeFunctions() {
  FunctionMap map;
  for (const Row& row : kRows) {
    const Operation& operation = kOperations[static_cast<std::size_t>(row.operation)];
    map.emplace(row.path, HalfFunction{row.path, row.type, row.other, row.rounding,
                                       operation.operands, operation.form, operation.detail.op,
                                       operation.detail.predicate, operation.detail.builtin});
  }
  return map;
}

}  // namespace

std::span<const std::string_view> HalfFunctionPaths() { return kPaths; }

const HalfFunction* FindHalfFunction(std::string_view path) {
  static const FunctionMap functions = MakeFunctions();
  const auto found = functions.find(path);
  return found == functions.end() ? nullptr : &found->second;
}

}  // namespace kernelc::functions
