// NumPy's functions: creation, joining, choosing.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/host/arrays/array.h"

namespace kernelc::host {

namespace {

using abi::ScalarKind;

Value NewOrdered(Context& c, const Given& order, const ElementType& type, IntList shape) {
  if (!IsFortranOrder(c, order)) {
    return NewArray(c, type, std::move(shape));
  }
  std::ranges::reverse(shape);
  return Reversed(c, NewArray(c, type, std::move(shape)));
}

Value FilledLike(Context& c, const AnArray& like, const Given& fill,
                 const OrNone<ElementType>& dtype, const std::optional<IntList>& shape) {
  const Value array =
      NewArray(c, dtype.value_or(ViewOf(like).type), shape.value_or(ViewOf(like).shape));
  if (!fill.is_undefined()) {
    AssignArray(c, array, fill);
  }
  const Value operands[] = {like};
  return shape ? array : LaidOutAs(c, array, operands);
}

// What memory holds is chance.
Value Unwritten(const Value& array) {
  State& state = array.items()[0].object->state;
  state.bytes.Written().Grow(2 * state.bytes->size());
  state.cursor = 1;
  return array;
}

Value InFortranOrder(Context& c, const Value& array) {
  return ViewOf(array).is_fortran() ? array : Reversed(c, CopyArray(c, Reversed(c, array)));
}

bool KeepsOrder(const OrNone<Value>& order) {
  return !order || (order->is(Kind::Str) && order->text() == "K");
}

ValueList ArraysOf(Context& c, const Value& sequence) {
  ValueList arrays =
      ListOf(Elements(c, sequence), [&](const Value& element) { return AsArray(c, element); });
  RaiseIf(c, arrays.empty(), "ValueError", "need at least one array to concatenate");
  return arrays;
}

// The type of a choice between two values, numbers of Python taking the type of what they meet.
ScalarKind ChoiceKind(Context& c, const Value& a, const Value& b) {
  const auto weak = [&](const Value& value) -> std::optional<Number> {
    return IsNumpy(value) || value.is_bool() ? std::nullopt : NumberOf(c, value);
  };
  const auto kind = [&](const Value& value) {
    return KindOf(value.is(Kind::Scalar) ? value : AsArray(c, value));
  };
  const std::optional<Number> weak_a = weak(a);
  const std::optional<Number> weak_b = weak(b);
  if (weak_a.has_value() == weak_b.has_value()) {
    return Promote(kind(a), kind(b));
  }
  const ScalarKind typed = kind(weak_a ? b : a);
  const Number& number = weak_a ? *weak_a : *weak_b;
  GiveUpIf(c,
           number.is_integral() && IsIntegerKind(typed) &&
               CastNumber(c, typed, number).integer != number.integer,
           "a choice of an integer that the type does not hold is not followed");
  return Promote(typed, WeakKind(c, number, typed));
}

}  // namespace

KC_NATIVE_BY_NAME(NumpyAsfortran, Value a, OrNone<ElementType> dtype) {
  return InFortranOrder(c, AsArray(c, a, dtype));
}

KC_NATIVE_BY_NAME(NumpyArray, Value object, OrNone<ElementType> dtype,
                  Named<std::optional<bool>> copy, Named<OrNone<Value>> order,
                  Named<std::optional<std::int64_t>> ndmin) {
  if (object.is(Kind::ByteArray) && !dtype) {
    const Bytes& bytes = *object.object->state.bytes;
    const Value array = NewArray(c, {ScalarKind::UInt8, {}}, {std::ssize(bytes)});
    std::memcpy(WritePlace(c, array), bytes.data(), bytes.size());
    return array;
  }
  const bool is_fortran = !KeepsOrder(order) && IsFortranOrder(c, *order);
  Value array = object;
  if (IsArray(object) && copy.value_or(true)) {
    array = CopyArray(c, object, dtype.value_or(ViewOf(object).type));
    array = KeepsOrder(order) ? LaidOutAs(c, array, std::span(&object, 1)) : array;
  } else {
    array = AsArray(c, object, dtype);
  }
  if (ndmin) {
    IntList shape = ViewOf(array).shape;
    shape.insert(shape.begin(),
                 static_cast<std::size_t>(std::max<std::int64_t>(*ndmin - std::ssize(shape), 0)),
                 1);
    array = Reshape(c, array, shape);
  }
  return is_fortran ? InFortranOrder(c, array) : array;
}

KC_NATIVE_BY_NAME(NumpyAsarray, Value a, OrNone<ElementType> dtype, OrNone<Value> order) {
  const Value array = AsArray(c, a, dtype);
  return !KeepsOrder(order) && IsFortranOrder(c, *order) ? InFortranOrder(c, array) : array;
}

// empty, ones, zeros
KC_NATIVE_BY_NAME(NumpyFilled, Called name, IntList shape, OrNone<ElementType> dtype, Given order) {
  const Value array = NewOrdered(c, order, dtype.value_or(ElementType{}), std::move(shape));
  if (name == "ones") {
    AssignArray(c, array, Value::Int(1));
  }
  return name == "empty" ? Unwritten(array) : array;
}

// empty_like, ones_like, zeros_like
KC_NATIVE_BY_NAME(NumpyFilledLike, Called name, AnArray a, OrNone<ElementType> dtype,
                  Named<std::optional<IntList>> shape) {
  if (name == "empty_like") {
    return Unwritten(NewArray(c, dtype.value_or(ViewOf(a).type), shape.value_or(ViewOf(a).shape)));
  }
  return FilledLike(c, a, {name == "ones_like" ? Value::Int(1) : Value()}, dtype, shape);
}

KC_NATIVE_BY_NAME(NumpyFullLike, AnArray a, Value fill_value, OrNone<ElementType> dtype,
                  Named<std::optional<IntList>> shape) {
  return FilledLike(c, a, {fill_value}, dtype, shape);
}

KC_NATIVE_BY_NAME(NumpyFull, IntList shape, Value fill_value, OrNone<ElementType> dtype,
                  Given order) {
  const Value fill = AsArray(c, fill_value, dtype);
  const Value array = NewOrdered(c, order, ViewOf(fill).type, std::move(shape));
  AssignArray(c, array, fill);
  return array;
}

static std::vector<Number> Progression(Context& c, ScalarKind kind, const Number& first,
                                       const Number& by, std::int64_t count) {
  std::vector<Number> numbers;
  // The second element less the first one, both in the array's type, is what NumPy goes on by.
  const bool is_whole = first.is_integral() && by.is_integral();
  const Number second = is_whole ? Number::Int(first.integer + by.integer)
                                 : Number::Float(first.as_double() + by.as_double());
  const Number a0 = CastNumber(c, kind, first);
  const Number a1 = count > 1 ? CastNumber(c, kind, second) : a0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (a0.is_integral()) {
      numbers.push_back(Number::Int(a0.integer + Wide(i) * (a1.integer - a0.integer)));
    } else if (kind == ScalarKind::Float32) {
      const float delta = static_cast<float>(a1.real) - static_cast<float>(a0.real);
      numbers.push_back(
          i == 1 ? a1 : Number::Float(static_cast<float>(a0.real) + static_cast<float>(i) * delta));
    } else {
      numbers.push_back(
          i == 1 ? a1 : Number::Float(a0.real + static_cast<double>(i) * (a1.real - a0.real)));
    }
  }
  return numbers;
}

