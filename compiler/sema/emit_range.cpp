#include "compiler/sema/emit_range.h"

#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_slice.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

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

bool HasBounds(FunctionContext& fn, const Value& value, std::string_view name) {
  const std::string* found = nullptr;
  const std::vector<std::string>* names = nullptr;
  if (value.kind == ValueKind::Tuple && value.fields) {
    found = &value.fields->name;
    names = &value.fields->names;
  } else if (value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Tuple) {
    found = &fn.type_of(value).name;
    names = &fn.type_of(value).field_names;
  }
  return found != nullptr && *found == name && *names == RangeInfo()->names;
}

}  // namespace

bool IsBoundsType(const types::Type& type) {
  return (type.name == kRangeName || type.name == kSliceName) &&
         type.field_names == RangeInfo()->names;
}

bool IsRange(FunctionContext& fn, const Value& value) { return HasBounds(fn, value, kRangeName); }

bool IsSlice(FunctionContext& fn, const Value& value) { return HasBounds(fn, value, kSliceName); }

// range(...) outside of the head of a loop.
Value EmitRangeObject(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::optional<RangeParts> parts = MakeRangeParts(fn, call, arguments);
  if (!parts) {
    return Value();
  }
  std::vector<Value> bounds;
  for (const Value* part : {&parts->start, &parts->stop, &parts->step}) {
    if (part->is_number() && part->number.is_integral()) {
      bounds.push_back(MakeTyped(part->number, parts->type));
      continue;
    }
    Value bound = Value::Runtime(ConvertTo(fn, *part, parts->type), parts->type);
    bound.nonnegative = bound.nonnegative || part->nonnegative;
    bounds.push_back(bound);
  }
  Value range = Value::Tuple(std::move(bounds));
  range.fields = RangeInfo();
  return range;
}

// slice(stop) and slice(start, stop, step).
Value EmitSliceObject(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (arguments.size() > 3) {
    fn.Report(call.range, diag::Kind::CallArity, "slice", "1 to 3 arguments", arguments.size())
        .Emit();
    return Value();
  }
  std::vector<Value> bounds(3, Value::Of(Object()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value& value = arguments[i].value;
    if (!value.is_none() && !IsInteger(value)) {
      fn.Report(arguments[i].range, diag::Kind::IndexType, Describe(fn, value))
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

Sequence SequenceOfRange(FunctionContext& fn, const Value& range) {
  const std::vector<Value> bounds = TupleParts(fn, range);
  const TypeId type = RuntimeType(fn, bounds[0]);
  return CountedSequence(fn, {bounds[0], bounds[1], bounds[2], type});
}

Value RangeContains(FunctionContext& fn, bool negated, const Value& number, const Value& range) {
  const std::vector<Value> bounds = TupleParts(fn, range);
  const auto wide = [&](const Value& value) {
    return Value::Runtime(ConvertTo(fn, value, types::kInt64), types::kInt64);
  };
  const Value x = wide(number);
  const Value start = wide(bounds[0]);
  const Value step = wide(bounds[2]);
  const Value count = StepCount(fn, start, wide(bounds[1]), step);
  const Value distance = IntSub(fn, x, start);
  const auto binary = [&](kir::Op op) {
    return fn.builder.Binary(op, Materialize(fn, distance), Materialize(fn, step));
  };
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  const kir::InstId place = binary(kir::Op::FloorDiv);
  const kir::InstId on_step =
      fn.builder.Compare(kir::ComparePredicate::Eq, binary(kir::Op::Mod), zero);
  const kir::InstId begun = fn.builder.Compare(kir::ComparePredicate::Ge, place, zero);
  const kir::InstId inside =
      fn.builder.Compare(kir::ComparePredicate::Lt, place, Materialize(fn, count));
  const kir::InstId found =
      fn.builder.Binary(kir::Op::And, on_step, fn.builder.Binary(kir::Op::And, begun, inside));
  return Value::Runtime(negated ? fn.builder.LogicalNot(found) : found, types::kBool);
}

}  // namespace kernelc::sema
