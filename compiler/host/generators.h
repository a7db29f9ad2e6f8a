// Where a suspended generator stands: the statements that it is inside of, outermost first.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/value.h"

namespace kernelc::host {

// One statement that holds a `yield` and has begun.
struct Activation {
  enum class Phase : std::uint8_t { Body, Else, Handler, Finally };

  // The block, and the statement in it that comes next.
  ast::NodeList<ast::Stmt> block;
  std::size_t next = 0;
  // The compound statement whose block that is; null for the body of the function.
  const ast::Stmt* statement = nullptr;
  Phase phase = Phase::Body;
  // For: the iterator. With: what `__exit__` is called of.
  Value held;
  // Finally: what goes on when it has run.
  std::uint8_t after_exit = 0;
  Value after_value;
};

struct Suspended : InPool {
  std::vector<Activation, PoolAllocator<Activation>> activations;
  bool is_running = false;
  bool is_done = false;
  // A `try` with handlers has a `yield` inside.
  bool catches = false;
  // `yield from`: the iterator that gives the values now; undefined where there is none.
  Value delegate;
  // The statement whose `yield` gave the last value, which gets what is sent; null before the
  // first.
  const ast::Stmt* waiting = nullptr;
};

}  // namespace kernelc::host
