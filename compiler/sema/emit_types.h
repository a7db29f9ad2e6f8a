// The small records that the files emit_* pass to each other.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/kir/builder.h"
#include "compiler/scopes/scopes.h"
#include "compiler/sema/sequence.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

// What is known about a version in this pass.
struct VersionState {
  bool known = false;
  // The value, for an assigned version; an object for a phi that has the same one on every edge.
  Value value;
  // Scalars, arrays and tuples: the type, which names the slot.
  TypeId type;
  bool weak = false;
};

// A loop being emitted.
struct LoopContext {
  // Null for `while`.
  const ast::For* loop = nullptr;
  // Regions that end in `break`.
  std::vector<kir::RegionId> breaks;
};

// An argument of a call to a builtin or special function.
struct Argument {
  Value value;
  const ast::Expr* expr = nullptr;
  SourceRange range;
  bool given = false;
};
using Arguments = std::vector<Argument>;

// A variable that was read, and the type it had.
struct NameRead {
  VersionId version;
  SourceRange range;
  TypeId type;
};

// One index of a subscript.
struct IndexItem {
  enum class Kind : std::uint8_t { Integer, Slice, NewAxis, Ellipsis };
  Kind kind = Kind::Integer;
  // Integer.
  Value value;
  // Slice; a part that is absent is None.
  Value lower;
  Value upper;
  Value step;
  SourceRange range;
};

// The extent and byte stride of one dimension of a view.
struct ViewDimension {
  Value extent;
  Value stride;
};

// What a slice takes of one dimension of an array.
struct ViewPart {
  // Otherwise one index.
  bool is_slice = false;
  // 0: not known.
  std::int64_t step = 0;
  // As they are written; a part that is absent is None.
  Value lower;
  Value upper;
  // The index of the first element, where the dimension has any.
  Value first;
};

// A view that a subscript made: of which array, and the parts of all its dimensions.
struct ViewOrigin {
  kir::InstId base;
  std::vector<ViewPart> parts;
};

// By dimension, as bools: elements are stored from the last to the first. Empty: from the first to
// the last in all.
using StoreOrder = std::vector<Value>;

// What a subscript designates.
struct Place {
  bool valid = false;
  // The pointer to an element, else a view.
  kir::InstId pointer;
  Value view;
  bool readonly = false;
};

// The arguments of range(...), and the type in which it counts.
struct RangeParts {
  Value start;
  Value stop;
  Value step;
  TypeId type;
};

// RAII: new operations get this source range.
class RangeScope {
 public:
  RangeScope(kir::Builder& builder, SourceRange range)
      : builder_(&builder), saved_(builder.range()) {
    builder.set_range(range);
  }
  ~RangeScope() { builder_->set_range(saved_); }
  RangeScope(const RangeScope&) = delete;
  RangeScope& operator=(const RangeScope&) = delete;

 private:
  kir::Builder* builder_;
  SourceRange saved_;
};

// RAII: new operations go into this region.
class RegionScope {
 public:
  RegionScope(kir::Builder& builder, kir::RegionId region)
      : builder_(&builder), saved_(builder.insertion_region()) {
    builder.set_insertion_region(region);
  }
  ~RegionScope() { builder_->set_insertion_region(saved_); }
  RegionScope(const RegionScope&) = delete;
  RegionScope& operator=(const RegionScope&) = delete;

 private:
  kir::Builder* builder_;
  kir::RegionId saved_;
};

using EmitFunction = std::function<Value()>;

// Parts of a class pattern with what they are compared with: poison for what the subject does not
// have.
using PatternParts = std::vector<std::pair<const ast::Pattern*, Value>>;

// The type of a range or slice that is held in a variable: a named tuple, but no tuple of the
// program's.
bool IsBoundsType(const types::Type& type);
// The same of what iter(...), enumerate(...) and zip(...) give.
bool IsIteratorType(const types::Type& type);
// Whether a value of this type is an iterator or holds one.
bool HoldsIterator(const types::TypeStore& store, TypeId type);

}  // namespace kernelc::sema
