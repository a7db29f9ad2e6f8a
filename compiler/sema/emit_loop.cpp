// Loops.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/sema/advice.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::As;

namespace {

// Known numbers as numbers of `type`; empty where that is no scalar type or one is not known.
std::vector<Value> AsTyped(const std::vector<Value>& elements, TypeId type) {
  std::vector<Value> typed;
  for (const Value& element : elements) {
    const std::optional<Number> number =
        element.is_number() && types::IsScalar(type)
            ? CastNumber(element.number, types::scalar_kind(type))
            : std::nullopt;
    if (!number) {
      return {};
    }
    Value value = element;
    value.number = *number;
    value.type = type;
    value.typed = true;
    value.weak = false;
    value.object = nullptr;
    typed.push_back(std::move(value));
  }
  return typed;
}

}  // namespace

bool FunctionEmitter::EmitNode(const ast::While& node) {
  const Flow& flow = renaming_.flows.at(static_cast<const ast::Node&>(node).id);
  if (flow.constant == false) {
    return EmitBody(node.orelse);
  }
  EmitEdge(flow.edges[0]);
  const kir::RegionId condition_region = builder_.NewRegion();
  const kir::RegionId body_region = builder_.NewRegion();
  InRegion(condition_region, [&] {
    const RangeScope scope(builder_, node.test->range);
    const Value condition = flow.constant ? MakeNumber(Number::Bool(true)) : EmitTruth(node.test);
    const kir::InstId inst =
        condition.is_poison() ? builder_.ConstBool(false) : Materialize(condition);
    builder_.Append(kir::Op::Condition, types::kVoid, {inst});
  });
  loops_.emplace_back();
  InRegion(body_region, [&] {
    if (EmitBody(node.body)) {
      EmitEdge(flow.edges[1]);
    }
  });
  builder_.While(condition_region, body_region);
  if (flow.constant) {
    loops_.pop_back();
    return flow.exit.has_value();
  }
  return FinishLoop(flow, node.orelse);
}

bool FunctionEmitter::EmitNode(const ast::For& node) {
  if (const auto* call = As<ast::Call>(node.iter); call != nullptr && call->keywords.empty()) {
    if (const auto* name = As<ast::Name>(call->func)) {
      const bool is_local =
          renaming_.uses.contains(static_cast<const ast::Node*>(name)->id);
      const std::optional<Object> callee =
          is_local ? std::nullopt : evaluator().EvalName(name->id, function_->scope);
      if (callee && callee->kind == ObjectKind::External && callee->text == "range") {
        return EmitRangeLoop(node, *call);
      }
    }
  }
  return EmitSequenceLoop(node);
}

// The arguments of range(...); null after an error.
std::optional<RangeParts> FunctionEmitter::EmitRangeArguments(const ast::Call& call) {
  Arguments arguments;
  return CollectArguments(call, "range", &arguments) ? MakeRangeParts(call, arguments)
                                                     : std::nullopt;
}

std::optional<RangeParts> FunctionEmitter::MakeRangeParts(
    const ast::Call& call, const Arguments& arguments) {
  bool valid = true;
  for (const Argument& argument : arguments) {
    if (!argument.value.is_scalar() || types::IsComplex(argument.value.type)) {
      const bool is_array = IsArray(argument.value) && type_of(argument.value).ndim > 0;
      Report(argument.range, diag::Kind::ArgumentType, "range", "an integer",
             Describe(argument.value))
          .Help(HelpForRange(argument.value, is_array, SpellingAt(argument.range)))
          .Emit();
      valid = false;
    }
  }
  if (valid && (arguments.empty() || arguments.size() > 3)) {
    Report(call.range, diag::Kind::CallArity, "range", "1 to 3 arguments", arguments.size())
        .Emit();
    valid = false;
  }
  if (!valid || !CheckRange(arguments)) {
    return std::nullopt;
  }
  std::vector<types::NumericType> numeric;
  for (const Argument& argument : arguments) {
    numeric.push_back(argument.value.numeric());
  }
  RangeParts parts;
  parts.type = types::RangeType(rules(), numeric);
  parts.start = arguments.size() > 1 ? arguments[0].value : IntConstant(0);
  parts.stop = arguments.size() > 1 ? arguments[1].value : arguments[0].value;
  parts.step = arguments.size() > 2 ? arguments[2].value : IntConstant(1);
  if (ConstantInt(parts.step) == 0) {
    Report(arguments[2].range, diag::Kind::ZeroStep, "range").Emit();
  }
  return parts;
}

