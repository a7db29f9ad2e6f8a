// Class patterns of `match`: `case int(n):`, `case Point(x=0, y=y):`. Types are known while compiling, so that only
// parts of the pattern are compared when the kernel runs.
#include <fmt/format.h>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

// What the parts of a pattern are compared with: those by position, then those by name; poison for what the subject does
// not have. The class fits.
PatternParts FunctionEmitter::ClassParts(const ast::MatchClass& pattern, const Value& subject) {
  const Value inside = IsOptional(subject) ? ValueInside(subject) : subject;
  PatternParts parts;
  const std::optional<std::vector<Value>> fields = AsTuple(inside);
  for (std::size_t i = 0; i < pattern.patterns.size(); ++i) {
    if (inside.fields != nullptr && fields) {
      parts.emplace_back(pattern.patterns[i], i < fields->size() ? (*fields)[i] : Value());
    } else {
      // Numbers, tuples and strings stand for themselves.
      parts.emplace_back(pattern.patterns[i], i == 0 ? inside : Value());
    }
  }
  for (std::size_t i = 0; i < pattern.kwd_attrs.size(); ++i) {
    ast::Attribute attribute;
    auto& node = static_cast<ast::Node&>(attribute);
    node.kind = ast::NodeKind::Attribute;
    node.range = pattern.range;
    attribute.attr = pattern.kwd_attrs[i];
    attribute.value = pattern.cls;
    const kir::RegionId region = builder_.NewRegion();
    parts.emplace_back(pattern.kwd_patterns[i], TryAttribute(inside, attribute, region));
    if (!parts.back().second.is_poison()) {
      Splice(region);
    }
  }
  return parts;
}

Value FunctionEmitter::EmitClassPattern(const ast::Match& match, const ast::MatchClass& pattern,
                                        const Value& subject) {
  const bool had_error = has_error_;
  const bool is_optional = IsOptional(subject);
  const std::optional<bool> is =
      IsInstanceOf(is_optional ? ValueInside(subject) : subject, pattern.cls);
  if (!is) {
    if (has_error_ == had_error) {
      Report(pattern.cls->range, diag::Kind::ArgumentType, "case", "a type",
             SpellingAt(pattern.cls->range))
          .Help("types are int, float, complex, bool, tuple, str, np.float32 and the like, np.ndarray, "
                "np.integer, np.floating and named tuples")
          .Emit();
    }
    return Value();
  }
  Value all = MakeNumber(Number::Bool(*is));
  if (!*is) {
    return all;
  }
  if (is_optional) {
    all = Value::Runtime(HasValue(subject), types::kBool);
  }
  const PatternParts parts = ClassParts(pattern, subject);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [part, value] = parts[i];
    if (value.is_poison() && i < pattern.patterns.size()) {
      const std::size_t most = subject.fields == nullptr ? 1 : subject.fields->names.size();
      Report(pattern.range, diag::Kind::CallArity, SpellingAt(pattern.cls->range),
             fmt::format("at most {} {}", most, most == 1 ? "pattern" : "patterns"),
             pattern.patterns.size())
          .Emit();
      return Value();
    }
    all = value.is_poison() ? MakeNumber(Number::Bool(false))
                            : EmitBoth(all, EmitPattern(match, part, value));
    if (all.is_poison() || (all.is_number() && !all.number.truth())) {
      return all;
    }
  }
  return all;
}

}  // namespace kernelc::sema
