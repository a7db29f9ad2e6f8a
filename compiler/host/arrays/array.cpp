// Arrays: views, copies, shapes.
#include "compiler/host/arrays/array.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

namespace kernelc::host {

IntList ContiguousStrides(const IntList& shape, std::int64_t size) {
  IntList strides(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    strides[d] = size;
    size *= shape[d];
  }
  return strides;
}

std::int64_t CountOf(const IntList& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies());
}

namespace {

// Collects nested sequences of numbers; raises ValueError where rows differ.
struct Nest {
  IntList shape;
  std::vector<Number> numbers;
  std::optional<abi::ScalarKind> kind;
};

void AddLeaf(Context& c, Nest& nest, const Value& value) {
  const std::optional<Number> number = NumberOf(c, value);
  GiveUpIf(c, !number, "an array of this is not followed");
  const abi::ScalarKind kind =
      value.is(Kind::Scalar) ? value.As<ArrayScalar>().kind : KindOfNumber(*number);
  nest.kind = nest.kind ? Promote(*nest.kind, kind) : kind;
  nest.numbers.push_back(*number);
}

void Collect(Context& c, Nest& nest, const Value& value, std::size_t depth) {
  const bool is_sequence = value.is(Kind::List, Kind::Tuple, Kind::Range);
  const bool is_array = IsArray(value);
  if (!is_sequence && !(is_array && !ViewOf(value).shape.empty())) {
    RaiseIf(c, depth != nest.shape.size(), "ValueError", "rows of an array differ in length");
    AddLeaf(c, nest, is_array ? ScalarIfNone(c, value) : value);
    return;
  }
  GiveUpIf(c, value.is_object() && value.object->state.top,
           "the contents of a sequence are not known");
  const ValueList elements = Elements(c, value);
  const std::int64_t count = std::ssize(elements);
  if (nest.numbers.empty() && depth == nest.shape.size()) {
    nest.shape.push_back(count);
  } else if (depth >= nest.shape.size() || nest.shape[depth] != count) {
    RaiseError(c, "ValueError", "rows of an array differ in length");
  }
  for (const Value& element : elements) {
    Collect(c, nest, element, depth + 1);
  }
}

// Records are given as tuples.
void AssignRecord(Context& c, const Value& target, const Value& value) {
  const abi::RecordRef record = ViewOf(target).type.record;
  GiveUpIf(c, !value.is(Kind::Tuple) || value.items().size() != record->fields.size(),
           "a record of this is not followed");
  for (std::size_t i = 0; i < record->fields.size(); ++i) {
    AssignArray(c, FieldView(c, target, record->fields[i].name), value.items()[i]);
  }
}

Value RecordArray(Context& c, const Value& value, const ElementType& type) {
  if (!value.is(Kind::List)) {
    const Value array = NewArray(c, type, {});
    AssignRecord(c, array, value);
    return array;
  }
  const ValueList rows = Elements(c, value);
  const Value array = NewArray(c, type, {std::ssize(rows)});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    AssignRecord(c, RowOf(c, array, static_cast<std::int64_t>(i)), rows[i]);
  }
  return array;
}

}  // namespace

bool IsArray(const Value& value) { return value.is(Kind::Array); }
bool IsNumpy(const Value& value) { return value.is(Kind::Array, Kind::Scalar); }

std::int64_t ArrayView::size() const { return CountOf(shape); }

// Elements lie one behind another. What a stride is along one element does not matter.
static bool IsDense(const ArrayView& view, bool is_fortran) {
  std::int64_t stride = view.type.size();
  const std::size_t ndim = view.shape.size();
  for (std::size_t i = 0; i < ndim; ++i) {
    const std::size_t d = is_fortran ? i : ndim - 1 - i;
    if (view.shape[d] != 1 && view.strides[d] != stride) {
      return view.size() == 0;
    }
    stride *= view.shape[d];
  }
  return true;
}

bool ArrayView::is_contiguous() const { return IsDense(*this, false); }
bool ArrayView::is_fortran() const { return IsDense(*this, true); }

// In the state of an array.
constexpr std::int64_t kReadOnly = 1;
constexpr std::int64_t kViewLost = 2;

bool IsReadOnly(const Value& array) { return (array.object->state.cursor & kReadOnly) != 0; }

