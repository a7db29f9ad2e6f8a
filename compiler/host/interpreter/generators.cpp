// Generators: functions whose frame waits between two values. A `yield` leaves the statements
// around it as `return` does; each of them keeps where it was, and goes on there. So a generator's
// state can be copied like that of every object.
#include "compiler/host/interpreter/generators.h"

#include <llvm/ADT/ScopeExit.h>

#include "compiler/ast/walk.h"
#include "compiler/host/interpreter/branches.h"

namespace kernelc::host {
namespace {

// The value of a `yield` goes where its statement says.
Completion Receive(Context& c, const ast::Stmt* stmt, const Value& value) {
  if (const auto* assign = ast::As<ast::Assign>(stmt)) {
    for (const ast::Expr* target : assign->targets) {
      Assign(c, target, value);
    }
  } else if (const auto* annotated = ast::As<ast::AnnAssign>(stmt)) {
    Assign(c, annotated->target, value);
  } else if (stmt->kind == ast::NodeKind::Return) {
    return {Exit::Return, value};
  }
  return {};
}

// What the generator is given goes on to the one that its `yield from` waits for.
bool AdvanceDelegate(Context& c, const Value& delegate, const Suspended& state, Value& element) {
  const bool is_generator = delegate.is(Kind::Generator);
  GiveUpIf(c, !is_generator && (!state.thrown.is_undefined() || !state.sent.is_none()),
           "comes from a generator that hands on what it is given");
  return is_generator ? ResumeGenerator(c, delegate.object, state.sent, element, state.thrown)
                      : Advance(c, delegate, element);
}

// What runs where a generator that nobody advances any more is taken apart, whenever that is:
// `finally`, handlers and the ends of `with` around its yields.
void ExposeEnds(Context& c, Object* frame, const ast::Node* node) {
  if (!HasYield(node)) {
    return;
  }
  if (const auto* attempt = ast::As<ast::Try>(node)) {
    for (const ast::Stmt* stmt : attempt->finalbody) {
      c.heap.EscapeCode(stmt, frame, false, c.where);
    }
    for (const ast::ExceptHandler* handler : attempt->handlers) {
      c.heap.EscapeCode(handler, frame, false, c.where);
    }
  } else if (const auto* with = ast::As<ast::With>(node)) {
    for (const ast::WithItem* item : with->items) {
      c.heap.EscapeCode(item->context_expr, frame, false, c.where);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { ExposeEnds(c, frame, child); });
}

// Paths that left the generator, where only one can be kept.
bool DropPending(Context& c) {
  bool any = false;
  while (c.pending.size() > c.region) {
    Pending pending = std::move(c.pending.back());
    c.pending.pop_back();
    any = any || pending.completion.exit != Exit::Raise || c.handlers > 0;
    c.heap.Join(pending.delta, pending.mark, c.where);
    c.heap.End();
  }
  return any;
}

std::shared_ptr<const Suspended> Kept(const Suspended& state) {
  return std::allocate_shared<Suspended>(PoolAllocator<Suspended>(), state);
}

// Runs the generator to its next `yield`, or to its end.
Completion Run(Context& c, Object* generator, const Value& sent, const Value& thrown) {
  Suspended state = *generator->state.suspended;
  state.sent = sent;
  state.thrown = thrown;
  const Restored where(c.where);
  const InFrame inside(c, generator->state.items[0].object);
  const Restored<Suspended*> suspended(c.frame->As<FrameInfo>().suspended, &state);
  bool is_done = true;
  const llvm::scope_exit keep(
      [&] { c.heap.Change(generator).suspended = is_done ? nullptr : Kept(state); });
  const Completion completion = ExecBlock(c, state.body);
  is_done = completion.exit != Exit::Yield;
  return completion;
}

// Nothing is known of what the generator gives from here on.
void Lose(Context& c, Object* generator) {
  DropPending(c);
  c.heap.Escape(Value::Of(generator), c.where);
  c.heap.Escape(generator->state.items[0], c.where);
}

}  // namespace

std::optional<Activation> TakeActivation(Context& c) {
  Suspended* state = c.frame->As<FrameInfo>().suspended;
  if (state == nullptr || state->activations.empty()) {
    return std::nullopt;
  }
  const Activation activation = state->activations.back();
  state->activations.pop_back();
  return activation;
}

Completion Leave(Context& c, Completion completion, const Activation& activation) {
  if (completion.exit == Exit::Yield) {
    c.frame->As<FrameInfo>().suspended->activations.push_back(activation);
  }
  return completion;
}

const ast::Expr* YieldOf(const Context& c, const ast::Stmt* stmt) {
  if (c.frame->As<FrameInfo>().suspended == nullptr) {
    return nullptr;
  }
  const ast::Expr* value = ast::Visit(stmt, [](const auto& typed) -> const ast::Expr* {
    if constexpr (requires { typed.value; }) {
      return typed.kind == ast::NodeKind::AugAssign ? nullptr : typed.value;
    }
    return nullptr;
  });
  const bool is_yield = value != nullptr && (value->kind == ast::NodeKind::Yield ||
                                             value->kind == ast::NodeKind::YieldFrom);
  return is_yield ? value : nullptr;
}

Completion ExecYield(Context& c, const ast::Stmt* stmt, const ast::Expr* expr) {
  const Suspended& state = *c.frame->As<FrameInfo>().suspended;
  const std::optional<Activation> left = TakeActivation(c);
  const auto* from = ast::As<ast::YieldFrom>(expr);
  Value element = Value::None();
  if (from == nullptr && !left) {
    const auto* yield = ast::As<ast::Yield>(expr);
    return Leave(c, {Exit::Yield, yield->value != nullptr ? Eval(c, yield->value) : element}, {});
  }
  Value result = state.sent;
  if (from != nullptr) {
    const Value delegate = left ? left->held : MakeIterator(c, Eval(c, from->value));
    if (left ? AdvanceDelegate(c, delegate, state, element) : Advance(c, delegate, element)) {
      return Leave(c, {Exit::Yield, element}, {.held = delegate});
    }
    result = delegate.is(Kind::Generator)  ? GeneratorResult(delegate.object)
             : delegate.is(Kind::Iterator) ? Value::None()
                                           : host::Lose(c, "is what an iterator ends with");
  }
  // Whoever is closed ends, whatever its part has returned.
  if (left && !state.thrown.is_undefined() &&
      (from == nullptr || IsInstance(c, state.thrown, BuiltinClass(c, "GeneratorExit")))) {
    throw Raised{state.thrown};
  }
  return Receive(c, stmt, result);
}

Value MakeGenerator(Context& c, Object* frame, ast::NodeList<ast::Stmt> body) {
  Object* generator = c.heap.New(Kind::Generator);
  generator->state.items = {Value::Of(frame), Value::None()};
  generator->state.suspended = Kept({body});
  if (!c.frame->As<FrameInfo>().unit->is_library) {
    for (const ast::Stmt* stmt : body) {
      ExposeEnds(c, frame, stmt);
    }
  }
  return Value::Of(generator);
}

Value GeneratorResult(const Object* generator) { return generator->state.items[1]; }

bool ResumeGenerator(Context& c, Object* generator, const Value& sent, Value& element,
                     const Value& thrown) {
  GiveUpIf(c, generator->state.top,
           "comes from a generator that code that is not known may have advanced");
  RaiseIf(c, generator->state.items[0].As<FrameInfo>().suspended != nullptr, "ValueError",
          "generator already executing");
  constexpr int kMostDepth = 200;
  GiveUpIf(c, c.depth > kMostDepth, "comes from generators that are too deep in each other");
  const std::shared_ptr<const Suspended> state = generator->state.suspended;
  if (!thrown.is_undefined() && (state == nullptr || state->activations.empty())) {
    c.heap.Change(generator).suspended = nullptr;
    throw Raised{thrown};
  }
  if (state == nullptr) {
    return false;
  }
  const Restored depth(c.depth, c.depth + 1);
  const Region region(c);
  try {
    const Completion completion = Run(c, generator, sent, thrown);
    Rethrow(completion);
    const bool gives = completion.exit == Exit::Yield;
    element = completion.exit == Exit::Normal ? Value::None() : completion.value;
    if (!gives) {
      c.heap.Change(generator).items[1] = element;
    }
    GiveUpIf(c, DropPending(c),
             "comes from a generator whose way depends on something that is not known");
    return gives;
  } catch (const GivenUp&) {
    Lose(c, generator);
    throw;
  } catch (const NotFollowed& not_followed) {
    if (c.frame->As<FrameInfo>().unit->is_library) {
      throw;
    }
    Lose(c, generator);
    throw GivenUp{not_followed.why};
  }
}

}  // namespace kernelc::host
