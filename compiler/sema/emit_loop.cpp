#include "compiler/sema/emit_loop.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_iterator.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_slice.h"
#include "compiler/sema/emit_stmt.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/slips.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::As;

namespace {

std::optional<Sequence> MakeSequence(FunctionContext& fn, const ast::Expr* iter);

// What follows a loop whose condition can fail: its else clause and the edge of the normal exit.
// Where the loop has breaks that must skip these, a flag tells the exits apart.
bool FinishLoop(FunctionContext& fn, const scopes::Flow& flow, ast::NodeList<ast::Stmt> orelse) {
  const std::vector<kir::RegionId> breaks = std::move(fn.loops.back().breaks);
  fn.loops.pop_back();
  if (breaks.empty()) {
    const bool falls = EmitBody(fn, orelse);
    if (falls) {
      EmitEdge(fn, flow.edges[2]);
    }
    return falls;
  }
  const bool else_is_empty = orelse.empty();
  if (else_is_empty && !EdgeNeedsCopies(fn, flow.edges[2])) {
    return true;
  }
  const kir::InstId flag = fn.builder.Slot(types::kBool, "finished");
  const auto store_before = [&](kir::RegionId region, std::size_t index, bool value) {
    const kir::RegionId scratch = fn.builder.NewRegion();
    fn.InRegion(scratch, [&] { fn.builder.SlotStore(flag, fn.builder.ConstBool(value)); });
    const std::vector<kir::InstId> insts = std::move(fn.kir_function.region(scratch).insts);
    fn.kir_function.region(scratch).insts.clear();
    std::vector<kir::InstId>& target = fn.kir_function.region(region).insts;
    target.insert(target.begin() + static_cast<std::ptrdiff_t>(index), insts.begin(), insts.end());
  };
  for (const kir::RegionId region : breaks) {
    store_before(region, fn.kir_function.region(region).insts.size() - 1, false);
  }
  // The loop is the last operation so far.
  const kir::RegionId outer = fn.builder.insertion_region();
  store_before(outer, fn.kir_function.region(outer).insts.size() - 1, true);
  const kir::RegionId else_region = fn.builder.NewRegion();
  fn.InRegion(else_region, [&] {
    if (EmitBody(fn, orelse)) {
      EmitEdge(fn, flow.edges[2]);
    }
  });
  fn.builder.If(fn.builder.SlotLoad(flag), else_region, fn.builder.NewRegion());
  return true;
}

bool EmitCountedLoop(FunctionContext& fn, const ast::For& loop, const Value& start,
                     const Value& stop, const Value& step, TypeId type,
                     const std::function<void(const Value&)>& bind) {
  const scopes::Flow& flow = fn.renaming.flows.at(static_cast<const ast::Node&>(loop).id);
  EmitEdge(fn, flow.edges[0]);
  const kir::InstId start_inst = ConvertTo(fn, start, type);
  const kir::InstId stop_inst = ConvertTo(fn, stop, type);
  const kir::InstId step_inst = ConvertTo(fn, step, type);
  const kir::RegionId body = fn.builder.NewRegion();
  Value variable =
      Value::Runtime(fn.builder.ForRange(start_inst, stop_inst, step_inst, body), type);
  // Counting up from what is not negative, or down to what is not below -1.
  const std::optional<std::int64_t> constant_step = ConstantInt(step);
  const std::optional<std::int64_t> constant_stop = ConstantInt(stop);
  variable.nonnegative = variable.nonnegative || (constant_step > 0 && start.nonnegative) ||
                         (step.nonnegative && start.nonnegative) ||
                         (constant_step && *constant_step < 0 &&
                          (stop.nonnegative || (constant_stop && *constant_stop >= -1)));
  fn.loops.emplace_back().loop = &loop;
  fn.InRegion(body, [&] {
    bind(variable);
    if (EmitBody(fn, loop.body)) {
      EmitEdge(fn, flow.edges[1]);
    }
  });
  return FinishLoop(fn, flow, loop.orelse);
}

bool EmitRangeLoop(FunctionContext& fn, const ast::For& loop, const ast::Call& call) {
  const std::optional<RangeParts> parts = EmitRangeArguments(fn, call);
  if (!parts) {
    const Value zero = IntConstant(0);
    return EmitCountedLoop(fn, loop, zero, zero, IntConstant(1), types::kInt64,
                           [&](const Value&) { Assign(fn, loop.target, Value(), call.range); });
  }
  return EmitCountedLoop(
      fn, loop, parts->start, parts->stop, parts->step, parts->type,
      [&](const Value& variable) { Assign(fn, loop.target, variable, loop.target->range); });
}

// enumerate(iterable, start=0)
std::optional<Sequence> EnumerateSequence(FunctionContext& fn, const ast::Call& call) {
  const std::optional<Sequence> inner = MakeSequence(fn, call.args[0]);
  Value first = IntConstant(0);
  SourceRange range = call.range;
  if (call.args.size() == 2) {
    range = call.args[1]->range;
    first = Emit(fn, call.args[1]);
  }
  for (const ast::Keyword* keyword : call.keywords) {
    const Value value = Emit(fn, keyword->value);
    if (keyword->arg != "start" || call.args.size() == 2) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, "enumerate", keyword->arg).Emit();
      return std::nullopt;
    }
    range = keyword->value->range;
    first = value;
  }
  if (!inner || first.is_poison()) {
    return std::nullopt;
  }
  if (!IsInteger(first)) {
    fn.Report(range, diag::Kind::ArgumentType, "enumerate", "an integer to start from",
              Describe(fn, first))
        .Emit();
    return std::nullopt;
  }
  if (inner->is_taken()) {
    const Value counter = NewCounter(fn.builder, ConvertTo(fn, first, types::kInt64));
    return TakenWithNumbers(fn.builder, *inner, CounterPtr(fn.builder, counter.inst));
  }
  Sequence numbered;
  numbered.count = inner->count;
  numbered.get = [&fn, inner, first](const Value& index) {
    return Value::Tuple({IntAdd(fn, index, first), inner->get(index)});
  };
  return numbered;
}

