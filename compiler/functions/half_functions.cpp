#include <algorithm>
#include <iterator>

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

constexpr HalfFunction MakeFunction(std::string_view path, HalfOperation row, TypeId type,
                                    TypeId other, HalfRounding rounding) {
  const Operation& operation = kOperations[static_cast<std::size_t>(row)];
  const Detail& detail = operation.detail;
  return {path,
          type,
          other,
          rounding,
          operation.operands,
          operation.form,
          detail.op,
          detail.predicate,
          detail.builtin};
}

constexpr HalfFunction kFunctions[] = {
#define KC_HALF(path, operation, type, other, rounding)                         \
  MakeFunction(path, HalfOperation::operation, types::k##type, types::k##other, \
               HalfRounding::rounding),
#include "compiler/functions/half_functions.def"
};

constexpr std::string_view kPaths[] = {
#define KC_HALF(path, operation, type, other, rounding) path,
#include "compiler/functions/half_functions.def"
};

}  // namespace

std::span<const std::string_view> HalfFunctionPaths() { return kPaths; }

const HalfFunction* FindHalfFunction(std::string_view path) {
  const auto* found = std::ranges::find(kFunctions, path, &HalfFunction::path);
  return found == std::end(kFunctions) ? nullptr : found;
}

}  // namespace kernelc::functions
