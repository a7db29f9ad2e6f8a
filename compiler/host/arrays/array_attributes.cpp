// Attributes of arrays, scalars and types of NumPy, and the methods that look at the same elements
// in another way.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "compiler/host/arrays/array.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

Value TupleOf(Context& c, const IntList& numbers) {
  return c.heap.Tuple(ListOf(numbers, Value::Int));
}

Value TypeAttribute(Context& c, const ElementType& type, std::string_view name) {
  if (name == "names" && type.record) {
    return c.heap.Tuple(ListOf(type.record->fields, [&](const abi::RecordField& field) {
      return c.heap.Str(field.name);
    }));
  }
  const NativeRow* row = name == "type" && !type.record
                             ? FindNative(fmt::format("numpy.{}", TypeName(type.kind)))
                             : nullptr;
  return name == "itemsize" ? Value::Int(type.size())
         : name == "names"  ? Value::None()
         : name == "kind"
             ? c.heap.Str(type.record ? "V" : abi::scalar_info(type.kind).npy.substr(0, 1))
         : type.record    ? Value()
         : name == "name" ? c.heap.Str(TypeName(type.kind))
         : name == "str"  ? c.heap.Str(TypeText(type))
         : row != nullptr ? NativeValue(c, *row)
                          : Value();
}

// The real or the imaginary parts, as a view; zeros that cannot be written for the imaginary part
// of reals.
Value PartOf(Context& c, const Value& array, bool imaginary) {
  ArrayView view = ViewOf(array);
  if (view.type.record || !IsComplexKind(view.type.kind)) {
    return imaginary ? NewArray(c, view.type, view.shape) : array;
  }
  view.type.kind =
      view.type.kind == ScalarKind::Complex64 ? ScalarKind::Float32 : ScalarKind::Float64;
  view.offset += imaginary ? view.type.size() : 0;
  return MakeView(c, array, std::move(view));
}

Value Nested(Context& c, const Value& array) {
  const ArrayView& view = ViewOf(array);
  if (!view.shape.empty()) {
    return c.heap.List(ListOf(std::views::iota(std::int64_t{0}, view.shape[0]),
                              [&](std::int64_t i) { return Nested(c, RowOf(c, array, i)); }));
  }
  if (!view.type.record) {
    return PythonNumber(c, Numbers(c, array)[0]);
  }
  return c.heap.Tuple(ListOf(view.type.record->fields, [&](const abi::RecordField& field) {
    GiveUpIf(c, !field.extents.empty(), "records that hold arrays are not listed");
    return Nested(c, FieldView(c, WholeOf(c, array), field.name));
  }));
}

}  // namespace

Value Transposed(Context& c, const Value& array, const std::vector<std::size_t>& order) {
  const ArrayView& from = ViewOf(array);
  ArrayView view = from;
  for (std::size_t d = 0; d < order.size(); ++d) {
    view.shape[d] = from.shape[order[d]];
    view.strides[d] = from.strides[order[d]];
  }
  return MakeView(c, array, std::move(view));
}

Value Reversed(Context& c, const Value& array) {
  std::vector<std::size_t> order(ViewOf(array).shape.size());
  for (std::size_t d = 0; d < order.size(); ++d) {
    order[d] = order.size() - 1 - d;
  }
  return Transposed(c, array, order);
}

// Of two axes of a result: whether `inner`, which stands further back, strides further in the
// operands. Nothing where no operand tells them apart.
static std::optional<bool> StridesFurther(std::span<const Value> operands, std::size_t dimensions,
                                          std::size_t inner, std::size_t outer) {
  std::optional<bool> further;
  for (const Value& operand : operands) {
    const ArrayView& view = ViewOf(operand);
    const auto stride = [&](std::size_t axis) -> std::int64_t {
      const std::size_t missing = dimensions - view.shape.size();
      return axis < missing || view.shape[axis - missing] == 1
                 ? 0
                 : std::abs(view.strides[axis - missing]);
    };
    if (stride(inner) != 0 && stride(outer) != 0) {
      // Where operands differ, C order wins.
      further = stride(outer) < stride(inner) && further.value_or(true);
    }
  }
  return further;
}

