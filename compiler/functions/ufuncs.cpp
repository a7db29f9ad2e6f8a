#include <algorithm>
#include <iterator>
#include <unordered_map>
#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

using builtins::BuiltinId;
using kir::ComparePredicate;

struct Steps {
  static constexpr UfuncStep None() { return {}; }
  static constexpr UfuncStep Itself() { return {.kind = UfuncStep::Kind::Itself}; }
  static constexpr UfuncStep Not() { return {.kind = UfuncStep::Kind::Not}; }
  static constexpr UfuncStep Value(int value) {
    return {.kind = UfuncStep::Kind::Value, .value = value != 0};
  }
  static constexpr UfuncStep Lib(std::string_view function) {
    return {.kind = UfuncStep::Kind::Library, .function = function};
  }
  static constexpr UfuncStep OfOp(kir::Op op) { return {.kind = UfuncStep::Kind::Op, .op = op}; }
  static constexpr UfuncStep OfTruth(kir::Op op) {
    return {.kind = UfuncStep::Kind::Truth, .op = op};
  }
  static constexpr UfuncStep OfCompare(ComparePredicate predicate) {
    return {.kind = UfuncStep::Kind::Compare, .predicate = predicate};
  }
  static constexpr UfuncStep OfBuiltin(BuiltinId builtin) {
    return {.kind = UfuncStep::Kind::Builtin, .builtin = builtin};
  }
};

constexpr UfuncInfo kRows[] = {
#define None() Steps::None()
#define Itself() Steps::Itself()
#define Not() Steps::Not()
#define Value(value) Steps::Value(value)
#define Lib(function) Steps::Lib(function)
#define Op(name) Steps::OfOp(kir::Op::name)
#define Truth(name) Steps::OfTruth(kir::Op::name)
#define Cmp(name) Steps::OfCompare(ComparePredicate::name)
#define Math(name) Steps::OfBuiltin(BuiltinId::name)
#define KC_UFUNC(paths, operands, classes, result, integers, floats, complexes) \
  {paths, operands, classes, UfuncResult::result, integers, floats, complexes},
#include "compiler/functions/ufuncs.def"
#undef None
#undef Itself
#undef Not
#undef Value
#undef Lib
#undef Op
#undef Truth
#undef Cmp
#undef Math
};

struct Tables {
  std::vector<std::string_view> paths;
  std::unordered_map<std::string_view, const UfuncInfo*> by_path;

  Tables() {
    for (const UfuncInfo& row : kRows) {
      for (const std::string_view path : SplitBlanks(row.paths)) {
        paths.push_back(path);
        by_path.emplace(path, &row);
      }
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

// In NumPy's order.
constexpr TypeId kIntegers[] = {types::kInt8,  types::kUInt8,  types::kInt16, types::kUInt16,
                                types::kInt32, types::kUInt32, types::kInt64, types::kUInt64};

std::span<const TypeId> LoopsOf(char letter) {
  static constexpr TypeId kBools[] = {types::kBool};
  static constexpr TypeId kFloats[] = {types::kFloat32, types::kFloat64};
  static constexpr TypeId kComplexes[] = {types::kComplex64, types::kComplex128};
  switch (letter) {
    case '?':
      return kBools;
    case 'i':
      return kIntegers;
    case 'f':
      return kFloats;
    case 'd':
      return std::span(kFloats).last(1);
    case 'c':
      return kComplexes;
    case 'D':
      return std::span(kComplexes).last(1);
    default:
      KC_FATAL("class of loops {}", letter);
  }
}

// Whether every value of `from` is one of `to`; `mixed`: integers convert to any float.
bool ConvertsSafely(TypeId from, TypeId to, bool mixed) {
  const std::uint32_t from_bits = types::scalar_bits(from);
  const std::uint32_t to_bits = types::scalar_bits(to);
  if (from == to || types::IsBool(from)) {
    return true;
  }
  if (types::IsInteger(from)) {
    if (types::IsInteger(to)) {
      const bool same_sign = types::IsSigned(from) == types::IsSigned(to);
      return same_sign ? to_bits >= from_bits : types::IsSigned(to) && to_bits > from_bits;
    }
    const std::uint32_t float_bits = types::IsComplex(to) ? to_bits / 2 : to_bits;
    return !types::IsBool(to) && (mixed || float_bits == 64 || from_bits <= 16);
  }
  if (types::IsFloat(from)) {
    return types::IsFloat(to) ? to_bits >= from_bits
                              : types::IsComplex(to) && to_bits / 2 >= from_bits;
  }
  return types::IsComplex(to) && to_bits >= from_bits;
}

}  // namespace

const UfuncStep& UfuncInfo::step(TypeId loop) const {
  if (types::IsComplex(loop)) {
    return complexes;
  }
  return types::IsFloat(loop) ? floats : integers;
}

const UfuncInfo* FindUfunc(std::string_view path) {
  const auto found = tables().by_path.find(path);
  return found == tables().by_path.end() ? nullptr : found->second;
}

const std::vector<std::string_view>& UfuncPaths() { return tables().paths; }

std::optional<TypeId> FindLoop(const UfuncInfo& info, std::span<const TypeId> operands) {
  const auto is_integer = [](TypeId type) { return types::IsInteger(type); };
  const bool mixed =
      std::ranges::any_of(operands, is_integer) && std::ranges::any_of(operands, [](TypeId type) {
        return types::IsFloat(type) || types::IsComplex(type);
      });
  for (const char letter : info.classes) {
    for (const TypeId loop : LoopsOf(letter)) {
      const bool fits = std::ranges::all_of(
          operands, [&](TypeId type) { return ConvertsSafely(type, loop, mixed); });
      if (fits) {
        return loop;
      }
    }
  }
  return std::nullopt;
}

}  // namespace kernelc::functions
