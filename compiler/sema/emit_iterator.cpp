#include "compiler/sema/emit_iterator.h"

#include <fmt/format.h>
#include <algorithm>

#include "compiler/sema/emit_error.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

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
  constexpr std::string_view kNames[] = {kElements,    kEnumerate, kZip,
                                         kNdEnumerate, kNdIndex,   kNdIter};
  return !fields.empty() && fields.front().starts_with(kPart) &&
         std::ranges::find(kNames, name) != std::end(kNames);
}

// iter(x); `name` is what it is made for.
Value MakeIterator(FunctionContext& fn, const Argument& argument, std::string_view name) {
  const Value& given = argument.value;
  if (IsIterator(fn, given)) {
    return given;
  }
  const bool known =
      RuntimeType(fn, given).has_value() &&
      (IsArray(fn, given) || IsRange(fn, given) || IsFlat(fn, given) || AsTuple(fn, given));
  if (!known) {
    fn.Report(argument.range, diag::Kind::ArgumentType, name, "an array, tuple or range",
              Describe(fn, given))
        .Help("loop over it: `for x in ...`")
        .Emit();
    return Value();
  }
  return NewIterator(kElements, {given, CounterFromZero(fn.builder)});
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
  return IsIteratorType(type) || (type.kind == types::TypeKind::Tuple &&
                                  std::ranges::any_of(type.elements, [&](TypeId part) {
                                    return HoldsIterator(store, part);
                                  }));
}

bool IsIterator(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Tuple
             ? value.fields && IsIteratorName(value.fields->name, value.fields->names)
             : value.kind == ValueKind::Runtime && IsIteratorType(fn.type_of(value));
}

Value EmitIter(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  return MakeIterator(fn, arguments[0], kElements);
}

// enumerate(x, start) and zip(x, y) outside of the head of a loop.
Value EmitEnumerate(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value part = MakeIterator(fn, arguments[0], kEnumerate);
  const Value start = arguments[1].given ? arguments[1].value : IntConstant(0);
  if (!IsInteger(start)) {
    fn.Report(arguments[1].range, diag::Kind::ArgumentType, kEnumerate, "an integer to start from",
              Describe(fn, start))
        .Emit();
    return Value();
  }
  if (part.is_poison()) {
    return part;
  }
  return NewIterator(kEnumerate,
                     {part, NewCounter(fn.builder, ConvertTo(fn, start, types::kInt64))});
}

Value EmitZip(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  std::vector<Value> parts;
  for (const Argument& argument : arguments) {
    parts.push_back(MakeIterator(fn, argument, kZip));
    if (parts.back().is_poison()) {
      return Value();
    }
  }
  return NewIterator(kZip, std::move(parts));
}

Value EmitNumpyNdEnumerate(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!IsArray(fn, arguments[0].value)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "an array", Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  return NewIterator(kNdEnumerate, {arguments[0].value, CounterFromZero(fn.builder)});
}

Value EmitNumpyNdIndex(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const std::optional<std::vector<Value>> extents = NdExtents(fn, arguments);
  return extents ? NewIterator(kNdIndex, {Value::Tuple(*extents), CounterFromZero(fn.builder)})
                 : Value();
}

Value EmitNumpyNdIter(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!RuntimeType(fn, value).has_value() || (!IsArray(fn, value) && !AsTuple(fn, value))) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "an array or a tuple of arrays", Describe(fn, value))
        .Emit();
    return Value();
  }
  return NewIterator(kNdIter, {value, CounterFromZero(fn.builder)});
}

std::optional<Sequence> SequenceOfIterator(FunctionContext& fn, const Value& value,
                                           SourceRange range) {
  const std::string name =
      value.kind == ValueKind::Tuple ? value.fields->name : fn.type_of(value).name;
  std::vector<Value> parts = TupleParts(fn, value);
  if (name == kZip) {
    std::vector<Sequence> sequences;
    for (const Value& part : parts) {
      std::optional<Sequence> sequence = SequenceOfIterator(fn, part, range);
      if (!sequence) {
        return std::nullopt;
      }
      sequences.push_back(std::move(*sequence));
    }
    return Zipped(fn, std::move(sequences));
  }
  const kir::InstId counter = CounterPtr(fn.builder, Materialize(fn, parts.back()));
  const Value& part = parts.front();
  if (name == kEnumerate) {
    const std::optional<Sequence> inner = SequenceOfIterator(fn, part, range);
    return inner ? std::optional(TakenWithNumbers(fn.builder, *inner, counter)) : std::nullopt;
  }
  const std::optional<Sequence> all = name == kNdEnumerate ? NdEnumerateSequence(fn, part)
                                      : name == kNdIndex ? NdIndexSequence(fn, TupleParts(fn, part))
                                      : name == kNdIter  ? IterSequence(fn, part, range)
                                                         : SequenceOf(fn, part, range);
  if (!all) {
    return std::nullopt;
  }
  return TakenFrom(fn.builder, *all, Materialize(fn, all->count), counter);
}

// next(it): the thread ends where nothing is left, as if StopIteration were raised.
Value EmitNext(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (!IsIterator(fn, value)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, "next",
              "what `iter(...)`, `enumerate(...)` or `zip(...)` gave", Describe(fn, value))
        .Help("write `it = iter(x)`, then `next(it)`")
        .Emit();
    return Value();
  }
  const std::optional<Sequence> rest = SequenceOfIterator(fn, value, arguments[0].range);
  if (!rest) {
    return Value();
  }
  const kir::InstId is_left = Take(fn.builder, *rest);
  FailUnless(fn, Value::Runtime(is_left, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
             "StopIteration: " + std::string(SpellingAt(fn, call.range)), {});
  Value first = rest->element();
  if (first.is_poison() && !first.pending && !fn.has_error) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, "next",
              "an iterator that has an element", "one over an empty tuple")
        .Help("`for x in t` is right for empty tuples too")
        .Emit();
  }
  return first;
}

}  // namespace kernelc::sema
