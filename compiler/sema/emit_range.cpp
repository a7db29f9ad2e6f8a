// Ranges and slices that are held in variables. They are named tuples (start, stop, step), so that they live in slots and
// are passed on as tuples are; nothing else takes them for tuples.
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
