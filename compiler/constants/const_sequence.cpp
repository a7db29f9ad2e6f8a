// Subscripts of constants: types of arrays, elements.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"

namespace kernelc::constants {
namespace {

using ast::As;

std::vector<Object> Numbers(const std::vector<std::int64_t>& values) {
  std::vector<Object> numbers;
  for (const std::int64_t value : values) {
    numbers.push_back(Object::Of(Number::Int(value)));
  }
  return numbers;
}

// In bytes.
std::vector<std::int64_t> StridesOf(const host::Constant& array) {
  std::vector<std::int64_t> strides(array.shape.size());
  auto stride = static_cast<std::int64_t>(array.element_size());
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::size_t dim = array.is_fortran ? i : strides.size() - 1 - i;
    strides[dim] = stride;
    stride *= std::max<std::int64_t>(array.shape[dim], 1);
  }
  return strides;
}

// Appends the elements of the dimensions from `dim` on that begin at `place`.
void AppendElements(const host::Constant& array, const std::vector<std::int64_t>& strides, std::size_t dim,
                    std::int64_t place, std::string* bytes) {
  if (dim == strides.size()) {
    bytes->append(array.text, static_cast<std::size_t>(place), array.element_size());
    return;
  }
  for (std::int64_t i = 0; i < array.shape[dim]; ++i) {
    AppendElements(array, strides, dim + 1, place + i * strides[dim], bytes);
  }
}

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

std::optional<Object> ArrayElement(const Object& object, const Object& index) {
  const host::Constant& array = *object.array;
  const bool is_tuple = index.kind == ObjectKind::Tuple && !index.is_list;
  const ObjectList indices = is_tuple ? index.elements : ObjectList{index};
  if (indices.size() > array.shape.size() || array.record) {
    return std::nullopt;
  }
  const std::vector<std::int64_t> strides = StridesOf(array);
  std::int64_t place = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Int128 extent = array.shape[i];
    if (!indices[i].is_int()) {
      return std::nullopt;
    }
    Int128 position = indices[i].number.integer;
    position += position < 0 ? extent : Int128(0);
    if (position < 0 || position >= extent) {
      return std::nullopt;
    }
    place += static_cast<std::int64_t>(position) * strides[i];
  }
  if (indices.size() == array.shape.size()) {
    return Object::OfTyped(host::LoadNumber(array.scalar, array.text.data() + place), array.scalar);
  }
  auto part = std::make_shared<host::Constant>();
  part->kind = host::ConstantKind::Array;
  part->scalar = array.scalar;
  part->shape.assign(array.shape.begin() + static_cast<std::ptrdiff_t>(indices.size()), array.shape.end());
  AppendElements(array, strides, indices.size(), place, &part->text);
  return Object::Array(std::move(part));
}

std::optional<Object> ArrayMember(const Object& object, std::string_view name) {
  const host::Constant& array = *object.array;
  if (name == "shape" || name == "strides") {
    return Object::Tuple(Numbers(name == "shape" ? array.shape : StridesOf(array)));
  }
  if (name == "dtype") {
    return Object::Type(array.record ? abi::ArgType::Record(array.record) : abi::ArgType::Scalar(array.scalar));
  }
  const auto number = [](auto value) { return Object::Of(Number::Int(static_cast<Int128>(value))); };
  return name == "ndim"       ? std::optional(number(array.shape.size()))
         : name == "size"     ? std::optional(number(array.size()))
         : name == "itemsize" ? std::optional(number(array.element_size()))
         : name == "nbytes"   ? std::optional(number(array.size() * static_cast<std::int64_t>(array.element_size())))
                              : std::nullopt;
}

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
