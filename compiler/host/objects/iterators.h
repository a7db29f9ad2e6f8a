// The iterators that builtin functions give, and views of dictionaries.
#pragma once

#include <initializer_list>
#include <vector>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

enum class IteratorKind : std::uint8_t {
  // items: a container, and for one of keys how many there are, and how many places they take;
  // cursor: how far it is.
  Container,
  // items: a sequence; cursor: how many are left.
  Reversed,
  // items: an object with `__getitem__`; cursor: the next index.
  Sequence,
  // items: a function, and the value that ends it.
  Callable,
  // items: an iterator; cursor: the next number.
  Enumerate,
  // items: iterators.
  Zip,
  // items: a function, then iterators.
  Map,
  // items: a function or None, and an iterator.
  Filter,
};

struct IteratorInfo : Payload {
  explicit IteratorInfo(IteratorKind the_kind) : kind(the_kind) {}
  IteratorKind kind;
};

enum class ViewKind : std::uint8_t { Keys, Values, Items };

struct ViewInfo : Payload {
  explicit ViewInfo(ViewKind the_kind) : kind(the_kind) {}
  ViewKind kind;
};

Value MakeIteratorObject(Context& c, IteratorKind kind, ValueList sources, std::int64_t cursor = 0);
}  // namespace kernelc::host
