// Ranges, slices and iterators that are held in variables. A range and a slice are named tuples (start, stop, step), so
// that they live in slots and are passed on as tuples are; nothing else takes them for tuples.
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

namespace {

constexpr std::string_view kRangeName = "range";
constexpr std::string_view kSliceName = "slice";

std::shared_ptr<const NamedTupleInfo> MakeBoundsInfo(std::string_view name) {
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = name;
  info->names = {"start", "stop", "step"};
  return info;
}

const std::shared_ptr<const NamedTupleInfo>& RangeInfo() {
  static const std::shared_ptr<const NamedTupleInfo> info = MakeBoundsInfo(kRangeName);
  return info;
}

const std::shared_ptr<const NamedTupleInfo>& SliceInfo() {
  static const std::shared_ptr<const NamedTupleInfo> info = MakeBoundsInfo(kSliceName);
  return info;
}

}  // namespace

bool IsBoundsType(const types::Type& type) {
  return (type.name == kRangeName || type.name == kSliceName) &&
         type.field_names == RangeInfo()->names;
}

bool FunctionEmitter::HasBounds(const Value& value, std::string_view name) {
  const std::string* found = nullptr;
  const std::vector<std::string>* names = nullptr;
  if (value.kind == ValueKind::Tuple && value.fields) {
    found = &value.fields->name;
    names = &value.fields->names;
  } else if (value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Tuple) {
    found = &type_of(value).name;
    names = &type_of(value).field_names;
  }
  return found != nullptr && *found == name && *names == RangeInfo()->names;
}

bool FunctionEmitter::IsRange(const Value& value) { return HasBounds(value, kRangeName); }

bool FunctionEmitter::IsSlice(const Value& value) { return HasBounds(value, kSliceName); }

// range(...) outside of the head of a loop.
Value FunctionEmitter::EmitRangeObject(const ast::Call& call, const Arguments& arguments) {
  const std::optional<RangeParts> parts = MakeRangeParts(call, arguments);
  if (!parts) {
    return Value();
  }
  std::vector<Value> bounds;
  for (const Value* part : {&parts->start, &parts->stop, &parts->step}) {
    if (part->is_number() && part->number.is_integral()) {
      bounds.push_back(MakeTyped(part->number, parts->type));
      continue;
    }
    Value bound = Value::Runtime(ConvertTo(*part, parts->type), parts->type);
    bound.nonnegative = bound.nonnegative || part->nonnegative;
    bounds.push_back(bound);
  }
  Value range = Value::Tuple(std::move(bounds));
  range.fields = RangeInfo();
  return range;
}

