// `match`.
#include <algorithm>

#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/generators.h"

namespace kernelc::host {
namespace {

// Names that a pattern binds, once the whole of it fits.
using Captures = std::vector<std::pair<std::string_view, Value>>;

bool Matches(Context& c, const ast::Pattern* pattern, const Value& subject, Captures& captures);

bool MatchesSequence(Context& c, ast::NodeList<ast::Pattern> patterns, const Value& subject,
                     Captures& captures) {
  const bool is_sequence = subject.is(Kind::List, Kind::Tuple, Kind::Range);
  if (!is_sequence) {
    GiveUpIf(c, subject.is(Kind::Array, Kind::Instance),
             "is matched in a way that is not followed");
    return false;
  }
  const ValueList elements = Elements(c, subject);
  const auto star = static_cast<std::size_t>(
      std::ranges::find(patterns, ast::NodeKind::MatchStar, &ast::Pattern::kind) -
      patterns.begin());
  const std::optional<ValueList> parts = Spread(c, elements, patterns.size(), star);
  for (std::size_t i = 0; parts && i < patterns.size(); ++i) {
    if (i != star && !Matches(c, patterns[i], (*parts)[i], captures)) {
      return false;
    }
    const auto* starred = ast::As<ast::MatchStar>(patterns[i]);
    if (starred != nullptr && !starred->name.empty()) {
      captures.emplace_back(starred->name, (*parts)[i]);
    }
  }
  return parts.has_value();
}

bool MatchesMapping(Context& c, const ast::MatchMapping& pattern, const Value& subject,
                    Captures& captures) {
  if (!subject.is(Kind::Dict)) {
    GiveUpIf(c, subject.is(Kind::Instance), "is matched in a way that is not followed");
    return false;
  }
  Object* rest = c.heap.NewDict();
  UpdateDict(c, rest, subject);
  for (std::size_t i = 0; i < pattern.keys.size(); ++i) {
    const Value key = Eval(c, pattern.keys[i]);
    Entry* entry = FindKey(c, *rest->state.table, key);
    if (entry == nullptr) {
      return false;
    }
    const Value value = entry->value;
    rest->state.table->Remove(*entry);
    if (!Matches(c, pattern.patterns[i], value, captures)) {
      return false;
    }
  }
  if (!pattern.rest.empty()) {
    captures.emplace_back(pattern.rest, Value::Of(rest));
  }
  return true;
}

// bool bytearray bytes dict float frozenset int list set str tuple, and what derives from them.
bool IsMatchedItself(Context& c, const Object* cls) {
  constexpr std::string_view kTypes[] = {"int",  "float", "str",  "bytes", "bytearray",
                                         "dict", "tuple", "list", "set",   "frozenset"};
  return std::ranges::any_of(
      kTypes, [&](std::string_view type) { return IsSubclass(cls, BuiltinClass(c, type)); });
}

bool MatchesClass(Context& c, const ast::MatchClass& pattern, const Value& subject,
                  Captures& captures) {
  const Value cls = Eval(c, pattern.cls);
  GiveUpIf(c,
           !cls.is(Kind::Class) || cls.object->state.top ||
               cls.As<ClassInfo>().metaclass != nullptr || subject.is(Kind::Scalar),
           "is matched in a way that is not followed");
  if (!IsInstance(c, subject, cls.object)) {
    return false;
  }
  ValueList names;
  if (!pattern.patterns.empty()) {
    const Value listed = FindAttribute(c, cls, "__match_args__");
    // Of simple builtin types, the one pattern by place is for the value itself.
    const bool is_itself = listed.is_undefined() && IsMatchedItself(c, cls.object);
    RaiseIf(c,
            listed.is_undefined() ? pattern.patterns.size() > (is_itself ? 1 : 0)
                                  : !listed.is_unknown() && !listed.is(Kind::Tuple),
            "TypeError", "accepts fewer patterns by place");
    if (is_itself && !Matches(c, pattern.patterns[0], subject, captures)) {
      return false;
    }
    names = listed.is_undefined() ? ValueList() : Elements(c, listed);
    RaiseIf(c, !is_itself && names.size() < pattern.patterns.size(), "TypeError", "too many parts");
  }
  // Each attribute is asked for once.
  std::vector<std::string_view> asked;
  const auto part = [&](std::string_view name, const ast::Pattern* inner) {
    RaiseIf(c, std::ranges::find(asked, name) != asked.end(), "TypeError",
            "got several patterns for an attribute");
    asked.push_back(name);
    const Value value = FindAttribute(c, subject, name);
    return !value.is_undefined() && Matches(c, inner, value, captures);
  };
  for (std::size_t i = 0; i < names.size() && i < pattern.patterns.size(); ++i) {
    CheckKnown(c, names[i]);
    RaiseIf(c, !names[i].is(Kind::Str), "TypeError", "__match_args__ elements must be strings");
    if (!part(names[i].text(), pattern.patterns[i])) {
      return false;
    }
  }
  for (std::size_t i = 0; i < pattern.kwd_attrs.size(); ++i) {
    if (!part(pattern.kwd_attrs[i], pattern.kwd_patterns[i])) {
      return false;
    }
  }
  return true;
}

bool MatchesSingleton(const ast::ConstantValue& constant, const Value& subject) {
  if (constant.kind == ast::ConstantKind::None) {
    return subject.is_none();
  }
  return subject.is_bool() && subject.as_bool() == (constant.kind == ast::ConstantKind::True);
}

bool Matches(Context& c, const ast::Pattern* pattern, const Value& subject, Captures& captures) {
  Step(c);
  if (subject.is_unknown() && pattern->kind != ast::NodeKind::MatchAs) {
    GiveUp(c, subject.why->reason);
  }
  if (const auto* value = ast::As<ast::MatchValue>(pattern)) {
    return IsEqual(c, subject, Eval(c, value->value));
  }
  if (const auto* singleton = ast::As<ast::MatchSingleton>(pattern)) {
    return MatchesSingleton(singleton->value, subject);
  }
  if (const auto* as = ast::As<ast::MatchAs>(pattern)) {
    if (as->pattern != nullptr && !Matches(c, as->pattern, subject, captures)) {
      return false;
    }
    if (!as->name.empty()) {
      captures.emplace_back(as->name, subject);
    }
    return true;
  }
  if (const auto* any = ast::As<ast::MatchOr>(pattern)) {
    const std::size_t before = captures.size();
    for (const ast::Pattern* one : any->patterns) {
      if (Matches(c, one, subject, captures)) {
        return true;
      }
      captures.resize(before);
    }
    return false;
  }
  if (const auto* sequence = ast::As<ast::MatchSequence>(pattern)) {
    return MatchesSequence(c, sequence->patterns, subject, captures);
  }
  if (const auto* mapping = ast::As<ast::MatchMapping>(pattern)) {
    return MatchesMapping(c, *mapping, subject, captures);
  }
  if (const auto* cls = ast::As<ast::MatchClass>(pattern)) {
    return MatchesClass(c, *cls, subject, captures);
  }
  GiveUp(c, "is matched in a way that is not followed");
}

Completion MatchFrom(Context& c, const ast::Match& stmt, std::size_t first, const Value& subject) {
  for (std::size_t i = first; i < stmt.cases.size(); ++i) {
    const ast::MatchCase& one = *stmt.cases[i];
    Truthiness takes = Truthiness::Unknown;
    try {
      Captures captures;
      takes = Matches(c, one.pattern, subject, captures) ? Truthiness::True : Truthiness::False;
      for (const auto& [name, value] : captures) {
        if (takes == Truthiness::True) {
          StoreVariable(c, name, value);
        }
      }
    } catch (const GivenUp&) {
      c.heap.Escape(subject, c.where);
      c.heap.EscapeCode(one.pattern, c.frame, true, c.where);
      MayRaise(c);
    }
    if (takes == Truthiness::True && one.guard != nullptr) {
      takes = EvalCondition(c, one.guard);
    }
    if (takes != Truthiness::False) {
      return Choose(
          c, takes, [&] { return Leave(c, ExecBlock(c, one.body), {.place = i}); },
          [&] { return MatchFrom(c, stmt, i + 1, subject); });
    }
  }
  return {};
}

}  // namespace

Completion ExecMatch(Context& c, const ast::Match& stmt) {
  if (const std::optional<Activation> left = TakeActivation(c)) {
    return Leave(c, ExecBlock(c, stmt.cases[left->place]->body), *left);
  }
  return MatchFrom(c, stmt, 0, EvalOrLose(c, stmt.subject));
}

}  // namespace kernelc::host
