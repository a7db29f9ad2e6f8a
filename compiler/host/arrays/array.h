// NumPy arrays: views of shared storage with an element type, a shape and strides, and the scalars
// that are their elements. Results are NumPy's to the last bit, or the run gives up; of functions
// whose last bit depends on the machine that NumPy runs on (exp, log, tan and the like) they are
// the C library's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/host/interpreter/context.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/number.h"
#include "runtime/abi/arg_type.h"
#include "runtime/abi/record_type.h"

namespace kernelc::host {

// Shapes, strides and offsets.
using IntList = std::vector<std::int64_t>;

// A scalar type, or a record where `record` is set.
struct ElementType {
  abi::ScalarKind kind = abi::ScalarKind::Float64;
  abi::RecordRef record;

  std::int64_t size() const;
  bool operator==(const ElementType& other) const;
};

// Of Kind::DType.
struct ArrayType : Payload {
  explicit ArrayType(ElementType the_type) : type(std::move(the_type)) {}
  ElementType type;
};

// Of Kind::Array; items[0] is the Storage, whose bytes hold the elements.
struct ArrayView : Payload {
  ElementType type;
  // In bytes.
  std::int64_t offset = 0;
  IntList shape;
  IntList strides;
  // A record taken out of an array: NumPy's `void` scalar, which still is a part of the array.
  bool is_record = false;
  // In the memory of a device: the host copies it, and reads and writes no elements.
  bool on_device = false;