KC_NATIVE_BY_NAME(NumpyArange, Given start, Given stop, Given step, OrNone<ElementType> dtype) {
  if (stop.is_undefined() || stop.is_none()) {
    stop = std::exchange(start, {Value::Int(0)});
  }
  GiveUpIf(c, stop.is_none(), "this argument of np.arange is not followed");
  const auto number = [&](const Value& value, std::int64_t otherwise) {
    if (value.is_undefined() || value.is_none()) {
      return Number::Int(otherwise);
    }
    const std::optional<Number> given = NumberOf(c, value);
    GiveUpIf(c, !given || given->kind == NumberKind::Complex,
             "this argument of np.arange is not followed");
    return *given;
  };
  const Number first = number(start, 0);
  const Number last = number(stop, 0);
  const Number by = number(step, 1);
  ScalarKind kind = ScalarKind::Int64;
  for (const Value& value : {Value(start), Value(stop), Value(step)}) {
    if (value.is(Kind::Scalar)) {
      kind = Promote(kind, value.As<ArrayScalar>().kind);
    } else if (value.is_float()) {
      kind = Promote(kind, ScalarKind::Float64);
    }
  }
  kind = dtype ? dtype->kind : kind;
  RaiseIf(c, by.as_double() == 0, "ZeroDivisionError", "division by zero");
  const double span = std::ceil((last.as_double() - first.as_double()) / by.as_double());
  GiveUpIf(c, !(span <= static_cast<double>(kMaxElements)),
           "the array is too large to be followed");
  const std::int64_t count = std::max<std::int64_t>(static_cast<std::int64_t>(span), 0);
  return FromNumbers(c, kind, {count}, Progression(c, kind, first, by, count));
}

