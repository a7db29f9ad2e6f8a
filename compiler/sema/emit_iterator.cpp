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

Value CounterFromZero(kir::Builder& builder) {
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
  return NewIterator(kElements, {given, CounterFromZero(builder_)});
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
  return NewIterator(kNdEnumerate, {arguments[0].value, CounterFromZero(builder_)});
}

Value FunctionEmitter::EmitNumpyNdIndex(const ast::Call&, const Arguments& arguments) {
  const std::optional<std::vector<Value>> extents = NdExtents(arguments);
  return extents ? NewIterator(kNdIndex, {Value::Tuple(*extents), CounterFromZero(builder_)}) : Value();
}

Value FunctionEmitter::EmitNumpyNdIter(const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!RuntimeType(value).has_value() || (!IsArray(value) && !AsTuple(value))) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           "an array or a tuple of arrays", Describe(value))
        .Emit();
    return Value();
  }
  return NewIterator(kNdIter, {value, CounterFromZero(builder_)});
}

// What an iterator gives. Taking counts, where everybody who has the iterator sees it.
std::optional<Sequence> FunctionEmitter::SequenceOfIterator(const Value& value, SourceRange range) {
  const std::string name = value.kind == ValueKind::Tuple ? value.fields->name : type_of(value).name;
  std::vector<Value> parts = TupleParts(value);
  if (name == kZip) {
    std::vector<Sequence> sequences;
    for (const Value& part : parts) {
      std::optional<Sequence> sequence = SequenceOfIterator(part, range);
      if (!sequence) {
        return std::nullopt;
      }
      sequences.push_back(std::move(*sequence));
    }
    return Zipped(std::move(sequences));
  }
  const kir::InstId counter = CounterPtr(builder_, Materialize(parts.back()));
  const Value& part = parts.front();
  if (name == kEnumerate) {
    const std::optional<Sequence> inner = SequenceOfIterator(part, range);
    return inner ? std::optional(TakenWithNumbers(builder_, *inner, counter)) : std::nullopt;
  }
  const std::optional<Sequence> all = name == kNdEnumerate ? NdEnumerateSequence(part)
                                      : name == kNdIndex   ? NdIndexSequence(TupleParts(part))
                                      : name == kNdIter    ? IterSequence(part, range)
                                                           : SequenceOf(part, range);
  if (!all) {
    return std::nullopt;
  }
  return TakenFrom(builder_, *all, Materialize(all->count), counter);
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
  const kir::InstId is_left = Take(builder_, *rest);
  FailUnless(Value::Runtime(is_left, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
             "StopIteration: " + std::string(SpellingAt(call.range)), {});
  Value first = rest->element();
  if (first.is_poison() && !first.pending && !has_error_) {
    Report(arguments[0].range, diag::Kind::ArgumentType, "next", "an iterator that has an element",
           "one over an empty tuple")
        .Help("`for x in t` is right for empty tuples too")
        .Emit();
  }
  return first;
}

}  // namespace kernelc::sema