void SetReadOnly(Context& c, const Value& array, bool is_read_only) {
  std::int64_t& flags = c.heap.Change(array.object).cursor;
  flags = (flags & ~kReadOnly) | (is_read_only ? kReadOnly : 0);
}

void LoseView(Context& c, const Value& array) {
  c.heap.Escape(array, c.where);
  c.heap.Change(array.object).cursor |= kViewLost;
}

void CheckView(Context& c, const Value& array) {
  GiveUpIf(c, (array.object->state.cursor & kViewLost) != 0,
           "is an array whose shape or type was set");
}

const ArrayView& ViewOf(const Value& array) { return array.As<ArrayView>(); }

// Before elements are made to numbers, or numbers to elements. What takes all the steps is not
// followed: the statements behind have them.
static void SpendOn(Context& c, std::int64_t elements) {
  // As many as take as long as a step.
  constexpr std::int64_t kElements = 8;
  constexpr std::int64_t kLarge = 4096;
  const std::int64_t steps = elements / kElements;
  GiveUpIf(c, elements > kLarge && steps > c.steps_left, "the array is too large to be followed");
  c.steps_left -= steps;
}

Value NewArray(Context& c, const ElementType& type, IntList shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) {
    RaiseIf(c, extent < 0, "ValueError", "negative dimensions are not allowed");
    GiveUpIf(c,
             extent > kMaxElements || (count *= std::max<std::int64_t>(extent, 1)) > kMaxElements,
             "the array is too large to be followed");
  }
  // As many steps as take as long.
  c.steps_left -= 32 + CountOf(shape) / 64;
  // Each statement of a file has some steps: without a check here, each could make a large array
  // with them.
  constexpr std::int64_t kLarge = 4096;
  if (CountOf(shape) > kLarge) {
    Step(c);
  }
  Object* storage = c.heap.New(Kind::Storage);
  storage->state.bytes.Make(static_cast<std::size_t>(CountOf(shape) * type.size()));
  Object* array = c.heap.New(Kind::Array);
  array->state.items.push_back(Value::Of(storage));
  ArrayView& view = array->Attach<ArrayView>();
  view.type = type;
  view.strides = ContiguousStrides(shape, type.size());
  view.shape = std::move(shape);
  return Value::Of(array);
}

Value MakeView(Context& c, const Value& array, ArrayView view) {
  CheckView(c, array);
  c.steps_left -= 8;
  Object* made = c.heap.New(Kind::Array);
  made->state.items.push_back(array.items()[0]);
  made->Attach<ArrayView>(std::move(view));
  made->state.cursor = array.object->state.cursor;
  return Value::Of(made);
}

Value OnDevice(Context& c, const Value& array, bool on_device) {
  ArrayView view = ViewOf(array);
  view.on_device = on_device;
  return MakeView(c, array, std::move(view));
}

Value RowOf(Context& c, const Value& array, std::int64_t row) {
  ArrayView view = ViewOf(array);
  view.offset += row * view.strides[0];
  view.shape.erase(view.shape.begin());
  view.strides.erase(view.strides.begin());
  return MakeView(c, array, std::move(view));
}

static Object* StorageOf(Context& c, const Value& array) {
  Object* object = array.object;
  GiveUpIf(
      c,
      object->state.top || object->state.items.empty() || !object->state.items[0].is(Kind::Storage),
      "the contents of an array are not known");
  return object->state.items[0].object;
}

const char* ReadPlace(Context& c, const Value& array) {
  const Object* storage = StorageOf(c, array);
  GiveUpIf(c, ViewOf(array).on_device, "is an element of an array on the device");
  GiveUpIf(c, storage->state.top || !storage->state.bytes,
           "the contents of an array are not known");
  return storage->state.bytes->data() + ViewOf(array).offset;
}

char* WritePlace(Context& c, const Value& array) {
  ReadPlace(c, array);
  RaiseIf(c, IsReadOnly(array), "ValueError", "assignment destination is read-only");
  State& state = c.heap.Change(StorageOf(c, array));
  return state.bytes.Written().data() + ViewOf(array).offset;
}