// The builtin that a loop calls to run over something, by the path that it has; also where the program took it from
// a library that has Python's own under its name (`from six.moves import range`).
std::string IteratingBuiltin(FunctionContext& fn, const ast::Expr* callee) {
  const std::optional<Object> function = EvalConstant(fn, callee);
  if (!function || function->kind != ObjectKind::External) {
    return {};
  }
  const auto* name = As<ast::Name>(callee);
  const bool is_unknown = function->text.starts_with('.');
  return name != nullptr && is_unknown && function->text.ends_with(fmt::format(".{}", name->id))
             ? std::string(name->id)
             : function->text;
}

// What a loop runs over: an array, a tuple, enumerate(...) or zip(...) of these. Null after an
// error.
std::optional<Sequence> MakeSequence(FunctionContext& fn, const ast::Expr* iter) {
  const auto* call = As<ast::Call>(iter);
  const std::string callee = call == nullptr ? std::string() : IteratingBuiltin(fn, call->func);
  if (callee == "enumerate" && (call->args.size() == 1 || call->args.size() == 2)) {
    return EnumerateSequence(fn, *call);
  }
  if (callee == "range" && call->keywords.empty()) {
    return RangeSequence(fn, *call);
  }
  if (callee == "reversed" && call->args.size() == 1) {
    std::optional<Sequence> inner = MakeSequence(fn, call->args[0]);
    if (!inner) {
      return std::nullopt;
    }
    if (inner->is_taken()) {
      fn.Report(call->args[0]->range, diag::Kind::ArgumentType, "reversed",
                "an array, tuple or range", "an iterator")
          .Help("reverse what it runs over")
          .Emit();
      return std::nullopt;
    }
    const Value last = IntSub(fn, inner->count, IntConstant(1));
    return Sequence{inner->count, [&fn, inner, last](const Value& index) {
                      return inner->get(IntSub(fn, last, index));
                    }};
  }
  if (callee == "zip" && !call->args.empty()) {
    std::vector<Sequence> parts;
    for (const ast::Expr* argument : call->args) {
      std::optional<Sequence> part = MakeSequence(fn, argument);
      if (!part) {
        return std::nullopt;
      }
      parts.push_back(std::move(*part));
    }
    return Zipped(fn, std::move(parts));
  }
  bool handled = false;
  std::optional<Sequence> elements = MakeArraySequence(fn, iter, &handled);
  if (handled) {
    return elements;
  }
  const ast::For* candidate = std::exchange(fn.learned.candidate, nullptr);
  const Value value = Unwrap(fn, EmitMembers(fn, iter), iter->range);
  fn.learned.candidate = candidate;
  return value.is_poison() ? std::nullopt : SequenceOf(fn, value, iter->range);
}

