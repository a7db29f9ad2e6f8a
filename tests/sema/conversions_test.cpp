// The promotion tables, cell by cell, against what Numba itself resolves (tests/oracle/numba_promotion.py), and the
// rules of native mode.
#include "compiler/types/conversions.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kernelc::types {
namespace {

struct Fact {
  std::string what;
  std::string left;
  std::string right;
  std::string result;
};

std::vector<Fact> ReadFacts() {
  std::ifstream file(KC_ORACLE_DIR "/numba_promotion.txt");
  std::vector<Fact> facts;
  Fact fact;
  while (file >> fact.what >> fact.left >> fact.right >> fact.result) {
    facts.push_back(fact);
  }
  return facts;
}

TypeId Named(std::string_view name) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(abi::ScalarKind::kCount); ++i) {
    if (abi::kScalarInfos[i].text == name) {
      return ScalarType(static_cast<ScalarKind>(i));
    }
  }
  ADD_FAILURE() << "no type " << name;
  return kVoid;
}

std::string NameOf(TypeId type) {
  return type.has_value() ? std::string(abi::scalar_info(scalar_kind(type)).text) : "-";
}

const std::map<std::string, ArithmeticOp> kOperators = {
    {"add", ArithmeticOp::Add},         {"sub", ArithmeticOp::Sub}, {"mul", ArithmeticOp::Mul},
    {"truediv", ArithmeticOp::TrueDiv}, {"mod", ArithmeticOp::Mod}, {"floordiv", ArithmeticOp::FloorDiv},
    {"pow", ArithmeticOp::Pow},         {"and_", ArithmeticOp::And}, {"or_", ArithmeticOp::Or},
    {"xor", ArithmeticOp::Xor},         {"lshift", ArithmeticOp::Shl}, {"rshift", ArithmeticOp::Shr},
};
const std::map<std::string, UnaryArithmeticOp> kUnaryOperators = {
    {"neg", UnaryArithmeticOp::Neg},
    {"pos", UnaryArithmeticOp::Pos},
    {"invert", UnaryArithmeticOp::Invert},
};

// What our rules say about a fact; empty for facts about other things.
std::optional<std::string> Ours(const Fact& fact) {
  const NumericType left{Named(fact.left), false};
  const NumericType right{Named(fact.right), false};
  if (const auto op = kOperators.find(fact.what); op != kOperators.end()) {
    return NameOf(PromoteArithmetic(PromotionRules::Numba, op->second, left, right).type);
  }
  if (const auto op = kUnaryOperators.find(fact.what); op != kUnaryOperators.end()) {
    return NameOf(PromoteUnary(PromotionRules::Numba, op->second, left).type);
  }
  const bool complex = IsComplex(left.type) || IsComplex(right.type);
  if (fact.what == "lt" || fact.what == "eq") {
    // That complex numbers have no order is a rule of the caller.
    return fact.what == "lt" && complex
               ? "-"
               : NameOf(PromoteCompare(PromotionRules::Numba, left, right));
  }
  if (fact.what == "unify") {
    return NameOf(UnifyScalars(PromotionRules::Numba, left, right).type);
  }
  const NumericType both[] = {left, right};
  if (fact.what == "range") {
    return NameOf(RangeType(PromotionRules::Numba, both));
  }
  if (fact.what == "math.sin" || fact.what == "math.sqrt") {
    return NameOf(PromoteMath(PromotionRules::Numba, std::span(both, 1)).type);
  }
  if (fact.what == "math.atan2" || fact.what == "math.hypot") {
    return NameOf(PromoteMath(PromotionRules::Numba, both).type);
  }
  return std::nullopt;
}

TEST(ConversionsTest, NumbaRulesAreNumbas) {
  const std::vector<Fact> facts = ReadFacts();
  ASSERT_GT(facts.size(), 3000u);
  unsigned compared = 0;
  for (const Fact& fact : facts) {
    // A slip of Numba's overload resolution: bool ** int32 gives float32 there.
    if (fact.what == "pow" && fact.left == "bool" && fact.right == "int32") {
      continue;
    }
    if (const std::optional<std::string> ours = Ours(fact)) {
      EXPECT_EQ(*ours, fact.result) << fact.what << " " << fact.left << " " << fact.right;
      ++compared;
    }
  }
  EXPECT_GT(compared, 2800u);
}

