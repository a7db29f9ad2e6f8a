#include "tests/random_programs/program.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kernelc::random_programs {

namespace {

// Signed integers stay below this.
constexpr double kMaxSigned = 4.6e18;
constexpr double kAnyUnsigned = 1.8446744073709552e19;
// Digits of a float32; both kinds of floats keep to it, as constants may widen either.
constexpr int kDigits = 24;

double LimitOf(Type type) {
  const double values = std::ldexp(1.0, static_cast<int>(8 * SizeOf(type)));
  return is_unsigned(type) ? values : values / 2;
}

void Unsigned(Expr& expr) {
  expr.type = Type::UInt64;
  expr.max = kAnyUnsigned;
}

// Integers of an operator: signed if either operand is. `may_overflow`: not when its operands are
// as large as they can be.
bool AnalyseIntegers(Expr& expr, double max, bool may_overflow = true) {
  const Expr& a = expr.args[0];
  const Expr& b = expr.args[1];
  if (is_unsigned(a.type) && is_unsigned(b.type)) {
    Unsigned(expr);
    return true;
  }
  expr.type = Type::Int64;
  expr.max = max;
  return !may_overflow || (a.max <= kMaxSigned && b.max <= kMaxSigned && max <= kMaxSigned);
}

bool FitsFloat(Expr& expr) {
  expr.type = std::any_of(expr.args.begin(), expr.args.end(),
                          [](const Expr& arg) { return arg.type != Type::Float32; })
                  ? Type::Float64
                  : Type::Float32;
  const int digits = static_cast<int>(std::ceil(std::log2(expr.max + 1))) + expr.fraction;
  if (digits > kDigits) {
    expr.exact = false;
  }
  return expr.max < 1e9;
}

bool AnalyseArithmetic(Expr& expr) {
  const Expr& a = expr.args[0];
  const Expr& b = expr.args[1];
  const double max = expr.op == Op::Mul ? a.max * b.max : a.max + b.max;
  if (!is_float(a.type) && !is_float(b.type)) {
    return AnalyseIntegers(expr, max);
  }
  if (!is_float(a.type) || !is_float(b.type)) {
    return false;
  }
  expr.max = max;
  expr.exact = a.exact && b.exact;
  expr.fraction = expr.op == Op::Mul ? a.fraction + b.fraction : std::max(a.fraction, b.fraction);
  const bool was_exact = expr.exact;
  const bool fits = FitsFloat(expr);
  return fits && (expr.op != Op::Mul || (was_exact && expr.exact));
}

// Both sides of a choice become one type.
bool AnalyseUnified(Expr& expr, const Expr& a, const Expr& b) {
  expr.max = std::max(a.max, b.max);
  expr.fraction = std::max(a.fraction, b.fraction);
  expr.exact = a.exact && b.exact;
  if (is_float(a.type) && is_float(b.type)) {
    expr.type = a.type == b.type ? a.type : Type::Float64;
    return true;
  }
  if (!is_integer(a.type) || !is_integer(b.type)) {
    return false;
  }
  if (is_unsigned(a.type) == is_unsigned(b.type)) {
    expr.type = SizeOf(a.type) < SizeOf(b.type) ? b.type : a.type;
    return true;
  }
  // A wide unsigned and a signed integer become a float. A choice whose condition turns out to be
  // constant has the type of one side alone, so there both have to be signed, or none.
  const Type unsigned_type = is_unsigned(a.type) ? a.type : b.type;
  expr.type = Type::Int64;
  return unsigned_type != Type::UInt64 && expr.op != Op::Select;
}

bool AnalyseDivision(Expr& expr) {
  const Expr& a = expr.args[0];
  const Expr& b = expr.args[1];
  if (is_float(a.type)) {
    // By a power of two, which keeps the result exact.
    expr.max = expr.op == Op::Mod ? b.max : a.max + 1;
    expr.fraction = std::max(a.fraction, b.fraction);
    expr.exact = a.exact;
    return b.op == Op::Leaf && is_float(b.type) && FitsFloat(expr);
  }
  if (!is_integer(a.type) || !is_integer(b.type)) {
    return false;
  }
  return AnalyseIntegers(expr, expr.op == Op::Mod ? b.max : a.max, expr.op == Op::FloorDiv);
}

bool AnalyseBits(Expr& expr) {
  const Expr& a = expr.args[0];
  const Expr& b = expr.args[1];
  if (!is_integer(a.type) || !is_integer(b.type)) {
    return false;
  }
  const bool masks = expr.op == Op::And && b.op == Op::Leaf && b.text[0] >= '0' && b.text[0] <= '9';
  return AnalyseIntegers(expr, masks ? b.max : 2 * std::max(a.max, b.max), false);
}

bool AnalyseShift(Expr& expr) {
  const Expr& a = expr.args[0];
  if (!is_integer(a.type) || !is_integer(expr.args[1].type)) {
    return false;
  }
  if (is_unsigned(a.type)) {
    Unsigned(expr);
    return true;
  }
  expr.type = Type::Int64;
  expr.max = expr.op == Op::Shl ? a.max * 128 : a.max;
  return expr.max <= kMaxSigned;
}

bool AnalyseUnary(Expr& expr) {
  const Expr& a = expr.args[0];
  expr.max = a.max + 1;
  expr.fraction = a.fraction;
  expr.exact = a.exact;
  if (is_float(a.type)) {
    expr.max = a.max;
    expr.type = a.type;
    return expr.op != Op::Invert;
  }
  if (!is_integer(a.type)) {
    return false;
  }
  if (expr.op == Op::Abs) {
    expr.type = a.type;
    return a.max <= kMaxSigned || is_unsigned(a.type);
  }
  if (is_unsigned(a.type)) {
    Unsigned(expr);
    return true;
  }
  expr.type = Type::Int64;
  return a.max <= kMaxSigned;
}

bool AnalyseCast(Expr& expr) {
  const Expr& a = expr.args[0];
  if (is_float(expr.type)) {
    expr.max = a.max;
    expr.fraction = is_float(a.type) ? a.fraction : 0;
    expr.exact = is_float(a.type) ? a.exact : true;
    const Type to = expr.type;
    const bool fits = FitsFloat(expr);
    expr.type = to;
    return fits;
  }
  expr.max = is_integer(a.type) || is_float(a.type) ? LimitOf(expr.type) : 1;
  if (is_integer(a.type) && a.max < expr.max && !is_unsigned(expr.type)) {
    expr.max = a.max;
  }
  // A float outside the range has no defined integer.
  return !is_float(a.type) || (a.max < LimitOf(expr.type) && !is_unsigned(expr.type));
}

bool AnalyseFloatFunction(Expr& expr) {
  const Expr& a = expr.args[0];
  if (!is_float(a.type)) {
    return false;
  }
  expr.max = a.max + 1;
  expr.fraction = 0;
  expr.exact = true;
  if (expr.op == Op::Sqrt || expr.op == Op::Divide) {
    expr.fraction = 30;
    return FitsFloat(expr) && (expr.op == Op::Sqrt || is_float(expr.args[1].type));
  }
  if (expr.op == Op::Halve) {
    expr.fraction = a.fraction + 1;
    expr.exact = a.exact;
    FitsFloat(expr);
    expr.type = Type::Float64;
    return a.exact && expr.exact;
  }
  if (expr.op == Op::Floor) {
    return FitsFloat(expr);
  }
  expr.type = Type::Int64;
  return true;
}

bool AnalyseOne(Expr& expr) {
  switch (expr.op) {
    case Op::Leaf:
      return true;
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
      return AnalyseArithmetic(expr);
    case Op::FloorDiv:
    case Op::Mod:
      return AnalyseDivision(expr);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return AnalyseBits(expr);
    case Op::Shl:
    case Op::Shr:
      return AnalyseShift(expr);
    case Op::Neg:
    case Op::Invert:
    case Op::Abs:
      return AnalyseUnary(expr);
    case Op::Min:
    case Op::Max:
      return AnalyseUnified(expr, expr.args[0], expr.args[1]);
    case Op::Select:
      return AnalyseUnified(expr, expr.args[0], expr.args[2]);
    case Op::Cast:
      return AnalyseCast(expr);
    case Op::ToInt:
    case Op::Round:
    case Op::Floor:
    case Op::Sqrt:
    case Op::Divide:
    case Op::Halve:
      return AnalyseFloatFunction(expr);
    case Op::Less:
    case Op::Equal:
      expr.type = Type::Bool;
      return expr.args[0].type != Type::Bool && expr.args[1].type != Type::Bool;
    case Op::LogicalAnd:
    case Op::LogicalOr:
    case Op::LogicalNot:
      expr.type = Type::Bool;
      return true;
  }
  return false;
}

std::string Format(const std::string& form, const std::vector<Expr>& args) {
  std::string text;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool is_mark = form[i] == '{' && i + 2 < form.size() && form[i + 2] == '}';
    if (is_mark) {
      text += Print(args[static_cast<std::size_t>(form[i + 1] - '0')]);
      i += 2;
    } else {
      text += form[i];
    }
  }
  return text;
}

