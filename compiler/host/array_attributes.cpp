// Attributes of arrays, scalars and types of NumPy, and the methods that look at the same elements
// in another way.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "compiler/host/array.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

Value TupleOf(Context& c, const IntList& numbers) {
  ValueList items;
  for (const std::int64_t number : numbers) {
    items.push_back(Value::Int(number));
  }
  return c.heap.Tuple(std::move(items));
}

std::string_view KindLetter(const ElementType& type) {
  switch (abi::scalar_info(type.kind).cls) {
    case abi::ScalarClass::Bool:
      return type.record ? "V" : "b";
    case abi::ScalarClass::Signed:
      return "i";
    case abi::ScalarClass::Unsigned:
      return "u";
    case abi::ScalarClass::Float:
    case abi::ScalarClass::Float8:
      return "f";
    case abi::ScalarClass::Complex:
      return "c";
  }
  return "";
}

Value TypeAttribute(Context& c, const ElementType& type, std::string_view name) {
  if (name == "itemsize") {
    return Value::Int(type.size());
  }
  if (name == "kind") {
    return c.heap.Str(KindLetter(type));
  }
  if (name == "names") {
    ValueList names;
    for (const abi::RecordField& field :
         type.record ? type.record->fields : std::vector<abi::RecordField>{}) {
      names.push_back(c.heap.Str(field.name));
    }
    return type.record ? c.heap.Tuple(std::move(names)) : Value::None();
  }
  if (type.record) {
    return Value();
  }
  if (name == "name") {
    return c.heap.Str(TypeName(type.kind));
  }
  if (name == "str") {
    return c.heap.Str(TypeText(type));
  }
  if (name == "type") {
    const NativeRow* row = FindNative("numpy." + std::string(TypeName(type.kind)));
    return row != nullptr ? NativeValue(c, *row) : Value();
  }
  return Value();
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

Value ScalarAttribute(Context& c, const Value& value, std::string_view name) {
  const ArrayScalar& scalar = value.As<ArrayScalar>();
  const ScalarKind part = scalar.kind == ScalarKind::Complex64    ? ScalarKind::Float32
                          : scalar.kind == ScalarKind::Complex128 ? ScalarKind::Float64
                                                                  : scalar.kind;
  if (name == "real" || name == "imag") {
    const bool imaginary = name == "imag";
    if (!IsComplexKind(scalar.kind)) {
      return imaginary ? MakeScalar(c, part, Number::Int(0)) : value;
    }
    return MakeScalar(c, part, Number::Float(imaginary ? scalar.number.imag : scalar.number.real));
  }
  const ElementType type{scalar.kind, {}};
  return name == "shape"                          ? TupleOf(c, {})
         : name == "dtype"                        ? MakeDType(c, type)
         : name == "size"                         ? Value::Int(1)
         : name == "ndim"                         ? Value::Int(0)
         : name == "T"                            ? value
         : name == "itemsize" || name == "nbytes" ? Value::Int(type.size())
                                                  : Value();
}

Value Nested(Context& c, const Value& array) {
  const ArrayView& view = ViewOf(array);
  if (!view.shape.empty()) {
    ValueList items;
    for (std::int64_t i = 0; i < view.shape[0]; ++i) {
      ArrayView row = view;
      row.offset += i * view.strides[0];
      row.shape.erase(row.shape.begin());
      row.strides.erase(row.strides.begin());
      items.push_back(Nested(c, MakeView(c, array, std::move(row))));
    }
    return c.heap.List(std::move(items));
  }
  if (!view.type.record) {
    return PythonNumber(c, Numbers(c, array)[0]);
  }
  ValueList items;
  for (const abi::RecordField& field : view.type.record->fields) {
    ArrayView whole = view;
    whole.is_record = false;
    const Value part =
        ArrayGetItem(c, MakeView(c, array, std::move(whole)), c.heap.Str(field.name));
    GiveUpIf(c, !field.extents.empty(), "records that hold arrays are not listed");
    items.push_back(Nested(c, part));
  }
  return c.heap.Tuple(std::move(items));
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

namespace {

// Of two axes of a result: whether `inner`, which stands further back, strides further in the
// operands. Nothing where no operand tells them apart.
std::optional<bool> StridesFurther(std::span<const Value> operands, std::size_t dimensions,
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

}  // namespace

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

Value DeviceCopyToHost(Context& c, const Arguments& a) {
  for (const Keyword& keyword : a.keywords) {
    GiveUpIf(c, keyword.name != "stream", "is a copy from the device that is not followed");
  }
  GiveUpIf(c, a.size() != 1, "is a copy from the device that is not followed");
  ArrayView view = ViewOf(a.values[0]);
  view.on_device = false;
  const bool is_fortran = !view.is_contiguous() && view.is_fortran();
  const Value elements = MakeView(c, a.values[0], std::move(view));
  const Value copy =
      CopyArray(c, is_fortran ? Reversed(c, elements) : elements, ViewOf(elements).type);
  return is_fortran ? Reversed(c, copy) : copy;
}

Value ArrayToList(Context& c, const Value& array) {
  return array.is(Kind::Scalar) ? ScalarNumber(c, array) : Nested(c, array);
}

namespace {

// Of an array on the device; what its other attributes do is not known.
Value DeviceAttribute(Context& c, const Value& value, std::string_view name) {
  if (name == "copy_to_host") {
    return c.heap.Of(Kind::Method,
                     {value, NativeValue(c, *FindNative("numba.cuda.DeviceNDArray.copy_to_host"))});
  }
  constexpr std::string_view kKnown[] = {"T",     "dtype", "nbytes", "ndim",
                                         "shape", "size",  "strides"};
  GiveUpIf(c, !llvm::is_contained(kKnown, name), "is an attribute of an array on the device");
  ArrayView view = ViewOf(value);
  view.on_device = false;
  const Value found = ArrayAttribute(c, MakeView(c, value, std::move(view)), name);
  if (!IsArray(found)) {
    return found;
  }
  ArrayView turned = ViewOf(found);
  turned.on_device = true;
  return MakeView(c, found, std::move(turned));
}

}  // namespace

Value ArrayAttribute(Context& c, const Value& value, std::string_view name) {
  if (value.is(Kind::DType)) {
    return TypeAttribute(c, TypeOf(c, value), name);
  }
  if (value.is(Kind::Scalar)) {
    return ScalarAttribute(c, value, name);
  }
  const ArrayView& view = ViewOf(value);
  if (view.on_device) {
    return DeviceAttribute(c, value, name);
  }
  if (name == "shape") {
    return TupleOf(c, view.shape);
  }
  if (name == "strides") {
    return TupleOf(c, view.strides);
  }
  if (name == "dtype") {
    return MakeDType(c, view.type);
  }
  if (name == "T") {
    return Reversed(c, value);
  }
  if (name == "real" || name == "imag") {
    return PartOf(c, value, name == "imag");
  }
  GiveUpIf(c, name == "flags", "the flags of an array are not followed");
  if (name == "flat") {
    GiveUpIf(c, !view.is_contiguous(), "`flat` of an array that is not contiguous is not followed");
    return Reshape(c, value, {-1});
  }
  return name == "size"       ? Value::Int(view.size())
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
  GiveUp(c, "this attribute of an array is not followed when it is set");
}

// --- methods and functions: views and copies ---

namespace {

// Positional arguments of a method after the array, where several integers stand for one tuple.
IntList ShapeArguments(Context& c, const Arguments& a, std::string_view keyword) {
  const Value named = a.Get(a.size(), keyword);
  if (!named.is_undefined()) {
    return ShapeOf(c, named);
  }
  if (a.size() == 2) {
    return ShapeOf(c, a.values[1]);
  }
  IntList shape;
  for (std::size_t i = 1; i < a.size(); ++i) {
    shape.push_back(AsIndex(c, a.values[i]));
  }
  return shape;
}

void NoKeywords(Context& c, const Arguments& a, std::initializer_list<std::string_view> allowed) {
  for (const Keyword& keyword : a.keywords) {
    GiveUpIf(c, std::find(allowed.begin(), allowed.end(), keyword.name) == allowed.end(),
             "this argument of a function of NumPy is not followed");
  }
}

Value First(Context& c, const Arguments& a, std::string_view name) {
  const Value value = a.Get(0, name);
  RaiseIf(c, value.is_undefined(), "TypeError", "missing required argument");
  return AsArray(c, value.is(Kind::Scalar) ? FromNumbers(c, value.As<ArrayScalar>().kind, {},
                                                         {value.As<ArrayScalar>().number})
                                           : value);
}

}  // namespace

Value ArrayReshape(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"shape", "newshape", "order"});
  const Value array = First(c, a, "a");
  const bool has_order = a.size() == 3 && a.values[2].is(Kind::Str);
  const Arguments of_shape{has_order ? a.values.first(2) : a.values, a.keywords};
  IntList shape = ShapeArguments(c, of_shape, "shape");
  if (!IsFortranOrder(c, has_order ? a.values[2] : a.Get(99, "order"))) {
    return Reshape(c, array, std::move(shape));
  }
  std::ranges::reverse(shape);
  return Reversed(c, Reshape(c, Reversed(c, array), std::move(shape)));
}

Value ArrayRavel(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"order"});
  Value array = First(c, a, "a");
  array = IsFortranOrder(c, a.Get(1, "order")) ? Reversed(c, array) : array;
  return Reshape(c, ViewOf(array).is_contiguous() ? array : CopyArray(c, array, ViewOf(array).type),
                 {-1});
}