// float16 is an arithmetic type on the GPU alone; these rows are those of the language reference.
TEST(ConversionsTest, Float16FollowsTheReference) {
  const char* kNames[] = {"bool",   "int8",   "int16",  "int32",   "int64",   "uint8",     "uint16",
                          "uint32", "uint64", "float16", "float32", "float64", "complex64", "complex128"};
  const char* kArithmetic[] = {"float16", "float16", "float32", "float64", "float64", "float32", "float64",
                               "float64", "float64", "float16", "float32", "float64", "complex64",
                               "complex128"};
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    const NumericType other{Named(kNames[i]), false};
    const NumericType half{kFloat16, false};
    EXPECT_EQ(NameOf(PromoteArithmetic(PromotionRules::Numba, ArithmeticOp::Add, half, other).type),
              kArithmetic[i])
        << kNames[i];
    EXPECT_EQ(NameOf(PromoteArithmetic(PromotionRules::Numba, ArithmeticOp::Add, other, half).type),
              kArithmetic[i])
        << kNames[i];
    EXPECT_EQ(NameOf(PromoteCompare(PromotionRules::Numba, half, other)), kArithmetic[i]) << kNames[i];
  }
  EXPECT_EQ(NameOf(UnifyScalars(PromotionRules::Numba, {kUInt8, false}, {kFloat16, false}).type),
            "float16");
  EXPECT_EQ(NameOf(UnifyScalars(PromotionRules::Numba, {kInt16, false}, {kFloat16, false}).type),
            "float32");
}

struct WeakCase {
  ArithmeticOp op;
  const char* left;
  bool left_weak;
  const char* right;
  bool right_weak;
  const char* result;
  bool result_weak;
};

TEST(ConversionsTest, WeakRules) {
  const WeakCase kCases[] = {
      {ArithmeticOp::Mul, "float32", false, "float64", true, "float32", false},
      {ArithmeticOp::Mul, "float32", false, "int64", true, "float32", false},
      {ArithmeticOp::Mul, "float16", false, "float64", true, "float16", false},
      {ArithmeticOp::Add, "int32", false, "int64", true, "int32", false},
      {ArithmeticOp::Add, "int32", false, "float64", true, "float64", false},
      {ArithmeticOp::Add, "int64", true, "int64", true, "int64", true},
      {ArithmeticOp::Add, "int64", true, "float64", true, "float64", true},
      {ArithmeticOp::Add, "complex128", true, "float32", false, "complex64", false},
      {ArithmeticOp::Add, "complex64", false, "float64", true, "complex64", false},
      {ArithmeticOp::Add, "int32", false, "int32", false, "int32", false},
      {ArithmeticOp::Add, "int32", false, "uint32", false, "int64", false},
      {ArithmeticOp::Add, "int64", false, "uint64", false, "int64", false},
      {ArithmeticOp::Mul, "float32", false, "int32", false, "float32", false},
      {ArithmeticOp::Mul, "float32", false, "int64", false, "float32", false},
      {ArithmeticOp::Mul, "float32", false, "float64", false, "float64", false},
      {ArithmeticOp::TrueDiv, "int32", false, "int32", false, "float64", false},
      {ArithmeticOp::TrueDiv, "float32", false, "int32", false, "float32", false},
      {ArithmeticOp::Add, "bool", false, "int32", false, "int32", false},
      {ArithmeticOp::Add, "bool", false, "bool", false, "int64", false},
      {ArithmeticOp::And, "bool", false, "bool", false, "bool", false},
      {ArithmeticOp::Shl, "uint8", false, "int64", true, "uint8", false},
      {ArithmeticOp::Shl, "int64", true, "uint32", false, "uint32", false},
      {ArithmeticOp::Pow, "float32", false, "int64", false, "float32", false},
  };
  for (const WeakCase& test : kCases) {
    const NumericType result =
        PromoteArithmetic(PromotionRules::Weak, test.op, {Named(test.left), test.left_weak},
                          {Named(test.right), test.right_weak});
    EXPECT_EQ(NameOf(result.type), test.result) << test.left << " " << test.right;
    EXPECT_EQ(result.weak, test.result_weak) << test.left << " " << test.right;
  }
}

TEST(ConversionsTest, PromotionIsSymmetricAndUnificationIdempotent) {
  for (const PromotionRules rules : {PromotionRules::Numba, PromotionRules::Weak}) {
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ScalarKind::kCount); ++i) {
      for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(ScalarKind::kCount); ++j) {
        for (const bool weak : {false, true}) {
          if (IsFloat8(TypeId(i)) || IsFloat8(TypeId(j))) {
            continue;
          }
          const NumericType a{TypeId(i), weak};
          const NumericType b{TypeId(j), false};
          EXPECT_EQ(PromoteArithmetic(rules, ArithmeticOp::Mul, a, b),
                    PromoteArithmetic(rules, ArithmeticOp::Mul, b, a));
          const NumericType unified = UnifyScalars(rules, a, b);
          EXPECT_EQ(unified, UnifyScalars(rules, b, a)) << i << " " << j;
          EXPECT_EQ(UnifyScalars(rules, unified, unified), unified);
        }
      }
    }
  }
}

TEST(ConversionsTest, OnlyComplexToRealHasNoConversion) {
  EXPECT_FALSE(CanConvert(kComplex64, kFloat64));
  EXPECT_TRUE(CanConvert(kFloat64, kComplex64));
  EXPECT_TRUE(CanConvert(kFloat64, kInt8));
  EXPECT_TRUE(CanConvert(kComplex128, kComplex64));
}

}  // namespace
}  // namespace kernelc::types