// Of the bytes of such an array: which have been written, as the second half of its storage says;
// null for other memory.
static const char* MarksOf(Context& c, const Value& array) {
  const State& state = StorageOf(c, array)->state;
  return state.cursor == 0 || !state.bytes
             ? nullptr
             : state.bytes->data() + state.bytes->size() / 2 + ViewOf(array).offset;
}

void NeedWritten(Context& c, const Value& array, const IntList& offsets) {
  const char* marks = MarksOf(c, array);
  for (std::size_t i = 0; marks != nullptr && i < offsets.size(); ++i) {
    const auto size = static_cast<std::size_t>(ViewOf(array).type.size());
    GiveUpIf(c, std::string_view(marks + offsets[i], size).find('\0') != std::string_view::npos,
             "an element of np.empty has not been written");
  }
}

void MarkWritten(Context& c, const Value& array, const IntList& offsets) {
  if (MarksOf(c, array) == nullptr) {
    return;
  }
  char* marks = WritePlace(c, array) + StorageOf(c, array)->state.bytes->size() / 2;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    std::memset(marks + offsets[i], 1, static_cast<std::size_t>(ViewOf(array).type.size()));
  }
}

IntList AxisOffsets(std::int64_t extent, std::int64_t stride) {
  IntList offsets(static_cast<std::size_t>(extent));
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = static_cast<std::int64_t>(i) * stride;
  }
  return offsets;
}

IntList SumsOf(const IntList& outer, const IntList& inner) {
  IntList sums;
  sums.reserve(outer.size() * inner.size());
  for (const std::int64_t offset : outer) {
    for (const std::int64_t further : inner) {
      sums.push_back(offset + further);
    }
  }
  return sums;
}

IntList Offsets(const ArrayView& view) {
  IntList offsets{0};
  for (std::size_t d = 0; d < view.shape.size(); ++d) {
    offsets = SumsOf(offsets, AxisOffsets(view.shape[d], view.strides[d]));
  }
  return offsets;
}

Value Gather(Context& c, const Value& array, const IntList& offsets, IntList shape) {
  const ElementType& type = ViewOf(array).type;
  NeedWritten(c, array, offsets);
  const Value made = NewArray(c, type, std::move(shape));
  const char* from = ReadPlace(c, array);
  char* to = WritePlace(c, made);
  for (const std::int64_t offset : offsets) {
    std::memcpy(to, from + offset, static_cast<std::size_t>(type.size()));
    to += type.size();
  }
  return made;
}

void Scatter(Context& c, const Value& array, const IntList& offsets, const Value& source) {
  const ElementType& type = ViewOf(array).type;
  const char* from = ReadPlace(c, source);
  char* to = WritePlace(c, array);
  MarkWritten(c, array, offsets);
  for (const std::int64_t offset : offsets) {
    std::memcpy(to + offset, from, static_cast<std::size_t>(type.size()));
    from += type.size();
  }
}

std::vector<Number> Numbers(Context& c, const Value& array) {
  if (array.is(Kind::Scalar)) {
    return {array.As<ArrayScalar>().number};
  }
  const ArrayView& view = ViewOf(array);
  GiveUpIf(c, view.type.record, "operations on records are not followed");
  const char* place = ReadPlace(c, array);
  SpendOn(c, view.size());
  const IntList offsets = Offsets(view);
  NeedWritten(c, array, offsets);
  std::vector<Number> numbers;
  numbers.reserve(offsets.size());
  for (const std::int64_t offset : offsets) {
    numbers.push_back(LoadNumber(view.type.kind, place + offset));
  }
  return numbers;
}

Value FromNumbers(Context& c, abi::ScalarKind kind, IntList shape,
                  const std::vector<Number>& numbers) {
  SpendOn(c, std::ssize(numbers));
  Value array = NewArray(c, {kind, {}}, std::move(shape));
  char* place = WritePlace(c, array);
  const std::int64_t size = ElementType{kind, {}}.size();
  for (const Number& number : numbers) {
    StoreElement(c, kind, place, number);
    place += size;
  }
  return array;
}

Value CopyArray(Context& c, const Value& array, const ElementType& type) {
  const ArrayView& view = ViewOf(array);
  if (!view.type.record && !type.record) {
    return FromNumbers(c, type.kind, view.shape, Numbers(c, array));
  }
  GiveUpIf(c, !(view.type == type), "conversions of records are not followed");
  return Gather(c, array, Offsets(view), view.shape);
}