// slice(stop) and slice(start, stop, step).
Value FunctionEmitter::EmitSliceObject(const ast::Call& call, const Arguments& arguments) {
  if (arguments.size() > 3) {
    Report(call.range, diag::Kind::CallArity, "slice", "1 to 3 arguments", arguments.size()).Emit();
    return Value();
  }
  std::vector<Value> bounds(3, Value::Of(Object()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value& value = arguments[i].value;
    if (!value.is_none() && !IsInteger(value)) {
      Report(arguments[i].range, diag::Kind::IndexType, Describe(value))
          .Help("the bounds of a slice are integers and None")
          .Emit();
      return Value();
    }
    bounds[arguments.size() == 1 ? 1 : i] = value;
  }
  Value slice = Value::Tuple(std::move(bounds));
  slice.fields = SliceInfo();
  return slice;
}

Sequence FunctionEmitter::SequenceOfRange(const Value& range) {
  const std::vector<Value> bounds = TupleParts(range);
  const TypeId type = RuntimeType(bounds[0]);
  return CountedSequence({bounds[0], bounds[1], bounds[2], type});
}

namespace {

// No two iterators are the same object.
Value IteratorValue(std::shared_ptr<const Iterator> iterator, SourceRange range) {
  Value value = Value::Of(Object::External(fmt::format("{}{}", kIteratorText, range.begin)));
  value.iterator = std::move(iterator);
  return value;
}

}  // namespace

// iter(x): x, and how many of its elements have been taken; `name` is what it is made for.
Value FunctionEmitter::MakeIterator(const Argument& argument, std::string_view name) {
  const Value& given = argument.value;
  if (given.iterator != nullptr) {
    return given;
  }
  const bool known = RuntimeType(given).has_value() &&
                     (IsArray(given) || IsRange(given) || IsFlat(given) || AsTuple(given));
  if (!known) {
    Report(argument.range, diag::Kind::ArgumentType, name, "an array, tuple or range", Describe(given))
        .Help("loop over it: `for x in ...`")
        .Emit();
    return Value();
  }
  auto iterator = std::make_shared<Iterator>();
  iterator->source = AsRuntime(given);
  iterator->slot = builder_.Slot(iterator->source.type, "sequence");
  builder_.SlotStore(iterator->slot, iterator->source.inst);
  iterator->taken = builder_.Slot(types::kInt64, "taken");
  builder_.SlotStore(iterator->taken, builder_.ConstInt(types::kInt64, 0));
  return IteratorValue(std::move(iterator), argument.range);
}

Value FunctionEmitter::EmitIter(const ast::Call&, const Arguments& arguments) {
  return MakeIterator(arguments[0], "iter");
}

// enumerate(x, start) and zip(x, y) outside of the head of a loop.
Value FunctionEmitter::EmitEnumerate(const ast::Call& call, const Arguments& arguments) {
  auto iterator = std::make_shared<Iterator>();
  iterator->kind = Iterator::Kind::Enumerate;
  iterator->parts.push_back(MakeIterator(arguments[0], "enumerate"));
  const Value first = arguments[1].given ? arguments[1].value : IntConstant(0);
  if (!IsInteger(first)) {
    Report(arguments[1].range, diag::Kind::ArgumentType, "enumerate", "an integer to start from",
           Describe(first))
        .Emit();
    return Value();
  }
  iterator->taken = builder_.Slot(types::kInt64, "number");
  builder_.SlotStore(iterator->taken, ConvertTo(first, types::kInt64));
  return iterator->parts.front().is_poison() ? Value()
                                             : IteratorValue(std::move(iterator), call.range);
}

Value FunctionEmitter::EmitZip(const ast::Call& call, const Arguments& arguments) {
  auto iterator = std::make_shared<Iterator>();
  iterator->kind = Iterator::Kind::Zip;
  for (const Argument& argument : arguments) {
    iterator->parts.push_back(MakeIterator(argument, "zip"));
    if (iterator->parts.back().is_poison()) {
      return Value();
    }
  }
  return IteratorValue(std::move(iterator), call.range);
}

// What an iterator still has to give; taking an element counts.
std::optional<Sequence> FunctionEmitter::SequenceOfIterator(const Value& value, SourceRange range) {
  const Iterator& iterator = *value.iterator;
  if (iterator.kind != Iterator::Kind::Elements) {
    return SequenceOfParts(iterator, range);
  }
  const Value source = Value::Runtime(builder_.SlotLoad(iterator.slot), iterator.source.type,
                                      iterator.source.weak);
  const std::optional<Sequence> all = SequenceOf(source, range);
  if (!all) {
    return std::nullopt;
  }
  Value taken = Value::Runtime(builder_.SlotLoad(iterator.taken), types::kInt64);
  taken.nonnegative = true;
  const kir::InstId slot = iterator.taken;
  return Sequence{IntSub(all->count, taken), [this, all, taken, slot](const Value& index) {
                    const Value position = IntAdd(taken, index);
                    builder_.SlotStore(slot, Materialize(IntAdd(position, IntConstant(1))));
                    return all->get(position);
                  }};
}

// The same of enumerate and zip: as many as the shortest part has.
std::optional<Sequence> FunctionEmitter::SequenceOfParts(const Iterator& iterator,
                                                         SourceRange range) {
  std::vector<Sequence> parts;
  for (const Value& part : iterator.parts) {
    std::optional<Sequence> sequence = SequenceOfIterator(part, range);
    if (!sequence) {
      return std::nullopt;
    }
    parts.push_back(std::move(*sequence));
  }
  Value count = parts.front().count;
  for (const Sequence& part : parts) {
    count = IntMin(count, part.count);
  }
  const bool is_numbered = iterator.kind == Iterator::Kind::Enumerate;
  const kir::InstId slot = iterator.taken;
  return Sequence{count, [this, parts, is_numbered, slot](const Value& index) {
                    std::vector<Value> elements;
                    if (is_numbered) {
                      const Value number = Value::Runtime(builder_.SlotLoad(slot), types::kInt64);
                      builder_.SlotStore(slot, Materialize(IntAdd(number, IntConstant(1))));
                      elements.push_back(number);
                    }
                    for (const Sequence& part : parts) {
                      elements.push_back(part.get(index));
                    }
                    return Value::Tuple(std::move(elements));
                  }};
}

// next(it): the thread ends where nothing is left, as if StopIteration were raised.
Value FunctionEmitter::EmitNext(const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (value.iterator == nullptr) {
    Report(arguments[0].range, diag::Kind::ArgumentType, "next",
           "what `iter(...)`, `enumerate(...)` or `zip(...)` gave", Describe(value))
        .Help("write `it = iter(x)`, then `next(it)`")
        .Emit();
    return Value();
  }
  const std::optional<Sequence> rest = SequenceOfIterator(value, arguments[0].range);
  if (!rest) {
    return Value();
  }
  const kir::InstId is_left =
      builder_.Compare(kir::ComparePredicate::Gt, Materialize(rest->count),
                       builder_.ConstInt(types::kInt64, 0));
  FailUnless(Value::Runtime(is_left, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
             "StopIteration: " + std::string(SpellingAt(call.range)), {});
  return rest->get(IntConstant(0));
}

// x in range(...), without a loop.
Value FunctionEmitter::RangeContains(bool negated, const Value& number, const Value& range) {
  const std::vector<Value> bounds = TupleParts(range);
  const auto wide = [&](const Value& value) {
    return Value::Runtime(ConvertTo(value, types::kInt64), types::kInt64);
  };
  const Value x = wide(number);
  const Value start = wide(bounds[0]);
  const Value step = wide(bounds[2]);
  const Value count = StepCount(start, wide(bounds[1]), step);
  const Value distance = IntSub(x, start);
  const auto binary = [&](kir::Op op) {
    return builder_.Binary(op, Materialize(distance), Materialize(step));
  };
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  const kir::InstId place = binary(kir::Op::FloorDiv);
  const kir::InstId on_step =
      builder_.Compare(kir::ComparePredicate::Eq, binary(kir::Op::Mod), zero);
  const kir::InstId begun = builder_.Compare(kir::ComparePredicate::Ge, place, zero);
  const kir::InstId inside =
      builder_.Compare(kir::ComparePredicate::Lt, place, Materialize(count));
  const kir::InstId found = builder_.Binary(
      kir::Op::And, on_step, builder_.Binary(kir::Op::And, begun, inside));
  return Value::Runtime(negated ? builder_.LogicalNot(found) : found, types::kBool);
}

}  // namespace kernelc::sema
