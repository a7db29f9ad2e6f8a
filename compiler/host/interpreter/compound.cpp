// Loops, `try` and `with`.
#include <llvm/ADT/ScopeExit.h>

#include <optional>

#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/generators.h"

namespace kernelc::host {
namespace {

// Turns of `while` with a way out that may have been taken, after which the rest of the loop is one
// of unknown length.
constexpr int kMostOpenTurns = 40;

// How a loop is left: behind its `else`, or by `break`.
Completion LeaveLoop(Context& c, Completion completion, ast::NodeList<ast::Stmt> orelse) {
  if (completion.exit == Exit::Normal && !orelse.empty()) {
    completion = RunPath(c, [&] { return ExecBlock(c, orelse); });
  } else if (completion.exit == Exit::Break) {
    completion = {};
  }
  return completion;
}

// Whether the rest of a loop is taken as one of unknown length: no steps are left, or ever more
// paths leave it.
bool IsTooLong(const Context& c, int turns) {
  return c.steps_left < 0 || (turns > kMostOpenTurns && c.pending.size() > c.region);
}

Completion ForTurn(Context& c, const ast::For& stmt, const Value& element) {
  Assign(c, stmt.target, element);
  return ExecBlock(c, stmt.body);
}

Completion ForUnknown(Context& c, const ast::For& stmt, const Value& element) {
  return LoopUnknown(
      c, [&] { return ForTurn(c, stmt, element); }, true);
}

// The parts of a `try`; Activation::place.
enum TryPart : std::size_t { kBody, kElse, kFinally, kFirstHandler };

// `is_new`: not gone on with behind a `yield`.
Completion RunHandler(Context& c, const ast::ExceptHandler& handler, const Value& exception,
                      bool is_new) {
  c.handled.push_back(exception);
  const llvm::scope_exit handled([&] { c.handled.pop_back(); });
  if (handler.name.empty()) {
    return ExecBlock(c, handler.body);
  }
  if (is_new) {
    StoreVariable(c, handler.name, exception);
  }
  Completion completion = RunPath(c, [&] { return ExecBlock(c, handler.body); });
  if (completion.exit != Exit::Yield) {
    StoreVariable(c, handler.name, Value::None());
    DeleteVariable(c, handler.name);
  }
  Rethrow(completion);
  return completion;
}

// The first handler from `first` on that catches an exception or may do so, and whether it does;
// behind the last one where there is none.
std::pair<std::size_t, Truthiness> FindHandler(Context& c, const ast::Try& stmt, std::size_t first,
                                               const Value& exception) {
  for (std::size_t i = first; i < stmt.handlers.size(); ++i) {
    const ast::Expr* type = stmt.handlers[i]->type;
    Truthiness matches = Truthiness::True;
    try {
      matches = type == nullptr ? matches : Matches(c, exception, Eval(c, type));
    } catch (const GivenUp&) {
      matches = Truthiness::Unknown;
    }
    if (matches != Truthiness::False) {
      return {i, matches};
    }
  }
  return {stmt.handlers.size(), Truthiness::False};
}

// `part` becomes the handler that runs.
Completion Handle(Context& c, const ast::Try& stmt, std::size_t first, const Value& exception,
                  Activation& part) {
  const auto [i, matches] = FindHandler(c, stmt, first, exception);
  if (i == stmt.handlers.size()) {
    throw Raised{exception};
  }
  return Choose(
      c, matches,
      [&, i = i] {
        part = {.place = kFirstHandler + i, .held = exception};
        return RunHandler(c, *stmt.handlers[i], exception, true);
      },
      [&, next = i + 1] { return Handle(c, stmt, next, exception, part); });
}

// Runs a `try` from `part` on, which becomes the one that it has come to, but for its `finally`.
Completion RunCaught(Context& c, const ast::Try& stmt, Activation& part) {
  if (part.place >= kFirstHandler) {
    return RunPath(c, [&] {
      return RunHandler(c, *stmt.handlers[part.place - kFirstHandler], part.held, false);
    });
  }
  const bool catches = part.place == kBody && !stmt.handlers.empty();
  Catching catching(c, catches);
  Completion completion;
  if (part.place == kBody) {
    completion = RunPath(c, [&] { return ExecBlock(c, stmt.body); });
  }
  catching.Close();
  std::optional<Pending> raised = catches ? TakeRaised(c) : std::nullopt;
  if (catches && completion.exit == Exit::Raise) {
    const Value exception = completion.value;
    completion = RunPath(c, [&] { return Handle(c, stmt, 0, exception, part); });
  } else if (completion.exit == Exit::Normal && !stmt.orelse.empty()) {
    part = {.place = kElse};
    completion = RunPath(c, [&] { return ExecBlock(c, stmt.orelse); });
  }
  if (raised) {
    completion = Resume(c, completion, std::move(*raised), [&](const Value& exception) {
      return Handle(c, stmt, 0, exception, part);
    });
  }
  return completion;
}

// What the manager of `with` makes of the end of its block, and of an exception there: it goes on,
// or ends there.
Completion CloseWith(Context& c, const Value& manager) {
  CallSpecial(c, manager, "__exit__", {Value::None(), Value::None(), Value::None()});
  return {};
}

Completion LeaveWith(Context& c, const Value& manager, const Value& exception) {
  c.handled.push_back(exception);
  const llvm::scope_exit handled([&] { c.handled.pop_back(); });
  const Value type = exception.is_unknown() ? exception : Value::Of(ClassOf(c, exception));
  const Value swallowed = CallSpecial(c, manager, "__exit__", {type, exception, Value::None()});
  return Choose(
      c, TruthOf(c, swallowed), [&]() -> Completion { return {}; },
      [&]() -> Completion { throw Raised{exception}; });
}

}  // namespace

void Rethrow(const Completion& completion) {
  if (completion.exit == Exit::Raise) {
    throw Raised{completion.value};
  }
  if (completion.exit == Exit::Gone) {
    throw Ended{};
  }
}

Truthiness Matches(Context& c, const Value& exception, const Value& type) {
  if (type.is(Kind::Tuple)) {
    bool is_sure = true;
    for (const Value& one : type.items()) {
      const Truthiness matches = Matches(c, exception, one);
      if (matches == Truthiness::True) {
        return matches;
      }
      is_sure = is_sure && matches == Truthiness::False;
    }
    return is_sure ? Truthiness::False : Truthiness::Unknown;
  }
  if (!type.is(Kind::Class)) {
    return Truthiness::Unknown;
  }
  if (exception.is_unknown()) {
    const bool is_all = type.object == BuiltinClass(c, "Exception") ||
                        type.object == BuiltinClass(c, "BaseException");
    return is_all ? Truthiness::True : Truthiness::Unknown;
  }
  return IsInstance(c, exception, type.object) ? Truthiness::True : Truthiness::False;
}

Completion ExecFor(Context& c, const ast::For& stmt) {
  const Region region(c);
  // Behind a `yield` in the body; in the `else`, there is no iterator.
  std::optional<Activation> left = TakeActivation(c);
  const Value iterator =
      OrLose(c, stmt.iter, [&] { return left ? left->held : MakeIterator(c, Eval(c, stmt.iter)); });
  Completion completion;
  Value lost = iterator.is_unknown() ? iterator : Value();
  for (int turns = 0; !iterator.is_undefined() && !iterator.is_unknown(); ++turns) {
    Value element;
    try {
      GiveUpIf(c, !left && IsTooLong(c, turns),
               "is changed by a loop that is too long to be followed");
      if (!left && !Advance(c, iterator, element)) {
        break;
      }
    } catch (const GivenUp& given_up) {
      c.heap.Escape(iterator, c.where);
      lost = Value::Unknown(given_up.why);
      break;
    }
    completion = RunPath(c, [&] {
      return std::exchange(left, std::nullopt) ? ExecBlock(c, stmt.body)
                                               : ForTurn(c, stmt, element);
    });
    completion = Settle(c, completion, Exit::Continue);
    if (completion.exit != Exit::Normal && completion.exit != Exit::Continue) {
      break;
    }
    completion = {};
  }
  if (lost.is_unknown()) {
    completion = ForUnknown(c, stmt, lost);
  }
  if (completion.exit == Exit::Yield) {
    return Leave(c, completion, {.held = iterator});
  }
  completion = LeaveLoop(c, completion, stmt.orelse);
  completion = Settle(c, completion, Exit::Break);
  Rethrow(completion);
  return Leave(c, completion, {});
}

Completion ExecWhile(Context& c, const ast::While& stmt) {
  const Region region(c);
  std::optional<Activation> left = TakeActivation(c);
  if (left && left->place == kElse) {
    return Leave(c, ExecBlock(c, stmt.orelse), *left);
  }
  const auto turn = [&]() -> Completion {
    if (std::exchange(left, std::nullopt)) {
      return ExecBlock(c, stmt.body);
    }
    // The loop ends by itself, which is told from `break` by the value.
    return Choose(
        c, EvalCondition(c, stmt.test), [&] { return ExecBlock(c, stmt.body); },
        [&]() -> Completion {
          return {Exit::Break, Value::Bool(false)};
        });
  };
  Completion completion;
  for (int turns = 0;; ++turns) {
    Step(c);
    if (!left && IsTooLong(c, turns)) {
      completion = LoopUnknown(c, turn, false);
      break;
    }
    completion = Settle(c, RunPath(c, turn), Exit::Continue);
    if (completion.exit != Exit::Normal && completion.exit != Exit::Continue) {
      break;
    }
    completion = {};
  }
  completion = Settle(c, completion, Exit::Break);
  if (completion.exit == Exit::Break || completion.exit == Exit::Normal) {
    const Value end = completion.value;
    completion = {};
    if (!stmt.orelse.empty() && end.is_bool()) {
      return Leave(c, ExecBlock(c, stmt.orelse), {.place = kElse});
    }
    if (!stmt.orelse.empty() && end.is_unknown()) {
      completion = Fork(
          c, [&] { return ExecBlock(c, stmt.orelse); }, [] { return Completion(); });
    }
  }
  Rethrow(completion);
  return Leave(c, completion, {});
}

Completion ExecTry(Context& c, const ast::Try& stmt) {
  const Region region(c);
  Activation part = TakeActivation(c).value_or(Activation());
  Completion completion = part.place == kFinally ? part.after : RunCaught(c, stmt, part);
  if (completion.exit == Exit::Yield) {
    return Leave(c, completion, part);
  }
  if (!stmt.finalbody.empty()) {
    const auto run = [&] { return ExecBlock(c, stmt.finalbody); };
    OnEachPath(c, run);
    if (completion.exit != Exit::Gone) {
      const std::size_t handled = c.handled.size();
      if (completion.exit == Exit::Raise) {
        c.handled.push_back(completion.value);
      }
      const Completion last = RunPath(c, run);
      c.handled.resize(handled);
      if (last.exit == Exit::Yield) {
        return Leave(c, last, {.place = kFinally, .after = completion});
      }
      if (last.exit != Exit::Normal) {
        completion = last;
      }
    }
  }
  Rethrow(completion);
  return completion;
}

Completion ExecWith(Context& c, const ast::With& stmt, std::size_t item) {
  if (item == stmt.items.size()) {
    return ExecBlock(c, stmt.body);
  }
  const ast::WithItem& with = *stmt.items[item];
  const std::optional<Activation> left = TakeActivation(c);
  const Value manager = left ? left->held : EvalOrLose(c, with.context_expr);
  const Value entered =
      left ? manager
           : Guarded(c, {manager}, [&] { return CallSpecial(c, manager, "__enter__", {}); });
  RaiseIf(c, entered.is_undefined(), "TypeError", "is not for `with`");
  const Region region(c);
  Catching catching(c);
  Completion completion = RunPath(c, [&] {
    if (with.optional_vars != nullptr && !left) {
      Assign(c, with.optional_vars, entered);
    }
    return ExecWith(c, stmt, item + 1);
  });
  catching.Close();
  std::optional<Pending> raised = TakeRaised(c);
  const auto leave = [&](const Value& exception) { return LeaveWith(c, manager, exception); };
  const auto close = [&] { return CloseWith(c, manager); };
  if (completion.exit != Exit::Yield) {
    OnEachPath(c, close);
  }
  if (completion.exit == Exit::Raise) {
    completion = RunPath(c, [&] { return leave(completion.value); });
  } else if (completion.exit != Exit::Gone && completion.exit != Exit::Yield) {
    const Completion closed = RunPath(c, close);
    if (closed.exit != Exit::Normal) {
      completion = closed;
    }
  }
  if (raised) {
    completion = Resume(c, completion, std::move(*raised), leave);
  }
  Rethrow(completion);
  return Leave(c, completion, {.held = manager});
}

}  // namespace kernelc::host
