// Checks a function whose argument types are unknown: names, constructs, members of modules.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "compiler/advice/advice.h"
#include "compiler/advice/files.h"
#include "compiler/advice/raise.h"
#include "compiler/advice/report.h"
#include "compiler/advice/unsupported.h"
#include "compiler/ast/walk.h"
#include "compiler/constants/paths.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::advice {
namespace {

using ast::As;

class UntypedChecker {
 public:
  UntypedChecker(const FileIndexImpl& index, diag::Emitter& emitter)
      : sources_(&index.sources()), emitter_(&emitter), evaluator_(index, arena_) {}

  void Run(const FunctionInfo& function) {
    pending_.push_back(&function);
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      CheckFunction(*pending_[i]);
    }
  }

 private:
  // One function's findings are sorted out before they are handed on.
  void CheckFunction(const FunctionInfo& function) {
    diag::CollectingConsumer consumer;
    diag::Emitter own(consumer);
    diag::Emitter* const outer = std::exchange(emitter_, &own);
    CheckBody(function);
    emitter_ = outer;
    std::vector<diag::Diagnostic> found = consumer.Take();
    MergeUnknownNames(&found);
    for (diag::Diagnostic& diagnostic : found) {
      emitter_->Emit(std::move(diagnostic));
    }
  }

  void CheckBody(const FunctionInfo& function) {
    function_ = &function;
    evaluator_.set_kernel(&function);
    const bool is_lambda = function.lambda != nullptr;
    const ast::NodeList<ast::Stmt> body =
        is_lambda ? ast::NodeList<ast::Stmt>() : function.def->body;
    const ast::Expr* expression = is_lambda ? function.lambda->body : nullptr;
    locals_ = scopes::CollectLocals(function.arguments(), body, expression);
    if (function.is_kernel && function.options.launch == LaunchForm::Kernel) {
      // Other decorators may give it other parameters, and what gives a value is called by kernels.
      if (!function.scope->returns_value && function.def != nullptr &&
          std::ranges::all_of(function.def->decorator_list, scopes::IsKernelDecoratorText)) {
        ReportKernelParameter(function.arguments(), *emitter_);
      }
      CheckAnnotations(function);
    }
    for (const ast::Stmt* stmt : body) {
      CheckNode(stmt);
    }
    if (expression != nullptr) {
      CheckNode(expression);
    }
  }

