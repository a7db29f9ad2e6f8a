// What iter(...), enumerate(...), zip(...) and NumPy's iterators give. An iterator is a named tuple of what it runs over
// and of an array of one number of the thread's own, which counts. So it lives in slots and is passed on as tuples are,
// and whoever has it takes from the same elements; nothing else takes it for a tuple.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {
namespace {

// Names with blanks are no fields of the program's; those that begin with one are not spelled.
constexpr std::string_view kElements = "iter";
constexpr std::string_view kEnumerate = "enumerate";
constexpr std::string_view kZip = "zip";
constexpr std::string_view kNdEnumerate = "ndenumerate";
constexpr std::string_view kNdIndex = "ndindex";
constexpr std::string_view kNdIter = "nditer";
constexpr std::string_view kPart = "part ";

// An array of one number, which begins as `start`, an int64.
Value NewCounter(kir::Builder& builder, kir::InstId start) {
  const TypeId type =
      builder.types().Array(types::kInt64, 1, types::Layout::C, types::AddressSpace::Local);
  const kir::InstId array =
      builder.Append(kir::Op::LocalArray, type, {}, builder.function().AddInts({1}));
  const kir::InstId first = builder.ConstInt(types::kInt64, 0);
  builder.Store(builder.ElementPtr(array, {&first, 1}, 0), start);
  return Value::Runtime(array, type);
}

Value NewCounter(kir::Builder& builder) {
  return NewCounter(builder, builder.ConstInt(types::kInt64, 0));
}

// `parts` as an iterator of this name; all but zip have a count behind what they run over.
Value NewIterator(std::string_view name, std::vector<Value> parts) {
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = name;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    info->names.push_back(fmt::format("{}{}", kPart, i));
  }
  if (name != kZip) {
    info->names.back() = " count";
  }
  Value iterator = Value::Tuple(std::move(parts));
  iterator.fields = std::move(info);
  return iterator;
}

bool IsIteratorName(std::string_view name, const std::vector<std::string>& fields) {
  constexpr std::string_view kNames[] = {kElements, kEnumerate, kZip, kNdEnumerate, kNdIndex, kNdIter};
  return !fields.empty() && fields.front().starts_with(kPart) &&
         std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

bool IsIteratorType(const types::Type& type) {
  return type.kind == types::TypeKind::Tuple && IsIteratorName(type.name, type.field_names);
}

bool HoldsIterator(const types::TypeStore& store, TypeId id) {
  const types::Type& type = store.get(id);
  if (type.kind == types::TypeKind::Optional) {
    return HoldsIterator(store, type.element);
  }
  return IsIteratorType(type) ||
         (type.kind == types::TypeKind::Tuple &&
          std::ranges::any_of(type.elements, [&](TypeId part) { return HoldsIterator(store, part); }));
}

bool FunctionEmitter::IsIterator(const Value& value) {
  return value.kind == ValueKind::Tuple
             ? value.fields && IsIteratorName(value.fields->name, value.fields->names)
             : value.kind == ValueKind::Runtime && IsIteratorType(type_of(value));
}

// iter(x); `name` is what it is made for.
Value FunctionEmitter::MakeIterator(const Argument& argument, std::string_view name) {
  const Value& given = argument.value;
  if (IsIterator(given)) {
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
  return NewIterator(kElements, {given, NewCounter(builder_)});
}

Value FunctionEmitter::EmitIter(const ast::Call&, const Arguments& arguments) {
  return MakeIterator(arguments[0], kElements);
}

// enumerate(x, start) and zip(x, y) outside of the head of a loop.
Value FunctionEmitter::EmitEnumerate(const ast::Call&, const Arguments& arguments) {
  const Value part = MakeIterator(arguments[0], kEnumerate);
  const Value start = arguments[1].given ? arguments[1].value : IntConstant(0);
  if (!IsInteger(start)) {
    Report(arguments[1].range, diag::Kind::ArgumentType, kEnumerate, "an integer to start from",
           Describe(start))
        .Emit();
    return Value();
  }
  if (part.is_poison()) {
    return part;
  }
  return NewIterator(kEnumerate, {part, NewCounter(builder_, ConvertTo(start, types::kInt64))});
}

Value FunctionEmitter::EmitZip(const ast::Call&, const Arguments& arguments) {
  std::vector<Value> parts;
  for (const Argument& argument : arguments) {
    const bool is_repeated = std::any_of(
        arguments.begin(), arguments.end(), [&](const Argument& other) {
          return &other != &argument && SpellingAt(other.range) == SpellingAt(argument.range);
        });
    if (is_repeated && IsIterator(argument.value)) {
      Report(argument.range, diag::Kind::ArgumentType, kZip, "iterators of their own",
             fmt::format("`{}` twice", SpellingAt(argument.range)))
          .Help("take one element after the other with `next(...)` in a loop over a range")
          .Emit();
      return Value();
    }
    parts.push_back(MakeIterator(argument, kZip));
    if (parts.back().is_poison()) {
      return Value();
    }
  }
  return NewIterator(kZip, std::move(parts));
}

Value FunctionEmitter::EmitNumpyNdEnumerate(const ast::Call& call, const Arguments& arguments) {
  if (!IsArray(arguments[0].value)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range), "an array",
           Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  return NewIterator(kNdEnumerate, {arguments[0].value, NewCounter(builder_)});
}

Value FunctionEmitter::EmitNumpyNdIndex(const ast::Call&, const Arguments& arguments) {
  const std::optional<std::vector<Value>> extents = NdExtents(arguments);
  return extents ? NewIterator(kNdIndex, {Value::Tuple(*extents), NewCounter(builder_)}) : Value();
}

Value FunctionEmitter::EmitNumpyNdIter(const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!RuntimeType(value).has_value() || (!IsArray(value) && !AsTuple(value))) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           "an array or a tuple of arrays", Describe(value))
        .Emit();
    return Value();
  }
  return NewIterator(kNdIter, {value, NewCounter(builder_)});
}

