#include "compiler/sema/emit_choice.h"

#include <fmt/format.h>
#include <algorithm>

#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {
namespace {

// Operations that may run although the program would have skipped them, at most.
constexpr std::size_t kMaxCheapOperations = 12;

}  // namespace

Value EmitNode(FunctionContext& fn, const ast::IfExp& node) {
  const auto found = fn.renaming.flows.find(static_cast<const ast::Node&>(node).id);
  KC_CHECK(found != fn.renaming.flows.end());
  const scopes::Flow& flow = found->second;
  if (flow.constant && !flow.learned) {
    return EmitMaybeNone(fn, *flow.constant ? node.body : node.orelse);
  }
  const Value condition = EmitTruth(fn, node.test);
  const std::optional<bool> learned = LearnCondition(fn, node.test, condition);
  if (flow.learned || learned) {
    return EmitMaybeNone(fn, learned.value_or(*flow.constant) ? node.body : node.orelse);
  }
  const kir::RegionId then_region = fn.builder.NewRegion();
  const kir::RegionId else_region = fn.builder.NewRegion();
  const Value then_value = fn.InRegion(then_region, [&] { return EmitMaybeNone(fn, node.body); });
  const Value else_value = fn.InRegion(else_region, [&] { return EmitMaybeNone(fn, node.orelse); });
  fn.InRegion(then_region, [&] { EmitEdge(fn, flow.edges[0]); });
  fn.InRegion(else_region, [&] { EmitEdge(fn, flow.edges[1]); });
  if (condition.is_poison() || then_value.is_poison() || else_value.is_poison()) {
    const bool pending = condition.pending || then_value.pending || else_value.pending;
    const Value& other = then_value.pending ? else_value : then_value;
    return pending ? KnownSide(fn, other) : Value();
  }
  const RangeScope scope(fn.builder, node.range);
  const Value chosen = Choose(fn, condition, then_region, then_value, else_region, else_value,
                              node.body->range, node.orelse->range);
  NoteCreep(fn, chosen.type, then_value, else_value, "... if ... else ...", node.range);
  return chosen;
}

Value KnownSide(FunctionContext& fn, const Value& value) {
  const TypeId type = RuntimeType(fn, value);
  if (!type.has_value()) {
    return Value::Pending();
  }
  return Value::Runtime(fn.builder.Zero(type), type, value.weak);
}

Value Choose(FunctionContext& fn, const Value& condition, kir::RegionId then_region,
             const Value& then_value, kir::RegionId else_region, const Value& else_value,
             SourceRange then_range, SourceRange else_range) {
  const TypeId then_type = TypeOrNone(fn, then_value);
  const TypeId else_type = TypeOrNone(fn, else_value);
  if (then_value.kind == ValueKind::Object && else_value.kind == ValueKind::Object &&
      constants::ObjectKey(*then_value.object) == constants::ObjectKey(*else_value.object)) {
    return then_value;
  }
  const std::optional<types::NumericType> common =
      then_type.has_value() && else_type.has_value()
          ? UnifyTypes(fn, {then_type, then_value.weak}, {else_type, else_value.weak})
          : std::nullopt;
  if (!common && then_value.is_object(ObjectKind::Function) &&
      else_value.is_object(ObjectKind::Function)) {
    ReportFunctionChoice(fn, then_value, else_value, then_range, else_range);
    return Value();
  }
  if (!common) {
    fn.Report(else_range, diag::Kind::CannotChoose, Describe(fn, then_value),
              Describe(fn, else_value))
        .Label(then_range, fmt::format("{} here", Describe(fn, then_value)))
        .Label(else_range, fmt::format("{} here", Describe(fn, else_value)))
        .Help("both sides need one type")
        .Emit();
    return Value();
  }
  const kir::InstId then_inst =
      fn.InRegion(then_region, [&] { return ConvertTo(fn, then_value, common->type); });
  const kir::InstId else_inst =
      fn.InRegion(else_region, [&] { return ConvertTo(fn, else_value, common->type); });
  const kir::InstId condition_inst = Materialize(fn, condition);
  const bool is_scalar = types::IsScalar(common->type);
  Value result;
  if (is_scalar && IsCheap(fn, then_region) && IsCheap(fn, else_region)) {
    Splice(fn, then_region);
    Splice(fn, else_region);
    result = Value::Runtime(fn.builder.Select(condition_inst, then_inst, else_inst), common->type,
                            common->weak);
  } else {
    fn.InRegion(then_region, [&] { fn.builder.Append(kir::Op::Yield, types::kVoid, {then_inst}); });
    fn.InRegion(else_region, [&] { fn.builder.Append(kir::Op::Yield, types::kVoid, {else_inst}); });
    result = Value::Runtime(fn.builder.If(condition_inst, then_region, else_region, common->type),
                            common->type, common->weak);
  }
  result.nonnegative = result.nonnegative || (then_value.nonnegative && else_value.nonnegative);
  return result;
}

bool IsCheap(const FunctionContext& fn, kir::RegionId region) {
  const std::vector<kir::InstId>& insts = fn.kir_function.region(region).insts;
  if (insts.size() > kMaxCheapOperations) {
    return false;
  }
  return std::ranges::all_of(insts, [&](kir::InstId id) {
    const kir::Inst& inst = fn.kir_function.inst(id);
    if (inst.op == kir::Op::CallBuiltin) {
      return inst.operands.count == 0;
    }
    const bool divides =
        inst.op == kir::Op::Div || inst.op == kir::Op::FloorDiv || inst.op == kir::Op::Mod;
    // What a check watches must not run where the program would skip it.
    const bool watched =
        fn.reports_errors() && (inst.op == kir::Op::Shl || inst.op == kir::Op::Shr ||
                                inst.op == kir::Op::ElementPtr || inst.op == kir::Op::TupleIndex);
    const bool is_pure = kir::op_info(inst.op).effects == kir::Effects::Pure;
    return (is_pure && !divides && !watched) || inst.op == kir::Op::SlotLoad;
  });
}

void Splice(FunctionContext& fn, kir::RegionId region) {
  const std::vector<kir::InstId> insts = std::move(fn.kir_function.region(region).insts);
  fn.kir_function.region(region).insts.clear();
  std::vector<kir::InstId>& target = fn.kir_function.region(fn.builder.insertion_region()).insts;
  target.insert(target.end(), insts.begin(), insts.end());
}

}  // namespace kernelc::sema