KC_NATIVE_BY_NAME(NumpyConcatenate, Value sequence, Given axis_, Named<OrNone<ElementType>> dtype) {
  ValueList arrays = ArraysOf(c, sequence);
  if (axis_.is_none()) {
    for (Value& array : arrays) {
      array = Reshape(c, CopyArray(c, array), {-1});
    }
  }
  ElementType type = ViewOf(arrays[0]).type;
  IntList shape = ViewOf(arrays[0]).shape;
  const std::size_t axis =
      AxisOf(c, axis_.is_undefined() || axis_.is_none() ? 0 : AsIndex(c, axis_), shape.size());
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    const ArrayView& view = ViewOf(arrays[i]);
    GiveUpIf(c, type.record || view.type.record, "joining records is not followed");
    type.kind = Promote(type.kind, view.type.kind);
    IntList other = view.shape;
    RaiseIf(c, other.size() != shape.size(), "ValueError", "dimensions do not fit");
    const std::int64_t more = std::exchange(other[axis], shape[axis]);
    RaiseIf(c, other != shape, "ValueError", "dimensions do not fit");
    shape[axis] += more;
  }
  type = dtype.value_or(type);
  const Value joined = NewArray(c, type, shape);
  ArrayView part = ViewOf(joined);
  for (const Value& array : arrays) {
    part.shape[axis] = ViewOf(array).shape[axis];
    AssignArray(c, MakeView(c, joined, part), array);
    part.offset += part.shape[axis] * part.strides[axis];
  }
  return joined;
}

std::vector<IntList> PlacesOf(Context& c, const Value& array) {
  const IntList& shape = ViewOf(array).shape;
  const std::vector<Number> numbers = Numbers(c, array);
  std::vector<IntList> places(shape.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::int64_t rest = static_cast<std::int64_t>(i);
    for (std::size_t d = shape.size(); d-- > 0 && numbers[i].truth();) {
      places[d].push_back(rest % shape[d]);
      rest /= shape[d];
    }
  }
  return places;
}

static Value Nonzero(Context& c, const Value& array) {
  return c.heap.Tuple(ListOf(PlacesOf(c, array), [&](const IntList& places) {
    std::vector<Number> numbers(places.size());
    std::ranges::transform(places, numbers.begin(), Number::Int);
    return FromNumbers(c, ScalarKind::Int64, {std::ssize(places)}, numbers);
  }));
}

KC_NATIVE_BY_NAME(NumpyNonzero, AnArray a) {
  GiveUpIf(c, ViewOf(a).shape.empty(), "np.nonzero of no axis is not followed");
  return Nonzero(c, a);
}