// A loop that asks before each element whether one is left.
bool EmitTakenLoop(FunctionContext& fn, const ast::For& loop, const Sequence& sequence) {
  const scopes::Flow& flow = fn.renaming.flows.at(static_cast<const ast::Node&>(loop).id);
  EmitEdge(fn, flow.edges[0]);
  const kir::RegionId condition = fn.builder.NewRegion();
  fn.InRegion(condition, [&] {
    fn.builder.Append(kir::Op::Condition, types::kVoid, {Take(fn.builder, sequence)});
  });
  const kir::RegionId body = fn.builder.NewRegion();
  fn.loops.emplace_back().loop = &loop;
  fn.InRegion(body, [&] {
    Assign(fn, loop.target, sequence.element(), loop.iter->range);
    if (EmitBody(fn, loop.body)) {
      EmitEdge(fn, flow.edges[1]);
    }
  });
  fn.builder.While(condition, body);
  return FinishLoop(fn, flow, loop.orelse);
}

bool EmitSequenceLoop(FunctionContext& fn, const ast::For& loop) {
  fn.learned.refused = 0;
  if (IsLiteralUnroll(fn, loop.iter)) {
    RequestUnroll(fn, loop);
  }
  fn.learned.candidate = &loop;
  const std::optional<Sequence> sequence = MakeSequence(fn, loop.iter);
  fn.learned.candidate = nullptr;
  const Value zero = IntConstant(0);
  const Value one = IntConstant(1);
  if (!sequence) {
    return EmitCountedLoop(fn, loop, zero, zero, one, types::kInt64, [&](const Value&) {
      Assign(fn, loop.target, Value(), loop.iter->range);
    });
  }
  if (sequence->is_taken()) {
    return EmitTakenLoop(fn, loop, *sequence);
  }
  if (ConstantInt(sequence->count) == 0) {
    // Without elements the variables of the body have no types.
    const scopes::Flow& flow = fn.renaming.flows.at(static_cast<const ast::Node&>(loop).id);
    EmitEdge(fn, flow.edges[0]);
    fn.loops.emplace_back();
    return FinishLoop(fn, flow, loop.orelse);
  }
  return EmitCountedLoop(
      fn, loop, zero, sequence->count, one, types::kInt64,
      [&](const Value& index) { Assign(fn, loop.target, sequence->get(index), loop.iter->range); });
}

