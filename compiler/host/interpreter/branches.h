// Paths through the program where a condition is not known: each is run on the heap as it was, and
// they are joined where they meet. A path that leaves by `return`, `break`, `continue` or an
// exception waits in Context::pending until then.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>
#include <utility>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

using Path = llvm::function_ref<Completion()>;

// Paths that leave while it lives are joined among themselves, not with those that wait outside.
// For the bodies of functions, loops and `try`.
struct Region : Restored<std::size_t> {
  explicit Region(Context& c) : Restored(c.region, c.pending.size()) {}
};
// Drops the paths from `base` on that wait.
void DropPaths(Context& c, std::size_t base);

// While it lives, exceptions that may happen are remembered for those who may catch them.
class Catching {
 public:
  // `catches`: there are such.
  explicit Catching(Context& c, bool catches = true)
      : context_(&c), outer_mark_(c.handler_mark), is_open_(catches), has_mark_(catches) {
    if (catches) {
      c.handler_mark = c.heap.Begin();
      c.handler_changes = ~std::uint64_t{0};
      ++c.handlers;
    }
  }
  ~Catching() {
    Close();
    if (has_mark_) {
      context_->heap.End();
    }
  }
  // What comes now is none of the body.
  void Close() {
    if (std::exchange(is_open_, false)) {
      --context_->handlers;
      context_->handler_mark = outer_mark_;
      context_->handler_changes = ~std::uint64_t{0};
    }
  }
  Catching(const Catching&) = delete;
  Catching& operator=(const Catching&) = delete;

 private:
  Context* context_;
  Mark outer_mark_;
  bool is_open_;
  bool has_mark_;
};

// Runs `path`; an exception of the program, and the end of it, become its completion.
Completion RunPath(Context& c, Path path);
// Runs either, which one is not known.
Completion Fork(Context& c, Path a, Path b);
// The same for expressions.
Value ForkValue(Context& c, llvm::function_ref<Value()> a, llvm::function_ref<Value()> b);
// Runs the one that a condition says, or both.
inline Completion Choose(Context& c, Truthiness which, Path a, Path b) {
  return which == Truthiness::Unknown ? Fork(c, a, b) : which == Truthiness::True ? a() : b();
}
inline Value ChooseValue(Context& c, Truthiness which, llvm::function_ref<Value()> a,
                         llvm::function_ref<Value()> b) {
  return which == Truthiness::Unknown ? ForkValue(c, a, b) : which == Truthiness::True ? a() : b();
}
// Joins the paths that left this region by `exit` with the current one, which has come to
// `current`.
Completion Settle(Context& c, Completion current, Exit exit);
// Takes the paths out that left this region by an exception, joined to one.
std::optional<Pending> TakeRaised(Context& c);
// Goes on where `pending` left: `path` gets its value. The current path waits and is joined with
// what `path` comes to.
Completion Resume(Context& c, const Completion& current, Pending pending,
                  llvm::function_ref<Completion(const Value&)> path);
// Runs `path` for every path that waits in this region, which then goes on as it would have, or as
// `path` says.
void OnEachPath(Context& c, Path path);
// A loop whose number of turns is not known, from the current state on; `turn` runs one. `may_end`:
// it may end between two turns by itself.
Completion LoopUnknown(Context& c, Path turn, bool may_end);
// A path that leaves here: waits, unless nothing can become of it.
void AddPending(Context& c, Completion completion, const Mark& mark, Delta delta);

}  // namespace kernelc::host