// What an iterator still has to give; taking an element counts. Of several parts, the shortest says how many.
std::optional<Sequence> FunctionEmitter::SequenceOfIterator(const Value& value, SourceRange range) {
  const std::string name = value.kind == ValueKind::Tuple ? value.fields->name : type_of(value).name;
  std::vector<Value> parts = TupleParts(value);
  kir::InstId counter;
  if (name != kZip) {
    const kir::InstId first = builder_.ConstInt(types::kInt64, 0);
    counter = builder_.ElementPtr(Materialize(parts.back()), {&first, 1}, 0);
    parts.pop_back();
  }
  if (name != kEnumerate && name != kZip) {
    const Value& part = parts.front();
    const std::optional<Sequence> all = name == kNdEnumerate ? NdEnumerateSequence(part)
                                        : name == kNdIndex   ? NdIndexSequence(TupleParts(part))
                                        : name == kNdIter    ? IterSequence(part, range)
                                                             : SequenceOf(part, range);
    if (!all) {
      return std::nullopt;
    }
    Value taken = Value::Runtime(builder_.Load(counter), types::kInt64);
    taken.nonnegative = true;
    return Sequence{IntSub(all->count, taken), [this, all, taken, counter](const Value& index) {
                      const Value position = IntAdd(taken, index);
                      builder_.Store(counter, Materialize(IntAdd(position, IntConstant(1))));
                      return all->get(position);
                    }};
  }
  std::vector<Sequence> sequences;
  for (const Value& part : parts) {
    std::optional<Sequence> sequence = SequenceOfIterator(part, range);
    if (!sequence) {
      return std::nullopt;
    }
    sequences.push_back(std::move(*sequence));
  }
  Value count = sequences.front().count;
  for (const Sequence& sequence : sequences) {
    count = IntMin(count, sequence.count);
  }
  return Sequence{count, [this, sequences, counter](const Value& index) {
                    std::vector<Value> elements;
                    if (counter.has_value()) {
                      const Value number = Value::Runtime(builder_.Load(counter), types::kInt64);
                      builder_.Store(counter, Materialize(IntAdd(number, IntConstant(1))));
                      elements.push_back(number);
                    }
                    for (const Sequence& sequence : sequences) {
                      elements.push_back(sequence.get(index));
                    }
                    return Value::Tuple(std::move(elements));
                  }};
}

// next(it): the thread ends where nothing is left, as if StopIteration were raised.
Value FunctionEmitter::EmitNext(const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!IsIterator(value)) {
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
  Value first = rest->get(IntConstant(0));
  if (first.is_poison() && !first.pending && !has_error_) {
    Report(arguments[0].range, diag::Kind::ArgumentType, "next", "an iterator that has an element",
           "one over an empty tuple")
        .Help("`for x in t` is right for empty tuples too")
        .Emit();
  }
  return first;
}

}  // namespace kernelc::sema