// The elements of a tuple, for a loop whose variable has one type.
std::optional<Sequence> TupleSequence(FunctionContext& fn, const Value& value,
                                      const std::vector<Value>& elements, SourceRange range) {
  const Value count = IntConstant(static_cast<std::int64_t>(elements.size()));
  if (elements.empty()) {
    return Sequence{count, [](const Value&) { return Value(); }};
  }
  // Elements of several types each get a copy of the loop's body, where that is possible.
  const TypeId first = RuntimeType(fn, elements.front());
  const bool is_mixed = std::ranges::any_of(elements, [&](const Value& element) {
    return !first.has_value() || RuntimeType(fn, element) != first;
  });
  if (fn.learned.candidate != nullptr && is_mixed && RequestUnroll(fn, *fn.learned.candidate)) {
    return std::nullopt;
  }
  // Else the loop's variable has one type: that of all elements together.
  const std::optional<types::NumericType> unified = CommonType(fn, elements);
  if (!unified) {
    ReportMixed(fn, value, range);
    return std::nullopt;
  }
  const types::NumericType common = *unified;
  if (Lookup lookup = EmitLookup(fn, elements, common, value)) {
    return Sequence{count, std::move(lookup)};
  }
  std::vector<kir::InstId> converted;
  for (const Value& element : elements) {
    converted.push_back(ConvertTo(fn, element, common.type));
  }
  const kir::InstId tuple = fn.builder.TupleMake(converted);
  NoteConstantText(fn.kir_function, tuple, value);
  return Sequence{count, [&fn, tuple, common](const Value& index) {
                    const kir::InstId inst = fn.builder.Append(kir::Op::TupleIndex, common.type,
                                                               {tuple, Materialize(fn, index)});
                    return Value::Runtime(inst, common.type, common.weak);
                  }};
}

}  // namespace

bool EmitNode(FunctionContext& fn, const ast::While& node) {
  const scopes::Flow& flow = fn.renaming.flows.at(static_cast<const ast::Node&>(node).id);
  if (flow.constant == false) {
    return EmitBody(fn, node.orelse);
  }
  EmitEdge(fn, flow.edges[0]);
  const kir::RegionId condition_region = fn.builder.NewRegion();
  const kir::RegionId body_region = fn.builder.NewRegion();
  fn.InRegion(condition_region, [&] {
    const RangeScope scope(fn.builder, node.test->range);
    const Value condition =
        flow.constant ? MakeNumber(fn, Number::Bool(true)) : EmitTruth(fn, node.test);
    const kir::InstId inst =
        condition.is_poison() ? fn.builder.ConstBool(false) : Materialize(fn, condition);
    fn.builder.Append(kir::Op::Condition, types::kVoid, {inst});
  });
  fn.loops.emplace_back();
  fn.InRegion(body_region, [&] {
    if (EmitBody(fn, node.body)) {
      EmitEdge(fn, flow.edges[1]);
    }
  });
  fn.builder.While(condition_region, body_region);
  if (flow.constant) {
    fn.loops.pop_back();
    return flow.exit.has_value();
  }
  return FinishLoop(fn, flow, node.orelse);
}

bool EmitNode(FunctionContext& fn, const ast::For& node) {
  if (const auto* call = As<ast::Call>(node.iter); call != nullptr && call->keywords.empty()) {
    if (As<ast::Name>(call->func) != nullptr && IteratingBuiltin(fn, call->func) == "range") {
      return EmitRangeLoop(fn, node, *call);
    }
  }
  return EmitSequenceLoop(fn, node);
}

std::optional<RangeParts> EmitRangeArguments(FunctionContext& fn, const ast::Call& call) {
  Arguments arguments;
  return CollectArguments(fn, call, "range", &arguments) ? MakeRangeParts(fn, call, arguments)
                                                         : std::nullopt;
}

