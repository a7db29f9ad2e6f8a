// A random kernel as a tree, with what makes it valid: the range of every number.
//
// Programs have one meaning only, whatever the order of threads and however a compiler contracts or
// reorders: signed integers stay far from overflow, shifts and indices are masked where they are
// used, and a product of floats is exact, so that it does not matter whether an addition is fused
// to it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kernelc::random_programs {

enum class Type {
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Float32,
  Float64
};

constexpr bool is_float(Type type) { return type >= Type::Float32; }
constexpr bool is_unsigned(Type type) { return type >= Type::UInt8 && type <= Type::UInt64; }
constexpr bool is_integer(Type type) { return type >= Type::Int8 && type <= Type::UInt64; }
// Bytes of an integer or float.
std::size_t SizeOf(Type type);
// "int32", as NumPy has it.
std::string NameOf(Type type);

enum class Op {
  // `text` with the facts that it was made with; arguments are put in for {0}, {1}, ...
  Leaf,
  Add,
  Sub,
  Mul,
  FloorDiv,
  Mod,
  And,
  Or,
  Xor,
  // The amount is masked by the printer.
  Shl,
  Shr,
  Neg,
  Invert,
  Min,
  Max,
  Abs,
  // To `type`.
  Cast,
  // int() and round() of a float.
  ToInt,
  Round,
  // {0} if {1} else {2}, the condition in the middle.
  Select,
  Less,
  Equal,
  LogicalAnd,
  LogicalOr,
  LogicalNot,
  // Of floats.
  Floor,
  Sqrt,
  // {0} / (abs({1}) + 1.0)
  Divide,
  // {0} * 0.5
  Halve,
};

// No integer variable is larger.
constexpr double kVariable = 2147483648.0;

struct Expr {
  Op op = Op::Leaf;
  // Leaf alone.
  std::string text;
  std::vector<Expr> args;
  // The type of the value; Cast and Leaf have it given, all others computed.
  Type type = Type::Int64;
  // No value is larger; of floats, the number of binary digits after the point too, and whether no
  // rounding has happened.
  double max = 0;
  int fraction = 0;
  bool exact = true;
};

// Computes type and range of all but leaves, from the leaves up. False when some operation could
// overflow or be inexact where it may not.
bool Analyse(Expr& expr);

enum class StmtKind {
  // `head` with the expressions put in for {0}, {1}, ...; the printer reduces an expression whose
  // limit is smaller than its range.
  Simple,
  // `head` and a block; the head of else-blocks is "else:".
  Compound,
};

struct Stmt {
  StmtKind kind = StmtKind::Simple;
  // May be several lines.
  std::string head;
  std::vector<Expr> exprs;
  std::vector<Stmt> body;
  std::vector<Stmt> otherwise;
  // Needed by what follows it.
  bool fixed = false;
};

Stmt Simple(std::string head, std::vector<Expr> exprs, bool fixed = false);

struct Function {
  // Decorator and `def` line.
  std::string head;
  std::vector<Stmt> body;
};

struct RandomProgram {
  // Device functions, then the kernel.
  std::vector<Function> functions;
  unsigned blocks = 1;
  unsigned threads = 32;
  // Threads of a block in x, the others being in y; 0 where all are in x. Places of neighbours in y lie side by side then.
  unsigned rows = 0;
  // Which views of the two-dimensional arguments are passed: 0 C, 1 F, 2 a window of a larger
  // array.
  unsigned layout = 0;
  // No barrier, shuffle or shared array: one thread can run after the other.
  bool serial = false;
};

bool Analyse(RandomProgram& program);
std::string Print(const Expr& expr);
// A kernel file; it holds the launch as a comment of its first line.
std::string Print(const RandomProgram& program);

}  // namespace kernelc::random_programs
