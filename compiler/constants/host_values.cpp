// Expressions whose values the interpreter of the host program computes: what their names and parts
// are there, and what it makes of them.
#include <algorithm>
#include <set>

#include "compiler/ast/walk.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/paths.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {

using ast::As;
using host::Constant;
using host::ConstantKind;
using host::ConstantRef;

// What an expression is evaluated with.
struct Evaluator::HostOperands {
  host::Operands given;
  // Names that the expression binds itself.
  std::set<std::string_view> inner;
  // Whose each name is, null for builtins: a kernel and a function that it calls may have two of
  // one name.
  std::map<std::string_view, const Scope*> owners;
  // Whether the name may be bound as what it is in the scope.
  bool IsFree(std::string_view name, const Scope* scope) {
    const Scope* owner = nullptr;
    const bool is_bound = index::FindBinding(scope, name, &owner) != nullptr;
    owner = is_bound ? owner : nullptr;
    return inner.contains(name) || owners.try_emplace(name, owner).first->second == owner;
  }
  // Something of it is known at this moment of the kernel, or of the file, alone.
  bool is_momentary = false;
};

namespace {

// Steps of an evaluation that the interpreter is asked for.
constexpr std::size_t kStepsOfHost = 400;

// Null where some are none.
ConstantRef Container(ConstantKind kind, const Object& object) {
  const ConstantRef& source = object.elements.source();
  if (source != nullptr && source->kind == kind && host::IsFollowed(*source)) {
    return source;
  }
  auto constant = std::make_shared<Constant>();
  constant->kind = kind;
  constant->identity = object.identity;
  for (const Object& element : object.elements) {
    constant->elements.push_back(ConstantOf(element));
    if (constant->elements.back() == nullptr) {
      return nullptr;
    }
  }
  return constant;
}

// Names that comprehensions, lambdas and `:=` in `node` bind.
void AddBoundNames(const ast::Node* node, std::set<std::string_view>* names) {
  if (const auto* name = As<ast::Name>(node); name != nullptr) {
    if (name->ctx != ast::ExprContext::Load) {
      names->insert(name->id);
    }
  } else if (const auto* arg = As<ast::Arg>(node)) {
    names->insert(arg->arg);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { AddBoundNames(child, names); });
}

// Functions and classes that the evaluation itself made: they end with it.
bool HoldsCode(const Constant& constant) {
  return constant.node != nullptr ||
         std::ranges::any_of(constant.elements,
                             [](const ConstantRef& element) { return HoldsCode(*element); });
}

ConstantRef ConstantOfType(const Object& object) {
  const abi::ArgType& type = object.types.front();
  auto constant = std::make_shared<Constant>();
  constant->kind = ConstantKind::Type;
  constant->scalar = type.scalar;
  if (type.kind == abi::ArgKind::Record) {
    constant->record = type.record;
  }
  if (object.types.size() > 1 || !(object.is_scalar_type() || constant->record)) {
    constant->kind = ConstantKind::NumbaType;
    constant->types = object.types;
  }
  return constant;
}

bool HasName(const ast::Node* node, const std::set<std::string_view>& names) {
  const auto* name = As<ast::Name>(node);
  bool has = name != nullptr && names.contains(name->id);
  ast::ForEachChild(node, [&](const ast::Node* child) { has = has || HasName(child, names); });
  return has;
}

}  // namespace

ConstantRef ConstantOf(const Object& object) {
  auto constant = std::make_shared<Constant>();
  switch (object.kind) {
    case ObjectKind::None:
      return constant;
    case ObjectKind::Ellipsis:
      constant->kind = ConstantKind::Ellipsis;
      return constant;
    case ObjectKind::Number:
      constant->kind = object.typed ? ConstantKind::Scalar : ConstantKind::Number;
      constant->number = object.number;
      constant->scalar = object.scalar;
      return constant;
    case ObjectKind::Str:
      constant->kind = object.is_bytes ? ConstantKind::Bytes : ConstantKind::Str;
      constant->text = object.text;
      constant->is_path = object.is_path;
      return constant;
    case ObjectKind::Tuple:
      return object.fields != nullptr ? nullptr
             : object.is_set          ? Container(ConstantKind::Set, object)
             : object.is_list         ? Container(ConstantKind::List, object)
                                      : Container(ConstantKind::Tuple, object);
    case ObjectKind::Dict:
      return Container(ConstantKind::Dict, object);
    case ObjectKind::Array:
      return object.array->on_device || object.array->size() > kMaxArrayElements ? nullptr
                                                                                 : object.array;
    case ObjectKind::Type:
      return ConstantOfType(object);
    case ObjectKind::External:
      constant->kind = ConstantKind::Library;
      constant->text = object.types.empty() ? LibraryPath(object.text) : std::string();
      return constant->text.empty() ? nullptr : constant;
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::EnumMember:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Signature:
    case ObjectKind::Instance:
      break;
  }
  return nullptr;
}

