#include "compiler/sema/iterators.h"

#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

constexpr std::string_view kIterator = ".<iterator>";
// What `names` of an endless one begins with; `elements` are the next number and the step.
constexpr std::string_view kEndless = "count";

// `next(name)`
std::string_view NextOf(const ast::Expr* expr) {
  const auto* call = As<ast::Call>(expr);
  const auto* function = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const bool is_next = function != nullptr && function->id == "next" && call->args.size() == 1 &&
                       call->keywords.empty();
  const auto* name = is_next ? As<ast::Name>(call->args[0]) : nullptr;
  return name == nullptr ? std::string_view() : name->id;
}

// `def f(): return next(name)`, below a docstring or not
std::string_view NextOf(const ast::FunctionDef& function) {
  const ast::Arguments& parameters = *function.args;
  const bool has_parameters = !parameters.args.empty() || !parameters.posonlyargs.empty() ||
                              !parameters.kwonlyargs.empty();
  if (has_parameters || function.body.empty() || function.body.size() > 2 ||
      !function.decorator_list.empty()) {
    return {};
  }
  const auto* first = As<ast::ExprStmt>(function.body.front());
  const bool has_docstring = first != nullptr && As<ast::Constant>(first->value) != nullptr;
  const auto* result = As<ast::Return>(function.body.back());
  return result == nullptr || result->value == nullptr || (function.body.size() == 2 && !has_docstring)
             ? std::string_view()
             : NextOf(result->value);
}

}  // namespace

std::optional<Object> MakeIterator(std::string_view path, const std::vector<Object>& arguments) {
  Object iterator = Object::External(std::string(kIterator));
  if (path == ".itertools.count") {
    const auto is_number = [](const Object& object) { return object.is_number(); };
    if (arguments.size() > 2 || !std::ranges::all_of(arguments, is_number)) {
      return std::nullopt;
    }
    iterator.names.emplace_back(kEndless);
    iterator.elements = {Object::Of(Number::Int(0)), Object::Of(Number::Int(1))};
    std::ranges::copy(arguments, iterator.elements.begin());
    return iterator;
  }
  std::optional<std::vector<Object>> items =
      arguments.size() == 1 ? ObjectElements(arguments[0]) : std::nullopt;
  if (!items) {
    return std::nullopt;
  }
  iterator.elements = std::move(*items);
  return iterator;
}

std::optional<Object> TakeNext(Object* iterator) {
  if (iterator->kind != ObjectKind::External || iterator->text != kIterator ||
      iterator->elements.empty()) {
    return std::nullopt;
  }
  Object value = iterator->elements.front();
  if (iterator->names.empty()) {
    iterator->elements.erase(iterator->elements.begin());
    return value;
  }
  const std::optional<Object> after =
      FoldObjects(ast::BinaryOperator::Add, value, iterator->elements[1]);
  if (!after) {
    return std::nullopt;
  }
  iterator->elements[0] = *after;
  return value;
}

std::string_view TakenIterator(const ast::Expr* expr, const ast::Module& module) {
  if (const std::string_view name = NextOf(expr); !name.empty()) {
    return name;
  }
  const auto* call = As<ast::Call>(expr);
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  if (callee == nullptr || !call->args.empty() || !call->keywords.empty()) {
    return {};
  }
  for (const ast::Stmt* stmt : module.body()) {
    const auto* function = As<ast::FunctionDef>(stmt);
    if (function != nullptr && function->name == callee->id) {
      return NextOf(*function);
    }
  }
  return {};
}

std::optional<Names> TakenIterators(const ast::Module& module) {
  Names iterators;
  for (const ast::Stmt* stmt : module.body()) {
    const auto* assign = As<ast::Assign>(stmt);
    const std::string_view name =
        assign == nullptr ? std::string_view() : TakenIterator(assign->value, module);
    if (!name.empty()) {
      iterators.insert(name);
    }
  }
  for (const ast::Stmt* stmt : module.body()) {
    const auto* function = As<ast::FunctionDef>(stmt);
    if (!HasOwnScope(stmt) || (function != nullptr && !NextOf(*function).empty())) {
      continue;
    }
    Names used;
    CollectNames(stmt, &used);
    if (std::ranges::any_of(iterators, [&](std::string_view name) { return used.contains(name); })) {
      return std::nullopt;
    }
  }
  return iterators;
}

}  // namespace kernelc::sema
