// NumPy on constants: arrays, scalars and their arithmetic, by NumPy 2's rules for types (NEP 50).
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {

// Elements of an array whose contents are known, at most; larger ones keep their shape and type.
inline constexpr std::int64_t kMaxArrayElements = std::int64_t{1} << 20;

struct NumpyArguments {
  std::vector<Object> positional;
  std::vector<std::pair<std::string_view, Object>> keywords;

  // Parameter number `index`, called `name`; null when it is absent.
  const Object* Find(std::size_t index, std::string_view name) const;
};

Object ArrayObject(ConstArray array);
// const_paths.cpp: null for elements that constants do not have.
std::optional<Object> ArrayOf(const StoredArray& stored);

// What follows is null where the value is not known.

// The type that NumPy gives to an operation on two typed operands.
abi::ScalarKind NumpyPromote(abi::ScalarKind left, abi::ScalarKind right);
// A number, nested lists or an array as an array of `dtype`, or of the type that NumPy infers.
std::optional<Object> ArrayFrom(const Object& object, std::optional<abi::ScalarKind> dtype);
// `left op right` where one of them is an array or a NumPy scalar.
std::optional<Object> FoldArrays(ast::BinaryOperator op, const Object& left, const Object& right);
std::optional<Object> FoldArray(ast::UnaryOperator op, const Object& array);
// a[i], a[i, j]
std::optional<Object> ArrayElement(const Object& array, const Object& index);
// The elements of the first dimension.
std::optional<std::vector<Object>> ArrayRows(const Object& array);
// a.shape, a.T
std::optional<Object> ArrayMember(const Object& array, std::string_view name);
// a.astype(np.float32)
std::optional<Object> ArrayMethod(const Object& array, std::string_view name,
                                  const NumpyArguments& arguments);
// "sum", "prod", "min", "max" or "mean" of all elements.
std::optional<Object> ArrayReduction(std::string_view name, const ConstArray& array);
bool IsReduction(std::string_view name);
// The same with the arguments of a call, of all elements or along the `axis` that is argument number `place`.
std::optional<Object> Reduced(std::string_view name, const ConstArray& array,
                              const NumpyArguments& arguments, std::size_t place);
std::optional<Object> ArrayCumulativeSum(const Object& object,
                                         std::optional<abi::ScalarKind> dtype);
// np.concatenate, np.tile, np.sort, np.dot and the like.
std::optional<Object> NumpyJoin(std::string_view name, const NumpyArguments& arguments);
// a @ b, of one or two dimensions.
std::optional<Object> MatrixProduct(const Object& left, const Object& right);
// a.real, a.imag: `array` holds no records.
Object ComplexPart(const ConstArray& array, bool real);
// np.outer(a, b)
std::optional<Object> OuterProduct(const Object& left, const Object& right);
// np.zeros(3): `name` is without the module.
std::optional<Object> NumpyCall(std::string_view name, const NumpyArguments& arguments);
// np.iinfo(t).max, np.finfo(t).eps: `limits` is what np.iinfo and np.finfo give.
std::optional<Object> LimitsMember(const Object& limits, std::string_view name);

}  // namespace kernelc::constants
