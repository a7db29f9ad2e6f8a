// Comparisons turned around.
#pragma once

#include "compiler/base/check.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// `x NEGATED y` is `not (x predicate y)`, for operands that have an order: no NaN.
constexpr ComparePredicate Negated(ComparePredicate predicate) {
  switch (predicate) {
    case ComparePredicate::Eq:
      return ComparePredicate::Ne;
    case ComparePredicate::Ne:
      return ComparePredicate::Eq;
    case ComparePredicate::Lt:
      return ComparePredicate::Ge;
    case ComparePredicate::Le:
      return ComparePredicate::Gt;
    case ComparePredicate::Gt:
      return ComparePredicate::Le;
    case ComparePredicate::Ge:
      return ComparePredicate::Lt;
  }
  KC_FATAL("unknown predicate");
}

// `y SWAPPED x` is `x predicate y`.
constexpr ComparePredicate Swapped(ComparePredicate predicate) {
  switch (predicate) {
    case ComparePredicate::Eq:
    case ComparePredicate::Ne:
      return predicate;
    case ComparePredicate::Lt:
      return ComparePredicate::Gt;
    case ComparePredicate::Le:
      return ComparePredicate::Ge;
    case ComparePredicate::Gt:
      return ComparePredicate::Lt;
    case ComparePredicate::Ge:
      return ComparePredicate::Le;
  }
  KC_FATAL("unknown predicate");
}

}  // namespace kernelc::kir
