// Statements, in order.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/generators.h"

namespace kernelc::host {
namespace {

Completion Normal() { return {}; }

// Type aliases, `async` and what else has no meaning for constants.
Completion ExecNode(Context& c, const ast::Stmt&) {
  GiveUp(c, "is a statement that is not followed");
}

void AssignSequence(Context& c, ast::NodeList<ast::Expr> targets, const Value& value) {
  const auto name_of = [](const ast::Expr* target) {
    const auto* name = ast::As<ast::Name>(target);
    return name == nullptr ? std::string_view() : name->id;
  };
  const auto assign = [&](const ast::Expr* target, const Value& element) {
    const bool may_be_meant =
        element.is_unknown() && std::ranges::find(targets, "cuda", name_of) != targets.end();
    Assign(c, target, may_be_meant ? MeantByName(c, element, name_of(target), true) : element);
  };
  ValueList elements;
  try {
    CheckKnown(c, value);
    elements = Elements(c, value);
  } catch (const GivenUp& given_up) {
    c.heap.Escape(value, c.where);
    MayRaise(c);
    for (const ast::Expr* target : targets) {
      const auto* starred = ast::As<ast::Starred>(target);
      assign(starred != nullptr ? starred->value : target, Value::Unknown(given_up.why));
    }
    return;
  }
  const auto star = static_cast<std::size_t>(
      std::ranges::find(targets, ast::NodeKind::Starred, &ast::Expr::kind) - targets.begin());
  const std::optional<ValueList> parts = Spread(c, elements, targets.size(), star);
  RaiseIf(c, !parts, "ValueError", "there are not as many elements as names");
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (i == star) {
      Assign(c, ast::As<ast::Starred>(targets[i])->value, (*parts)[i]);
    } else {
      assign(targets[i], (*parts)[i]);
    }
  }
}

// A name, an attribute or an element, with what it is one of.
struct Place {
  ast::NodeKind kind;
  std::string_view name;
  Value owner = {};
  Value index = {};
};

// Of other targets, nothing.
std::optional<Place> PlaceOf(Context& c, const ast::Expr* target) {
  if (const auto* name = ast::As<ast::Name>(target)) {
    return Place{target->kind, name->id};
  }
  if (const auto* attribute = ast::As<ast::Attribute>(target)) {
    return Place{target->kind, attribute->attr, Eval(c, attribute->value)};
  }
  if (const auto* subscript = ast::As<ast::Subscript>(target)) {
    const Value container = Eval(c, subscript->value);
    return Place{target->kind, {}, container, Eval(c, subscript->slice)};
  }
  return std::nullopt;
}

void Store(Context& c, const Place& place, const Value& value) {
  if (place.kind == ast::NodeKind::Subscript) {
    SetItem(c, place.owner, place.index, value);
  } else if (place.kind == ast::NodeKind::Attribute) {
    SetAttribute(c, place.owner, place.name, value);
  } else {
    StoreVariable(c, place.name,
                  value.is_unknown() ? MeantByName(c, value, place.name, false) : value);
  }
}

Completion ExecNode(Context& c, const ast::AugAssign& stmt) {
  if (const std::optional<Place> place = PlaceOf(c, stmt.target)) {
    const Value old =
        place->kind == ast::NodeKind::Subscript   ? GetItem(c, place->owner, place->index)
        : place->kind == ast::NodeKind::Attribute ? GetAttribute(c, place->owner, place->name)
                                                  : LoadName(c, place->name);
    Store(c, *place, InPlace(c, stmt.op, old, Eval(c, stmt.value)));
  }
  return Normal();
}

// What a tuple or a list of targets is made of.
ast::NodeList<ast::Expr> PartsOf(const ast::Expr* target) {
  const auto* tuple = ast::As<ast::Tuple>(target);
  const auto* list = ast::As<ast::List>(target);
  return tuple != nullptr ? tuple->elts : list != nullptr ? list->elts : ast::NodeList<ast::Expr>();
}

void Delete(Context& c, const ast::Expr* target) {
  if (const std::optional<Place> place = PlaceOf(c, target); !place) {
    std::ranges::for_each(PartsOf(target), [&](const ast::Expr* part) { Delete(c, part); });
  } else if (place->kind == ast::NodeKind::Subscript) {
    DeleteItem(c, place->owner, place->index);
  } else if (place->kind == ast::NodeKind::Attribute) {
    DeleteAttribute(c, place->owner, place->name);
  } else {
    DeleteVariable(c, place->name);
  }
}

Completion ExecNode(Context& c, const ast::If& stmt) {
  const std::optional<Activation> left = TakeActivation(c);
  const Truthiness test = left ? static_cast<Truthiness>(left->place) : EvalCondition(c, stmt.test);
  const Completion completion = Choose(
      c, test, [&] { return ExecBlock(c, stmt.body); }, [&] { return ExecBlock(c, stmt.orelse); });
  return Leave(c, completion, {.place = static_cast<std::size_t>(test)});
}

Completion ExecNode(Context& c, const ast::Assert& stmt) {
  const auto fail = [&]() -> Completion {
    if (stmt.msg != nullptr) {
      RaiseWith(c, "AssertionError", {Eval(c, stmt.msg)});
    }
    RaiseWith(c, "AssertionError", {});
  };
  return Choose(c, EvalCondition(c, stmt.test), Normal, fail);
}

Completion ExecNode(Context& c, const ast::Raise& stmt) {
  if (stmt.exc == nullptr) {
    RaiseIf(c, c.handled.empty(), "RuntimeError", "No active exception to reraise");
    throw Raised{c.handled.back()};
  }
  const Value raised = MakeException(c, Eval(c, stmt.exc));
  if (stmt.cause != nullptr) {
    Value cause = Eval(c, stmt.cause);
    if (!cause.is_none()) {
      cause = MakeException(c, cause);
    }
    if (raised.is(Kind::Instance)) {
      StoreName(c, raised.object, "__cause__", cause);
    }
  }
  throw Raised{raised};
}

Completion ExecNode(Context& c, const ast::AnnAssign& stmt) {
  if (stmt.value != nullptr) {
    Assign(c, stmt.target, Eval(c, stmt.value));
  }
  const FrameInfo& info = c.frame->As<FrameInfo>();
  const auto* name = ast::As<ast::Name>(stmt.target);
  if (info.space == nullptr || stmt.simple == 0 || name == nullptr) {
    return Normal();
  }
  // Data classes and named tuples read the annotations.
  Value annotations = OwnAttribute(*info.space, "__annotations__");
  if (!annotations.is(Kind::Dict)) {
    annotations = Value::Of(c.heap.NewDict());
    StoreName(c, info.space, "__annotations__", annotations);
  }
  const Value annotation = info.unit->has_text_annotations
                               ? c.heap.Str(c.sources.text(stmt.annotation->range))
                               : Eval(c, stmt.annotation);
  StoreKey(c, annotations.object, c.heap.Str(name->id), annotation);
  return Normal();
}

Completion ExecNode(Context& c, const ast::ExprStmt& stmt) {
  Eval(c, stmt.value);
  return Normal();
}
Completion ExecNode(Context& c, const ast::Assign& stmt) {
  const Value value = Eval(c, stmt.value);
  for (const ast::Expr* target : stmt.targets) {
    Assign(c, target, value);
  }
  return Normal();
}
Completion ExecNode(Context& c, const ast::Return& stmt) {
  return {Exit::Return, stmt.value != nullptr ? Eval(c, stmt.value) : Value::None()};
}
Completion ExecNode(Context& c, const ast::Delete& stmt) {
  for (const ast::Expr* target : stmt.targets) {
    Delete(c, target);
  }
  return Normal();
}
Completion ExecNode(Context& c, const ast::Import& stmt) { return ExecImport(c, stmt), Normal(); }
Completion ExecNode(Context& c, const ast::ImportFrom& stmt) {
  return ExecImportFrom(c, stmt), Normal();
}
Completion ExecNode(Context& c, const ast::ClassDef& stmt) { return ExecClass(c, stmt), Normal(); }
Completion ExecNode(Context& c, const ast::FunctionDef& stmt) {
  return ExecFunction(c, &stmt), Normal();
}
Completion ExecNode(Context& c, const ast::AsyncFunctionDef& stmt) {
  return ExecFunction(c, &stmt), Normal();
}
Completion ExecNode(Context&, const ast::Pass&) { return Normal(); }
Completion ExecNode(Context&, const ast::Global&) { return Normal(); }
Completion ExecNode(Context&, const ast::Nonlocal&) { return Normal(); }
Completion ExecNode(Context&, const ast::Break&) { return {Exit::Break, Value()}; }
Completion ExecNode(Context&, const ast::Continue&) { return {Exit::Continue, Value()}; }
Completion ExecNode(Context& c, const ast::For& stmt) { return ExecFor(c, stmt); }
Completion ExecNode(Context& c, const ast::While& stmt) { return ExecWhile(c, stmt); }
Completion ExecNode(Context& c, const ast::Try& stmt) { return ExecTry(c, stmt); }
Completion ExecNode(Context& c, const ast::With& stmt) { return ExecWith(c, stmt, 0); }
Completion ExecNode(Context& c, const ast::Match& stmt) { return ExecMatch(c, stmt); }

// Whose parts take what they give up themselves.
bool IsCompound(const ast::Stmt* stmt) {
  constexpr ast::NodeKind kCompound[] = {ast::NodeKind::If,    ast::NodeKind::For,
                                         ast::NodeKind::While, ast::NodeKind::Try,
                                         ast::NodeKind::With,  ast::NodeKind::Match};
  return llvm::is_contained(kCompound, stmt->kind);
}

// What `stmt` may do, without running it.
Completion Skip(Context& c, const ast::Stmt* stmt, const Why* why) {
  c.heap.EscapeCode(stmt, c.frame, true, c.where);
  MayRaise(c);
  if (stmt->kind == ast::NodeKind::Return) {
    return {Exit::Return, Value::Unknown(why)};
  }
  if (stmt->kind == ast::NodeKind::Raise) {
    return {Exit::Raise, Value::Unknown(why)};
  }
  return Normal();
}

}  // namespace

