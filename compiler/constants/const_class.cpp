// Classes of the program as constants: attributes, enumerations, named tuples.
#include <algorithm>
#include <cctype>

#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Classes that inherit from classes.
constexpr unsigned kMaxBases = 20;

bool IsAuto(const ast::Expr* expr, const std::optional<Object>& callee) {
  return As<ast::Call>(expr) != nullptr && callee && callee->kind == ObjectKind::External &&
         callee->text == ".enum.auto";
}

// Whether a class has what its text says: nothing else makes it than Python, or a decorator that adds methods.
bool IsPlainClass(const ast::ClassDef& cls) {
  static constexpr std::string_view kKnown[] = {"ABCMeta", "EnumMeta", "dataclass", "final", "jitclass",
                                                "runtime_checkable", "total_ordering", "unique"};
  const auto is_known = [](const ast::Expr* expr) {
    const auto* call = As<ast::Call>(expr);
    return std::ranges::find(kKnown, scopes::LastPart(call != nullptr ? call->func : expr)) !=
           std::end(kKnown);
  };
  return std::ranges::all_of(cls.decorator_list, is_known) &&
         std::ranges::all_of(cls.keywords, [&](const ast::Keyword* keyword) {
           return keyword->arg != "metaclass" || is_known(keyword->value);
         });
}

// What enum.auto() is for the member `name` of a class that inherits from `base`.
std::optional<Object> AutoValue(std::string_view base, std::string_view name,
                                const std::optional<Int128>& highest) {
  if (base == ".enum.StrEnum") {
    std::string text(name);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return Object::Str(std::move(text));
  }
  if (!highest) {
    return std::nullopt;
  }
  if (base != ".enum.Flag" && base != ".enum.IntFlag") {
    return Object::Of(Number::Int(*highest + 1));
  }
  Int128 bit = 1;
  while (bit <= *highest) {
    bit *= 2;
  }
  return Object::Of(Number::Int(bit));
}

// "x y", "x, y" or a sequence of strings.
std::optional<std::vector<std::string>> FieldNames(const Object& object) {
  std::vector<std::string> names;
  if (object.kind == ObjectKind::Str) {
    std::string name;
    for (const char c : object.text + " ") {
      if (c != ' ' && c != ',' && c != '\n' && c != '\t') {
        name += c;
      } else if (!name.empty()) {
        names.push_back(std::exchange(name, std::string()));
      }
    }
    return names;
  }
  if (object.kind != ObjectKind::Tuple) {
    return std::nullopt;
  }
  for (const Object& element : object.elements) {
    // typing.NamedTuple("P", [("x", float)]) pairs names with types.
    const Object& name =
        element.kind == ObjectKind::Tuple && !element.elements.empty() ? element.elements.front()
                                                                       : element;
    if (name.kind != ObjectKind::Str) {
      return std::nullopt;
    }
    names.push_back(name.text);
  }
  return names;
}

}  // namespace

Evaluator::ClassKind Evaluator::KindOf(const Scope& cls) {
  const auto starts_int = [](std::string_view path) {
    return path == ".enum.IntEnum" || path == ".enum.IntFlag" || path == "int";
  };
  ClassKind kind = ClassKind::Plain;
  bool is_int = false;
  if (depth_ > kMaxBases * 4) {
    return kind;
  }
  for (const ast::Expr* base : cls.class_def->bases) {
    const std::optional<Object> object = EvalIn(base, {cls.parent, nullptr});
    if (!object) {
      continue;
    }
    if (object->kind == ObjectKind::External) {
      is_int = is_int || starts_int(object->text);
      if (object->text == ".typing.NamedTuple") {
        kind = ClassKind::NamedTuple;
      } else if (object->text.starts_with(".enum.")) {
        kind = ClassKind::Enum;
      }
    } else if (object->kind == ObjectKind::Class && object->class_scope != &cls) {
      ++depth_;
      const ClassKind inherited = KindOf(*object->class_scope);
      --depth_;
      is_int = is_int || inherited == ClassKind::IntEnum;
      kind = inherited == ClassKind::Plain ? kind : inherited;
    }
  }
  return is_int && kind == ClassKind::Enum ? ClassKind::IntEnum : kind;
}