Value ArrayFlatten(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"order"});
  const Value array = First(c, a, "a");
  return Reshape(c,
                 CopyArray(c, IsFortranOrder(c, a.Get(1, "order")) ? Reversed(c, array) : array,
                           ViewOf(array).type),
                 {-1});
}

Value ArrayCopy(Context& c, const Arguments& a);

// Unlike the method, it keeps the order.
Value NumpyCopy(Context& c, const Arguments& a) {
  if (a.size() > 1 || !a.keywords.empty() || !a.values[0].is(Kind::Array)) {
    return ArrayCopy(c, a);
  }
  return LaidOutAs(c, CopyArray(c, a.values[0], ViewOf(a.values[0]).type), a.values);
}

Value ArrayCopy(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"order"});
  if (a.size() == 1 && a.values[0].is(Kind::Scalar)) {
    return a.values[0];
  }
  const Value array = First(c, a, "a");
  return IsFortranOrder(c, a.Get(1, "order"))
             ? Reversed(c, CopyArray(c, Reversed(c, array), ViewOf(array).type))
             : CopyArray(c, array, ViewOf(array).type);
}

Value ArrayTranspose(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"axes"});
  const Value array = First(c, a, "a");
  if (a.size() == 1 && a.keywords.empty()) {
    return Reversed(c, array);
  }
  std::vector<std::size_t> order;
  for (const std::int64_t axis : ShapeArguments(c, a, "axes")) {
    order.push_back(AxisOf(c, axis, ViewOf(array).shape.size()));
  }
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  RaiseIf(c,
          order.size() != ViewOf(array).shape.size() ||
              std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end(),
          "ValueError", "axes don't match array");
  return Transposed(c, array, order);
}

