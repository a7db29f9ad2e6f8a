// Subscripts of constants: types of arrays, elements.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"

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

std::optional<Object> Evaluator::EvalSubscript(const ast::Subscript& subscript,
                                               const Context& context) {
  const std::optional<Object> base = EvalIn(subscript.value, context);
  if (!base) {
    return std::nullopt;
  }
  // float32[:, ::1], and bool[:] of Python's own types.
  if (base->kind == ObjectKind::Type || base->kind == ObjectKind::External) {
    return EvalByHost(&subscript, context);
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