  std::int64_t size() const;
  bool is_contiguous() const;
  // In Fortran's order.
  bool is_fortran() const;
};

// Of Kind::Scalar.
struct ArrayScalar : Payload {
  ArrayScalar(abi::ScalarKind the_kind, Number the_number) : kind(the_kind), number(the_number) {}
  abi::ScalarKind kind;
  Number number;
};

// Elements that one operation may make, at most.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 20;

// --- elements and types (array_types.cpp) ---
// Wraps and rounds as a cast between arrays does; gives up where the result is not defined (a NaN
// as an integer).
void StoreElement(Context& c, abi::ScalarKind kind, char* place, const Number& number);
// `number` as an element of this type.
Number CastNumber(Context& c, abi::ScalarKind kind, const Number& number);
// Of the elements of an array, or of a scalar.
abi::ScalarKind KindOf(const Value& value);
// A Python number; gives up for integers that no type of NumPy has.
std::optional<Number> NumberOf(Context& c, const Value& value);
// A Python number of it.
Value PythonNumber(Context& c, const Number& number);
Value MakeScalar(Context& c, abi::ScalarKind kind, const Number& number);
Value MakeDType(Context& c, const ElementType& type);
// What `dtype=` is given: np.float32, "f4", float, a list of fields; gives up for other types.
// `aligned`: fields of records stand as in a C struct.
ElementType DTypeOf(Context& c, const Value& dtype, bool aligned = false);
// The same of arrays, whose elements are numbers and records of them.
ElementType TypeOf(Context& c, const Value& dtype);
// "float32", "f4", "<f4", "d", "int".
std::optional<abi::ScalarKind> KindNamed(std::string_view text);
abi::ScalarKind Promote(abi::ScalarKind a, abi::ScalarKind b);
// NumPy's type for a number of Python that stands alone, and beside a type.
abi::ScalarKind KindOfNumber(const Number& number);
abi::ScalarKind WeakKind(Context& c, const Number& number, abi::ScalarKind other);
// The float type in which functions of real numbers compute a type.
abi::ScalarKind FloatKind(abi::ScalarKind kind);
bool IsIntegerKind(abi::ScalarKind kind);
bool IsFloatingKind(abi::ScalarKind kind);
bool IsComplexKind(abi::ScalarKind kind);
bool IsSignedKind(abi::ScalarKind kind);
// The same as NumPy names them: "<f4".
std::string TypeText(const ElementType& type);
std::string_view TypeName(abi::ScalarKind kind);

// --- arrays (array.cpp) ---
const ArrayView& ViewOf(const Value& array);
// A new array in C order whose bytes are zero.
Value NewArray(Context& c, const ElementType& type, IntList shape);
// Another view of the storage of `array`.
Value MakeView(Context& c, const Value& array, ArrayView view);
// The bytes at an array's offset; gives up where the contents are not known. Writing: what is
// stored is a number.
const char* ReadPlace(Context& c, const Value& array);
char* WritePlace(Context& c, const Value& array);
// Memory that np.empty gave: bytes that nothing has written yet are not known. Gives up where one
// of the elements at these offsets is not; notes that they are.
void NeedWritten(Context& c, const Value& array, const IntList& offsets);
void MarkWritten(Context& c, const Value& array, const IntList& offsets);
// A part along the first axis.
Value RowOf(Context& c, const Value& array, std::int64_t row);
std::int64_t CountOf(const IntList& shape);
// Those of an array in C order whose elements have this size.
IntList ContiguousStrides(const IntList& shape, std::int64_t size);
// Offsets in bytes of the elements along an axis, of all in C order, and of each of `outer` with
// each of `inner`.
IntList AxisOffsets(std::int64_t extent, std::int64_t stride);
IntList Offsets(const ArrayView& view);
IntList SumsOf(const IntList& outer, const IntList& inner);
// The elements at these offsets as a new array, and those of one in C order stored there.
Value Gather(Context& c, const Value& array, const IntList& offsets, IntList shape);
void Scatter(Context& c, const Value& array, const IntList& offsets, const Value& source);
// Where what is not zero stands, along each axis.
std::vector<IntList> PlacesOf(Context& c, const Value& array);
// The elements in C order.
std::vector<Number> Numbers(Context& c, const Value& array);
Value FromNumbers(Context& c, abi::ScalarKind kind, IntList shape,
                  const std::vector<Number>& numbers);
// An array of a number, nested sequences or an array, which itself is given back where the type
// fits.
Value AsArray(Context& c, const Value& value, std::optional<ElementType> type = std::nullopt);
Value CopyArray(Context& c, const Value& array, const ElementType& type);
Value CopyArray(Context& c, const Value& array);
// Its axes in another order; all of them backwards.
Value Transposed(Context& c, const Value& array, const std::vector<std::size_t>& order);
Value Reversed(Context& c, const Value& array);
// `made`, in C order, laid out in memory as NumPy lays out what it makes of these arrays.
Value LaidOutAs(Context& c, const Value& made, std::span<const Value> operands);
// The same elements, where the host may read them or not.
Value OnDevice(Context& c, const Value& array, bool on_device);
// A copy in C order, or in Fortran's where the array has that alone.
Value CopyInOrder(Context& c, const Value& array);
// `order=`: whether it is Fortran's; gives up for those that depend on the array.
bool IsFortranOrder(Context& c, const Value& order);
// Whether stores raise; of views as of their arrays.
bool IsReadOnly(const Value& array);
void SetReadOnly(Context& c, const Value& array, bool is_read_only);
// The array gets another shape or type itself; nothing is known of it from here on.
void LoseView(Context& c, const Value& array);
void CheckView(Context& c, const Value& array);
// An array of no dimension as NumPy gives it: a scalar.
Value ScalarIfNone(Context& c, const Value& array);
IntList ShapeOf(Context& c, const Value& value);
IntList BroadcastShapes(Context& c, const IntList& a, const IntList& b);
Value BroadcastTo(Context& c, const Value& array, const IntList& shape);
// `view` repeated to a shape that it fits.
ArrayView Broadcasted(ArrayView view, const IntList& shape);
// A view where strides allow one, else a copy; -1 stands for what is left.
Value Reshape(Context& c, const Value& array, IntList shape);
void AssignArray(Context& c, const Value& target, const Value& source);
// An axis that may be negative; raises AxisError.
std::size_t AxisOf(Context& c, std::int64_t axis, std::size_t dimensions);
bool IsArray(const Value& value);
bool IsNumpy(const Value& value);

// --- what operators and attributes do (array_operators.cpp, array_index.cpp, array_attributes.cpp)
// ---
Value ArrayBinary(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
Value ArrayInPlace(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
Value ArrayUnary(Context& c, ast::UnaryOperator op, const Value& a);
Value ArrayCompare(Context& c, ast::CompareOperator op, const Value& a, const Value& b);
Value ArrayGetItem(Context& c, const Value& array, const Value& index);
void ArraySetItem(Context& c, const Value& array, const Value& index, const Value& value);
// A record taken out of an array, as an array of no dimension; other arrays themselves.
Value WholeOf(Context& c, const Value& array);
// The field of all records; a number, of one that was taken out of an array.
Value FieldView(Context& c, const Value& array, std::string_view name);
std::int64_t ArrayLength(Context& c, const Value& array);
bool ArrayTruth(Context& c, const Value& value);
// A Python number of a scalar, or of an array of no dimension.
Value ScalarNumber(Context& c, const Value& value);
// str() and repr().
std::string ArrayText(Context& c, const Value& value, bool is_repr);
bool ArrayContains(Context& c, const Value& array, const Value& value);
// Undefined where it is none of these; methods are rows of the table.
Value ArrayAttribute(Context& c, const Value& value, std::string_view name);
void ArraySetAttribute(Context& c, const Value& value, std::string_view name, const Value& set);
// Nested lists of Python's numbers; records are tuples.
Value ArrayToList(Context& c, const Value& array);
// Whether numbers add up without rounding in any order, in a type of `bits` bits.
bool IsExactSum(const std::vector<double>& numbers, int bits);
int SignificantBits(abi::ScalarKind kind);
// a @ b; gives up where the order of additions may tell.
Value MatrixProduct(Context& c, const Value& a, const Value& b);
// Type, shape and every element, for tests.
std::string DescribeArray(Context& c, const Value& value);
// Whether it is an instance of what stands at the canonical path: "numpy.ndarray",
// "numpy.floating", "float".
bool IsArrayInstance(Context& c, const Value& value, std::string_view path);

// A ufunc by its name, on numbers and arrays; see array_ufuncs.cpp.
// Nothing for other names.
std::optional<std::size_t> UfuncOperands(std::string_view name);
Value Ufunc(Context& c, std::string_view name, std::span<const Value> operands);

// Parameters of NumPy's functions; see parameters.h. AnArray: what AsArray makes of the argument.
struct AnArray : Value {};
inline AnArray Take(Context& c, const Value& value, Type<AnArray>) { return {AsArray(c, value)}; }
inline ElementType Take(Context& c, const Value& value, Type<ElementType>) {
  return TypeOf(c, value);
}
inline IntList Take(Context& c, const Value& value, Type<IntList>) { return ShapeOf(c, value); }

}  // namespace kernelc::host