const char* FormOf(Op op) {
  switch (op) {
    case Op::Leaf:
    case Op::Cast:
      return "";
    case Op::Add:
      return "({0} + {1})";
    case Op::Sub:
      return "({0} - {1})";
    case Op::Mul:
      return "({0} * {1})";
    case Op::FloorDiv:
      return "({0} // {1})";
    case Op::Mod:
      return "({0} % {1})";
    case Op::And:
      return "({0} & {1})";
    case Op::Or:
      return "({0} | {1})";
    case Op::Xor:
      return "({0} ^ {1})";
    case Op::Shl:
      return "({0} << ({1} & 7))";
    case Op::Shr:
      return "({0} >> ({1} & 31))";
    case Op::Neg:
      return "(-{0})";
    case Op::Invert:
      return "(~{0})";
    case Op::Min:
      return "min({0}, {1})";
    case Op::Max:
      return "max({0}, {1})";
    case Op::Abs:
      return "abs({0})";
    case Op::ToInt:
      return "int({0})";
    case Op::Round:
      return "round({0})";
    case Op::Select:
      return "({0} if {1} else {2})";
    case Op::Less:
      return "({0} < {1})";
    case Op::Equal:
      return "({0} == {1})";
    case Op::LogicalAnd:
      return "({0} and {1})";
    case Op::LogicalOr:
      return "({0} or {1})";
    case Op::LogicalNot:
      return "(not {0})";
    case Op::Floor:
      return "math.floor({0})";
    case Op::Sqrt:
      return "math.sqrt(abs({0}))";
    case Op::Divide:
      return "({0} / (abs({1}) + 1.0))";
    case Op::Halve:
      return "({0} * 0.5)";
  }
  return "";
}