std::optional<RangeParts> MakeRangeParts(FunctionContext& fn, const ast::Call& call,
                                         const Arguments& arguments) {
  bool valid = true;
  for (const Argument& argument : arguments) {
    if (!argument.value.is_scalar() || types::IsComplex(argument.value.type)) {
      const bool is_array = IsArray(fn, argument.value) && fn.type_of(argument.value).ndim > 0;
      fn.Report(argument.range, diag::Kind::ArgumentType, "range", "an integer",
                Describe(fn, argument.value))
          .Help(HelpForRange(argument.value, is_array, SpellingAt(fn, argument.range)))
          .Emit();
      valid = false;
    }
  }
  if (valid && (arguments.empty() || arguments.size() > 3)) {
    fn.Report(call.range, diag::Kind::CallArity, "range", "1 to 3 arguments", arguments.size())
        .Emit();
    valid = false;
  }
  if (!valid || !CheckRange(fn, arguments)) {
    return std::nullopt;
  }
  std::vector<types::NumericType> numeric;
  for (const Argument& argument : arguments) {
    numeric.push_back(argument.value.numeric());
  }
  RangeParts parts;
  parts.type = types::RangeType(fn.rules(), numeric);
  parts.start = arguments.size() > 1 ? arguments[0].value : IntConstant(0);
  parts.stop = arguments.size() > 1 ? arguments[1].value : arguments[0].value;
  parts.step = arguments.size() > 2 ? arguments[2].value : IntConstant(1);
  if (ConstantInt(parts.step) == 0) {
    fn.Report(arguments[2].range, diag::Kind::ZeroStep, "range").Emit();
  }
  return parts;
}

Sequence Zipped(FunctionContext& fn, std::vector<Sequence> parts) {
  if (std::ranges::any_of(parts, &Sequence::is_taken)) {
    for (Sequence& part : parts) {
      if (!part.is_taken()) {
        const Value counter = NewCounter(fn.builder, fn.builder.ConstInt(types::kInt64, 0));
        part = TakenFrom(fn.builder, part, Materialize(fn, part.count),
                         CounterPtr(fn.builder, counter.inst));
      }
    }
    return TakenTogether(parts);
  }
  Sequence zipped;
  zipped.count = parts.front().count;
  for (const Sequence& part : parts) {
    zipped.count = IntMin(fn, zipped.count, part.count);
  }
  zipped.get = [parts = std::move(parts)](const Value& index) {
    std::vector<Value> elements;
    for (const Sequence& part : parts) {
      elements.push_back(part.get(index));
    }
    return Value::Tuple(std::move(elements));
  };
  return zipped;
}

std::optional<types::NumericType> CommonType(FunctionContext& fn,
                                             const std::vector<Value>& elements) {
  types::NumericType common{RuntimeType(fn, elements.front()), elements.front().weak};
  for (const Value& element : elements) {
    const TypeId type = RuntimeType(fn, element);
    const std::optional<types::NumericType> unified =
        type.has_value() && common.type.has_value() ? UnifyTypes(fn, common, {type, element.weak})
                                                    : std::nullopt;
    if (!unified) {
      return std::nullopt;
    }
    common = *unified;
  }
  return common;
}

std::optional<Sequence> SequenceOf(FunctionContext& fn, const Value& value, SourceRange range) {
  if (IsArray(fn, value) && fn.type_of(value).ndim == 0) {
    fn.Report(range, diag::Kind::ZeroDimensional, SpellingAt(fn, range))
        .Help("read it as `a[()]`")
        .Emit();
    return std::nullopt;
  }
  if (IsArray(fn, value)) {
    return Sequence{ArrayExtent(fn, value, 0),
                    [&fn, value](const Value& index) { return ElementAt(fn, value, index); }};
  }
  if (IsRange(fn, value)) {
    return SequenceOfRange(fn, value);
  }
  if (IsFlat(fn, value)) {
    return FlatSequence(fn, TupleParts(fn, value)[0]);
  }
  if (IsIterator(fn, value)) {
    return SequenceOfIterator(fn, value, range);
  }
  const TupleElements elements = AsTuple(fn, value);
  if (!elements) {
    fn.Report(range, diag::Kind::NotIterable, Describe(fn, value))
        .Help(
            "loops run over range(...), arrays, tuples, enumerate(...), zip(...) and reversed(...)")
        .Emit();
    return std::nullopt;
  }
  return TupleSequence(fn, value, *elements, range);
}

}  // namespace kernelc::sema