bool IsIdentity(const ast::Compare& compare) {
  return std::ranges::any_of(compare.ops, [](ast::CompareOperator op) {
    return op == ast::CompareOperator::Is || op == ast::CompareOperator::IsNot;
  });
}

// What the run has for an outer name, where an expression can be evaluated with it; null elsewhere.
ConstantRef Evaluator::FoundOutside(std::string_view name, const Context& context) {
  std::optional<Object> given;
  if (!AsksHost(context.scope) || !index::IsOuterName(name, context.scope) ||
      IsGiven(name, context.scope, &given)) {
    return nullptr;
  }
  const Scope* owner = nullptr;
  const bool is_bound = index::FindBinding(context.scope, name, &owner) != nullptr;
  const host::Found* found = FoundIn(is_bound ? *owner : context.scope->file->module_scope(), name);
  const bool is_followed =
      found != nullptr && found->value != nullptr && host::IsFollowed(*found->value);
  return is_followed ? found->value : nullptr;
}

// Whether an argument of a decorator is what its text says whatever the program does: a literal, or
// types and signatures of names that libraries alone have given something.
bool Evaluator::IsFixed(const ast::Node* node, const Scope& scope) {
  if (As<ast::Constant>(node) != nullptr) {
    return true;
  }
  if (const auto* name = As<ast::Name>(node)) {
    return !ImplOf(*scope.file).may_rebind_names() && IsOfLibraries(name->id, scope);
  }
  if (const auto* call = As<ast::Call>(node)) {
    const std::optional<Object> callee = EvalIn(call->func, {&scope, nullptr});
    if (!callee || (callee->kind != ObjectKind::Type && !IsVoid(*callee))) {
      return false;
    }
  } else if (As<ast::Attribute>(node) == nullptr && As<ast::Subscript>(node) == nullptr &&
             As<ast::Slice>(node) == nullptr && As<ast::Tuple>(node) == nullptr &&
             As<ast::List>(node) == nullptr && As<ast::UnaryOp>(node) == nullptr) {
    return false;
  }
  bool is_fixed = true;
  ast::ForEachChild(node,
                    [&](const ast::Node* child) { is_fixed = is_fixed && IsFixed(child, scope); });
  return is_fixed;
}

std::optional<Object> Evaluator::EvalArgument(const ast::Expr* expr, const Context& context) {
  std::optional<Object> text = EvalIn(expr, context);
  // What changes while the program runs, the text does not know: numbers, lists of signatures.
  const bool may_change = text && index_->resolver() != nullptr && kernel_ == nullptr &&
                          (IsData(*text) || (text->is_list && As<ast::List>(expr) == nullptr));
  return may_change && !IsFixed(expr, *context.scope) ? std::nullopt : text;
}

// A function of the file, with all that it reads; false where the host does not call it, or not all
// of it has a value.
bool Evaluator::BindFunction(const FunctionInfo& function, HostOperands* operands) {
  const auto is_literal = [](const ast::Expr* each) {
    return each == nullptr || As<ast::Constant>(each) != nullptr;
  };
  std::vector<const ast::Stmt*>& functions = operands->given.functions;
  const bool is_followed = function.def != nullptr && function.def->decorator_list.empty() &&
                           !function.is_kernel && function.file == index_ &&
                           function.outer->kind == ScopeKind::Module &&
                           std::ranges::all_of(function.arguments().defaults, is_literal) &&
                           std::ranges::all_of(function.arguments().kw_defaults, is_literal);
  if (!is_followed || std::ranges::find(functions, function.def) != functions.end()) {
    return is_followed;
  }
  functions.push_back(function.def);
  bool is_bound = true;
  for (const ast::Stmt* stmt : function.def->body) {
    scopes::ForEachName(stmt, [&](const ast::Name& name) {
      const Scope* owner = nullptr;
      const bool is_own =
          index::FindBinding(function.scope, name.id, &owner) != nullptr && owner == function.scope;
      is_bound = is_bound && (is_own || (!operands->inner.contains(name.id) &&
                                         operands->IsFree(name.id, function.outer) &&
                                         BindName(name, {function.outer, nullptr}, operands)));
    });
  }
  if (!is_bound) {
    std::erase(functions, function.def);
  }
  return is_bound;
}

// Gives a name its value; false where it has none that an expression can be evaluated with.
bool Evaluator::BindName(const ast::Name& name, const Context& context, HostOperands* operands) {
  std::map<std::string, ConstantRef>& names = operands->given.names;
  if (operands->inner.contains(name.id) || names.contains(std::string(name.id))) {
    return true;
  }
  std::optional<Object> object;
  if (context.locals != nullptr && (*context.locals)(name, &object)) {
    operands->is_momentary = true;
  } else {
    if (const ConstantRef found = FoundOutside(name.id, context)) {
      names.emplace(name.id, found);
      return true;
    }
    object = NameAt(name.id, context);
    const Scope* owner = nullptr;
    // A builtin, which the interpreter knows.
    if (!object && index::FindBinding(context.scope, name.id, &owner) == nullptr) {
      return true;
    }
  }
  if (object && object->kind == ObjectKind::Function) {
    return object->function->name == name.id && BindFunction(*object->function, operands);
  }
  ConstantRef constant = object ? ConstantOf(*object) : nullptr;
  return constant != nullptr && names.emplace(name.id, std::move(constant)).second;
}

