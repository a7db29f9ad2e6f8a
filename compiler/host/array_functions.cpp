// NumPy's functions: creation, joining, choosing.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/host/array.h"

namespace kernelc::host {

void OnlyKeywords(Context& c, const Arguments& a, std::initializer_list<std::string_view> allowed) {
  const bool is_known = std::ranges::all_of(a.keywords, [&](const Keyword& keyword) {
    return std::ranges::find(allowed, keyword.name) != allowed.end();
  });
  if (!is_known || a.size() > allowed.size() + 1) {
    GiveUp(c, "this argument of a function of NumPy is not followed");
  }
}

namespace {

using abi::ScalarKind;

Value Needed(Context& c, const Arguments& a, std::size_t place, std::string_view name) {
  const Value value = a.Get(place, name);
  if (value.is_undefined()) {
    RaiseError(c, "TypeError", "missing required argument '" + std::string(name) + "'");
  }
  return value;
}

std::optional<ElementType> DtypeArgument(Context& c, const Arguments& a, std::size_t place) {
  const Value dtype = a.Get(place, "dtype");
  return dtype.is_undefined() || dtype.is_none() ? std::nullopt : std::optional(TypeOf(c, dtype));
}

// A new array whose elements stand in the order that the argument at `place` names.
Value NewOrdered(Context& c, const Arguments& a, std::size_t place, const ElementType& type,
                 std::vector<std::int64_t> shape) {
  if (!IsFortranOrder(c, a.Get(place, "order"))) {
    return NewArray(c, type, std::move(shape));
  }
  std::ranges::reverse(shape);
  return Reversed(c, NewArray(c, type, std::move(shape)));
}

Value Filled(Context& c, const Arguments& a, double number) {
  OnlyKeywords(c, a, {"shape", "dtype", "order"});
  const ElementType type = DtypeArgument(c, a, 1).value_or(ElementType{});
  const Value array = NewOrdered(c, a, 2, type, ShapeOf(c, Needed(c, a, 0, "shape")));
  if (number != 0) {
    AssignArray(c, array, Value::Int(1));
  }
  return array;
}

Value FilledLike(Context& c, const Arguments& a, const Value& fill, std::size_t dtype_place) {
  OnlyKeywords(c, a, {"a", "fill_value", "dtype", "shape"});
  if (a.size() > dtype_place + 1) {
    GiveUp(c, "this argument of a function of NumPy is not followed");
  }
  const Value like = AsArray(c, Needed(c, a, 0, "a"));
  const Value shape = a.Get(9, "shape");
  const ElementType type = DtypeArgument(c, a, dtype_place).value_or(ViewOf(like).type);
  const Value array =
      NewArray(c, type, shape.is_undefined() ? ViewOf(like).shape : ShapeOf(c, shape));
  if (!fill.is_undefined()) {
    AssignArray(c, array, fill);
  }
  const Value operands[] = {like};
  return shape.is_undefined() ? LaidOutAs(c, array, operands) : array;
}

Value InFortranOrder(Context& c, const Value& array) {
  return ViewOf(array).is_fortran()
             ? array
             : Reversed(c, CopyArray(c, Reversed(c, array), ViewOf(array).type));
}

Value NewFromObject(Context& c, const Arguments& a, bool copies) {
  OnlyKeywords(c, a, {"object", "a", "dtype", "copy", "ndmin", "order"});
  const Value order = a.Get(3, "order");
  const bool is_fortran =
      !(order.is(Kind::Str) && order.object->text == "K") && IsFortranOrder(c, order);
  const Value source = a.Get(0, copies ? "object" : "a");
  if (source.is_undefined()) {
    RaiseError(c, "TypeError", "missing required argument");
  }
  const std::optional<ElementType> type = DtypeArgument(c, a, 1);
  if (source.is(Kind::ByteArray) && copies && !type) {
    const Value bytes = NewArray(c, {ScalarKind::UInt8, {}},
                                 {static_cast<std::int64_t>(source.object->state.bytes->size())});
    std::memcpy(WritePlace(c, bytes), source.object->state.bytes->data(),
                source.object->state.bytes->size());
    return bytes;
  }
  const Value copy_argument = copies ? a.Get(2, "copy") : Value();
  const bool keeps = !copies || (!copy_argument.is_undefined() && !Truth(c, copy_argument));
  Value array = source.is(Kind::Scalar) ? FromNumbers(c, source.object->As<ArrayScalar>().kind, {},
                                                      {source.object->As<ArrayScalar>().number})
                                        : source;
  if (IsArray(array) && !keeps) {
    const Value operands[] = {array};
    const Value copy = CopyArray(c, array, type.value_or(ViewOf(array).type));
    array = order.is_undefined() || order.is_none() ||
                    (order.is(Kind::Str) && order.object->text == "K")
                ? LaidOutAs(c, copy, operands)
                : copy;
  } else {
    array = AsArray(c, array, type);
  }
  const Value least = a.Get(99, "ndmin");
  if (!least.is_undefined()) {
    std::vector<std::int64_t> shape = ViewOf(array).shape;
    while (static_cast<std::int64_t>(shape.size()) < AsIndex(c, least)) {
      shape.insert(shape.begin(), 1);
    }
    array = Reshape(c, array, shape);
  }
  return is_fortran ? InFortranOrder(c, array) : array;
}

ValueList ArraysOf(Context& c, const Value& sequence) {
  ValueList arrays;
  for (const Value& element : Elements(c, sequence)) {
    arrays.push_back(AsArray(c, element));
  }
  if (arrays.empty()) {
    RaiseError(c, "ValueError", "need at least one array to concatenate");
  }
  return arrays;
}

// The type of a choice between two values, numbers of Python taking the type of what they meet.
ScalarKind ChoiceKind(Context& c, const Value& a, const Value& b) {
  const auto weak = [&](const Value& value) -> std::optional<Number> {
    return IsNumpy(value) || value.is_bool() ? std::nullopt : NumberOf(c, value);
  };
  const auto kind = [&](const Value& value) {
    return value.is(Kind::Scalar) ? value.object->As<ArrayScalar>().kind
                                  : ViewOf(AsArray(c, value)).type.kind;
  };
  const std::optional<Number> weak_a = weak(a);
  const std::optional<Number> weak_b = weak(b);
  if (weak_a.has_value() == weak_b.has_value()) {
    return Promote(kind(a), kind(b));
  }
  const ScalarKind typed = kind(weak_a ? b : a);
  const Number& number = weak_a ? *weak_a : *weak_b;
  if (number.is_integral() && IsIntegerKind(typed) &&
      CastNumber(c, typed, number).integer != number.integer) {
    GiveUp(c, "a choice of an integer that the type does not hold is not followed");
  }
  return Promote(typed, WeakKind(c, number, typed));
}

}  // namespace

Value NumpyAsfortran(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"a", "dtype"});
  return InFortranOrder(c, AsArray(c, Needed(c, a, 0, "a"), DtypeArgument(c, a, 1)));
}
Value NumpyArray(Context& c, const Arguments& a) { return NewFromObject(c, a, true); }
Value NumpyAsarray(Context& c, const Arguments& a) { return NewFromObject(c, a, false); }
Value NumpyZeros(Context& c, const Arguments& a) { return Filled(c, a, 0); }
Value NumpyOnes(Context& c, const Arguments& a) { return Filled(c, a, 1); }
Value NumpyZerosLike(Context& c, const Arguments& a) { return FilledLike(c, a, Value(), 1); }
Value NumpyOnesLike(Context& c, const Arguments& a) { return FilledLike(c, a, Value::Int(1), 1); }
Value NumpyFullLike(Context& c, const Arguments& a) {
  return FilledLike(c, a, Needed(c, a, 1, "fill_value"), 2);
}