Value LaidOutAs(Context& c, const Value& made, std::span<const Value> operands) {
  const auto is_c_order = [](const Value& operand) { return ViewOf(operand).is_contiguous(); };
  const std::size_t dimensions = IsArray(made) ? ViewOf(made).shape.size() : 0;
  if (dimensions < 2 || std::ranges::all_of(operands, is_c_order)) {
    return made;
  }
  // The axes from the innermost on, sorted by insertion.
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t axis = dimensions - 1 - i;
    std::size_t place = axes.size();
    for (std::size_t k = axes.size(); k-- > 0;) {
      const std::optional<bool> further = StridesFurther(operands, dimensions, axes[k], axis);
      if (further && !*further) {
        break;
      }
      place = further ? k : place;
    }
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(place), axis);
  }
  std::ranges::reverse(axes);
  std::vector<std::size_t> back(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) {
    back[axes[i]] = i;
  }
  return std::ranges::is_sorted(axes)
             ? made
             : Transposed(c, CopyArray(c, Transposed(c, made, axes), ViewOf(made).type), back);
}

bool IsFortranOrder(Context& c, const Value& order) {
  if (order.is_undefined() || order.is_none()) {
    return false;
  }
  const std::string_view text = order.is(Kind::Str) ? order.text() : "";
  GiveUpIf(c, text != "C" && text != "F", "this order of elements is not followed");
  return text == "F";
}

KC_NATIVE_BY_NAME(DeviceCopyToHost, Value self, Named<Given> stream) {
  static_cast<void>(stream);
  return CopyInOrder(c, OnDevice(c, self, false));
}

Value ArrayToList(Context& c, const Value& array) {
  return array.is(Kind::Scalar) ? ScalarNumber(c, array) : Nested(c, array);
}

// Of an array on the device; what its other attributes do is not known.
static Value DeviceAttribute(Context& c, const Value& value, std::string_view name) {
  if (name == "copy_to_host") {
    return c.heap.Of(Kind::Method,
                     {value, NativeValue(c, *FindNative("numba.cuda.DeviceNDArray.copy_to_host"))});
  }
  constexpr std::string_view kKnown[] = {"T",     "dtype", "nbytes", "ndim",
                                         "shape", "size",  "strides"};
  GiveUpIf(c, !llvm::is_contained(kKnown, name), "is an attribute of an array on the device");
  const Value found = ArrayAttribute(c, OnDevice(c, value, false), name);
  return IsArray(found) ? OnDevice(c, found, true) : found;
}

Value ArrayAttribute(Context& c, const Value& value, std::string_view name) {
  if (value.is(Kind::DType)) {
    return TypeAttribute(c, TypeOf(c, value), name);
  }
  if (value.is(Kind::Scalar)) {
    // As of an array of no dimension.
    constexpr std::string_view kKnown[] = {"T",    "dtype", "imag",  "itemsize", "nbytes",
                                           "ndim", "real",  "shape", "size"};
    return llvm::is_contained(kKnown, name)
               ? ScalarIfNone(c, ArrayAttribute(c, AsArray(c, value), name))
               : Value();
  }
  const ArrayView& view = ViewOf(value);
  if (view.on_device) {
    return DeviceAttribute(c, value, name);
  }
  if (name == "resize") {
    LoseView(c, value);
    return Value();
  }
  CheckView(c, value);
  GiveUpIf(c, name == "flags", "the flags of an array are not followed");
  if (name == "flat") {
    GiveUpIf(c, !view.is_contiguous(), "`flat` of an array that is not contiguous is not followed");
    return Reshape(c, value, {-1});
  }
  return name == "shape"      ? TupleOf(c, view.shape)
         : name == "strides"  ? TupleOf(c, view.strides)
         : name == "dtype"    ? MakeDType(c, view.type)
         : name == "T"        ? Reversed(c, value)
         : name == "real"     ? PartOf(c, value, false)
         : name == "imag"     ? PartOf(c, value, true)
         : name == "size"     ? Value::Int(view.size())
         : name == "ndim"     ? Value::Int(static_cast<std::int64_t>(view.shape.size()))
         : name == "itemsize" ? Value::Int(view.type.size())
         : name == "nbytes"   ? Value::Int(view.size() * view.type.size())
                              : Value();
}

