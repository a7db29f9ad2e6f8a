#include "compiler/sema/emit_match.h"

#include <algorithm>

#include "compiler/scopes/scopes.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_match_class.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_stmt.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::As;

namespace {

void BindPattern(FunctionContext& fn, const ast::Pattern* pattern, const Value& subject) {
  const auto define = [&](const Value& value) {
    const auto found = fn.renaming.definitions.find(pattern->id);
    if (found != fn.renaming.definitions.end()) {
      Define(fn, found->second, value);
    }
  };
  if (const auto* capture = As<ast::MatchAs>(pattern)) {
    define(subject);
    if (capture->pattern != nullptr) {
      BindPattern(fn, capture->pattern, subject);
    }
  } else if (As<ast::MatchStar>(pattern) != nullptr) {
    define(subject);
  } else if (const auto* sequence = As<ast::MatchSequence>(pattern)) {
    const TupleElements elements =
        AsTuple(fn, IsOptional(fn, subject) ? ValueInside(fn, subject) : subject);
    const std::size_t count = sequence->patterns.size();
    std::size_t next = 0;
    for (const ast::Pattern* part : sequence->patterns) {
      if (!elements || next > elements->size()) {
        BindPattern(fn, part, Value());
        continue;
      }
      if (As<ast::MatchStar>(part) == nullptr) {
        BindPattern(fn, part, next < elements->size() ? (*elements)[next] : Value());
        ++next;
        continue;
      }
      const std::size_t taken = elements->size() + 1 - std::min(count, elements->size() + 1);
      const auto first = elements->begin() + static_cast<std::ptrdiff_t>(next);
      BindPattern(
          fn, part,
          Value::Tuple(std::vector<Value>(first, first + static_cast<std::ptrdiff_t>(std::min(
                                                             taken, elements->size() - next)))));
      next += taken;
    }
  } else if (const auto* of_class = As<ast::MatchClass>(pattern)) {
    for (const auto& [part, value] : ClassParts(fn, *of_class, subject)) {
      BindPattern(fn, part, value);
    }
  }
}

// The pattern's names are bound before the guard, which may use them, and stay bound when it fails.
Value EmitGuard(FunctionContext& fn, const ast::MatchCase& match_case, const Value& fits,
                const Value& subject) {
  const scopes::Flow& flow = fn.renaming.flows.at(match_case.guard->id);
  const kir::RegionId evaluated = fn.builder.NewRegion();
  const kir::RegionId skipped = fn.builder.NewRegion();
  const bool never = fits.is_number() && !fits.number.truth();
  const Value guard = fn.InRegion(evaluated, [&] {
    if (never) {
      return fits;
    }
    BindPattern(fn, match_case.pattern, subject);
    const Value truth = EmitTruth(fn, match_case.guard);
    EmitEdge(fn, flow.edges[0]);
    return truth;
  });
  fn.InRegion(skipped, [&] { EmitEdge(fn, flow.edges[1]); });
  if (fits.is_poison() || guard.is_poison()) {
    return fits.is_poison() ? fits : guard;
  }
  fn.InRegion(evaluated,
              [&] { fn.builder.Append(kir::Op::Yield, types::kVoid, {Materialize(fn, guard)}); });
  fn.InRegion(skipped, [&] {
    fn.builder.Append(kir::Op::Yield, types::kVoid, {fn.builder.ConstBool(false)});
  });
  return Value::Runtime(fn.builder.If(Materialize(fn, fits), evaluated, skipped, types::kBool),
                        types::kBool);
}

bool EmitCases(FunctionContext& fn, const ast::Match& match, std::size_t index,
               const Value& subject) {
  if (index == match.cases.size()) {
    return true;
  }
  const ast::MatchCase& match_case = *match.cases[index];
  const auto flow = fn.renaming.flows.find(static_cast<const ast::Node&>(match_case).id);
  if (flow == fn.renaming.flows.end()) {
    // Fits everything.
    BindPattern(fn, match_case.pattern, subject);
    return EmitBody(fn, match_case.body);
  }
  Value fits = subject.is_poison() ? subject : EmitPattern(fn, match, match_case.pattern, subject);
  if (match_case.guard != nullptr) {
    fits = EmitGuard(fn, match_case, fits, subject);
  }
  const auto emit_body = [&] {
    if (match_case.guard == nullptr) {
      BindPattern(fn, match_case.pattern, subject);
    }
    const bool falls = EmitBody(fn, match_case.body);
    if (falls) {
      EmitEdge(fn, flow->second.edges[0]);
    }
    return falls;
  };
  const auto emit_rest = [&] {
    const bool falls = EmitCases(fn, match, index + 1, subject);
    if (falls) {
      EmitEdge(fn, flow->second.edges[1]);
    }
    return falls;
  };
  // What types decide leaves no branch: where the body returns, nothing comes behind it.
  if (fits.is_number()) {
    return fits.number.truth() ? emit_body() : emit_rest();
  }
  const kir::RegionId body = fn.builder.NewRegion();
  const kir::RegionId rest = fn.builder.NewRegion();
  const bool body_falls = fn.InRegion(body, emit_body);
  const bool rest_falls = fn.InRegion(rest, emit_rest);
  if (!fits.is_poison()) {
    fn.builder.If(Materialize(fn, fits), body, rest);
  }
  return body_falls || rest_falls;
}

Value EmitSequencePattern(FunctionContext& fn, const ast::Match& match,
                          const ast::MatchSequence& sequence, const Value& subject) {
  const bool is_optional = IsOptional(fn, subject);
  const TupleElements elements = AsTuple(fn, is_optional ? ValueInside(fn, subject) : subject);
  const auto is_star = [](const ast::Pattern* part) { return As<ast::MatchStar>(part) != nullptr; };
  const std::size_t count = sequence.patterns.size();
  const auto star = static_cast<std::size_t>(std::ranges::find_if(sequence.patterns, is_star) -
                                             sequence.patterns.begin());
  const bool fits_length =
      elements && (star == count ? elements->size() == count : elements->size() + 1 >= count);
  Value all = MakeNumber(fn, Number::Bool(fits_length));
  if (is_optional && fits_length) {
    all = Value::Runtime(HasValue(fn, subject), types::kBool);
  }
  for (std::size_t i = 0; fits_length && i < count; ++i) {
    if (i == star) {
      continue;
    }
    const std::size_t place = i < star ? i : elements->size() - (count - i);
    all = EmitBoth(fn, all, EmitPattern(fn, match, sequence.patterns[i], (*elements)[place]));
    if (all.is_poison() || (all.is_number() && !all.number.truth())) {
      return all;
    }
  }
  return all;
}

// `None`, `True` or `False`.
Value EmitSingletonPattern(FunctionContext& fn, const ast::Match& match,
                           const ast::MatchSingleton& singleton, const Value& subject) {
  const auto known = [&](bool truth) { return MakeNumber(fn, Number::Bool(truth)); };
  if (singleton.value.kind == ast::ConstantKind::None) {
    return IsOptional(fn, subject)
               ? Value::Runtime(fn.builder.LogicalNot(HasValue(fn, subject)), types::kBool)
               : known(subject.is_none());
  }
  const bool is_optional_bool =
      IsOptional(fn, subject) && types::IsBool(fn.type_of(subject).element);
  if (is_optional_bool) {
    return EmitComparison(fn, ast::CompareOperator::Eq, subject,
                          known(singleton.value.kind == ast::ConstantKind::True), singleton.range,
                          match.subject->range, singleton.range);
  }
  if (!subject.is_scalar() || !types::IsBool(subject.type)) {
    return known(false);
  }
  const Value wanted = known(singleton.value.kind == ast::ConstantKind::True);
  return EmitComparison(fn, ast::CompareOperator::Eq, subject, wanted, singleton.range,
                        match.subject->range, singleton.range);
}

// `a | b`.
Value EmitChoicePattern(FunctionContext& fn, const ast::Match& match, const ast::MatchOr& choice,
                        const Value& subject) {
  Value any = MakeNumber(fn, Number::Bool(false));
  for (const ast::Pattern* alternative : choice.patterns) {
    bool binds = false;
    scopes::ForEachBoundName(alternative, [&](std::string_view) { binds = true; });
    if (binds) {
      return Unsupported(fn, match);
    }
    const Value fits = EmitPattern(fn, match, alternative, subject);
    if (fits.is_poison() || (fits.is_number() && fits.number.truth())) {
      return fits;
    }
    if (!fits.is_number()) {
      any = Value::Runtime(
          fn.builder.Select(Materialize(fn, any), fn.builder.ConstBool(true), fits.inst),
          types::kBool);
    }
  }
  return any;
}

}  // namespace

