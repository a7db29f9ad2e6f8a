// Subscripts of constants: types of arrays, elements.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/types/signature.h"

namespace kernelc::constants {
namespace {

using ast::As;

// The element of a list, tuple or dictionary, whatever it is; null of others.
std::optional<Object> ElementAt(const Object& base, const Object& index) {
  if (base.kind == ObjectKind::Dict) {
    // Of equal keys the last one counts.
    for (std::size_t i = base.elements.size(); i >= 2; i -= 2) {
      if (ObjectKey(base.elements[i - 2]) == ObjectKey(index)) {
        return base.elements[i - 1];
      }
    }
    return std::nullopt;
  }
  if (!index.is_int() || base.kind != ObjectKind::Tuple || base.is_set) {
    return std::nullopt;
  }
  const Int128 size = Int128(base.elements.size());
  const Int128 position = index.number.integer + (index.number.integer < 0 ? size : Int128(0));
  return position < 0 || position >= size
             ? std::nullopt
             : std::optional(base.elements[static_cast<std::size_t>(position)]);
}

}  // namespace

// float32[:, ::1]
std::optional<Object> Evaluator::EvalArrayType(const Object& element, const ast::Expr* slice) {
  std::vector<const ast::Expr*> slices;
  if (const auto* tuple = As<ast::Tuple>(slice)) {
    slices.assign(tuple->elts.begin(), tuple->elts.end());
  } else {
    slices.push_back(slice);
  }
  // float32[()]
  if (slices.empty()) {
    return Object::Type(abi::ArgType::ArrayOf(element.types.front(), 0));
  }
  std::vector<bool> unit_stride;
  for (const ast::Expr* item : slices) {
    const auto* part = As<ast::Slice>(item);
    if (part == nullptr || part->lower != nullptr || part->upper != nullptr) {
      return std::nullopt;
    }
    const auto* step = As<ast::Constant>(part->step);
    if (part->step != nullptr && (step == nullptr || step->value.kind != ast::ConstantKind::Int ||
                                  step->value.int_value != 1)) {
      return std::nullopt;
    }
    unit_stride.push_back(step != nullptr);
  }
  const std::optional<abi::ArgType> array = types::ArrayOfSlices(element.types.front(), unit_stride);
  return array ? std::optional(Object::Type(*array)) : std::nullopt;
}

std::optional<Object> Evaluator::EvalSubscript(const ast::Subscript& subscript,
                                               const Context& context) {
  const std::optional<Object> base = EvalIn(subscript.value, context);
  if (!base) {
    return std::nullopt;
  }
  if (base->is_element_type() && base->types.front().kind != abi::ArgKind::Vector) {
    return EvalArrayType(*base, subscript.slice);
  }
  // bool[:], float[:]: Python's own types.
  if (base->kind == ObjectKind::External) {
    const std::optional<abi::ArgType> type = AsType(*base);
    return type ? EvalArrayType(Object::Type(*type), subscript.slice) : std::nullopt;
  }
  const std::optional<Object> index =
      As<ast::Slice>(subscript.slice) != nullptr ? std::nullopt : EvalIn(subscript.slice, context);
  std::optional<Object> element;
  if (base->kind == ObjectKind::Array) {
    // A part of an array is a constant of its own to host code; in kernels it is a view.
    const bool is_truth = index && index->is_number() && index->number.kind == NumberKind::Bool;
    element = index ? ArrayElement(*base, *index) : std::nullopt;
    const bool is_view = context.expressions != nullptr;
    if (is_view || (element && element->kind != ObjectKind::Array && !is_truth)) {
      return element;
    }
    return EvalByHost(&subscript, context);
  }
  // A member of an enumeration, by its name.
  if (base->kind == ObjectKind::Class && index && index->kind == ObjectKind::Str) {
    element = ClassMember(*base->class_scope, index->text);
    return element && element->kind == ObjectKind::EnumMember ? element : std::nullopt;
  }
  element = index ? ElementAt(*base, *index) : std::nullopt;
  return element ? element : EvalByHost(&subscript, context);
}

}  // namespace kernelc::constants
