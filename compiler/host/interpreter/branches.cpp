#include "compiler/host/interpreter/branches.h"

#include <utility>

namespace kernelc::host {
namespace {

// All that wait in the region speak of `mark`, so that the heap can go back there.
void RebaseAll(Context& c, std::size_t from, const Mark& mark) {
  for (std::size_t i = from; i < c.pending.size(); ++i) {
    Pending& pending = c.pending[i];
    if (pending.mark.position > mark.position || pending.mark.clock > mark.clock) {
      c.heap.Rebase(pending.delta, pending.mark, mark);
      pending.mark = mark;
    }
  }
}

// Two paths that left the same way become one.
void JoinPending(Context& c, Pending& into, Pending other) {
  if (other.mark.clock < into.mark.clock) {
    c.heap.Rebase(into.delta, into.mark, other.mark);
    into.mark = other.mark;
  } else if (other.mark.clock > into.mark.clock) {
    c.heap.Rebase(other.delta, other.mark, into.mark);
  }
  c.heap.JoinDeltas(into.delta, other.delta, into.mark, c.where);
  into.completion.value = c.heap.JoinValues(into.completion.value, other.completion.value, c.where);
}

// Takes the heap from the path that goes on to the one that left it as `delta` says against `mark`;
// gives what the former has done.
Delta GoTo(Context& c, const Mark& mark, const Delta& delta, std::size_t from) {
  Delta mine = c.heap.Capture(mark);
  RebaseAll(c, from, mark);
  c.heap.Rollback(mark);
  c.heap.Apply(delta);
  return mine;
}

bool IsGone(const Completion& completion) { return completion.exit == Exit::Gone; }

// A generator is suspended in one place, which is not joined with others.
void CheckOne(Context& c, const Completion& completion) {
  GiveUpIf(c, completion.exit == Exit::Yield,
           "comes from a generator whose way depends on something that is not known");
}

// The current path has come to `now`; another one, which left the heap as `delta` says against
// `mark`, to `other`.
Completion Merge(Context& c, Completion now, Completion other, const Mark& mark, Delta delta,
                 std::size_t from) {
  CheckOne(c, now);
  CheckOne(c, other);
  if (IsGone(other)) {
    return now;
  }
  if (IsGone(now) || (now.exit != Exit::Normal && other.exit == Exit::Normal)) {
    // The one that goes on is the current one.
    Delta mine = GoTo(c, mark, delta, from);
    if (!IsGone(now)) {
      AddPending(c, std::move(now), mark, std::move(mine));
    }
    return other;
  }
  if (now.exit == other.exit) {
    c.heap.Join(delta, mark, c.where);
    now.value = c.heap.JoinValues(now.value, other.value, c.where);
    return now;
  }
  AddPending(c, std::move(other), mark, std::move(delta));
  return now;
}

// What was begun since `mark` is neither done nor undone: nothing that it changed is known.
void Abandon(Context& c, const Mark& mark, std::size_t from) {
  const Delta delta = c.heap.Capture(mark);
  for (std::size_t i = from; i < c.pending.size(); ++i) {
    c.heap.Lose(c.pending[i].delta, c.where);
  }
  DropPaths(c, from);
  c.heap.Rollback(mark);
  c.heap.Lose(delta, c.where);
  c.heap.End();
}

}  // namespace

void DropPaths(Context& c, std::size_t base) {
  for (; c.pending.size() > base; c.pending.pop_back()) {
    c.heap.End();
  }
}

void AddPending(Context& c, Completion completion, const Mark& mark, Delta delta) {
  // An exception that nothing catches ends the program: what stands behind is for the paths without
  // it.
  if (completion.exit == Exit::Raise && c.handlers == 0) {
    return;
  }
  c.steps_left -= static_cast<std::int64_t>(4 * delta.states.size());
  for (std::size_t i = c.region; i < c.pending.size(); ++i) {
    Pending& pending = c.pending[i];
    if (pending.completion.exit == completion.exit) {
      JoinPending(c, pending, {std::move(completion), mark, std::move(delta)});
      return;
    }
  }
  c.heap.Hold();
  c.pending.push_back({std::move(completion), mark, std::move(delta)});
}

Completion RunPath(Context&, Path path) {
  try {
    return path();
  } catch (const Raised& raised) {
    return {Exit::Raise, raised.exception};
  } catch (const Ended&) {
    return {Exit::Gone, Value()};
  }
}

Completion Fork(Context& c, Path a, Path b) {
  // Taking back and joining costs more than a step.
  constexpr std::int64_t kSteps = 100;
  c.steps_left -= kSteps;
  const Restored forks(c.forks, c.forks + 1);
  const std::size_t from = c.pending.size();
  const Mark mark = c.heap.Begin();
  Delta delta;
  try {
    Completion first = RunPath(c, a);
    delta = c.heap.Capture(mark);
    RebaseAll(c, from, mark);
    c.heap.Rollback(mark);
    Completion second = RunPath(c, b);
    Completion merged = Merge(c, std::move(second), std::move(first), mark, delta, from);
    c.heap.End();
    return merged;
  } catch (...) {
    Abandon(c, mark, from);
    c.heap.Lose(delta, c.where);
    throw;
  }
}

Value ForkValue(Context& c, llvm::function_ref<Value()> a, llvm::function_ref<Value()> b) {
  const Completion both = Fork(
      c,
      [&] {
        return Completion{Exit::Normal, a()};
      },
      [&] {
        return Completion{Exit::Normal, b()};
      });
  if (both.exit == Exit::Raise) {
    throw Raised{both.value};
  }
  if (both.exit == Exit::Gone) {
    throw Ended{};
  }
  return both.value;
}

Completion Settle(Context& c, Completion current, Exit exit) {
  for (std::size_t i = c.region; i < c.pending.size();) {
    if (c.pending[i].completion.exit != exit) {
      ++i;
      continue;
    }
    CheckOne(c, current);
    Pending pending = std::move(c.pending[i]);
    c.pending.erase(c.pending.begin() + static_cast<std::ptrdiff_t>(i));
    // Where they meet, leaving that way is coming to the end.
    const bool is_same = current.exit == exit;
    Completion other = std::move(pending.completion);
    if (!is_same && exit != Exit::Return) {
      other.exit = Exit::Normal;
    } else if (!is_same && current.exit == Exit::Normal) {
      current = {Exit::Return, Value::None()};
    } else if (!is_same) {
      // A path that returns goes on; one that does not waits.
      other.exit = Exit::Normal;
    }
    const Exit wanted = other.exit;
    current = Merge(c, std::move(current), std::move(other), pending.mark, std::move(pending.delta),
                    c.region);
    if (exit == Exit::Return && wanted == Exit::Normal && current.exit == Exit::Normal) {
      current.exit = Exit::Return;
    }
    c.heap.End();
  }
  return current;
}

std::optional<Pending> TakeRaised(Context& c) {
  std::optional<Pending> raised;
  for (std::size_t i = c.region; i < c.pending.size();) {
    if (c.pending[i].completion.exit != Exit::Raise) {
      ++i;
      continue;
    }
    Pending pending = std::move(c.pending[i]);
    c.pending.erase(c.pending.begin() + static_cast<std::ptrdiff_t>(i));
    if (raised) {
      JoinPending(c, *raised, std::move(pending));
      c.heap.End();
    } else {
      raised = std::move(pending);
    }
  }
  return raised;
}

Completion Resume(Context& c, const Completion& current, Pending pending,
                  llvm::function_ref<Completion(const Value&)> path) {
  Delta mine = GoTo(c, pending.mark, pending.delta, c.region);
  const std::size_t from = c.region;
  try {
    Completion other = RunPath(c, [&] { return path(pending.completion.value); });
    Completion merged = Merge(c, std::move(other), current, pending.mark, std::move(mine), from);
    c.heap.End();
    return merged;
  } catch (...) {
    c.heap.Join(mine, pending.mark, c.where);
    c.heap.End();
    throw;
  }
}

void OnEachPath(Context& c, Path path) {
  const std::size_t count = c.pending.size();
  GiveUpIf(c, count > c.region && c.frame->As<FrameInfo>().suspended != nullptr,
           "comes from a generator that several paths have left");
  for (std::size_t i = c.region; i < count && i < c.pending.size(); ++i) {
    const Mark mark = c.pending[i].mark;
    const Delta mine = GoTo(c, mark, c.pending[i].delta, c.region);
    Completion completion = RunPath(c, path);
    if (completion.exit != Exit::Normal) {
      c.pending[i].completion = std::move(completion);
    }
    c.pending[i].delta = GoTo(c, mark, mine, c.region);
  }
}

Completion LoopUnknown(Context& c, Path turn, bool may_end) {
  // Enough for what a turn changes to be carried through a few variables; what changes longer is
  // given up whole.
  constexpr int kMostRounds = 8;
  for (int round = 0;; ++round) {
    const std::size_t from = c.pending.size();
    const Mark mark = c.heap.Begin();
    Completion completion;
    try {
      completion = Settle(c, RunPath(c, turn), Exit::Continue);
      CheckOne(c, completion);
    } catch (...) {
      Abandon(c, mark, from);
      throw;
    }
    Delta delta = c.heap.Capture(mark);
    RebaseAll(c, from, mark);
    c.heap.Rollback(mark);
    const bool goes_on = completion.exit == Exit::Normal || completion.exit == Exit::Continue;
    bool changed = false;
    if (goes_on) {
      changed = c.heap.Widen(delta, mark, c.where);
      if (changed && round == kMostRounds) {
        c.heap.Lose(delta, c.where);
        changed = false;
      }
    } else if (!IsGone(completion)) {
      AddPending(c, std::move(completion), mark, std::move(delta));
    }
    if (!changed) {
      c.heap.End();
      return {may_end ? Exit::Normal : Exit::Gone, Value()};
    }
    // The next round finds these paths again.
    DropPaths(c, from);
    c.heap.End();
  }
}

}  // namespace kernelc::host