// Gives the names of `node` their values. Parts with names of other sorts are evaluated here: what
// functions, classes and modules of the program give. False where something has no value.
bool Evaluator::BindOperands(const ast::Node* node, const Context& context,
                             HostOperands* operands) {
  const bool is_expr = ast::node_class(node->kind) == ast::NodeClass::Expr;
  const auto* expr = is_expr ? static_cast<const ast::Expr*>(node) : nullptr;
  if (const auto* compare = As<ast::Compare>(node); compare != nullptr && IsIdentity(*compare)) {
    const std::optional<Object> known = EvalIn(expr, context);
    return known && operands->given.parts.emplace(expr, ConstantOf(*known)).second;
  }
  const auto give = [&](const std::optional<Object>& object) {
    ConstantRef constant = object ? ConstantOf(*object) : nullptr;
    return constant != nullptr && operands->given.parts.emplace(expr, std::move(constant)).second;
  };
  if (const auto* name = As<ast::Name>(node)) {
    return operands->IsFree(name->id, context.scope) ? BindName(*name, context, operands)
                                                     : give(EvalIn(expr, context));
  }
  if (expr != nullptr && context.expressions != nullptr && give((*context.expressions)(expr))) {
    operands->is_momentary = true;
    return true;
  }
  bool is_bound = true;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    is_bound = is_bound && BindOperands(child, context, operands);
  });
  return is_bound ||
         (expr != nullptr && !HasName(node, operands->inner) && give(EvalIn(expr, context)));
}

// In arithmetic, a member of an enumeration of integers is its value.
bool Evaluator::BindEnumMember(const ast::Node* node, const Context& context,
                               HostOperands* operands) {
  if (ast::node_class(node->kind) != ast::NodeClass::Expr) {
    return false;
  }
  const auto* expr = static_cast<const ast::Expr*>(node);
  const std::optional<Object> member = EvalIn(expr, context);
  return member && member->is_int_enum &&
         operands->given.parts.emplace(expr, ConstantOf(member->elements.front())).second;
}

// What the program has stored into modules of libraries.
host::Outcome::Names Evaluator::ChangedLibrary() {
  if (kernel_ == nullptr && !index_->may_rebind_names()) {
    return {};
  }
  host::Outcome::Names library = Run().library;
  for (auto& [path, found] : library) {
    // Before a kernel is launched, nobody knows when the program changes it.
    found.value = kernel_ == nullptr ? nullptr : found.value;
  }
  return library;
}

std::optional<Object> Evaluator::EvalWith(const ast::Expr* expr,
                                          const std::map<const ast::Expr*, Object>& parts) {
  host::Operands operands;
  for (const auto& [part, object] : parts) {
    ConstantRef constant = ConstantOf(object);
    if (constant == nullptr || index_->resolver() == nullptr) {
      return std::nullopt;
    }
    operands.parts.emplace(part, std::move(constant));
  }
  const ConstantRef constant = host::Evaluate(index_->resolver()->sources(), *expr, operands);
  return constant == nullptr ? std::nullopt : HostObject(constant);
}

std::optional<Object> Evaluator::EvalByHost(const ast::Expr* expr, const Context& context) {
  if (index_->resolver() == nullptr) {
    return std::nullopt;
  }
  const bool is_kept = asked_ == 0;
  const auto key = std::pair(expr, context.scope);
  if (const auto kept = by_host_.find(key); is_kept && kept != by_host_.end()) {
    return kept->second;
  }
  HostOperands operands;
  operands.is_momentary = !is_kept;
  AddBoundNames(expr, &operands.inner);
  const bool is_arithmetic = As<ast::BinOp>(expr) != nullptr || As<ast::UnaryOp>(expr) != nullptr;
  bool is_bound = true;
  ast::ForEachChild(expr, [&](const ast::Node* child) {
    is_bound = is_bound && (BindOperands(child, context, &operands) ||
                            (is_arithmetic && BindEnumMember(child, context, &operands)));
  });
  std::optional<Object> value;
  if (is_bound && (steps_ += kStepsOfHost) <= kMaxSteps) {
    operands.given.library = ChangedLibrary();
    ModulesByPath modules;
    const std::unique_ptr<host::World> world = WorldOf(*index_, modules);
    operands.given.world = world.get();
    const ConstantRef constant =
        host::Evaluate(index_->resolver()->sources(), *expr, operands.given);
    value = constant == nullptr || HoldsCode(*constant) ? std::nullopt : HostObject(constant);
  }
  if (!operands.is_momentary) {
    by_host_.emplace(key, value);
  }
  return value;
}

}  // namespace kernelc::constants
