// What loops run over, `next` takes from and names are unpacked from.
#pragma once

#include <functional>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

// Of arrays, tuples and ranges: how many elements there are, and the one that is bound at `index`.
//
// Iterators have no such count, since whoever else has one may take from it in the meantime. Of them, `take` emits the
// taking of the next element and, where there is one, what `then` emits; `element` emits what was taken last.
struct Sequence {
  Value count;
  std::function<Value(const Value& index)> get;

  using Then = std::function<void()>;
  std::function<void(const Then& then)> take = {};
  std::function<Value()> element = {};

  bool is_taken() const { return static_cast<bool>(take); }
};

// A counter of the thread's own, an array of one int64 that begins as `start`; and the pointer to its number.
Value NewCounter(kir::Builder& builder, kir::InstId start);
kir::InstId CounterPtr(kir::Builder& builder, kir::InstId counter);

// The `count` elements of a sequence that is not taken, one after the other; `counter` points to how many were taken.
Sequence TakenFrom(kir::Builder& builder, const Sequence& sequence, kir::InstId count, kir::InstId counter);

// The elements of `taken` with numbers before them; `counter` points to the next number.
Sequence TakenWithNumbers(kir::Builder& builder, const Sequence& taken, kir::InstId counter);

// An element of each of `taken`, while all have one. As in Python, what earlier ones gave is lost where a later one has
// nothing left.
Sequence TakenTogether(const std::vector<Sequence>& taken);

// Takes the next element: a bool that says whether there was one.
kir::InstId Take(kir::Builder& builder, const Sequence& taken);

}  // namespace kernelc::sema