Value CopyArray(Context& c, const Value& array) { return CopyArray(c, array, ViewOf(array).type); }

Value CopyInOrder(Context& c, const Value& array) {
  const bool is_fortran = !ViewOf(array).is_contiguous() && ViewOf(array).is_fortran();
  const Value copy = CopyArray(c, is_fortran ? Reversed(c, array) : array);
  return is_fortran ? Reversed(c, copy) : copy;
}

Value AsArray(Context& c, const Value& value, std::optional<ElementType> type) {
  if (IsArray(value)) {
    CheckView(c, value);
    return !type || ViewOf(value).type == *type ? value : CopyArray(c, value, *type);
  }
  if (type && type->record) {
    return RecordArray(c, value, *type);
  }
  Nest nest;
  Collect(c, nest, value, 0);
  const abi::ScalarKind kind = type ? type->kind : nest.kind.value_or(abi::ScalarKind::Float64);
  if (type && IsIntegerKind(kind)) {
    for (const Number& number : nest.numbers) {
      if (number.kind == NumberKind::Int) {
        // Python's integers must fit, where NumPy's wrap.
        WeakKind(c, number, kind);
      }
    }
  }
  GiveUpIf(
      c, kind == abi::ScalarKind::Bool && nest.kind && *nest.kind != abi::ScalarKind::Bool && !type,
      "an array of this is not followed");
  return FromNumbers(c, kind, nest.shape, nest.numbers);
}

Value ScalarIfNone(Context& c, const Value& array) {
  if (!IsArray(array) || !ViewOf(array).shape.empty() || ViewOf(array).type.record) {
    return array;
  }
  const abi::ScalarKind kind = ViewOf(array).type.kind;
  return MakeScalar(c, kind, Numbers(c, array)[0]);
}

IntList ShapeOf(Context& c, const Value& value) {
  IntList shape;
  if (value.is(Kind::Tuple, Kind::List) || (IsArray(value) && !ViewOf(value).shape.empty())) {
    for (const Value& extent : Elements(c, value)) {
      shape.push_back(AsIndex(c, extent));
    }
    return shape;
  }
  GiveUpIf(c, value.is_bool() || (value.is_object() && !IsIndex(c, value)),
           "is a shape that is not followed");
  shape.push_back(AsIndex(c, value));
  return shape;
}

IntList BroadcastShapes(Context& c, const IntList& a, const IntList& b) {
  IntList shape = a.size() < b.size() ? b : a;
  const IntList& other = a.size() < b.size() ? a : b;
  for (std::size_t i = 1; i <= other.size(); ++i) {
    std::int64_t& extent = shape[shape.size() - i];
    const std::int64_t given = other[other.size() - i];
    RaiseIf(c, extent != given && extent != 1 && given != 1, "ValueError", "shapes do not fit");
    extent = extent == 1 ? given : extent;
  }
  return shape;
}

ArrayView Broadcasted(ArrayView view, const IntList& shape) {
  const std::size_t more = shape.size() - view.shape.size();
  IntList strides(shape.size(), 0);
  for (std::size_t d = 0; d < view.shape.size(); ++d) {
    strides[more + d] = view.shape[d] == 1 ? 0 : view.strides[d];
  }
  view.shape = shape;
  view.strides = std::move(strides);
  return view;
}

Value BroadcastTo(Context& c, const Value& array, const IntList& shape) {
  const IntList& own = ViewOf(array).shape;
  if (own == shape) {
    return array;
  }
  RaiseIf(c, own.size() > shape.size() || BroadcastShapes(c, own, shape) != shape, "ValueError",
          "could not broadcast input array");
  GiveUpIf(c, CountOf(shape) > kMaxElements, "the array is too large to be followed");
  return MakeView(c, array, Broadcasted(ViewOf(array), shape));
}