bool FunctionEmitter::EmitRangeLoop(const ast::For& loop, const ast::Call& call) {
  const std::optional<RangeParts> parts = EmitRangeArguments(call);
  if (!parts) {
    const Value zero = IntConstant(0);
    return EmitCountedLoop(loop, zero, zero, IntConstant(1), types::kInt64,
                           [&](const Value&) { Assign(loop.target, Value(), call.range); });
  }
  return EmitCountedLoop(loop, parts->start, parts->stop, parts->step, parts->type,
                         [&](const Value& variable) {
                           Assign(loop.target, variable, loop.target->range);
                         });
}

bool FunctionEmitter::EmitCountedLoop(const ast::For& loop, const Value& start, const Value& stop,
                                      const Value& step, TypeId type,
                                      const std::function<void(const Value&)>& bind) {
  const Flow& flow = renaming_.flows.at(static_cast<const ast::Node&>(loop).id);
  EmitEdge(flow.edges[0]);
  const kir::InstId start_inst = ConvertTo(start, type);
  const kir::InstId stop_inst = ConvertTo(stop, type);
  const kir::InstId step_inst = ConvertTo(step, type);
  const kir::RegionId body = builder_.NewRegion();
  Value variable =
      Value::Runtime(builder_.ForRange(start_inst, stop_inst, step_inst, body), type);
  // Counting up from what is not negative, or down to what is not below -1.
  const std::optional<std::int64_t> constant_step = ConstantInt(step);
  const std::optional<std::int64_t> constant_stop = ConstantInt(stop);
  variable.nonnegative =
      variable.nonnegative || (constant_step > 0 && start.nonnegative) ||
      (step.nonnegative && start.nonnegative) ||
      (constant_step && *constant_step < 0 &&
       (stop.nonnegative || (constant_stop && *constant_stop >= -1)));
  loops_.emplace_back().loop = &loop;
  InRegion(body, [&] {
    bind(variable);
    if (EmitBody(loop.body)) {
      EmitEdge(flow.edges[1]);
    }
  });
  return FinishLoop(flow, loop.orelse);
}

// What follows a loop whose condition can fail: its else clause and the edge of the normal exit. Where the loop has
// breaks that must skip these, a flag tells the exits apart.
bool FunctionEmitter::FinishLoop(const Flow& flow, ast::NodeList<ast::Stmt> orelse) {
  const std::vector<kir::RegionId> breaks = std::move(loops_.back().breaks);
  loops_.pop_back();
  if (breaks.empty()) {
    const bool falls = EmitBody(orelse);
    if (falls) {
      EmitEdge(flow.edges[2]);
    }
    return falls;
  }
  const bool else_is_empty = orelse.empty();
  if (else_is_empty && !EdgeNeedsCopies(flow.edges[2])) {
    return true;
  }
  const kir::InstId flag = builder_.Slot(types::kBool, "finished");
  const auto store_before = [&](kir::RegionId region, std::size_t index, bool value) {
    const kir::RegionId scratch = builder_.NewRegion();
    InRegion(scratch, [&] { builder_.SlotStore(flag, builder_.ConstBool(value)); });
    const std::vector<kir::InstId> insts = std::move(kir_.region(scratch).insts);
    kir_.region(scratch).insts.clear();
    std::vector<kir::InstId>& target = kir_.region(region).insts;
    target.insert(target.begin() + static_cast<std::ptrdiff_t>(index), insts.begin(), insts.end());
  };
  for (const kir::RegionId region : breaks) {
    store_before(region, kir_.region(region).insts.size() - 1, false);
  }
  // The loop is the last operation so far.
  const kir::RegionId outer = builder_.insertion_region();
  store_before(outer, kir_.region(outer).insts.size() - 1, true);
  const kir::RegionId else_region = builder_.NewRegion();
  InRegion(else_region, [&] {
    if (EmitBody(orelse)) {
      EmitEdge(flow.edges[2]);
    }
  });
  builder_.If(builder_.SlotLoad(flag), else_region, builder_.NewRegion());
  return true;
}

bool FunctionEmitter::EmitSequenceLoop(const ast::For& loop) {
  learned_.refused = 0;
  if (IsLiteralUnroll(loop.iter)) {
    RequestUnroll(loop);
  }
  learned_.candidate = &loop;
  const std::optional<Sequence> sequence = MakeSequence(loop.iter);
  learned_.candidate = nullptr;
  const Value zero = IntConstant(0);
  const Value one = IntConstant(1);
  if (!sequence) {
    return EmitCountedLoop(loop, zero, zero, one, types::kInt64, [&](const Value&) {
      Assign(loop.target, Value(), loop.iter->range);
    });
  }
  if (sequence->is_taken()) {
    return EmitTakenLoop(loop, *sequence);
  }
  if (ConstantInt(sequence->count) == 0) {
    // Without elements the variables of the body have no types.
    const Flow& flow = renaming_.flows.at(static_cast<const ast::Node&>(loop).id);
    EmitEdge(flow.edges[0]);
    loops_.emplace_back();
    return FinishLoop(flow, loop.orelse);
  }
  return EmitCountedLoop(loop, zero, sequence->count, one, types::kInt64, [&](const Value& index) {
    Assign(loop.target, sequence->get(index), loop.iter->range);
  });
}

