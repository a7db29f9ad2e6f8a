// Random expressions over the names that a function has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/random_programs/program.h"

namespace kernelc::random_programs {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}
  // In [0, count).
  unsigned Below(unsigned count);
  bool Chance(unsigned percent) { return Below(100) < percent; }
  template <typename T>
  const T& Pick(const std::vector<T>& values) {
    return values[Below(static_cast<unsigned>(values.size()))];
  }

 private:
  std::uint64_t state_;
};

// What expressions may be made of.
struct Names {
  // Values as they stand: variables, indices, parameters.
  std::vector<Expr> values;
  // Those that are the same for all threads of a block.
  std::vector<Expr> uniform;
  // Leaves with one integer argument for {0}, or two: elements of arrays, calls.
  std::vector<Expr> loads;
};

Expr Leaf(std::string text, Type type, double max, int fraction = 0);
Expr Literal(std::int64_t value);

class Expressions {
 public:
  explicit Expressions(Random& random) : random_(&random) {}

  Expr Integer(const Names& names, unsigned depth);
  Expr Float(const Names& names, unsigned depth);
  Expr Condition(const Names& names, unsigned depth);
  // An integer of `type` that is no larger than `limit`.
  Expr IntegerOf(Type type, double limit, const Names& names, unsigned depth);
  // A float of `type`, exact, below 1024 and in quarters.
  Expr FloatOf(Type type, const Names& names, unsigned depth);
  // A condition over names that all threads of a block see alike.
  Expr UniformCondition(const Names& names);

 private:
  Expr IntegerLeaf(const Names& names, unsigned depth);
  Expr FloatLeaf(const Names& names, unsigned depth);
  Expr Make(Op op, std::vector<Expr> args);

  Random* random_;
};

}  // namespace kernelc::random_programs
