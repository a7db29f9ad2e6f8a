#include "compiler/sema/emit_match_class.h"

#include <fmt/format.h>

#include "compiler/sema/emit_choice.h"
#include "compiler/sema/emit_introspect.h"
#include "compiler/sema/emit_match.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

PatternParts ClassParts(FunctionContext& fn, const ast::MatchClass& pattern, const Value& subject) {
  const Value inside = IsOptional(fn, subject) ? ValueInside(fn, subject) : subject;
  PatternParts parts;
  const TupleElements fields = AsTuple(fn, inside);
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
    const kir::RegionId region = fn.builder.NewRegion();
    parts.emplace_back(pattern.kwd_patterns[i], TryAttribute(fn, inside, attribute, region));
    if (!parts.back().second.is_poison()) {
      Splice(fn, region);
    }
  }
  return parts;
}

Value EmitClassPattern(FunctionContext& fn, const ast::Match& match, const ast::MatchClass& pattern,
                       const Value& subject) {
  const bool had_error = fn.has_error;
  const bool is_optional = IsOptional(fn, subject);
  const std::optional<bool> is =
      IsInstanceOf(fn, is_optional ? ValueInside(fn, subject) : subject, pattern.cls);
  if (!is) {
    if (fn.has_error == had_error) {
      fn.Report(pattern.cls->range, diag::Kind::ArgumentType, "case", "a type",
                SpellingAt(fn, pattern.cls->range))
          .Help(
              "types are int, float, complex, bool, tuple, str, np.float32 and the like, "
              "np.ndarray, "
              "np.integer, np.floating and named tuples")
          .Emit();
    }
    return Value();
  }
  Value all = MakeNumber(fn, Number::Bool(*is));
  if (!*is) {
    return all;
  }
  if (is_optional) {
    all = Value::Runtime(HasValue(fn, subject), types::kBool);
  }
  const PatternParts parts = ClassParts(fn, pattern, subject);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [part, value] = parts[i];
    if (value.is_poison() && i < pattern.patterns.size()) {
      const std::size_t most = subject.fields == nullptr ? 1 : subject.fields->names.size();
      fn.Report(pattern.range, diag::Kind::CallArity, SpellingAt(fn, pattern.cls->range),
                fmt::format("at most {} {}", most, most == 1 ? "pattern" : "patterns"),
                pattern.patterns.size())
          .Emit();
      return Value();
    }
    all = value.is_poison() ? MakeNumber(fn, Number::Bool(false))
                            : EmitBoth(fn, all, EmitPattern(fn, match, part, value));
    if (all.is_poison() || (all.is_number() && !all.number.truth())) {
      return all;
    }
  }
  return all;
}

}  // namespace kernelc::sema
