// Generators: functions whose frame waits between two values. Statements without a `yield` run as
// in any function; those with one are kept as a list of activations, so that a generator's state
// can be copied like that of every object.
#include "compiler/host/generators.h"

#include <llvm/ADT/ScopeExit.h>

#include <optional>

#include "compiler/ast/walk.h"

#include "compiler/host/branches.h"
#include "compiler/host/context.h"

namespace kernelc::host {
namespace {

const ast::Expr* YieldOf(const ast::Stmt* stmt) {
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

class Runner {
 public:
  Runner(Context& c, Suspended& state) : context_(&c), state_(&state) {}

  // True with `element` at the next `yield`, false at the end with the result in it.
  bool Run(const Value& sent, const Value& thrown, Value& element) {
    Completion completion;
    if (!state_->delegate.is_undefined()) {
      bool gives = false;
      completion = RunPath(c(), [&] { return ResumeDelegate(sent, thrown, element, gives); });
      if (gives && completion.exit == Exit::Normal) {
        return true;
      }
      state_->delegate = Value();
    } else if (!thrown.is_undefined()) {
      state_->waiting = nullptr;
      completion = {Exit::Raise, thrown};
    } else if (state_->waiting != nullptr) {
      completion = Receive(sent);
    }
    while (true) {
      if (completion.exit != Exit::Normal) {
        Unwind(completion);
      }
      if (state_->activations.empty()) {
        element = result_;
        return false;
      }
      const std::optional<Completion> step = Forward(element);
      if (!step) {
        return true;
      }
      completion = *step;
    }
  }

 private:
  Context& c() { return *context_; }

  // What the generator is given goes on to the one that its `yield from` waits for.
  Completion ResumeDelegate(const Value& sent, const Value& thrown, Value& element, bool& gives) {
    const Value delegate = state_->delegate;
    const bool is_thrown = !thrown.is_undefined();
    const bool is_generator = delegate.is(Kind::Generator);
    GiveUpIf(c(), !is_generator && (is_thrown || !sent.is_none()),
             "comes from a generator that hands on what it is given");
    gives = is_generator ? ResumeGenerator(c(), delegate.object, sent, element, thrown)
                         : Advance(c(), delegate, element);
    if (gives) {
      return {};
    }
    // Whoever is closed ends, whatever its part has returned.
    if (is_thrown && IsInstance(c(), thrown, BuiltinClass(c(), "GeneratorExit"))) {
      state_->waiting = nullptr;
      return {Exit::Raise, thrown};
    }
    return Receive(DelegateResult());
  }

  Value DelegateResult() {
    const Value delegate = state_->delegate;
    state_->delegate = Value();
    return delegate.is(Kind::Generator) ? GeneratorResult(delegate.object) : Value::None();
  }

  // The value of a `yield` goes where its statement says.
  Completion Receive(const Value& value) {
    const ast::Stmt* stmt = state_->waiting;
    state_->waiting = nullptr;
    return RunPath(c(), [&]() -> Completion {
      if (const auto* assign = ast::As<ast::Assign>(stmt)) {
        for (const ast::Expr* target : assign->targets) {
          Assign(c(), target, value);
        }
      } else if (const auto* annotated = ast::As<ast::AnnAssign>(stmt)) {
        Assign(c(), annotated->target, value);
      } else if (stmt->kind == ast::NodeKind::Return) {
        return {Exit::Return, value};
      }
      return {};
    });
  }

  void Push(ast::NodeList<ast::Stmt> block, const ast::Stmt* stmt, Activation::Phase phase,
            Value held = {}) {
    Activation activation;
    activation.block = block;
    activation.statement = stmt;
    activation.phase = phase;
    activation.held = held;
    state_->activations.push_back(activation);
  }

  // Runs the next statement; none where it gave an element.
  std::optional<Completion> Forward(Value& element) {
    Activation& top = state_->activations.back();
    if (top.next == top.block.size()) {
      return RunPath(c(), [&] { return LeaveBlock(); });
    }
    const ast::Stmt* stmt = top.block[top.next++];
    if (!HasYield(stmt)) {
      return RunPath(c(), [&] { return ExecStatement(c(), stmt); });
    }
    bool gives = false;
    Completion completion = RunPath(c(), [&] {
      Step(c());
      gives = Enter(stmt, element);
      return Completion();
    });
    if (gives && completion.exit == Exit::Normal) {
      return std::nullopt;
    }
    return completion;
  }

  // Begins a statement with a `yield`; true where that is it.
  bool Enter(const ast::Stmt* stmt, Value& element) {
    if (const ast::Expr* expr = YieldOf(stmt)) {
      state_->waiting = stmt;
      if (const auto* yield = ast::As<ast::Yield>(expr)) {
        element = yield->value != nullptr ? Eval(c(), yield->value) : Value::None();
        return true;
      }
      state_->delegate = MakeIterator(c(), Eval(c(), ast::As<ast::YieldFrom>(expr)->value));
      if (Advance(c(), state_->delegate, element)) {
        return true;
      }
      const Completion received = Receive(DelegateResult());
      if (received.exit == Exit::Return) {
        result_ = received.value;
        state_->activations.clear();
      }
      return false;
    }
    if (const auto* test = ast::As<ast::If>(stmt)) {
      const bool is_true = Truth(c(), Eval(c(), test->test));
      Push(is_true ? test->body : test->orelse, stmt, Activation::Phase::Body);
    } else if (const auto* loop = ast::As<ast::For>(stmt)) {
      const Value iterator = MakeIterator(c(), Eval(c(), loop->iter));
      // At the end of its block: the next turn begins there.
      Push(loop->body, stmt, Activation::Phase::Body, iterator);
      state_->activations.back().next = loop->body.size();
    } else if (const auto* repeat = ast::As<ast::While>(stmt)) {
      Push(repeat->body, stmt, Activation::Phase::Body);
      state_->activations.back().next = repeat->body.size();
    } else if (const auto* attempt = ast::As<ast::Try>(stmt)) {
      Push(attempt->body, stmt, Activation::Phase::Body);
    } else if (const auto* with = ast::As<ast::With>(stmt);
               with != nullptr && with->items.size() == 1) {
      const Value manager = Eval(c(), with->items[0]->context_expr);
      const Value entered = CallSpecial(c(), manager, "__enter__", {});
      Push(with->body, stmt, Activation::Phase::Body, manager);
      if (with->items[0]->optional_vars != nullptr) {
        Assign(c(), with->items[0]->optional_vars, entered);
      }
    } else {
      GiveUp(c(), "comes from a generator whose `yield` is not followed");
    }
    return false;
  }

  // The end of the innermost block.
  Completion LeaveBlock() {
    Activation& top = state_->activations.back();
    const bool in_body = top.phase == Activation::Phase::Body;
    if (const auto* loop = ast::As<ast::For>(top.statement); loop != nullptr && in_body) {
      Value element;
      const Value iterator = top.held;
      if (Advance(c(), iterator, element)) {
        state_->activations.back().next = 0;
        Assign(c(), loop->target, element);
      } else {
        BeginBlock(loop->orelse, Activation::Phase::Else);
      }
    } else if (const auto* repeat = ast::As<ast::While>(top.statement);
               repeat != nullptr && in_body) {
      if (Truth(c(), Eval(c(), repeat->test))) {
        state_->activations.back().next = 0;
      } else {
        BeginBlock(repeat->orelse, Activation::Phase::Else);
      }
    } else if (const auto* attempt = ast::As<ast::Try>(top.statement);
               attempt != nullptr && top.phase != Activation::Phase::Finally) {
      if (in_body && !attempt->orelse.empty()) {
        BeginBlock(attempt->orelse, Activation::Phase::Else);
      } else {
        BeginFinally(*attempt, {});
      }
    } else if (top.phase == Activation::Phase::Finally) {
      const Completion after{static_cast<Exit>(top.after_exit), top.after_value};
      state_->activations.pop_back();
      return after;
    } else {
      const Activation left = top;
      state_->activations.pop_back();
      if (left.statement != nullptr && left.statement->kind == ast::NodeKind::With) {
        CloseWith(c(), left.held);
      }
    }
    return {};
  }

  // The next block of the innermost statement.
  void BeginBlock(ast::NodeList<ast::Stmt> block, Activation::Phase phase) {
    Activation& top = state_->activations.back();
    top.block = block;
    top.next = 0;
    top.phase = phase;
  }

  void BeginFinally(const ast::Try& attempt, const Completion& after) {
    BeginBlock(attempt.finalbody, Activation::Phase::Finally);
    Activation& top = state_->activations.back();
    top.after_exit = static_cast<std::uint8_t>(after.exit);
    top.after_value = after.value;
  }

  // Leaves blocks until one takes the completion.
  void Unwind(Completion completion) {
    while (!state_->activations.empty()) {
      Activation& top = state_->activations.back();
      const ast::Stmt* stmt = top.statement;
      const bool is_loop = stmt != nullptr && top.phase == Activation::Phase::Body &&
                           (stmt->kind == ast::NodeKind::For || stmt->kind == ast::NodeKind::While);
      if (is_loop && completion.exit == Exit::Continue) {
        top.next = top.block.size();
        return;
      }
      if (is_loop && completion.exit == Exit::Break) {
        state_->activations.pop_back();
        return;
      }
      if (const auto* attempt = ast::As<ast::Try>(stmt);
          attempt != nullptr && top.phase != Activation::Phase::Finally) {
        if (completion.exit == Exit::Raise && top.phase == Activation::Phase::Body &&
            BeginHandler(*attempt, completion.value)) {
          return;
        }
        BeginFinally(*attempt, completion);
        return;
      }
      const Value manager = top.held;
      state_->activations.pop_back();
      if (stmt != nullptr && stmt->kind == ast::NodeKind::With && LeaveBlock(manager, completion)) {
        return;
      }
    }
    Rethrow(completion);
    result_ = completion.value;
  }

  bool BeginHandler(const ast::Try& attempt, const Value& exception) {
    const auto [i, matches] = FindHandler(c(), attempt, 0, exception);
    GiveUpIf(c(), matches == Truthiness::Unknown,
             "comes from a generator that catches an exception that is not known");
    if (i == attempt.handlers.size()) {
      return false;
    }
    const ast::ExceptHandler& handler = *attempt.handlers[i];
    BeginBlock(handler.body, Activation::Phase::Handler);
    if (!handler.name.empty()) {
      StoreVariable(c(), handler.name, exception);
    }
    return true;
  }

  // True where the manager of a `with` swallows the exception.
  bool LeaveBlock(const Value& manager, Completion& completion) {
    const bool is_raised = completion.exit == Exit::Raise;
    const Completion left = RunPath(c(), [&] {
      return is_raised ? LeaveWith(c(), manager, completion.value) : CloseWith(c(), manager);
    });
    if (left.exit != Exit::Normal) {
      completion = left;
    }
    return is_raised && left.exit == Exit::Normal;
  }

  Context* context_;
  Suspended* state_;
  Value result_ = Value::None();
};

bool CatchesAroundYield(const ast::Node* node) {
  const auto* attempt = ast::As<ast::Try>(node);
  bool found = attempt != nullptr && !attempt->handlers.empty();
  if (!found && HasYield(node)) {
    ast::ForEachChild(node,
                      [&](const ast::Node* child) { found = found || CatchesAroundYield(child); });
  }
  return found && HasYield(node);
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

}  // namespace

Value MakeGenerator(Context& c, Object* frame, ast::NodeList<ast::Stmt> body) {
  Object* generator = c.heap.New(Kind::Generator);
  generator->state.items = {Value::Of(frame), Value::None()};
  generator->state.suspended = std::make_unique<Suspended>();
  Activation activation;
  activation.block = body;
  generator->state.suspended->activations.push_back(activation);
  for (const ast::Stmt* stmt : body) {
    generator->state.suspended->catches =
        generator->state.suspended->catches || CatchesAroundYield(stmt);
  }
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
  RaiseIf(c, generator->state.suspended->is_running, "ValueError", "generator already executing");
  constexpr int kMostDepth = 200;
  GiveUpIf(c, c.depth > kMostDepth, "comes from generators that are too deep in each other");
  if (generator->state.suspended->is_done) {
    if (!thrown.is_undefined()) {
      throw Raised{thrown};
    }
    return false;
  }
  c.heap.Change(generator).suspended->is_running = true;
  ++c.depth;
  const llvm::scope_exit leave([&] { --c.depth; });
  Suspended local = *generator->state.suspended;
  Object* outer = c.frame;
  const SourceRange where = c.where;
  c.frame = generator->state.items[0].object;
  const Region region(c);
  const Catching catching(c, local.catches);
  const auto close = [&](bool is_done) {
    c.frame = outer;
    c.where = where;
    local.is_running = false;
    local.is_done = is_done;
    State& state = c.heap.Change(generator);
    if (!state.top) {
      *state.suspended = local;
    }
  };
  try {
    const bool gives = Runner(c, local).Run(sent, thrown, element);
    close(!gives);
    if (!gives) {
      c.heap.Change(generator).items[1] = element;
    }
    GiveUpIf(c, DropPending(c),
             "comes from a generator whose way depends on something that is not known");
    return gives;
  } catch (const GivenUp&) {
    close(true);
    DropPending(c);
    c.heap.Escape(Value::Of(generator), c.where);
    c.heap.Escape(generator->state.items[0], c.where);
    throw;
  } catch (const NotFollowed& not_followed) {
    close(true);
    if (c.frame->As<FrameInfo>().unit->is_library) {
      throw;
    }
    DropPending(c);
    c.heap.Escape(Value::Of(generator), c.where);
    c.heap.Escape(generator->state.items[0], c.where);
    throw GivenUp{not_followed.why};
  } catch (...) {
    close(true);
    throw;
  }
}

}  // namespace kernelc::host