void PrintLines(const std::string& text, std::size_t depth, std::string& out) {
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += std::string(4 * depth, ' ') + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
}

void PrintBlock(const std::vector<Stmt>& block, std::size_t depth, std::string& out) {
  if (block.empty()) {
    PrintLines("pass", depth, out);
  }
  for (const Stmt& stmt : block) {
    PrintLines(Format(stmt.head, stmt.exprs), depth, out);
    if (stmt.kind == StmtKind::Compound) {
      PrintBlock(stmt.body, depth + 1, out);
      if (!stmt.otherwise.empty()) {
        PrintLines("else:", depth, out);
        PrintBlock(stmt.otherwise, depth + 1, out);
      }
    }
  }
}

bool AnalyseBlock(std::vector<Stmt>& block) {
  bool valid = true;
  for (Stmt& stmt : block) {
    for (Expr& expr : stmt.exprs) {
      valid = Analyse(expr) && valid;
    }
    valid = AnalyseBlock(stmt.body) && AnalyseBlock(stmt.otherwise) && valid;
  }
  return valid;
}

}  // namespace

std::size_t SizeOf(Type type) {
  switch (type) {
    case Type::Bool:
    case Type::Int8:
    case Type::UInt8:
      return 1;
    case Type::Int16:
    case Type::UInt16:
      return 2;
    case Type::Int32:
    case Type::UInt32:
    case Type::Float32:
      return 4;
    case Type::Int64:
    case Type::UInt64:
    case Type::Float64:
      return 8;
  }
  return 8;
}

std::string NameOf(Type type) {
  if (type == Type::Bool) {
    return "bool_";
  }
  const std::string kind = is_float(type) ? "float" : is_unsigned(type) ? "uint" : "int";
  return kind + std::to_string(8 * SizeOf(type));
}

bool Analyse(Expr& expr) {
  bool valid = true;
  for (Expr& arg : expr.args) {
    valid = Analyse(arg) && valid;
  }
  return valid && AnalyseOne(expr);
}

Stmt Simple(std::string head, std::vector<Expr> exprs, bool fixed) {
  Stmt stmt;
  stmt.head = std::move(head);
  stmt.exprs = std::move(exprs);
  stmt.fixed = fixed;
  return stmt;
}

bool Analyse(RandomProgram& program) {
  bool valid = true;
  for (Function& function : program.functions) {
    valid = AnalyseBlock(function.body) && valid;
  }
  return valid;
}

std::string Print(const Expr& expr) {
  if (expr.op == Op::Leaf) {
    return Format(expr.text, expr.args);
  }
  const std::string form =
      expr.op == Op::Cast ? "np." + NameOf(expr.type) + "({0})" : FormOf(expr.op);
  return Format(form, expr.args);
}

std::string Print(const RandomProgram& program) {
  std::string out = "# launch: blocks " + std::to_string(program.blocks) + ", threads " +
                    std::to_string(program.threads) + ", layout " + std::to_string(program.layout) +
                    (program.rows != 0 ? ", rows " + std::to_string(program.rows) : "") +
                    (program.serial ? ", serial" : "") + "\n";
  out += "import math\n\nimport numpy as np\nfrom numba import cuda\n";
  for (const Function& function : program.functions) {
    out += "\n\n" + function.head + "\n";
    PrintBlock(function.body, 1, out);
  }
  return out;
}

}  // namespace kernelc::random_programs
