// Choices between two values: `x if c else y`, and what `and` and `or` give.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {
namespace {

// Operations that may run although the program would have skipped them, at most.
constexpr std::size_t kMaxCheapOperations = 12;

}  // namespace

Value FunctionEmitter::EmitNode(const ast::IfExp& node) {
  const auto found = renaming_.flows.find(static_cast<const ast::Node&>(node).id);
  KC_CHECK(found != renaming_.flows.end());
  const Flow& flow = found->second;
  if (flow.constant && !flow.learned) {
    return EmitMaybeNone(*flow.constant ? node.body : node.orelse);
  }
  const Value condition = EmitTruth(node.test);
  const std::optional<bool> learned = LearnCondition(node.test, condition);
  if (flow.learned || learned) {
    return EmitMaybeNone(learned.value_or(*flow.constant) ? node.body : node.orelse);
  }
  const kir::RegionId then_region = builder_.NewRegion();
  const kir::RegionId else_region = builder_.NewRegion();
  const Value then_value = InRegion(then_region, [&] { return EmitMaybeNone(node.body); });
  const Value else_value =
      InRegion(else_region, [&] { return EmitMaybeNone(node.orelse); });
  InRegion(then_region, [&] { EmitEdge(flow.edges[0]); });
  InRegion(else_region, [&] { EmitEdge(flow.edges[1]); });
  if (condition.is_poison() || then_value.is_poison() || else_value.is_poison()) {
    const bool pending = condition.pending || then_value.pending || else_value.pending;
    const Value& other = then_value.pending ? else_value : then_value;
    return pending ? KnownSide(other) : Value();
  }
  const RangeScope scope(builder_, node.range);
  const Value chosen = Choose(condition, then_region, then_value, else_region, else_value,
                              node.body->range, node.orelse->range);
  NoteCreep(chosen.type, then_value, else_value, "... if ... else ...", node.range);
  return chosen;
}

// Of a choice between a value whose type this walk does not know and `value`: something of the type of `value`, from
// which the next walk learns what recursion gives.
Value FunctionEmitter::KnownSide(const Value& value) {
  const TypeId type = RuntimeType(value);
  if (!type.has_value()) {
    return Value::Pending();
  }
  return Value::Runtime(builder_.Zero(type), type, value.weak);
}

Value FunctionEmitter::Choose(const Value& condition, kir::RegionId then_region,
                              const Value& then_value, kir::RegionId else_region,
                              const Value& else_value, SourceRange then_range,
                              SourceRange else_range) {
  const TypeId then_type = TypeOrNone(then_value);
  const TypeId else_type = TypeOrNone(else_value);
  if (then_value.kind == ValueKind::Object && else_value.kind == ValueKind::Object &&
      ObjectKey(*then_value.object) == ObjectKey(*else_value.object)) {
    return then_value;
  }
  const std::optional<types::NumericType> common =
      then_type.has_value() && else_type.has_value()
          ? UnifyTypes({then_type, then_value.weak}, {else_type, else_value.weak})
          : std::nullopt;
  if (!common && then_value.is_object(ObjectKind::Function) &&
      else_value.is_object(ObjectKind::Function)) {
    ReportFunctionChoice(then_value, else_value, then_range, else_range);
    return Value();
  }
  if (!common) {
    Report(else_range, diag::Kind::CannotChoose, Describe(then_value), Describe(else_value))
        .Label(then_range, fmt::format("{} here", Describe(then_value)))
        .Label(else_range, fmt::format("{} here", Describe(else_value)))
        .Help("both sides need one type")
        .Emit();
    return Value();
  }
  const kir::InstId then_inst =
      InRegion(then_region, [&] { return ConvertTo(then_value, common->type); });
  const kir::InstId else_inst =
      InRegion(else_region, [&] { return ConvertTo(else_value, common->type); });
  const kir::InstId condition_inst = Materialize(condition);
  const bool is_scalar = types::IsScalar(common->type);
  Value result;
  if (is_scalar && IsCheap(then_region) && IsCheap(else_region)) {
    Splice(then_region);
    Splice(else_region);
    result = Value::Runtime(builder_.Select(condition_inst, then_inst, else_inst), common->type,
                            common->weak);
  } else {
    InRegion(then_region, [&] { builder_.Append(kir::Op::Yield, types::kVoid, {then_inst}); });
    InRegion(else_region, [&] { builder_.Append(kir::Op::Yield, types::kVoid, {else_inst}); });
    result = Value::Runtime(builder_.If(condition_inst, then_region, else_region, common->type),
                            common->type, common->weak);
  }
  result.nonnegative =
      result.nonnegative || (then_value.nonnegative && else_value.nonnegative);
  return result;
}

// Whether the operations of a region may run although the program would skip them: they are few, cost next to
// nothing and touch no memory.
bool FunctionEmitter::IsCheap(kir::RegionId region) const {
  const std::vector<kir::InstId>& insts = kir_.region(region).insts;
  if (insts.size() > kMaxCheapOperations) {
    return false;
  }
  return std::ranges::all_of(insts, [&](kir::InstId id) {
    const kir::Inst& inst = kir_.inst(id);
    if (inst.op == kir::Op::CallBuiltin) {
      return inst.operands.count == 0;
    }
    const bool divides = inst.op == kir::Op::Div || inst.op == kir::Op::FloorDiv ||
                         inst.op == kir::Op::Mod;
    // What a check watches must not run where the program would skip it.
    const bool watched = reports_errors() &&
                         (inst.op == kir::Op::Shl || inst.op == kir::Op::Shr ||
                          inst.op == kir::Op::ElementPtr || inst.op == kir::Op::TupleIndex);
    const bool is_pure = kir::op_info(inst.op).effects == kir::Effects::Pure;
    return (is_pure && !divides && !watched) || inst.op == kir::Op::SlotLoad;
  });
}

void FunctionEmitter::Splice(kir::RegionId region) {
  const std::vector<kir::InstId> insts = std::move(kir_.region(region).insts);
  kir_.region(region).insts.clear();
  std::vector<kir::InstId>& target = kir_.region(builder_.insertion_region()).insts;
  target.insert(target.end(), insts.begin(), insts.end());
}

}  // namespace kernelc::sema
