#include "tests/random_programs/shrink.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/random_programs/expressions.h"

namespace kernelc::random_programs {

namespace {

// Changes are numbered: number `wanted` of a walk over the program is done. A walk that ends before
// leaves the program as it is.
class Editor {
 public:
  explicit Editor(unsigned wanted) : wanted_(wanted) {}

  // Whether there was a change of that number; one that would make the program invalid leaves it as
  // it is.
  bool Edit(RandomProgram& program) {
    for (std::size_t i = 0; i + 1 < program.functions.size(); ++i) {
      if (IsWanted()) {
        if (!IsCalled(program, program.functions[i])) {
          program.functions.erase(program.functions.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return true;
      }
    }
    for (Function& function : program.functions) {
      if (EditBlock(function.body)) {
        return true;
      }
    }
    return false;
  }

 private:
  bool IsWanted() { return count_++ == wanted_; }

  static bool IsCalled(const RandomProgram& program, const Function& function) {
    const std::size_t start = function.head.find("def ") + 4;
    const std::size_t open = function.head.find('(', start);
    const std::string name = function.head.substr(start, open - start) + "(";
    const std::string text = Print(program);
    return text.find(name, text.find(name) + 1) != std::string::npos;
  }

  bool EditBlock(std::vector<Stmt>& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto at = block.begin() + static_cast<std::ptrdiff_t>(i);
      if (!block[i].fixed && IsWanted()) {
        block.erase(at);
        return true;
      }
      if (EditStatement(block, i)) {
        return true;
      }
    }
    return false;
  }

  bool EditStatement(std::vector<Stmt>& block, std::size_t i) {
    Stmt& stmt = block[i];
    if (!stmt.otherwise.empty() && IsWanted()) {
      stmt.otherwise.clear();
      return true;
    }
    // What an `if` holds can stand in its place.
    if (stmt.head == "if {0}:" && IsWanted()) {
      std::vector<Stmt> body = std::move(stmt.body);
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), body.begin(), body.end());
      return true;
    }
    for (Expr& expr : stmt.exprs) {
      if (EditRoot(expr)) {
        return true;
      }
    }
    return EditBlock(stmt.body) || EditBlock(stmt.otherwise);
  }

  // The whole of an expression keeps its type and range, on which its statement relies.
  bool EditRoot(Expr& root) {
    Expr before = root;
    if (!EditExpr(root)) {
      return false;
    }
    const bool valid = Analyse(root) && root.type == before.type && root.max <= before.max &&
                       (root.exact || !before.exact) && root.fraction <= before.fraction;
    if (!valid) {
      root = std::move(before);
    }
    return true;
  }

  bool EditExpr(Expr& expr) {
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
      if (IsWanted()) {
        Expr arg = expr.args[i];
        expr = std::move(arg);
        return true;
      }
    }
    const bool is_plain = expr.op == Op::Leaf && expr.args.empty();
    if (!is_plain && IsWanted()) {
      expr = Simplest(expr.type);
      return true;
    }
    for (Expr& arg : expr.args) {
      if (EditExpr(arg)) {
        return true;
      }
    }
    return false;
  }

  static Expr Simplest(Type type) {
    if (type == Type::Bool) {
      return Leaf("True", Type::Bool, 1);
    }
    if (type == Type::Int64) {
      return Literal(1);
    }
    return Leaf("np." + NameOf(type) + "(1)", type, 1);
  }

  unsigned wanted_;
  unsigned count_ = 0;
};

}  // namespace

RandomProgram Shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails,
                     unsigned budget) {
  bool changed = true;
  while (changed && budget > 0) {
    changed = false;
    for (unsigned wanted = 0; budget > 0;) {
      RandomProgram candidate = program;
      if (!Editor(wanted).Edit(candidate)) {
        break;
      }
      const bool differs = Print(candidate) != Print(program);
      if (differs && Analyse(candidate) && (--budget, still_fails(candidate))) {
        program = std::move(candidate);
        changed = true;
      } else {
        ++wanted;
      }
    }
  }
  return program;
}

}  // namespace kernelc::random_programs
