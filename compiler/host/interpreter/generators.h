// Where a suspended generator stands: the statements that it is inside of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

// A block or a statement that a `yield` has left, to be gone on with.
struct Activation {
  // The place in a block, the part of a statement that runs.
  std::size_t place = 0;
  // For: the iterator. With: the manager. Handlers: the exception. `yield from`: what gives the
  // values.
  Value held = {};
  // `finally`: what goes on when it has run.
  Completion after = {};
};

struct Suspended {
  ast::NodeList<ast::Stmt> body;
  // The innermost first; none before the first statement. Each takes its own when the generator
  // goes on, and is put here again at the next `yield`.
  std::vector<Activation, PoolAllocator<Activation>> activations = {};
  // What the `yield` that left gives, or raises where that is defined.
  Value sent = {};
  Value thrown = {};
};

// Of the block or statement that begins: where it goes on; nothing where it is new.
std::optional<Activation> TakeActivation(Context& c);
// What a block or a statement has come to: where a `yield` leaves it, it is to go on at
// `activation`.
Completion Leave(Context& c, Completion completion, const Activation& activation);
// The `yield` of a statement in the frame of a generator: `yield x`, `y = yield x`, `return (yield
// x)`; null for others.
const ast::Expr* YieldOf(const Context& c, const ast::Stmt* stmt);
Completion ExecYield(Context& c, const ast::Stmt* stmt, const ast::Expr* yield);

Value MakeGenerator(Context& c, Object* frame, ast::NodeList<ast::Stmt> body);
// Goes on behind the last `yield`, whose value is `sent`, or which raises `thrown` where that is
// defined. False at its end.
bool ResumeGenerator(Context& c, Object* generator, const Value& sent, Value& element,
                     const Value& thrown = Value());
// What the generator returned; None before.
Value GeneratorResult(const Object* generator);

}  // namespace kernelc::host
