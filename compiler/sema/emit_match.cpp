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
  const kir::RegionId body = builder_.NewRegion();
  const kir::RegionId rest = builder_.NewRegion();
  const bool never = fits.is_number() && !fits.number.truth();
  const bool always = fits.is_number() && fits.number.truth();
  const bool body_falls = InRegion(body, [&] {
    if (never) {
      return false;
    }
    if (match_case.guard == nullptr) {
      BindPattern(match_case.pattern, subject);
    }
    return EmitBody(match_case.body);
  });
  const bool rest_falls =
      InRegion(rest, [&] { return !always && EmitCases(match, index + 1, subject); });
  if (body_falls) {
    InRegion(body, [&] { EmitEdge(flow->second.edges[0]); });
  }
  if (rest_falls) {
    InRegion(rest, [&] { EmitEdge(flow->second.edges[1]); });
  }
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
  return Unsupported(match);
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
    const Value fits = EmitPattern(match, sequence.patterns[i], (*elements)[place]);
    if (fits.is_poison() || (fits.is_number() && !fits.number.truth())) {
      return fits;
    }
    if (!fits.is_number()) {
      all = Value::Runtime(
          builder_.Select(Materialize(all), fits.inst, builder_.ConstBool(false)), types::kBool);
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
  }
}

}  // namespace kernelc::sema
