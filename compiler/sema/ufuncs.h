// NumPy's universal functions: the table, and which loop computes one for given operands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/kir.h"

namespace kernelc::sema {

enum class UfuncResult : std::uint8_t { Same, Bool, Part };

// What computes a ufunc in one class of types; see ufuncs.def.
struct UfuncStep {
  enum class Kind : std::uint8_t { None, Op, Compare, Builtin, Library, Value, Itself, Truth, Not };
  Kind kind = Kind::None;
  kir::Op op = kir::Op::Add;
  kir::ComparePredicate predicate = kir::ComparePredicate::Eq;
  builtins::BuiltinId builtin = builtins::BuiltinId::Abs;
  std::string_view function = {};
  bool value = false;
};

struct UfuncInfo {
  std::string_view paths;
  std::size_t operands = 0;
  std::string_view classes;
  UfuncResult result = UfuncResult::Same;
  UfuncStep integers;
  UfuncStep floats;
  UfuncStep complexes;

  std::string_view name() const { return paths.substr(0, paths.find(' ')); }
  const UfuncStep& step(TypeId loop) const;
};

// By canonical path; null when there is none.
const UfuncInfo* FindUfunc(std::string_view path);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& UfuncPaths();

// The type of the first loop that takes scalars of these types; none where there is no such loop. Two operands of a
// comparison may be an int64 and a uint64, which then have no common loop: see CompareMixed of emit_ufunc.cpp.
std::optional<TypeId> FindLoop(const UfuncInfo& info, std::span<const TypeId> operands);

}  // namespace kernelc::sema
