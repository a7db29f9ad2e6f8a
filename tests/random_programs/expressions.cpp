#include "tests/random_programs/expressions.h"

#include <algorithm>
#include <utility>

namespace kernelc::random_programs {

namespace {

constexpr int kTries = 6;
constexpr double kFloatLimit = 1024;
constexpr int kFloatFraction = 2;

const std::vector<Type> kIntegerTypes = {Type::Int8,  Type::Int16,  Type::Int32,  Type::Int64,
                                         Type::UInt8, Type::UInt16, Type::UInt32, Type::UInt64};

Expr CastTo(Type type, Expr arg) {
  Expr expr;
  expr.op = Op::Cast;
  expr.type = type;
  expr.args.push_back(std::move(arg));
  return expr;
}

bool IsSmall(const Expr& expr) {
  return expr.exact && expr.max <= kFloatLimit && expr.fraction <= kFloatFraction;
}

}  // namespace

unsigned Random::Below(unsigned count) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return static_cast<unsigned>((state_ >> 20) % count);
}

Expr Leaf(std::string text, Type type, double max, int fraction) {
  Expr expr;
  expr.text = std::move(text);
  expr.type = type;
  expr.max = max;
  expr.fraction = fraction;
  return expr;
}

Expr Literal(std::int64_t value) {
  const auto size = static_cast<double>(value < 0 ? -value : value);
  return Leaf(value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value), Type::Int64,
              size);
}

Expr Expressions::Make(Op op, std::vector<Expr> args) {
  Expr expr;
  expr.op = op;
  expr.args = std::move(args);
  return expr;
}

Expr Expressions::IntegerLeaf(const Names& names, unsigned depth) {
  if (random_->Chance(20)) {
    const std::vector<std::int64_t> values = {0,   1,  2,  3,  5,   7,    -1,    -2,
                                              -13, 10, 31, 64, 255, 1000, 65537, 2147483647};
    return Literal(random_->Pick(values));
  }
  const std::vector<Expr>& from =
      depth > 0 && !names.loads.empty() && random_->Chance(45) ? names.loads : names.values;
  for (int i = 0; i < kTries; ++i) {
    Expr expr = random_->Pick(from);
    if (!is_integer(expr.type)) {
      continue;
    }
    const std::size_t count = expr.text.find("{1}") != std::string::npos   ? 2u
                              : expr.text.find("{0}") != std::string::npos ? 1u
                                                                           : 0u;
    for (std::size_t k = 0; k < count; ++k) {
      expr.args.push_back(IntegerOf(Type::Int64, 1e15, names, depth - 1));
    }
    return expr;
  }
  return Literal(4);
}

Expr Expressions::Integer(const Names& names, unsigned depth) {
  if (depth == 0 || random_->Chance(15)) {
    return IntegerLeaf(names, depth);
  }
  static const std::vector<Op> kBinary = {Op::Add, Op::Sub, Op::Mul, Op::FloorDiv,
                                          Op::Mod, Op::And, Op::Or,  Op::Xor,
                                          Op::Shl, Op::Shr, Op::Min, Op::Max};
  for (int i = 0; i < kTries; ++i) {
    const unsigned kind = random_->Below(100);
    Expr expr;
    if (kind < 60) {
      expr = Make(random_->Pick(kBinary), {Integer(names, depth - 1), Integer(names, depth - 1)});
    } else if (kind < 70) {
      const std::vector<Op> unary = {Op::Neg, Op::Invert, Op::Abs};
      expr = Make(random_->Pick(unary), {Integer(names, depth - 1)});
    } else if (kind < 80) {
      expr = CastTo(random_->Pick(kIntegerTypes), Integer(names, depth - 1));
    } else if (kind < 90) {
      expr = Make(Op::Select, {Integer(names, depth - 1), Condition(names, depth - 1),
                               Integer(names, depth - 1)});
    } else if (kind < 95) {
      expr = Make(random_->Chance(50) ? Op::ToInt : Op::Round, {Float(names, depth - 1)});
    } else {
      expr = CastTo(random_->Pick(kIntegerTypes), Condition(names, depth - 1));
    }
    if (Analyse(expr)) {
      return expr;
    }
  }
  return IntegerLeaf(names, depth);
}

Expr Expressions::FloatLeaf(const Names& names, unsigned depth) {
  if (random_->Chance(25)) {
    const unsigned quarters = random_->Below(64);
    const double value = quarters / 4.0;
    const std::string text = std::to_string(quarters / 4) + "." + std::to_string(quarters % 4 * 25);
    return random_->Chance(30) ? Leaf("np.float32(" + text + ")", Type::Float32, value, 2)
                               : Leaf(text, Type::Float64, value, 2);
  }
  if (random_->Chance(20)) {
    Expr mask = Make(Op::And, {Integer(names, depth == 0 ? 0 : depth - 1), Literal(1023)});
    Expr expr = CastTo(random_->Chance(50) ? Type::Float32 : Type::Float64, std::move(mask));
    if (Analyse(expr)) {
      return expr;
    }
  }
  for (int i = 0; i < kTries; ++i) {
    Expr expr =
        random_->Pick(random_->Chance(50) || names.loads.empty() ? names.values : names.loads);
    if (is_float(expr.type)) {
      if (expr.text.find("{0}") != std::string::npos) {
        expr.args.push_back(IntegerOf(Type::Int64, 1e15, names, 0));
      }
      if (expr.text.find("{1}") != std::string::npos) {
        expr.args.push_back(IntegerOf(Type::Int64, 1e15, names, 0));
      }
      return expr;
    }
  }
  return Leaf("2.5", Type::Float64, 2.5, 1);
}