void Assign(Context& c, const ast::Expr* target, const Value& value) {
  if (const std::optional<Place> place = PlaceOf(c, target)) {
    Store(c, *place, value);
  } else if (const auto* starred = ast::As<ast::Starred>(target)) {
    Assign(c, starred->value, value);
  } else {
    AssignSequence(c, PartsOf(target), value);
  }
}

Value MakeException(Context& c, const Value& raised) {
  if (raised.is_unknown()) {
    return raised;
  }
  Object* base = BuiltinClass(c, "BaseException");
  if (raised.is(Kind::Class) && IsSubclass(raised.object, base)) {
    const Value made = Call(c, raised, {});
    RaiseIf(c, !made.is_unknown() && !IsInstance(c, made, base), "TypeError",
            "calling the class should have returned an exception");
    return made;
  }
  if (IsInstance(c, raised, base)) {
    return raised;
  }
  RaiseError(c, "TypeError", "exceptions must derive from BaseException");
}

Completion ExecStatement(Context& c, const ast::Stmt* stmt) {
  Step(c);
  if (!c.frame->As<FrameInfo>().unit->is_library) {
    c.where = stmt->range;
  }
  const auto run = [&] {
    return ast::Visit(stmt, [&](const auto& typed) { return ExecNode(c, typed); });
  };
  if (IsCompound(stmt)) {
    return run();
  }
  if (const ast::Expr* yield = YieldOf(c, stmt)) {
    return ExecYield(c, stmt, yield);
  }
  try {
    return run();
  } catch (const GivenUp& given_up) {
    if (c.frame->As<FrameInfo>().suspended != nullptr && HasYield(stmt)) {
      throw;
    }
    return Skip(c, stmt, given_up.why);
  }
}

Completion ExecBlock(Context& c, ast::NodeList<ast::Stmt> block) {
  const std::optional<Activation> left = TakeActivation(c);
  for (std::size_t i = left ? left->place : 0; i < block.size(); ++i) {
    const Completion completion = ExecStatement(c, block[i]);
    if (completion.exit != Exit::Normal) {
      return Leave(c, completion, {.place = i});
    }
  }
  return Normal();
}

}  // namespace kernelc::host