KC_NATIVE_BY_NAME(NumpyWhere, AnArray condition, Given a, Given b) {
  if (a.is_undefined()) {
    return Nonzero(c, condition);
  }
  RaiseIf(c, b.is_undefined(), "ValueError", "either both or neither of x and y should be given");
  const ScalarKind kind = ChoiceKind(c, a, b);
  const Value x = AsArray(c, a);
  const Value y = AsArray(c, b);
  const IntList shape = BroadcastShapes(
      c, BroadcastShapes(c, ViewOf(condition).shape, ViewOf(x).shape), ViewOf(y).shape);
  const std::vector<Number> chooses = Numbers(c, BroadcastTo(c, condition, shape));
  std::vector<Number> numbers = Numbers(c, BroadcastTo(c, x, shape));
  const std::vector<Number> otherwise = Numbers(c, BroadcastTo(c, y, shape));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = chooses[i].truth() ? numbers[i] : otherwise[i];
  }
  return FromNumbers(c, kind, shape, numbers);
}

KC_NATIVE_BY_NAME(NumpyRepeat, AnArray a, AnArray repeats) {
  const std::vector<Number> numbers = Numbers(c, a);
  const std::vector<Number> counts = Numbers(c, BroadcastTo(c, repeats, {std::ssize(numbers)}));
  std::vector<Number> result;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    GiveUpIf(c, counts[i].integer > Wide(kMaxElements), "the array is too large to be followed");
    result.insert(result.end(), static_cast<std::size_t>(std::max<Wide>(counts[i].integer, 0)),
                  numbers[i]);
  }
  return FromNumbers(c, ViewOf(a).type.kind, {std::ssize(result)}, result);
}

KC_NATIVE_BY_NAME(NumpyBroadcastTo, AnArray array, IntList shape) {
  const Value wide = BroadcastTo(c, array, shape);
  const Value made = MakeView(c, wide, ViewOf(wide));
  SetReadOnly(c, made, true);
  return made;
}

KC_NATIVE_BY_NAME(NumpyFrombuffer, Value buffer, OrNone<ElementType> dtype,
                  std::optional<std::int64_t> count, std::optional<std::int64_t> offset) {
  GiveUpIf(c, !buffer.is(Kind::Bytes), "np.frombuffer of this is not followed");
  const ElementType type = dtype.value_or(ElementType{});
  const std::int64_t begin = offset.value_or(0);
  const std::int64_t bytes = std::ssize(buffer.text()) - begin;
  const bool takes_all = count.value_or(-1) < 0;
  const std::int64_t taken = takes_all ? bytes / type.size() : *count;
  RaiseIf(c, begin < 0 || bytes < taken * type.size() || (takes_all && bytes % type.size() != 0),
          "ValueError", "buffer size must be a multiple of element size");
  const Value array = NewArray(c, type, {taken});
  std::memcpy(WritePlace(c, array), buffer.text().data() + begin,
              static_cast<std::size_t>(taken * type.size()));
  return array;
}

KC_NATIVE_BY_NAME(NumpyDtype, Value dtype, std::optional<bool> align) {
  return MakeDType(c, DTypeOf(c, dtype, align.value_or(false)));
}

// np.float32(x) and the like: a scalar, or an array of what has several elements.
KC_NATIVE_BY_NAME(NumpyScalarType, Called name, Given value) {
  const ScalarKind kind = *KindNamed(name);
  if (value.is_undefined()) {
    return MakeScalar(c, kind, Number::Int(0));
  }
  if (const std::optional<Number> number = NumberOf(c, value)) {
    if (!value.is(Kind::Scalar) && number->kind == NumberKind::Int) {
      WeakKind(c, *number, kind);
    }
    GiveUpIf(c, number->kind == NumberKind::Complex && !IsComplexKind(kind),
             "complex numbers that lose their imaginary part are not followed");
    return MakeScalar(c, kind, *number);
  }
  if (value.is(Kind::Str)) {
    const bool is_float = IsFloatingKind(kind);
    GiveUpIf(c, !is_float && !IsIntegerKind(kind), "this conversion of a text is not followed");
    const Value read = Call(c, Value::Of(BuiltinClass(c, is_float ? "float" : "int")), {value});
    return MakeScalar(c, kind, *NumberOf(c, read));
  }
  return ScalarIfNone(c, AsArray(c, value, ElementType{kind, {}}));
}

}  // namespace kernelc::host