Expr Expressions::Float(const Names& names, unsigned depth) {
  if (depth == 0 || random_->Chance(15)) {
    return FloatLeaf(names, depth);
  }
  static const std::vector<Op> kBinary = {Op::Add, Op::Sub, Op::Mul, Op::Min, Op::Max, Op::Divide};
  static const std::vector<Op> kUnary = {Op::Neg, Op::Abs, Op::Floor, Op::Sqrt, Op::Halve};
  for (int i = 0; i < kTries; ++i) {
    const unsigned kind = random_->Below(100);
    Expr expr;
    if (kind < 60) {
      expr = Make(random_->Pick(kBinary), {Float(names, depth - 1), Float(names, depth - 1)});
    } else if (kind < 75) {
      expr = Make(random_->Pick(kUnary), {Float(names, depth - 1)});
    } else if (kind < 82) {
      expr = Make(random_->Chance(50) ? Op::Mod : Op::FloorDiv,
                  {Float(names, depth - 1), Leaf("4.0", Type::Float64, 4)});
    } else if (kind < 90) {
      expr = CastTo(random_->Chance(60) ? Type::Float32 : Type::Float64, Float(names, depth - 1));
    } else {
      expr = Make(Op::Select,
                  {Float(names, depth - 1), Condition(names, depth - 1), Float(names, depth - 1)});
    }
    if (Analyse(expr)) {
      return expr;
    }
  }
  return FloatLeaf(names, depth);
}

Expr Expressions::Condition(const Names& names, unsigned depth) {
  const unsigned kind = random_->Below(100);
  const unsigned below = depth == 0 ? 0 : depth - 1;
  Expr expr;
  if (kind < 50) {
    expr = Make(random_->Chance(75) ? Op::Less : Op::Equal,
                {Integer(names, below), Integer(names, below)});
  } else if (kind < 65) {
    expr = Make(Op::Less, {Float(names, below), Float(names, below)});
  } else if (kind < 72) {
    expr = Make(Op::Less, {Float(names, below), Integer(names, below)});
  } else if (kind < 80) {
    expr = Make(Op::LogicalNot, {Condition(names, below)});
  } else if (depth > 0) {
    expr = Make(random_->Chance(50) ? Op::LogicalAnd : Op::LogicalOr,
                {Condition(names, below), Condition(names, below)});
  } else {
    expr = Make(Op::Less, {IntegerLeaf(names, 0), IntegerLeaf(names, 0)});
  }
  if (!Analyse(expr)) {
    expr = Make(Op::Less, {Literal(1), Literal(2)});
    Analyse(expr);
  }
  return expr;
}

Expr Expressions::IntegerOf(Type type, double limit, const Names& names, unsigned depth) {
  Expr expr = Integer(names, depth);
  if (expr.type != type && !(type == Type::Int64 && expr.type == Type::Int32)) {
    expr = CastTo(type, std::move(expr));
  }
  Analyse(expr);
  if (expr.max > limit && !is_unsigned(type)) {
    expr = random_->Chance(50) ? Make(Op::Mod, {std::move(expr), Literal(10007)})
                               : Make(Op::And, {std::move(expr), Literal(65535)});
    if (type != Type::Int64) {
      expr = CastTo(type, std::move(expr));
    }
    Analyse(expr);
  }
  return expr;
}

Expr Expressions::FloatOf(Type type, const Names& names, unsigned depth) {
  Expr expr = Float(names, depth);
  if (!IsSmall(expr)) {
    // Whole numbers again, some of them negative.
    expr = Make(Op::ToInt, {std::move(expr)});
    expr = Make(Op::Sub, {Make(Op::Mod, {std::move(expr), Literal(601)}), Literal(100)});
    expr = CastTo(type, std::move(expr));
    Analyse(expr);
  } else if (expr.type != type) {
    expr = CastTo(type, std::move(expr));
    Analyse(expr);
  }
  return expr;
}

Expr Expressions::UniformCondition(const Names& names) {
  Names uniform;
  uniform.values = names.uniform;
  Expr expr = Make(Op::Less, {Integer(uniform, 2), Integer(uniform, 1)});
  if (!Analyse(expr)) {
    expr = Make(Op::Less, {Literal(1), random_->Pick(names.uniform)});
    Analyse(expr);
  }
  return expr;
}

}  // namespace kernelc::random_programs