// A loop that asks before each element whether one is left.
bool FunctionEmitter::EmitTakenLoop(const ast::For& loop, const Sequence& sequence) {
  const Flow& flow = renaming_.flows.at(static_cast<const ast::Node&>(loop).id);
  EmitEdge(flow.edges[0]);
  const kir::RegionId condition = builder_.NewRegion();
  InRegion(condition, [&] {
    builder_.Append(kir::Op::Condition, types::kVoid, {Take(builder_, sequence)});
  });
  const kir::RegionId body = builder_.NewRegion();
  loops_.emplace_back().loop = &loop;
  InRegion(body, [&] {
    Assign(loop.target, sequence.element(), loop.iter->range);
    if (EmitBody(loop.body)) {
      EmitEdge(flow.edges[1]);
    }
  });
  builder_.While(condition, body);
  return FinishLoop(flow, loop.orelse);
}

// enumerate(iterable, start=0)
std::optional<Sequence> FunctionEmitter::EnumerateSequence(
    const ast::Call& call) {
  const std::optional<Sequence> inner = MakeSequence(call.args[0]);
  Value first = IntConstant(0);
  SourceRange range = call.range;
  if (call.args.size() == 2) {
    range = call.args[1]->range;
    first = Emit(call.args[1]);
  }
  for (const ast::Keyword* keyword : call.keywords) {
    const Value value = Emit(keyword->value);
    if (keyword->arg != "start" || call.args.size() == 2) {
      Report(keyword->range, diag::Kind::UnknownKeyword, "enumerate", keyword->arg).Emit();
      return std::nullopt;
    }
    range = keyword->value->range;
    first = value;
  }
  if (!inner || first.is_poison()) {
    return std::nullopt;
  }
  if (!IsInteger(first)) {
    Report(range, diag::Kind::ArgumentType, "enumerate", "an integer to start from",
           Describe(first))
        .Emit();
    return std::nullopt;
  }
  if (inner->is_taken()) {
    const Value counter = NewCounter(builder_, ConvertTo(first, types::kInt64));
    return TakenWithNumbers(builder_, *inner, CounterPtr(builder_, counter.inst));
  }
  Sequence numbered;
  numbered.count = inner->count;
  numbered.get = [this, inner, first](const Value& index) {
    return Value::Tuple({IntAdd(index, first), inner->get(index)});
  };
  return numbered;
}

// What a loop runs over: an array, a tuple, enumerate(...) or zip(...) of these. Null after an error.
std::optional<Sequence> FunctionEmitter::MakeSequence(const ast::Expr* iter) {
  const auto* call = As<ast::Call>(iter);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const std::string_view callee =
      name != nullptr && !renaming_.uses.contains(static_cast<const ast::Node*>(name)->id)
          ? name->id
          : std::string_view();
  if (callee == "enumerate" && (call->args.size() == 1 || call->args.size() == 2)) {
    return EnumerateSequence(*call);
  }
  if (callee == "range" && call->keywords.empty()) {
    return RangeSequence(*call);
  }
  if (callee == "reversed" && call->args.size() == 1) {
    std::optional<Sequence> inner = MakeSequence(call->args[0]);
    if (!inner) {
      return std::nullopt;
    }
    if (inner->is_taken()) {
      Report(call->args[0]->range, diag::Kind::ArgumentType, "reversed", "an array, tuple or range",
             "an iterator")
          .Help("reverse what it runs over")
          .Emit();
      return std::nullopt;
    }
    const Value last = IntSub(inner->count, IntConstant(1));
    return Sequence{inner->count, [this, inner, last](const Value& index) {
                      return inner->get(IntSub(last, index));
                    }};
  }
  if (callee == "zip" && !call->args.empty()) {
    std::vector<Sequence> parts;
    for (const ast::Expr* argument : call->args) {
      std::optional<Sequence> part = MakeSequence(argument);
      if (!part) {
        return std::nullopt;
      }
      parts.push_back(std::move(*part));
    }
    return Zipped(std::move(parts));
  }
  bool handled = false;
  std::optional<Sequence> elements = MakeArraySequence(iter, &handled);
  if (handled) {
    return elements;
  }
  const ast::For* candidate = std::exchange(learned_.candidate, nullptr);
  const Value value = Unwrap(EmitMembers(iter), iter->range);
  learned_.candidate = candidate;
  return value.is_poison() ? std::nullopt : SequenceOf(value, iter->range);
}