Value NumpyFull(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"shape", "fill_value", "dtype", "order"});
  const Value fill = Needed(c, a, 1, "fill_value");
  const std::optional<ElementType> type = DtypeArgument(c, a, 2);
  const Value as_array = AsArray(c, fill, type);
  const Value array =
      NewOrdered(c, a, 3, ViewOf(as_array).type, ShapeOf(c, Needed(c, a, 0, "shape")));
  AssignArray(c, array, as_array);
  return array;
}

// What memory holds is chance.
Value NumpyEmpty(Context& c, const Arguments& a) {
  const Value array = Filled(c, a, 0);
  State& state = array.object->state.items[0].object->state;
  state.bytes->Grow(2 * state.bytes->size());
  state.cursor = 1;
  return array;
}

Value NumpyEmptyLike(Context& c, const Arguments& a) {
  const Value values[] = {ArrayAttribute(c, NumpyZerosLike(c, a), "shape"),
                          ArrayAttribute(c, NumpyZerosLike(c, a), "dtype")};
  return NumpyEmpty(c, {values, {}});
}

namespace {

std::vector<Number> Progression(Context& c, ScalarKind kind, const Number& first, const Number& by,
                                std::int64_t count) {
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

}  // namespace

Value NumpyArange(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"start", "stop", "step", "dtype"});
  Value start = a.Get(0, "start");
  Value stop = a.Get(1, "stop");
  const Value step = a.Get(2, "step");
  if (stop.is_undefined() || stop.is_none()) {
    stop = start;
    start = Value::Int(0);
  }
  const auto number = [&](const Value& value, std::int64_t otherwise) {
    if (value.is_undefined() || value.is_none()) {
      return Number::Int(otherwise);
    }
    const std::optional<Number> given = NumberOf(c, value);
    if (!given || given->kind == NumberKind::Complex) {
      GiveUp(c, "this argument of np.arange is not followed");
    }
    return *given;
  };
  const Number first = number(start, 0);
  const Number last = number(stop, 0);
  const Number by = number(step, 1);
  ScalarKind kind = ScalarKind::Int64;
  for (const Value& value : {start, stop, step}) {
    if (value.is(Kind::Scalar)) {
      kind = Promote(kind, value.object->As<ArrayScalar>().kind);
    } else if (value.is_float()) {
      kind = Promote(kind, ScalarKind::Float64);
    }
  }
  kind = DtypeArgument(c, a, 3).value_or(ElementType{kind, {}}).kind;
  if (by.as_double() == 0) {
    RaiseError(c, "ZeroDivisionError", "division by zero");
  }
  const double span = std::ceil((last.as_double() - first.as_double()) / by.as_double());
  if (!(span <= static_cast<double>(kMaxElements))) {
    GiveUp(c, "the array is too large to be followed");
  }
  const std::int64_t count = std::max<std::int64_t>(static_cast<std::int64_t>(span), 0);
  return FromNumbers(c, kind, {count}, Progression(c, kind, first, by, count));
}