Value ArrayAstype(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"dtype", "copy"});
  const Value order = a.Get(2, "order");
  GiveUpIf(c, !order.is_undefined() && !(order.is(Kind::Str) && order.text() == "K"),
           "this order of elements is not followed");
  const ElementType type = TypeOf(c, a.Get(1, "dtype"));
  const Value array = First(c, a, "a");
  const Value copies = a.Get(5, "copy");
  if (!copies.is_undefined() && !Truth(c, copies) && ViewOf(array).type == type) {
    return array;
  }
  GiveUpIf(c, IsComplexKind(ViewOf(array).type.kind) && !IsComplexKind(type.kind),
           "complex numbers that lose their imaginary part are not followed");
  const Value operands[] = {array};
  return a.values[0].is(Kind::Scalar) ? ScalarIfNone(c, CopyArray(c, array, type))
                                      : LaidOutAs(c, CopyArray(c, array, type), operands);
}

// The same bytes as elements of another type.
Value ArrayReinterpret(Context& c, const Arguments& a) {
  NoKeywords(c, a, {"dtype"});
  const Value array = First(c, a, "a");
  const Value dtype = a.Get(1, "dtype");
  ArrayView view = ViewOf(array);
  if (!dtype.is_undefined()) {
    const ElementType type = TypeOf(c, dtype);
    if (type.size() != view.type.size()) {
      GiveUpIf(c,
               view.shape.empty() || !view.is_contiguous() ||
                   view.shape.back() * view.type.size() % type.size() != 0,
               "this view of an array is not followed");
      view.shape.back() = view.shape.back() * view.type.size() / type.size();
      view.strides.back() = type.size();
    }
    view.type = type;
  }
  const Value made = MakeView(c, array, std::move(view));
  return a.values[0].is(Kind::Scalar) ? ScalarIfNone(c, made) : made;
}

Value ArrayFill(Context& c, const Arguments& a) {
  AssignArray(c, a.values[0], a.Get(1, "value"));
  return Value::None();
}

Value ArrayTolist(Context& c, const Arguments& a) { return ArrayToList(c, a.values[0]); }

Value ArrayItem(Context& c, const Arguments& a) {
  const Value array = First(c, a, "a");
  if (a.size() == 1) {
    const std::vector<Number> numbers = Numbers(c, array);
    RaiseIf(c, numbers.size() != 1, "ValueError",
            "can only convert an array of size 1 to a Python scalar");
    return PythonNumber(c, numbers[0]);
  }
  Value index = a.size() == 2 ? a.values[1] : c.heap.Tuple({a.values.begin() + 1, a.values.end()});
  const bool is_flat = a.size() == 2 && !index.is(Kind::Tuple);
  const Value from = is_flat ? Reshape(c, CopyArray(c, array, ViewOf(array).type), {-1}) : array;
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