Sequence FunctionEmitter::Zipped(std::vector<Sequence> parts) {
  if (std::ranges::any_of(parts, &Sequence::is_taken)) {
    for (Sequence& part : parts) {
      if (!part.is_taken()) {
        const Value counter = NewCounter(builder_, builder_.ConstInt(types::kInt64, 0));
        part = TakenFrom(builder_, part, Materialize(part.count), CounterPtr(builder_, counter.inst));
      }
    }
    return TakenTogether(parts);
  }
  Sequence zipped;
  zipped.count = parts.front().count;
  for (const Sequence& part : parts) {
    zipped.count = IntMin(zipped.count, part.count);
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

std::optional<types::NumericType> FunctionEmitter::CommonType(
    const std::vector<Value>& elements) {
  types::NumericType common{RuntimeType(elements.front()), elements.front().weak};
  for (const Value& element : elements) {
    const TypeId type = RuntimeType(element);
    const std::optional<types::NumericType> unified =
        type.has_value() && common.type.has_value()
            ? UnifyTypes(common, {type, element.weak})
            : std::nullopt;
    if (!unified) {
      return std::nullopt;
    }
    common = *unified;
  }
  return common;
}

std::optional<Sequence> FunctionEmitter::SequenceOf(const Value& value, SourceRange range) {
  if (IsArray(value) && type_of(value).ndim == 0) {
    Report(range, diag::Kind::ZeroDimensional, SpellingAt(range))
        .Help("read it as `a[()]`")
        .Emit();
    return std::nullopt;
  }
  if (IsArray(value)) {
    return Sequence{ArrayExtent(value, 0),
                    [this, value](const Value& index) { return ElementAt(value, index); }};
  }
  if (IsRange(value)) {
    return SequenceOfRange(value);
  }
  if (IsFlat(value)) {
    return FlatSequence(TupleParts(value)[0]);
  }
  if (IsIterator(value)) {
    return SequenceOfIterator(value, range);
  }
  const std::optional<std::vector<Value>> elements = AsTuple(value);
  if (!elements) {
    Report(range, diag::Kind::NotIterable, Describe(value))
        .Help("loops run over range(...), arrays, tuples, enumerate(...), zip(...) and reversed(...)")
        .Emit();
    return std::nullopt;
  }
  const Value count = IntConstant(static_cast<std::int64_t>(elements->size()));
  if (elements->empty()) {
    return Sequence{count, [](const Value&) { return Value(); }};
  }
  // Elements of several types each get a copy of the loop's body, where that is possible.
  const TypeId first = RuntimeType(elements->front());
  const bool is_mixed = std::ranges::any_of(*elements, [&](const Value& element) {
    return !first.has_value() || RuntimeType(element) != first;
  });
  if (learned_.candidate != nullptr && is_mixed &&
      RequestUnroll(*learned_.candidate)) {
    return std::nullopt;
  }
  // Else the loop's variable has one type: that of all elements together.
  const std::optional<types::NumericType> unified = CommonType(*elements);
  if (!unified) {
    ReportMixed(value, range);
    return std::nullopt;
  }
  const types::NumericType common = *unified;
  if (const std::optional<Value> table = EmitTable(AsTyped(*elements, common.type))) {
    NameTable(program_->module(), kir_, *table, value);
    return Sequence{count, [this, table = *table, common](const Value& index) {
                      const kir::InstId place = Materialize(index);
                      const kir::InstId inst =
                          builder_.Load(builder_.ElementPtr(table.inst, {&place, 1}, 0));
                      return Value::Runtime(inst, common.type, common.weak);
                    }};
  }
  std::vector<kir::InstId> converted;
  for (const Value& element : *elements) {
    converted.push_back(ConvertTo(element, common.type));
  }
  const kir::InstId tuple = builder_.TupleMake(converted);
  NoteConstantText(kir_, tuple, value);
  return Sequence{count, [this, tuple, common](const Value& index) {
                    const kir::InstId inst = builder_.Append(kir::Op::TupleIndex, common.type,
                                                             {tuple, Materialize(index)});
                    return Value::Runtime(inst, common.type, common.weak);
                  }};
}

}  // namespace kernelc::sema