void ArraySetAttribute(Context& c, const Value& value, std::string_view name, const Value& set) {
  if (IsArray(value) && (name == "real" || name == "imag") &&
      IsComplexKind(ViewOf(value).type.kind)) {
    AssignArray(c, PartOf(c, value, name == "imag"), set);
    return;
  }
  if (IsArray(value) && name == "flat" && ViewOf(value).is_contiguous()) {
    AssignArray(c, Reshape(c, value, {-1}), set);
    return;
  }
  if (IsArray(value)) {
    LoseView(c, value);
  }
  GiveUp(c, "this attribute of an array is not followed when it is set");
}

// --- methods and functions: views and copies ---

// What several integers or one tuple of them say, by position or by name.
static IntList ShapeOf(Context& c, const Rest& parts, const Given& named) {
  return !named.is_undefined() ? ShapeOf(c, named)
         : parts.size() == 1   ? ShapeOf(c, parts[0])
                               : ShapeOf(c, c.heap.Tuple({parts.begin(), parts.end()}));
}

// As NumPy gives what a method makes of a scalar.
static Value LikeSelf(Context& c, const Value& self, const Value& made) {
  return self.is(Kind::Scalar) ? ScalarIfNone(c, made) : made;
}

KC_NATIVE_BY_NAME(ArrayReshape, AnArray a, Rest parts, Named<Given> shape, Named<Given> order) {
  const bool has_order = parts.size() == 2 && parts[1].is(Kind::Str);
  IntList extents = ShapeOf(c, has_order ? Rest{parts.first(1)} : parts, shape);
  if (!IsFortranOrder(c, has_order ? parts[1] : order)) {
    return Reshape(c, a, std::move(extents));
  }
  std::ranges::reverse(extents);
  return Reversed(c, Reshape(c, Reversed(c, a), std::move(extents)));
}

// flatten and ravel
KC_NATIVE_BY_NAME(ArrayRavel, Called name, AnArray a, Given order) {
  const Value array = IsFortranOrder(c, order) ? Reversed(c, a) : a;
  return Reshape(c, name == "ravel" && ViewOf(array).is_contiguous() ? array : CopyArray(c, array),
                 {-1});
}

// Unlike the method, np.copy keeps the order.
KC_NATIVE_BY_NAME(ArrayCopy, Value a, Given order) {
  if (a.is(Kind::Scalar) && order.is_undefined()) {
    return a;
  }
  const Value array = AsArray(c, a);
  return IsFortranOrder(c, order) ? Reversed(c, CopyArray(c, Reversed(c, array)))
                                  : CopyArray(c, array);
}

Value NumpyCopy(Context& c, const Arguments& a) {
  return a.size() == 1 && a.keywords.empty() && IsArray(a.values[0])
             ? LaidOutAs(c, CopyArray(c, a.values[0]), a.values)
             : ArrayCopy(c, a);
}