// The class of the module `enum` that it inherits from.
std::string Evaluator::EnumBase(const Scope& cls) {
  for (const ast::Expr* base : cls.class_def->bases) {
    const std::optional<Object> object = EvalIn(base, {cls.parent, nullptr});
    std::string path;
    if (object && object->kind == ObjectKind::External && object->text.starts_with(".enum.")) {
      path = object->text;
    } else if (object && object->kind == ObjectKind::Class && object->class_scope != &cls &&
               depth_ <= kMaxBases * 4) {
      ++depth_;
      path = EnumBase(*object->class_scope);
      --depth_;
    }
    if (!path.empty()) {
      return path;
    }
  }
  return {};
}

// The members of an enumeration in the order of the text.
const std::vector<Object>& Evaluator::EnumMembers(const Scope& cls) {
  const auto [place, inserted] = enums_.try_emplace(&cls);
  if (!inserted) {
    return place->second;
  }
  const bool is_int = KindOf(cls) == ClassKind::IntEnum;
  const std::string base = EnumBase(cls);
  std::vector<Object> members;
  // The largest value so far; null where values are no numbers.
  std::optional<Int128> highest = 0;
  for (const ast::Stmt* stmt : cls.class_def->body) {
    const auto* assign = As<ast::Assign>(stmt);
    const auto* name = assign == nullptr ? nullptr : As<ast::Name>(assign->targets.front());
    if (name == nullptr || name->id.starts_with("_")) {
      continue;
    }
    const Context context{&cls, nullptr};
    const auto* call = As<ast::Call>(assign->value);
    const std::optional<Object> callee =
        call == nullptr ? std::nullopt : EvalIn(call->func, context);
    std::optional<Object> value;
    if (IsAuto(assign->value, callee)) {
      value = AutoValue(base, name->id, highest);
    } else {
      value = EvalIn(assign->value, context);
    }
    // What others have of a list, they may change.
    if (!value || IsMutable(*value)) {
      continue;
    }
    const Object& number = value->kind == ObjectKind::EnumMember ? value->elements.front() : *value;
    highest = highest && number.is_int() ? std::optional(std::max(*highest, number.number.integer))
                                         : std::nullopt;
    // Two names of one value are one member.
    const auto alias = std::ranges::find_if(members, [&](const Object& member) {
      return SameValue(member.elements.front(), *value) == true;
    });
    Object member;
    member.kind = ObjectKind::EnumMember;
    member.text = alias != members.end() ? alias->text : std::string(name->id);
    member.class_scope = &cls;
    member.is_int_enum = is_int;
    member.elements.push_back(std::move(*value));
    member.names.emplace_back(name->id);
    members.push_back(std::move(member));
  }
  return enums_[&cls] = std::move(members);
}

std::optional<std::vector<Object>> Evaluator::MembersOf(const Scope& cls) {
  const std::string base = EnumBase(cls);
  const std::vector<Object>& members = EnumMembers(cls);
  std::size_t written = 0;
  for (const ast::Stmt* stmt : cls.class_def->body) {
    const auto* assign = As<ast::Assign>(stmt);
    const auto* text = As<ast::ExprStmt>(stmt);
    const bool is_member = assign != nullptr && assign->targets.size() == 1 &&
                           As<ast::Name>(assign->targets.front()) != nullptr &&
                           !As<ast::Name>(assign->targets.front())->id.starts_with("_");
    const bool is_text = text != nullptr && As<ast::Constant>(text->value) != nullptr;
    const auto* def = As<ast::FunctionDef>(stmt);
    const bool is_method =
        def != nullptr && !def->name.starts_with("__") && !def->name.starts_with("_");
    if (!is_member && !is_text && !is_method && As<ast::Pass>(stmt) == nullptr) {
      return std::nullopt;
    }
    written += is_member ? 1 : 0;
  }
  const bool is_plain = (base == ".enum.Enum" || base == ".enum.IntEnum") &&
                        cls.class_def->bases.size() == 1 && IsPlainClass(*cls.class_def);
  // Functions are methods, and what libraries make may be anything.
  const auto is_value = [](const Object& member) {
    const ObjectKind kind = member.elements.front().kind;
    return kind == ObjectKind::Number || kind == ObjectKind::Str || kind == ObjectKind::Tuple ||
           kind == ObjectKind::None;
  };
  if (!is_plain || members.size() != written || !std::ranges::all_of(members, is_value)) {
    return std::nullopt;
  }
  std::vector<Object> own;
  for (const Object& member : members) {
    if (member.text == member.names.front()) {
      own.push_back(member);
    }
  }
  return own;
}