  // Names that nothing binds, and that are near to a type: other annotations are hints.
  void CheckAnnotations(const FunctionInfo& function) {
    const ast::Arguments& arguments = function.arguments();
    for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
      for (const ast::Arg* parameter : list) {
        const ast::Expr* annotation = parameter->annotation;
        const auto* subscript = annotation == nullptr ? nullptr : As<ast::Subscript>(annotation);
        const auto* name = As<ast::Name>(subscript == nullptr ? annotation : subscript->value);
        if (name != nullptr && IsMisspeltType(*name, function.outer)) {
          ReportName(*name, function.outer, {}, evaluator_.WhyUnknown(name->id, function.outer),
                     *emitter_);
        }
      }
    }
  }

  bool IsMisspeltType(const ast::Name& name, const Scope* scope) {
    const Scope* owner = nullptr;
    if (index::FindBinding(scope, name.id, &owner) != nullptr || evaluator_.EvalName(name.id, scope)) {
      return false;
    }
    const std::string nearest = constants::NearestPath(fmt::format("numba.{}", name.id));
    const bool is_short = name.id.size() <= 3 && std::isdigit(static_cast<unsigned char>(name.id.back())) != 0 &&
                          std::string_view("iuf").find(name.id.front()) != std::string_view::npos;
    return is_short || (!nearest.empty() && constants::ResolvePath(nearest).kind == ObjectKind::Type);
  }

  // Whether kernels lack this node whatever the types are.
  static bool IsUnsupported(const ast::Node* node) {
    using ast::NodeKind;
    // These depend on what stands around or inside them.
    static constexpr NodeKind kDepends[] = {NodeKind::Delete, NodeKind::Match, NodeKind::Slice,
                                            NodeKind::Starred};
    if (std::ranges::find(kDepends, node->kind) != std::end(kDepends)) {
      return false;
    }
    if (const auto* list = As<ast::List>(node)) {
      return list->ctx == ast::ExprContext::Load;
    }
    return FindUnsupported(node->kind) != nullptr;
  }

  // A list or set that stands after `in`.
  static bool IsMembers(const ast::Node* parent, const ast::Node* child) {
    if (As<ast::List>(child) == nullptr && As<ast::Set>(child) == nullptr) {
      return false;
    }
    if (const auto* loop = As<ast::For>(parent)) {
      return loop->iter == child;
    }
    if (const auto* subscript = As<ast::Subscript>(parent)) {
      return subscript->value == child && child->kind == ast::NodeKind::List;
    }
    const auto* compare = As<ast::Compare>(parent);
    for (std::size_t i = 0; compare != nullptr && i < compare->comparators.size(); ++i) {
      if (compare->comparators[i] == child) {
        return compare->ops[i] == ast::CompareOperator::In ||
               compare->ops[i] == ast::CompareOperator::NotIn;
      }
    }
    return false;
  }

  void CheckNode(const ast::Node* node) {
    if (IsUnsupported(node)) {
      ReportUnsupported(*node, *emitter_);
      return;
    }
    const bool may_slip = node->kind == ast::NodeKind::Assert || node->kind == ast::NodeKind::Assign ||
                          node->kind == ast::NodeKind::If || node->kind == ast::NodeKind::While;
    if (may_slip) {
      ReportSlips(*static_cast<const ast::Stmt*>(node), *sources_, *emitter_);
    }
    if (const auto* name = As<ast::Name>(node)) {
      CheckName(*name);
      return;
    }
    if (const auto* attribute = As<ast::Attribute>(node)) {
      CheckAttribute(*attribute);
      return;
    }
    if (const auto* call = As<ast::Call>(node)) {
      CheckCall(*call);
      return;
    }
    if (const auto* raise = As<ast::Raise>(node)) {
      ReadRaise(*raise, function_->scope, locals_.names, *sources_, *emitter_);
      return;
    }
    if (const auto* branch = As<ast::If>(node)) {
      if (const std::optional<bool> known = Known(branch->test)) {
        for (const ast::Stmt* stmt : *known ? branch->body : branch->orelse) {
          CheckNode(stmt);
        }
        return;
      }
    }
    if (const auto* statement = As<ast::ExprStmt>(node)) {
      const std::optional<Object> value = Eval(statement->value);
      ReportUnused(*statement->value, sources_->text(statement->value->range),
                   value && IsCallable(*value), *emitter_);
    }
    if (const auto* annotated = As<ast::AnnAssign>(node)) {
      CheckNode(annotated->target);
      if (annotated->value != nullptr) {
        CheckNode(annotated->value);
      }
      return;
    }
    if (!scopes::HasOwnScope(node)) {
      ast::ForEachChild(node, [this, node](const ast::Node* child) {
        if (IsMembers(node, child)) {
          ast::ForEachChild(child, [this](const ast::Node* member) { CheckNode(member); });
        } else {
          CheckNode(child);
        }
      });
    }
  }

  std::optional<Object> Eval(const ast::Expr* expr) {
    const LocalLookup locals = [this](const ast::Name& name, std::optional<Object>*) {
      return locals_.index.contains(name.id);
    };
    return evaluator_.Eval(expr, function_->scope, &locals);
  }

  std::optional<bool> Known(const ast::Expr* test) {
    const std::optional<Object> value = Eval(test);
    return value ? constants::ObjectTruth(*value) : std::nullopt;
  }

  void CheckName(const ast::Name& name) {
    if (locals_.index.contains(name.id)) {
      return;
    }
    if (name.ctx != ast::ExprContext::Load) {
      emitter_->Build(name.range, diag::Kind::GlobalWrite, name.id, "the module", "kernels")
          .Help("module variables are constants in kernels; keep values that change in an array")
          .Emit();
      return;
    }
    const std::optional<Object> object = evaluator_.EvalName(name.id, function_->scope);
    // What belongs to a function around is known when that is called.
    const Scope* owner = nullptr;
    const bool is_bound = !object && index::FindBinding(function_->scope, name.id, &owner) != nullptr;
    const bool is_free = is_bound && owner->kind == ScopeKind::Function;
    // `range = xrange` for Python 2
    if (is_free || (is_bound && constants::IsPythonBuiltin(name.id))) {
      return;
    }
    if (!object) {
      ReportName(name, function_->scope, locals_.names,
                 evaluator_.WhyUnknown(name.id, function_->scope), *emitter_);
    } else if (object->kind == ObjectKind::External && object->text.starts_with('.')) {
      ReportPath(object->text, name.id, name.range, false, function_->scope, *emitter_);
    }
  }

  void CheckAttribute(const ast::Attribute& attribute) {
    const std::optional<Object> base = Eval(attribute.value);
    if (!base) {
      if (!Eval(&attribute)) {
        CheckNode(attribute.value);
      }
      return;
    }
    if (base->kind != ObjectKind::External) {
      return;
    }
    // The first part that does not exist is the wrong one.
    const auto* inner = As<ast::Attribute>(attribute.value);
    const bool is_wrong_already = inner != nullptr && index::IsKnownPath(base->text) && !constants::IsKnownMember(base->text);
    if (is_wrong_already) {
      CheckAttribute(*inner);
      return;
    }
    const std::string path = constants::CanonicalMember(base->text, attribute.attr);
    const Object member = constants::ResolvePath(path);
    if (member.kind == ObjectKind::External && !constants::IsKnownMember(path)) {
      ReportPath(path, sources_->text(attribute.range), attribute.range, false, function_->scope, *emitter_);
    }
  }

  void CheckCall(const ast::Call& call) {
    const std::optional<Object> callee = Eval(call.func);
    if (callee && callee->kind == ObjectKind::Function) {
      AddCallee(*callee->function);
    } else if (callee && callee->kind == ObjectKind::External && As<ast::Attribute>(call.func) != nullptr &&
               index::IsModulePath(callee->text)) {
      ReportPath(callee->text, sources_->text(call.func->range), call.func->range, true, function_->scope, *emitter_);
    } else if (const auto* attribute = As<ast::Attribute>(call.func)) {
      CheckAttribute(*attribute);
    } else {
      CheckNode(call.func);
    }
    const bool prints = callee && callee->kind == ObjectKind::External && callee->text == "print";
    for (const ast::Expr* argument : call.args) {
      if (!prints || !ReportFormatted(*argument, *emitter_)) {
        CheckNode(argument);
      }
    }
    for (const ast::Keyword* keyword : call.keywords) {
      CheckNode(keyword->value);
    }
  }

  void AddCallee(const FunctionInfo& function) {
    for (const FunctionInfo* known : pending_) {
      if (known == &function) {
        return;
      }
    }
    pending_.push_back(&function);
  }

  const SourceManager* sources_;
  diag::Emitter* emitter_;
  CodeArena arena_;
  Evaluator evaluator_;
  const FunctionInfo* function_ = nullptr;
  scopes::LocalNames locals_;
  std::vector<const FunctionInfo*> pending_;
};

}  // namespace

void CheckUntyped(const FileIndex& index, std::size_t function, diag::Emitter& emitter) {
  UntypedChecker(index.impl(), emitter).Run(index.impl().entry_function(function));
}

}  // namespace kernelc::advice