bool EmitNode(FunctionContext& fn, const ast::Match& node) {
  return EmitCases(fn, node, 0, EmitMaybeNone(fn, node.subject));
}

Value EmitPattern(FunctionContext& fn, const ast::Match& match, const ast::Pattern* pattern,
                  const Value& subject) {
  const auto known = [&](bool truth) { return MakeNumber(fn, Number::Bool(truth)); };
  if (const auto* value = As<ast::MatchValue>(pattern)) {
    const Value wanted = Emit(fn, value->value);
    if (wanted.is_poison()) {
      return wanted;
    }
    if (wanted.is_scalar() != subject.is_scalar() && !IsOptional(fn, subject)) {
      return known(false);
    }
    return EmitComparison(fn, ast::CompareOperator::Eq, subject, wanted, pattern->range,
                          match.subject->range, pattern->range);
  }
  if (const auto* singleton = As<ast::MatchSingleton>(pattern)) {
    return EmitSingletonPattern(fn, match, *singleton, subject);
  }
  if (const auto* capture = As<ast::MatchAs>(pattern)) {
    return capture->pattern == nullptr ? known(true)
                                       : EmitPattern(fn, match, capture->pattern, subject);
  }
  if (const auto* choice = As<ast::MatchOr>(pattern)) {
    return EmitChoicePattern(fn, match, *choice, subject);
  }
  if (const auto* sequence = As<ast::MatchSequence>(pattern)) {
    return EmitSequencePattern(fn, match, *sequence, subject);
  }
  if (const auto* of_class = As<ast::MatchClass>(pattern)) {
    return EmitClassPattern(fn, match, *of_class, subject);
  }
  return Unsupported(fn, match);
}

Value EmitBoth(FunctionContext& fn, const Value& first, const Value& second) {
  if (first.is_poison() || (first.is_number() && !first.number.truth())) {
    return first;
  }
  if (second.is_poison() || second.is_number()) {
    return second.is_poison() || !second.number.truth() ? second : first;
  }
  return Value::Runtime(
      fn.builder.Select(Materialize(fn, first), second.inst, fn.builder.ConstBool(false)),
      types::kBool);
}

}  // namespace kernelc::sema