Value NumpyConcatenate(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"axis", "dtype"});
  if (a.size() > 2) {
    GiveUp(c, "this argument of a function of NumPy is not followed");
  }
  ValueList arrays = ArraysOf(c, Needed(c, a, 0, "arrays"));
  const Value axis_argument = a.Get(1, "axis");
  if (axis_argument.is_none()) {
    for (Value& array : arrays) {
      array = Reshape(c, CopyArray(c, array, ViewOf(array).type), {-1});
    }
  }
  ElementType type = ViewOf(arrays[0]).type;
  std::vector<std::int64_t> shape = ViewOf(arrays[0]).shape;
  const std::size_t axis = AxisOf(
      c, axis_argument.is_undefined() || axis_argument.is_none() ? 0 : AsIndex(c, axis_argument),
      shape.size());
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    const ArrayView& view = ViewOf(arrays[i]);
    if (type.record || view.type.record) {
      GiveUp(c, "joining records is not followed");
    }
    type.kind = Promote(type.kind, view.type.kind);
    std::vector<std::int64_t> other = view.shape;
    if (other.size() != shape.size()) {
      RaiseError(c, "ValueError", "all the input array dimensions must match");
    }
    const std::int64_t more = std::exchange(other[axis], shape[axis]);
    if (other != shape) {
      RaiseError(
          c, "ValueError",
          "all the input array dimensions except for the concatenation axis must match exactly");
    }
    shape[axis] += more;
  }
  type = DtypeArgument(c, a, 3).value_or(type);
  const Value joined = NewArray(c, type, shape);
  ArrayView part = ViewOf(joined);
  for (const Value& array : arrays) {
    part.shape[axis] = ViewOf(array).shape[axis];
    AssignArray(c, MakeView(c, joined, part), array);
    part.offset += part.shape[axis] * part.strides[axis];
  }
  return joined;
}

Value NumpyNonzero(Context& c, const Arguments& a);

Value NumpyWhere(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"x", "y"});
  if (a.size() == 1) {
    return NumpyNonzero(c, a);
  }
  if (a.size() != 3) {
    RaiseError(c, "ValueError", "either both or neither of x and y should be given");
  }
  const Value condition = AsArray(c, a.values[0]);
  const ScalarKind kind = ChoiceKind(c, a.values[1], a.values[2]);
  const Value x = AsArray(c, a.values[1]);
  const Value y = AsArray(c, a.values[2]);
  const std::vector<std::int64_t> shape = BroadcastShapes(
      c, BroadcastShapes(c, ViewOf(condition).shape, ViewOf(x).shape), ViewOf(y).shape);
  const std::vector<Number> chooses = Numbers(c, BroadcastTo(c, condition, shape));
  std::vector<Number> numbers = Numbers(c, BroadcastTo(c, x, shape));
  const std::vector<Number> otherwise = Numbers(c, BroadcastTo(c, y, shape));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = chooses[i].truth() ? numbers[i] : otherwise[i];
  }
  return FromNumbers(c, kind, shape, numbers);
}

