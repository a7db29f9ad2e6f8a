// `match`: cases become comparisons, tried from the top.
#include <algorithm>

#include "compiler/sema/function_emitter.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {

using ast::As;

bool FunctionEmitter::EmitNode(const ast::Match& node) {
  return EmitCases(node, 0, EmitMaybeNone(node.subject));
}

bool FunctionEmitter::EmitCases(const ast::Match& match, std::size_t index, const Value& subject) {
  if (index == match.cases.size()) {
    return true;
  }
  const ast::MatchCase& match_case = *match.cases[index];
  const auto flow = renaming_.flows.find(static_cast<const ast::Node&>(match_case).id);
  if (flow == renaming_.flows.end()) {
    // Fits everything.
    BindPattern(match_case.pattern, subject);
    return EmitBody(match_case.body);
  }
  Value fits = subject.is_poison() ? subject : EmitPattern(match, match_case.pattern, subject);
  if (match_case.guard != nullptr) {
    fits = EmitGuard(match_case, fits, subject);
  }
  const auto emit_body = [&] {
    if (match_case.guard == nullptr) {
      BindPattern(match_case.pattern, subject);
    }
    const bool falls = EmitBody(match_case.body);
    if (falls) {
      EmitEdge(flow->second.edges[0]);
    }
    return falls;
  };
  const auto emit_rest = [&] {
    const bool falls = EmitCases(match, index + 1, subject);
    if (falls) {
      EmitEdge(flow->second.edges[1]);
    }
    return falls;
  };
  // What types decide leaves no branch: where the body returns, nothing comes behind it.
  if (fits.is_number()) {
    return fits.number.truth() ? emit_body() : emit_rest();
  }
  const kir::RegionId body = builder_.NewRegion();
  const kir::RegionId rest = builder_.NewRegion();
  const bool body_falls = InRegion(body, emit_body);
  const bool rest_falls = InRegion(rest, emit_rest);
  if (!fits.is_poison()) {
    builder_.If(Materialize(fits), body, rest);
  }
  return body_falls || rest_falls;
}

// The pattern's names are bound before the guard, which may use them, and stay bound when it fails.
Value FunctionEmitter::EmitGuard(const ast::MatchCase& match_case, const Value& fits,
                                 const Value& subject) {
  const Flow& flow = renaming_.flows.at(match_case.guard->id);
  const kir::RegionId evaluated = builder_.NewRegion();
  const kir::RegionId skipped = builder_.NewRegion();
  const bool never = fits.is_number() && !fits.number.truth();
  const Value guard = InRegion(evaluated, [&] {
    if (never) {
      return fits;
    }
    BindPattern(match_case.pattern, subject);
    const Value truth = EmitTruth(match_case.guard);
    EmitEdge(flow.edges[0]);
    return truth;
  });
  InRegion(skipped, [&] { EmitEdge(flow.edges[1]); });
  if (fits.is_poison() || guard.is_poison()) {
    return fits.is_poison() ? fits : guard;
  }
  InRegion(evaluated, [&] { builder_.Append(kir::Op::Yield, types::kVoid, {Materialize(guard)}); });
  InRegion(skipped,
           [&] { builder_.Append(kir::Op::Yield, types::kVoid, {builder_.ConstBool(false)}); });
  return Value::Runtime(builder_.If(Materialize(fits), evaluated, skipped, types::kBool),
                        types::kBool);
}

Value FunctionEmitter::EmitPattern(const ast::Match& match, const ast::Pattern* pattern,
                                   const Value& subject) {
  const auto known = [&](bool truth) { return MakeNumber(Number::Bool(truth)); };
  if (const auto* value = As<ast::MatchValue>(pattern)) {
    const Value wanted = Emit(value->value);
    if (wanted.is_poison()) {
      return wanted;
    }
    if (wanted.is_scalar() != subject.is_scalar() && !IsOptional(subject)) {
      return known(false);
    }
    return EmitComparison(ast::CompareOperator::Eq, subject, wanted, pattern->range,
                          match.subject->range, pattern->range);
  }
  if (const auto* singleton = As<ast::MatchSingleton>(pattern)) {
    if (singleton->value.kind == ast::ConstantKind::None) {
      return IsOptional(subject)
                 ? Value::Runtime(builder_.LogicalNot(HasValue(subject)), types::kBool)
                 : known(subject.is_none());
    }
    const bool is_optional_bool = IsOptional(subject) && types::IsBool(type_of(subject).element);
    if (is_optional_bool) {
      return EmitComparison(ast::CompareOperator::Eq, subject,
                            known(singleton->value.kind == ast::ConstantKind::True),
                            pattern->range, match.subject->range, pattern->range);
    }
    if (!subject.is_scalar() || !types::IsBool(subject.type)) {
      return known(false);
    }
    const Value wanted = known(singleton->value.kind == ast::ConstantKind::True);
    return EmitComparison(ast::CompareOperator::Eq, subject, wanted, pattern->range,
                          match.subject->range, pattern->range);
  }
  if (const auto* capture = As<ast::MatchAs>(pattern)) {
    return capture->pattern == nullptr ? known(true)
                                       : EmitPattern(match, capture->pattern, subject);
  }
  if (const auto* choice = As<ast::MatchOr>(pattern)) {
    Value any = known(false);
    for (const ast::Pattern* alternative : choice->patterns) {
      bool binds = false;
      ForEachBoundName(alternative, [&](std::string_view) { binds = true; });
      if (binds) {
        return Unsupported(match);
      }
      const Value fits = EmitPattern(match, alternative, subject);
      if (fits.is_poison() || (fits.is_number() && fits.number.truth())) {
        return fits;
      }
      if (!fits.is_number()) {
        any = Value::Runtime(
            builder_.Select(Materialize(any), builder_.ConstBool(true), fits.inst), types::kBool);
      }
    }
    return any;
  }
  if (const auto* sequence = As<ast::MatchSequence>(pattern)) {
    return EmitSequencePattern(match, *sequence, subject);
  }
  if (const auto* of_class = As<ast::MatchClass>(pattern)) {
    return EmitClassPattern(match, *of_class, subject);
  }
  return Unsupported(match);
}

