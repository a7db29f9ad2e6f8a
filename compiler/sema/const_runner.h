// Follows the statements of a file or function one after the other; see const_run.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/sema/const_eval.h"

namespace kernelc::sema {

// `name` of `raise name(...)` and of `except name`.
std::string_view ExceptionName(const ast::Expr* expr);

class Evaluator::Runner {
 public:
  enum class Flow : std::uint8_t { Next, Break, Continue, Return, Raise, Unknown };

  Runner(Evaluator& evaluator, const Scope& scope, const FunctionInfo* watched = nullptr)
      : evaluator_(&evaluator),
        scope_(&scope),
        watched_(watched),
        frame_(&evaluator.frames_[&scope]),
        is_doubtful_(evaluator.is_doubtful_) {
    ++evaluator.running_;
  }
  ~Runner() { --evaluator_->running_; }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Flow Run(ast::NodeList<ast::Stmt> body);

  // Goes on after a statement that cannot be followed; false where nobody knows with which.
  bool Recover(const ast::Stmt* stmt);

  Flow RunOne(const ast::Stmt* stmt);

  // Of `return`.
  const std::optional<Object>& result() const { return result_; }
  // A `raise` was reached.
  bool raised() const { return raised_; }
  std::string_view exception() const { return exception_; }
  // Of a generator.
  std::vector<Object>& yields() { return yields_; }

 private:
  std::optional<Object> Eval(const ast::Expr* expr) {
    return evaluator_->EvalIn(expr, {scope_, nullptr});
  }
  std::optional<bool> Truth(const ast::Expr* expr) {
    const std::optional<Object> value = Eval(expr);
    return value ? ObjectTruth(*value) : std::nullopt;
  }
  bool Bind(const ast::Expr* target, const Object& value);
  bool BindParts(ast::NodeList<ast::Expr> targets, const Object& value);
  bool Store(const ast::Subscript& target, const Object& value);
  // The same where `base` is what stands before the brackets.
  bool StoreIn(const Object& base, const ast::Expr* slice, const Object& value);
  // `raise`, and what raises.
  Flow Fail(std::string_view exception);
  Flow Assign(ast::NodeList<ast::Expr> targets, const ast::Expr* value);
  bool TargetChanges(const ast::Expr* target);
  Flow Augment(const ast::AugAssign& augmented);
  Flow Keep(const ast::Expr* target, const Object& object);
  std::optional<std::string> PlaceOf(const ast::Expr* target);
  std::vector<std::pair<const HostCell*, std::uint32_t>> SourcesOf(const ast::Expr* expr);
  Flow Loop(const ast::For& loop);
  Flow Loop(const ast::While& loop);
  Flow Branch(const ast::If& branch);
  Flow Attempt(const ast::Try& attempt);
  Flow Handle(const ast::Try& attempt);
  Flow Enter(const ast::With& with);
  Flow Remove(const ast::Delete& removal);
  Flow Call(const ast::Expr* expr);
  Flow Give(const ast::Expr* expr);
  Flow Follow(const ast::Stmt* stmt);
  Flow Define(const ast::FunctionDef& def);
  bool AssignParts(const ast::Expr* target, const ast::Expr* expr);
  void BindReplaced(std::string_view name, SourceRange range);
  bool ChangesByDefaults(const ast::FunctionDef& def);
  bool IsLaunch(const ast::Expr* expr);
  static Flow After(Flow flow, bool* stop);

  Evaluator* evaluator_;
  const Scope* scope_;
  // Where a launch of this kernel is met, nothing more is followed.
  const FunctionInfo* watched_;
  Frame* frame_;
  // Something before the call is not known.
  bool is_doubtful_;
  std::optional<Object> result_;
  bool raised_ = false;
  std::string_view exception_;
  std::vector<Object> yields_;
};

}  // namespace kernelc::sema