KC_NATIVE_BY_NAME(ArrayTranspose, AnArray a, Rest parts, Named<Given> axes) {
  if (parts.empty() && axes.is_undefined()) {
    return Reversed(c, a);
  }
  std::vector<std::size_t> order;
  for (const std::int64_t axis : ShapeOf(c, parts, axes)) {
    order.push_back(AxisOf(c, axis, ViewOf(a).shape.size()));
  }
  std::vector<std::size_t> sorted = order;
  std::ranges::sort(sorted);
  const bool is_repeated = std::ranges::adjacent_find(sorted) != sorted.end();
  RaiseIf(c, order.size() != ViewOf(a).shape.size() || is_repeated, "ValueError",
          "axes do not fit");
  return Transposed(c, a, order);
}

KC_NATIVE_BY_NAME(ArrayAstype, Value a, ElementType dtype, Given order, Given casting, Given subok,
                  std::optional<bool> copy) {
  static_cast<void>(subok);
  const auto is_usual = [](const Given& given, std::string_view usual) {
    return given.is_undefined() || (given.is(Kind::Str) && given.text() == usual);
  };
  GiveUpIf(c, !is_usual(order, "K") || !is_usual(casting, "unsafe"),
           "this way of converting an array is not followed");
  const Value array = AsArray(c, a);
  if (!copy.value_or(true) && ViewOf(array).type == dtype) {
    return array;
  }
  GiveUpIf(c, IsComplexKind(ViewOf(array).type.kind) && !IsComplexKind(dtype.kind),
           "complex numbers that lose their imaginary part are not followed");
  return LikeSelf(c, a, LaidOutAs(c, CopyArray(c, array, dtype), std::span(&array, 1)));
}

// The same bytes as elements of another type.
KC_NATIVE_BY_NAME(ArrayReinterpret, Value a, std::optional<ElementType> dtype) {
  const Value array = AsArray(c, a);
  ArrayView view = ViewOf(array);
  if (dtype && dtype->size() != view.type.size()) {
    GiveUpIf(c,
             view.shape.empty() || !view.is_contiguous() ||
                 view.shape.back() * view.type.size() % dtype->size() != 0,
             "this view of an array is not followed");
    view.shape.back() = view.shape.back() * view.type.size() / dtype->size();
    view.strides.back() = dtype->size();
  }
  view.type = dtype.value_or(view.type);
  return LikeSelf(c, a, MakeView(c, array, std::move(view)));
}

KC_NATIVE_BY_NAME(ArrayFill, Value self, Value value) {
  AssignArray(c, self, value);
  return Value::None();
}

KC_NATIVE_BY_NAME(ArrayTolist, Value self) { return ArrayToList(c, self); }

KC_NATIVE_BY_NAME(ArrayItem, AnArray self, Rest indices) {
  if (indices.empty()) {
    const std::vector<Number> numbers = Numbers(c, self);
    RaiseIf(c, numbers.size() != 1, "ValueError", "is not an array of one element");
    return PythonNumber(c, numbers[0]);
  }
  const Value index =
      indices.size() == 1 ? indices[0] : c.heap.Tuple({indices.begin(), indices.end()});
  const Value from = index.is(Kind::Tuple) ? Value(self) : Reshape(c, CopyArray(c, self), {-1});
  return ArrayToList(c, ArrayGetItem(c, from, index));
}

// A diagonal of a matrix: a view that cannot be written through.
Value HostDiagonal(Context& c, const Arguments& a) {
  const Value array = a.Get(0, "a");
  const std::int64_t offset = AsIndex(c, a.Get(1, "offset"));
  ArrayView view = ViewOf(array);
  const std::int64_t row = std::max<std::int64_t>(-offset, 0);
  const std::int64_t column = std::max<std::int64_t>(offset, 0);
  const std::int64_t count =
      std::max<std::int64_t>(std::min(view.shape[0] - row, view.shape[1] - column), 0);
  view.offset += count > 0 ? row * view.strides[0] + column * view.strides[1] : 0;
  view.strides = {view.strides[0] + view.strides[1]};
  view.shape = {count};
  const Value made = MakeView(c, array, std::move(view));
  SetReadOnly(c, made, true);
  return made;
}

}  // namespace kernelc::host