Value NumpyNonzero(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {});
  const Value array = AsArray(c, Needed(c, a, 0, "a"));
  const std::vector<std::int64_t>& shape = ViewOf(array).shape;
  const std::vector<Number> numbers = Numbers(c, array);
  std::vector<std::vector<Number>> places(shape.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::int64_t rest = static_cast<std::int64_t>(i);
    for (std::size_t d = shape.size(); d-- > 0 && numbers[i].truth();) {
      places[d].push_back(Number::Int(rest % shape[d]));
      rest /= shape[d];
    }
  }
  ValueList results;
  for (const std::vector<Number>& each : places) {
    results.push_back(
        FromNumbers(c, ScalarKind::Int64, {static_cast<std::int64_t>(each.size())}, each));
  }
  return c.heap.Tuple(std::move(results));
}

Value NumpyRepeat(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"repeats"});
  const Value array = AsArray(c, Needed(c, a, 0, "a"));
  const std::vector<Number> numbers = Numbers(c, array);
  const std::vector<Number> counts =
      Numbers(c, BroadcastTo(c, AsArray(c, Needed(c, a, 1, "repeats")),
                             {static_cast<std::int64_t>(numbers.size())}));
  std::vector<Number> result;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (counts[i].integer > Wide(kMaxElements)) {
      GiveUp(c, "the array is too large to be followed");
    }
    result.insert(result.end(), static_cast<std::size_t>(std::max<Wide>(counts[i].integer, 0)),
                  numbers[i]);
  }
  return FromNumbers(c, ViewOf(array).type.kind, {static_cast<std::int64_t>(result.size())},
                     result);
}

Value NumpyBroadcastTo(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"shape"});
  const Value array = AsArray(c, Needed(c, a, 0, "array"));
  const Value wide = BroadcastTo(c, array, ShapeOf(c, Needed(c, a, 1, "shape")));
  const Value made = MakeView(c, wide, ViewOf(wide));
  SetReadOnly(c, made, true);
  return made;
}

Value NumpyFrombuffer(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"dtype", "count", "offset"});
  const Value buffer = Needed(c, a, 0, "buffer");
  if (!buffer.is(Kind::Bytes)) {
    GiveUp(c, "np.frombuffer of this is not followed");
  }
  const ElementType type = DtypeArgument(c, a, 1).value_or(ElementType{});
  const Value count_argument = a.Get(2, "count");
  const Value offset_argument = a.Get(3, "offset");
  const std::int64_t offset = offset_argument.is_undefined() ? 0 : AsIndex(c, offset_argument);
  const std::int64_t bytes = static_cast<std::int64_t>(buffer.object->text.size()) - offset;
  const std::int64_t asked = count_argument.is_undefined() ? -1 : AsIndex(c, count_argument);
  const std::int64_t count = asked < 0 ? bytes / type.size() : asked;
  if (offset < 0 || bytes < count * type.size() || (asked < 0 && bytes % type.size() != 0)) {
    RaiseError(c, "ValueError", "buffer size must be a multiple of element size");
  }
  const Value array = NewArray(c, type, {count});
  std::memcpy(WritePlace(c, array), buffer.object->text.data() + offset,
              static_cast<std::size_t>(count * type.size()));
  return array;
}

Value NumpyDtype(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"dtype", "align"});
  const Value align = a.Get(1, "align");
  return MakeDType(c,
                   DTypeOf(c, Needed(c, a, 0, "dtype"), !align.is_undefined() && Truth(c, align)));
}

// np.float32(x) and the like: a scalar, or an array of what has several elements.
namespace {
Value Converted(Context& c, const Arguments& a, ScalarKind kind) {
  OnlyKeywords(c, a, {});
  if (a.size() != 1) {
    return a.size() == 0 ? MakeScalar(c, kind, Number::Int(0))
                         : (GiveUp(c, "this call of a type is not followed"), Value());
  }
  const Value& value = a.values[0];
  if (const std::optional<Number> number = NumberOf(c, value)) {
    if (!value.is(Kind::Scalar) && number->kind == NumberKind::Int) {
      WeakKind(c, *number, kind);
    }
    if (number->kind == NumberKind::Complex && !IsComplexKind(kind)) {
      GiveUp(c, "complex numbers that lose their imaginary part are not followed");
    }
    return MakeScalar(c, kind, *number);
  }
  if (value.is(Kind::Str)) {
    const bool is_float = IsFloatingKind(kind);
    if (!is_float && !IsIntegerKind(kind)) {
      GiveUp(c, "this conversion of a text is not followed");
    }
    const Value read = Call(c, Value::Of(BuiltinClass(c, is_float ? "float" : "int")), {value});
    return MakeScalar(c, kind, *NumberOf(c, read));
  }
  return ScalarIfNone(c, AsArray(c, value, ElementType{kind, {}}));
}
}  // namespace

Value NumpyScalarType(Context& c, const Arguments& a) {
  return Converted(c, a, *KindNamed(a.native));
}

}  // namespace kernelc::host
