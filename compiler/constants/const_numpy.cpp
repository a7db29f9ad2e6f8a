#include "compiler/constants/const_numpy.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

Object FromArray(ConstArray array) {
  if (array.shape.empty() && array.has_values()) {
    return Object::OfTyped(array.values.front(), array.element);
  }
  return ArrayObject(std::move(array));
}

std::vector<Object> Numbers(const std::vector<std::int64_t>& values) {
  std::vector<Object> numbers;
  for (const std::int64_t value : values) {
    numbers.push_back(Object::Of(Number::Int(value)));
  }
  return numbers;
}

std::vector<std::int64_t> StridesOf(const ConstArray& array) {
  std::vector<std::int64_t> strides(array.shape.size());
  std::int64_t stride = ElementBytes(array);
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::size_t dim = array.fortran ? i : strides.size() - 1 - i;
    strides[dim] = stride;
    stride *= std::max<std::int64_t>(array.shape[dim], 1);
  }
  return strides;
}

}  // namespace

Object ArrayObject(ConstArray array) {
  Object object;
  object.kind = ObjectKind::Array;
  object.array = std::make_shared<const ConstArray>(std::move(array));
  return object;
}

std::optional<Object> ArrayFromBytes(const Object& bytes, ScalarKind kind) {
  const std::size_t size = abi::scalar_info(kind).size;
  if (bytes.kind != ObjectKind::Str || !bytes.is_bytes || size > 16 ||
      bytes.text.size() % size != 0 || abi::scalar_info(kind).cls == ScalarClass::Float8) {
    return std::nullopt;
  }
  ConstArray array;
  array.element = kind;
  array.shape = {static_cast<std::int64_t>(bytes.text.size() / size)};
  for (std::size_t at = 0; at < bytes.text.size(); at += size) {
    array.values.push_back(host::LoadNumber(kind, bytes.text.data() + at));
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> TypedNumber(const std::optional<Number>& number, ScalarKind kind) {
  const std::optional<Number> cast = number ? CastNumber(*number, kind) : std::nullopt;
  return cast ? std::optional(Object::OfTyped(*cast, kind)) : std::nullopt;
}

std::optional<Object> ArrayElement(const Object& object, const Object& index) {
  const ConstArray& array = *object.array;
  const bool is_tuple = index.kind == ObjectKind::Tuple && !index.is_list;
  const ObjectList indices = is_tuple ? index.elements : ObjectList{index};
  if (indices.size() > array.shape.size() || !array.has_values() || array.record) {
    return std::nullopt;
  }
  std::int64_t first = 0;
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
    first = first * array.shape[i] + static_cast<std::int64_t>(position);
  }
  ConstArray part;
  part.element = array.element;
  part.shape.assign(array.shape.begin() + static_cast<std::ptrdiff_t>(indices.size()),
                    array.shape.end());
  const std::int64_t count = part.size();
  for (std::int64_t i = 0; i < (array.values.size() == 1 ? 1 : count); ++i) {
    part.values.push_back(array.at(first * count + i));
  }
  return FromArray(std::move(part));
}

std::optional<std::vector<Object>> ArrayRows(const Object& object) {
  const ConstArray& array = *object.array;
  if (array.shape.empty() || !array.has_values() || array.record || array.shape[0] > kMaxArrayElements) {
    return std::nullopt;
  }
  std::vector<Object> rows;
  for (std::int64_t i = 0; i < array.shape[0]; ++i) {
    std::optional<Object> row = ArrayElement(object, Object::Of(Number::Int(i)));
    if (!row) {
      return std::nullopt;
    }
    rows.push_back(std::move(*row));
  }
  return rows;
}

std::optional<Object> ArrayMember(const Object& object, std::string_view name) {
  const ConstArray& array = *object.array;
  const std::int64_t item = ElementBytes(array);
  if (name == "shape") {
    return Object::Tuple(Numbers(array.shape));
  }
  if (name == "strides") {
    return Object::Tuple(Numbers(StridesOf(array)));
  }
  if (name == "dtype") {
    return Object::Type(array.record ? abi::ArgType::Record(array.record)
                                     : abi::ArgType::Scalar(array.element));
  }
  std::optional<std::int64_t> number;
  if (name == "ndim") {
    number = static_cast<std::int64_t>(array.shape.size());
  } else if (name == "size") {
    number = array.size();
  } else if (name == "itemsize") {
    number = item;
  } else if (name == "nbytes") {
    number = array.size() * item;
  }
  return number ? std::optional(Object::Of(Number::Int(*number))) : std::nullopt;
}

}  // namespace kernelc::constants