std::optional<Object> Evaluator::ClassMember(const Scope& cls, std::string_view name) {
  if (!AsksHost(&cls)) {
    return ClassMemberInText(cls, name);
  }
  ++asked_;
  std::optional<Object> object = ClassMemberInText(cls, name);
  --asked_;
  return FromHost(name, cls, std::move(object));
}

std::optional<Object> Evaluator::ClassMemberInText(const Scope& cls, std::string_view name) {
  const ClassKind kind = KindOf(cls);
  if (kind == ClassKind::Enum || kind == ClassKind::IntEnum) {
    for (const Object& member : EnumMembers(cls)) {
      if (member.names.front() == name) {
        return member;
      }
    }
  }
  // What a metaclass or a decorator makes of the class.
  if (!IsPlainClass(*cls.class_def)) {
    return std::nullopt;
  }
  const auto member = cls.bindings.find(name);
  if (member != cls.bindings.end()) {
    return FromBinding(member->second, &cls, kEnd);
  }
  // Which of several bases has it is Python's affair.
  const ast::NodeList<ast::Expr> bases = cls.class_def->bases;
  const auto own_bases = std::ranges::count_if(bases, [&](const ast::Expr* base) {
    const std::optional<Object> object = EvalIn(base, {cls.parent, nullptr});
    return object && object->kind == ObjectKind::Class;
  });
  if (own_bases > 1) {
    return std::nullopt;
  }
  for (const ast::Expr* base : bases) {
    const std::optional<Object> object = EvalIn(base, {cls.parent, nullptr});
    if (object && object->kind == ObjectKind::Class && object->class_scope != &cls &&
        depth_ < kMaxBases * 4) {
      ++depth_;
      std::optional<Object> inherited = ClassMember(*object->class_scope, name);
      --depth_;
      if (inherited) {
        return inherited;
      }
    }
  }
  return std::nullopt;
}

// class Point(NamedTuple): the annotated names are its fields.
std::optional<Object> Evaluator::NamedTupleClass(const Scope& cls) {
  const auto [place, inserted] = named_tuples_.try_emplace(&cls);
  if (!inserted) {
    return place->second;
  }
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = cls.class_def->name;
  for (const ast::Stmt* stmt : cls.class_def->body) {
    const auto* field = As<ast::AnnAssign>(stmt);
    const auto* name = field == nullptr ? nullptr : As<ast::Name>(field->target);
    if (name == nullptr) {
      continue;
    }
    const auto* generic = As<ast::Subscript>(field->annotation);
    const std::string_view annotated =
        scopes::LastPart(generic != nullptr ? generic->value : field->annotation);
    if (annotated == "ClassVar") {
      continue;
    }
    // What it makes of the fields is not followed.
    if (annotated == "InitVar" || annotated == "KW_ONLY") {
      return std::nullopt;
    }
    info->names.emplace_back(name->id);
    const std::optional<Object> annotation = EvalIn(field->annotation, {&cls, nullptr});
    if (const std::optional<abi::ArgType> type = annotation ? AsType(*annotation) : std::nullopt) {
      info->types.push_back(*type);
    }
    if (field->value != nullptr) {
      std::optional<Object> value = EvalIn(field->value, {&cls, nullptr});
      if (!value) {
        return std::nullopt;
      }
      info->defaults.push_back(std::move(*value));
    }
  }
  if (info->types.size() != info->names.size()) {
    info->types.clear();
  }
  Object type;
  type.kind = ObjectKind::NamedTupleType;
  type.fields = std::move(info);
  return named_tuples_[&cls] = type;
}

