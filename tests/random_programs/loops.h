// Random loops that count: the bounds and steps of which compilers make iteration counts.
#pragma once

#include <string>
#include <vector>

#include "tests/random_programs/expressions.h"

namespace kernelc::random_programs {

// A `for` over a range or a `while`, rising or falling by 1 to 7, over an integer of any type, with
// bounds that are negated, differences, products or loaded.
struct CountingLoop {
  // Lines before the loop, and its head; {0} and {1} stand for `exprs`.
  std::string head;
  std::vector<Expr> exprs;
  // The loop's variable, and the statement that `while` loops begin or end with; empty for `for`.
  Expr variable;
  std::string step;
  std::string last;
  // All threads of a block run the same iterations.
  bool is_uniform = false;
};

// Names that the loop needs end in `number`. It runs no more than `length` iterations or so.
CountingLoop MakeCountingLoop(Random& random, Expressions& make, const Names& names,
                              unsigned number, unsigned length);

}  // namespace kernelc::random_programs