// Both patterns' truths at once; nothing of the second is left where the first never fits.
Value FunctionEmitter::EmitBoth(const Value& first, const Value& second) {
  if (first.is_poison() || (first.is_number() && !first.number.truth())) {
    return first;
  }
  if (second.is_poison() || second.is_number()) {
    return second.is_poison() || !second.number.truth() ? second : first;
  }
  return Value::Runtime(
      builder_.Select(Materialize(first), second.inst, builder_.ConstBool(false)), types::kBool);
}

Value FunctionEmitter::EmitSequencePattern(const ast::Match& match,
                                           const ast::MatchSequence& sequence,
                                           const Value& subject) {
  const bool is_optional = IsOptional(subject);
  const std::optional<std::vector<Value>> elements =
      AsTuple(is_optional ? ValueInside(subject) : subject);
  const auto is_star = [](const ast::Pattern* part) {
    return As<ast::MatchStar>(part) != nullptr;
  };
  const std::size_t count = sequence.patterns.size();
  const auto star = static_cast<std::size_t>(
      std::ranges::find_if(sequence.patterns, is_star) - sequence.patterns.begin());
  const bool fits_length =
      elements && (star == count ? elements->size() == count : elements->size() + 1 >= count);
  Value all = MakeNumber(Number::Bool(fits_length));
  if (is_optional && fits_length) {
    all = Value::Runtime(HasValue(subject), types::kBool);
  }
  for (std::size_t i = 0; fits_length && i < count; ++i) {
    if (i == star) {
      continue;
    }
    const std::size_t place = i < star ? i : elements->size() - (count - i);
    all = EmitBoth(all, EmitPattern(match, sequence.patterns[i], (*elements)[place]));
    if (all.is_poison() || (all.is_number() && !all.number.truth())) {
      return all;
    }
  }
  return all;
}

void FunctionEmitter::BindPattern(const ast::Pattern* pattern, const Value& subject) {
  const auto define = [&](const Value& value) {
    const auto found = renaming_.definitions.find(pattern->id);
    if (found != renaming_.definitions.end()) {
      Define(found->second, value);
    }
  };
  if (const auto* capture = As<ast::MatchAs>(pattern)) {
    define(subject);
    if (capture->pattern != nullptr) {
      BindPattern(capture->pattern, subject);
    }
  } else if (As<ast::MatchStar>(pattern) != nullptr) {
    define(subject);
  } else if (const auto* sequence = As<ast::MatchSequence>(pattern)) {
    const std::optional<std::vector<Value>> elements =
        AsTuple(IsOptional(subject) ? ValueInside(subject) : subject);
    const std::size_t count = sequence->patterns.size();
    std::size_t next = 0;
    for (const ast::Pattern* part : sequence->patterns) {
      if (!elements || next > elements->size()) {
        BindPattern(part, Value());
        continue;
      }
      if (As<ast::MatchStar>(part) == nullptr) {
        BindPattern(part, next < elements->size() ? (*elements)[next] : Value());
        ++next;
        continue;
      }
      const std::size_t taken = elements->size() + 1 - std::min(count, elements->size() + 1);
      const auto first = elements->begin() + static_cast<std::ptrdiff_t>(next);
      BindPattern(part, Value::Tuple(std::vector<Value>(
                            first, first + static_cast<std::ptrdiff_t>(
                                               std::min(taken, elements->size() - next)))));
      next += taken;
    }
  } else if (const auto* of_class = As<ast::MatchClass>(pattern)) {
    for (const auto& [part, value] : ClassParts(*of_class, subject)) {
      BindPattern(part, value);
    }
  }
}

}  // namespace kernelc::sema