// collections.namedtuple("Point", "x y", defaults=(0,))
std::optional<Object> Evaluator::MakeNamedTupleType(const Arguments& arguments) {
  const Object* name = arguments.Find(0, "typename");
  const Object* fields = arguments.Find(1, "field_names");
  std::optional<std::vector<std::string>> names = fields ? FieldNames(*fields) : std::nullopt;
  if (name == nullptr || name->kind != ObjectKind::Str || !names) {
    return std::nullopt;
  }
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = name->text;
  info->names = std::move(*names);
  if (const Object* defaults = arguments.Find(arguments.positional.size(), "defaults")) {
    if (defaults->kind != ObjectKind::Tuple || defaults->elements.size() > info->names.size()) {
      return std::nullopt;
    }
    info->defaults = defaults->elements;
  }
  Object type;
  type.kind = ObjectKind::NamedTupleType;
  type.fields = std::move(info);
  return type;
}

std::optional<Object> Evaluator::MakeNamedTuple(const Object& type, const Arguments& arguments) {
  const NamedTupleInfo& info = *type.fields;
  std::vector<Object> elements;
  const std::size_t first_default = info.names.size() - info.defaults.size();
  for (std::size_t i = 0; i < info.names.size(); ++i) {
    const Object* given = arguments.Find(i, info.names[i]);
    if (given == nullptr && i < first_default) {
      return std::nullopt;
    }
    elements.push_back(given != nullptr ? *given : info.defaults[i - first_default]);
  }
  if (arguments.positional.size() + arguments.keywords.size() > info.names.size()) {
    return std::nullopt;
  }
  Object tuple = Object::Tuple(std::move(elements));
  tuple.fields = type.fields;
  return tuple;
}

// SimpleNamespace(a=1, b=2)
std::optional<Object> Evaluator::MakeRecordOf(const Arguments& arguments) {
  auto info = std::make_shared<NamedTupleInfo>();
  std::vector<Object> elements;
  for (const Keyword& keyword : arguments.keywords) {
    info->names.emplace_back(keyword.name);
    elements.push_back(keyword.value);
  }
  Object record = Object::Tuple(std::move(elements));
  info->is_mutable = true;
  record.fields = std::move(info);
  return record;
}

// @dataclass, @dataclass(frozen=True)
bool Evaluator::IsDataClass(const Scope& cls) {
  return std::ranges::any_of(cls.class_def->decorator_list, [&](const ast::Expr* decorator) {
    const auto* call = As<ast::Call>(decorator);
    const std::optional<Object> object =
        EvalIn(call != nullptr ? call->func : decorator, {cls.parent, nullptr});
    return object && object->kind == ObjectKind::External &&
           object->text == ".dataclasses.dataclass";
  });
}

// Color(1): the member of that value. A plain class without arguments: its attributes are all that is known.
std::optional<Object> Evaluator::CallClass(const Scope& cls, const Arguments& arguments) {
  const ClassKind kind = KindOf(cls);
  if (kind == ClassKind::Enum || kind == ClassKind::IntEnum) {
    for (const Object& member : EnumMembers(cls)) {
      if (arguments.positional.size() == 1 &&
          SameValue(member.elements.front(), arguments.positional.front()) == true) {
        return member;
      }
    }
    return std::nullopt;
  }
  if (kind == ClassKind::Plain && IsDataClass(cls)) {
    const std::optional<Object> type = NamedTupleClass(cls);
    const bool is_prepared = cls.bindings.contains("__post_init__");
    if (is_prepared || cls.bindings.contains("__init__") ||
        !cls.class_def->bases.empty()) {
      return std::nullopt;
    }
    std::optional<Object> object = type ? MakeNamedTuple(*type, arguments) : std::nullopt;
    if (object) {
      auto info = std::make_shared<NamedTupleInfo>(*object->fields);
      info->is_mutable = true;
      object->fields = std::move(info);
      object->class_scope = &cls;
    }
    return object;
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