// The strides with which the elements of `view` stand in a new shape of the same count, in C order;
// nothing where no strides do.
static std::optional<IntList> StridesFor(const ArrayView& view, const IntList& shape) {
  IntList extents;
  IntList strides;
  for (std::size_t d = 0; d < view.shape.size(); ++d) {
    if (view.shape[d] != 1) {
      extents.push_back(view.shape[d]);
      strides.push_back(view.strides[d]);
    }
  }
  IntList made(shape.size(), view.type.size());
  std::size_t old_begin = 0;
  std::size_t begin = 0;
  while (old_begin < extents.size() && begin < shape.size()) {
    // The fewest axes on both sides that hold equally many elements.
    std::size_t old_end = old_begin + 1;
    std::size_t end = begin + 1;
    for (std::int64_t old = extents[old_begin], count = shape[begin]; old != count;) {
      if (count < old) {
        count *= shape[end++];
      } else {
        old *= extents[old_end++];
      }
    }
    for (std::size_t d = old_begin; d + 1 < old_end; ++d) {
      if (strides[d] != extents[d + 1] * strides[d + 1]) {
        return std::nullopt;
      }
    }
    made[end - 1] = strides[old_end - 1];
    for (std::size_t d = end - 1; d > begin; --d) {
      made[d - 1] = made[d] * shape[d];
    }
    old_begin = old_end;
    begin = end;
  }
  for (std::size_t d = begin; d < shape.size(); ++d) {
    made[d] = begin > 0 ? made[begin - 1] : view.type.size();
  }
  return made;
}

Value Reshape(Context& c, const Value& array, IntList shape) {
  ArrayView view = ViewOf(array);
  const std::int64_t count = view.size();
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (std::int64_t& extent : shape) {
    if (extent == -1 && open == nullptr) {
      open = &extent;
    } else {
      known *= extent;
    }
  }
  if (open != nullptr) {
    RaiseIf(c, known == 0 || count % known != 0, "ValueError", "cannot reshape array");
    *open = count / known;
  }
  RaiseIf(c, open == nullptr && known != count, "ValueError", "cannot reshape array");
  const std::optional<IntList> strides =
      count > 0 && !view.is_contiguous() ? StridesFor(view, shape) : std::nullopt;
  const bool is_view = view.is_contiguous() || strides;
  const Value source = is_view ? array : CopyArray(c, array);
  ArrayView made = ViewOf(source);
  made.strides = strides ? *strides : ContiguousStrides(shape, made.type.size());
  made.shape = std::move(shape);
  return MakeView(c, source, std::move(made));
}

void AssignArray(Context& c, const Value& target, const Value& source) {
  const ArrayView& view = ViewOf(target);
  if (view.type.record) {
    const Value records = AsArray(c, source, view.type);
    Scatter(c, target, Offsets(view), CopyArray(c, BroadcastTo(c, records, view.shape), view.type));
    return;
  }
  Value array = AsArray(c, source);
  GiveUpIf(c, IsComplexKind(ViewOf(array).type.kind) && !IsComplexKind(view.type.kind),
           "complex numbers that lose their imaginary part are not followed");
  if (!IsNumpy(source) && !ViewOf(array).shape.empty()) {
    // Integers in a list must fit, where those of an array wrap.
    array = AsArray(c, source, view.type);
  }
  const std::optional<Number> number = IsNumpy(source) ? std::nullopt : NumberOf(c, source);
  if (number && number->kind == NumberKind::Int && IsIntegerKind(view.type.kind)) {
    WeakKind(c, *number, view.type.kind);
  }
  const IntList& given = ViewOf(array).shape;
  // Leading extents of one are dropped there.
  if (given.size() > view.shape.size()) {
    IntList fewer = given;
    while (fewer.size() > view.shape.size() && fewer.front() == 1) {
      fewer.erase(fewer.begin());
    }
    array = Reshape(c, array, fewer);
  }
  const std::vector<Number> numbers = Numbers(c, BroadcastTo(c, array, view.shape));
  char* place = WritePlace(c, target);
  const IntList offsets = Offsets(view);
  MarkWritten(c, target, offsets);
  std::size_t i = 0;
  for (const std::int64_t offset : offsets) {
    StoreElement(c, view.type.kind, place + offset, numbers[i++]);
  }
}

std::size_t AxisOf(Context& c, std::int64_t axis, std::size_t dimensions) {
  const std::int64_t count = static_cast<std::int64_t>(dimensions);
  // Scalars have an axis for some functions; of others it is an error that is two builtin ones.
  GiveUpIf(c, axis < -count || axis >= count, "this axis of an array is not followed");
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

}  // namespace kernelc::host
