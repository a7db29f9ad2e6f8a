// Statements in the forms that passes look for.
#pragma once

#include <string>

#include "tests/random_programs/expressions.h"

namespace kernelc::random_programs {

// What a kernel is when statements of it are made.
struct FormPlace {
  // All threads of a block are here together.
  bool together = false;
  // One thread can run after the other.
  bool serial = false;
  // In no loop.
  bool first = false;
  unsigned threads = 32;
  unsigned blocks = 1;
  // The number of a thread in its block.
  std::string thread;
};

// A float that becomes an index, bytes that are added up, indices that count from the end of arrays
// of atomics, counters that wrap around, local arrays in triangles of loops, bits that loops take
// away, divisions in loops, stores of one value by all, neighbours in rows and planes; and where
// threads are together, loops with barriers that they leave by what they read. Names that it needs
// end in `number`.
Stmt Form(Random& random, Expressions& make, const Names& names, unsigned number, const FormPlace& place);

// Around the rest of a kernel: tests behind each other, at whose end memory is read.
Stmt Guard(Random& random, Expressions& make, const Names& names);

}  // namespace kernelc::random_programs
