// What statements in `try` raise. A value that is known here where CPython raises would be a wrong
// one, so what is not checked everywhere is checked there; and what is sure to be raised is caught
// by the handlers of the file.
#include <algorithm>
#include <cstdlib>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/host_library.h"
#include "compiler/sema/host_variables.h"
#include "compiler/sema/locals.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

struct ExceptionRow {
  std::string_view name;
  std::string_view base;
};

constexpr ExceptionRow kExceptions[] = {
    {"ArithmeticError", "Exception"}, {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},  {"Exception", "BaseException"},
    {"FileNotFoundError", "OSError"}, {"ImportError", "Exception"},
    {"IndexError", "LookupError"},    {"KeyError", "LookupError"},
    {"LookupError", "Exception"},     {"ModuleNotFoundError", "ImportError"},
    {"NameError", "Exception"},       {"NotImplementedError", "RuntimeError"},
    {"OSError", "Exception"},         {"OverflowError", "ArithmeticError"},
    {"RuntimeError", "Exception"},    {"StopIteration", "Exception"},
    {"TypeError", "Exception"},       {"UnicodeError", "ValueError"},
    {"ValueError", "Exception"},      {"ZeroDivisionError", "ArithmeticError"}};

const ExceptionRow* FindException(std::string_view name) {
  const auto* const row = std::ranges::find(kExceptions, name, &ExceptionRow::name);
  return row == std::end(kExceptions) ? nullptr : row;
}

// The ends of the numbers that an integer type has.
bool FitsIn(Int128 value, abi::ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (info.cls == abi::ScalarClass::Bool) {
    return value == 0 || value == 1;
  }
  const bool is_signed = info.cls == abi::ScalarClass::Signed;
  const unsigned bits = info.size * 8 - (is_signed ? 1 : 0);
  const Int128 end = Int128(1) << bits;
  return value < end && value >= (is_signed ? -end : Int128(0));
}

bool IsIntegerKind(abi::ScalarKind kind) {
  const abi::ScalarClass cls = abi::scalar_info(kind).cls;
  return cls == abi::ScalarClass::Signed || cls == abi::ScalarClass::Unsigned;
}

// The element type of an array or scalar of NumPy's.
std::optional<abi::ScalarKind> ElementKind(const Object& object) {
  if (object.kind == ObjectKind::Array) {
    return object.array->element;
  }
  return object.is_number() && object.typed ? std::optional(object.scalar) : std::nullopt;
}

// Whether all of Python's integers in it fit in a type.
bool AllFit(const Object& object, abi::ScalarKind kind) {
  if (object.is_number()) {
    return object.typed || !object.number.is_integral() || !IsIntegerKind(kind) ||
           FitsIn(object.number.integer, kind);
  }
  return object.kind != ObjectKind::Tuple ||
         std::ranges::all_of(object.elements,
                             [&](const Object& each) { return AllFit(each, kind); });
}

// Names of NumPy that all of its versions have, and functions that integers are checked for.
bool IsOfNumpy(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "arange",  "array", "asarray", "bool_",   "complex128", "complex64", "dtype", "e",
      "empty",   "eye",   "float16", "float32", "float64",    "full",      "inf",   "int16",
      "int32",   "int64", "int8",    "intp",    "linspace",   "load",      "nan",   "ndarray",
      "newaxis", "ones",  "pi",      "uint16",  "uint32",     "uint64",    "uint8", "zeros"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool IsOrdered(const Object& left, const Object& right) {
  const auto is_real = [](const Object& object) {
    return object.is_number() && object.number.kind != NumberKind::Complex;
  };
  const bool are_texts = left.kind == ObjectKind::Str && right.kind == ObjectKind::Str &&
                         left.is_bytes == right.is_bytes && !left.is_path && !right.is_path;
  const bool are_sequences = left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple &&
                             left.is_list == right.is_list && left.flavor == right.flavor &&
                             left.flavor == Flavor::Plain;
  if (are_sequences) {
    for (std::size_t i = 0; i < std::min(left.elements.size(), right.elements.size()); ++i) {
      if (!IsOrdered(left.elements[i], right.elements[i])) {
        return false;
      }
    }
  }
  return (is_real(left) && is_real(right)) || are_texts || are_sequences;
}

// What libraries have and do is taken to be there and to work.
bool IsOfLibrary(const ast::Expr* expr, const Scope* scope) {
  const ast::Name* first = FirstName(expr);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  const bool is_print = binding == nullptr && first != nullptr && first->id == "print";
  if (binding == nullptr || binding->kind != BindingKind::Import) {
    return is_print;
  }
  // What these do is known, errors included.
  const std::string_view module = binding->import.module;
  return !module.starts_with("numpy") && module != "math" && module != "cmath";
}

// Calls of a library that are taken to work, where somebody is prepared for failures: those that hardly ever fail, and
// what asks for devices.
bool IsTakenToWork(const ast::Expr* callee, const Scope* scope) {
  static constexpr std::string_view kModules[] = {"argparse", "logging", "matplotlib", "numba", "time", "warnings"};
  static constexpr std::string_view kFunctions[] = {"abspath", "basename", "dirname", "exists", "get",
                                                    "getenv",  "isdir",    "isfile",  "join",   "print"};
  const ast::Name* first = FirstName(callee);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  const std::string_view module = binding == nullptr ? std::string_view() : std::string_view(binding->import.module);
  return std::ranges::find(kModules, module.substr(0, module.find('.'))) != std::end(kModules) ||
         std::ranges::find(kFunctions, LastPart(callee)) != std::end(kFunctions);
}

// `except ImportError: sys.exit(1)`, `except OSError: raise`
bool Leaves(const ast::ExceptHandler* handler) {
  const ast::Stmt* last = handler->body.back();
  const auto* expression = As<ast::ExprStmt>(last);
  const auto* call = expression == nullptr ? nullptr : As<ast::Call>(expression->value);
  const std::string_view callee = call == nullptr ? std::string_view() : LastPart(call->func);
  return As<ast::Raise>(last) != nullptr || callee == "exit" || callee == "_exit" || callee == "quit";
}

bool IsNumber(const ast::Expr* expr) {
  const auto* constant = As<ast::Constant>(expr);
  return constant != nullptr && (constant->value.kind == ast::ConstantKind::Int ||
                                 constant->value.kind == ast::ConstantKind::Float);
}

// `raise ImportError(...)` among the statements of a file.
bool RaisesImportError(const ImportedModule& module) {
  return module.index && std::ranges::any_of(module.index->impl().module().body(), [](const ast::Stmt* stmt) {
           const auto* raise = As<ast::Raise>(stmt);
           const auto* call = raise == nullptr ? nullptr : As<ast::Call>(raise->exc);
           const auto* name = raise == nullptr ? nullptr : As<ast::Name>(call != nullptr ? call->func : raise->exc);
           return name != nullptr && name->id == "ImportError";
         });
}

// Whether what a file of the program imports by a name without dots is what Python would find: a package's modules see those
// of its folder by relative imports alone.
bool FindsAsPython(const FileIndexImpl& file) {
  return file.module_name().find('.') == std::string::npos && !file.path().ends_with("__init__.py");
}

}  // namespace

bool MayRaise(const ast::Node* node, const Scope* scope) {
  using ast::NodeKind;
  static constexpr NodeKind kHarmless[] = {
      NodeKind::Assign, NodeKind::AnnAssign, NodeKind::ExprStmt, NodeKind::If,      NodeKind::Pass,
      NodeKind::Import, NodeKind::ImportFrom, NodeKind::Alias,   NodeKind::Keyword, NodeKind::Constant,
      NodeKind::List,   NodeKind::Name,      NodeKind::Call,     NodeKind::Try,   NodeKind::Return,
      NodeKind::ExceptHandler, NodeKind::Attribute, NodeKind::IfExp, NodeKind::BoolOp};
  if (HasOwnScope(node) && ast::node_class(node->kind) == ast::NodeClass::Stmt) {
    const auto* cls = As<ast::ClassDef>(node);
    return cls != nullptr && !IsPlainClass(*cls);
  }
  const auto* unary = As<ast::UnaryOp>(node);
  const bool is_harmless = std::ranges::find(kHarmless, node->kind) != std::end(kHarmless) ||
                           (unary != nullptr && unary->op != ast::UnaryOperator::Invert &&
                            (unary->op == ast::UnaryOperator::Not || IsNumber(unary->operand)));
  const auto* tuple = As<ast::Tuple>(node);
  const bool is_unpacked = tuple != nullptr && tuple->ctx == ast::ExprContext::Store;
  const auto* call = As<ast::Call>(node);
  const auto* attribute = As<ast::Attribute>(node);
  const auto* name = As<ast::Name>(node);
  const Scope* owner = nullptr;
  const bool is_missing = name != nullptr && FindBinding(scope, name->id, &owner) == nullptr &&
                          !IsPythonBuiltin(name->id);
  if (is_missing || (!is_harmless && tuple == nullptr) || is_unpacked ||
      (call != nullptr && !(IsOfLibrary(call->func, scope) && IsTakenToWork(call->func, scope))) ||
      (attribute != nullptr && !IsOfLibrary(attribute, scope))) {
    return true;
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || MayRaise(child, scope); });
  return found;
}

std::nullopt_t Evaluator::Raise(std::string_view exception) {
  if (attempts_ > 0 && !is_doubtful_) {
    raising_ = exception;
  }
  return std::nullopt;
}

bool Evaluator::MayRaiseInstead(ast::BinaryOperator op, const Object& left, const Object& right) {
  using ast::BinaryOperator;
  const bool are_numbers = left.is_number() && right.is_number();
  if (are_numbers && !left.typed && !right.typed) {
    return false;
  }
  const std::optional<abi::ScalarKind> left_kind = ElementKind(left);
  const std::optional<abi::ScalarKind> right_kind = ElementKind(right);
  if (left_kind || right_kind) {
    const auto is_numeric = [](const Object& object) {
      return object.is_number() || object.kind == ObjectKind::Array;
    };
    return !is_numeric(left) || !is_numeric(right) ||
           (op != BinaryOperator::Add && op != BinaryOperator::Mult) ||
           !AllFit(left, right_kind.value_or(abi::ScalarKind::Float64)) ||
           !AllFit(right, left_kind.value_or(abi::ScalarKind::Float64));
  }
  const bool are_alike = left.kind == right.kind && left.is_bytes == right.is_bytes &&
                         left.is_list == right.is_list && left.flavor == right.flavor &&
                         left.flavor == Flavor::Plain && !left.is_path && !right.is_path;
  const auto repeats = [](const Object& each, const Object& count) {
    return (each.kind == ObjectKind::Str || each.kind == ObjectKind::Tuple) &&
           each.flavor == Flavor::Plain && count.is_int() && !count.typed;
  };
  const bool is_repeated =
      op == BinaryOperator::Mult && (repeats(left, right) || repeats(right, left));
  return !is_repeated && !(are_alike && op == BinaryOperator::Add &&
                           (left.kind == ObjectKind::Str || left.kind == ObjectKind::Tuple));
}

bool Evaluator::MayRaiseInstead(ast::UnaryOperator op, const Object& operand) {
  return op != ast::UnaryOperator::Not && !(operand.is_number() && !operand.typed &&
                                            (op != ast::UnaryOperator::Invert || operand.is_int()));
}

bool Evaluator::MayRaiseInstead(ast::CompareOperator op, const Object& left, const Object& right) {
  using ast::CompareOperator;
  if (op == CompareOperator::Is || op == CompareOperator::IsNot) {
    return false;
  }
  const bool is_foreign = left.kind == ObjectKind::Array || right.kind == ObjectKind::Array ||
                          left.kind == ObjectKind::Instance || right.kind == ObjectKind::Instance;
  if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
    return is_foreign;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    const bool is_text = right.kind == ObjectKind::Str && left.kind == ObjectKind::Str &&
                         left.is_bytes == right.is_bytes;
    const bool is_key = left.kind == ObjectKind::Str || left.is_number();
    return is_foreign ||
           !(is_text || (right.kind == ObjectKind::Tuple && right.flavor != Flavor::Set) ||
             (is_key && (right.kind == ObjectKind::Dict || right.kind == ObjectKind::Tuple)));
  }
  return !IsOrdered(left, right);
}

// NumPy 2 refuses integers that a type does not have, and has not all that NumPy 1 had.
bool Evaluator::MayRaiseInstead(const Object& callee, const Arguments& arguments,
                                const Object& result) {
  const bool is_numpy = callee.kind == ObjectKind::Type ||
                        (callee.kind == ObjectKind::External && callee.text.starts_with("np."));
  if (!is_numpy) {
    return false;
  }
  if (callee.kind == ObjectKind::External && !IsOfNumpy(callee.text.substr(3))) {
    return true;
  }
  const std::optional<abi::ScalarKind> kind = ElementKind(result);
  const auto fits = [&](const Object& each) { return AllFit(each, *kind); };
  return kind && IsIntegerKind(*kind) &&
         !(std::ranges::all_of(arguments.positional, fits) &&
           std::ranges::all_of(arguments.keywords,
                               [&](const Keyword& each) { return fits(each.value); }));
}

// Whether a library has what stands behind a dot.
bool Evaluator::IsThere(std::string_view library, std::string_view name) {
  if (library == "np") {
    return IsOfNumpy(name);
  }
  const std::string path = CanonicalMember(library, name);
  static constexpr std::string_view kHost[] = {".os.environ", ".os.environ.get", ".os.getenv",
                                               ".os.path", ".sys.argv"};
  return IsKnownMember(path) || std::ranges::find(kHost, path) != std::end(kHost) ||
         FindHostFunction(path) != nullptr ||
         (library == "math" && ResolvePath(path).kind == ObjectKind::Number);
}

// Whether an import finds what it names: modules of the program, and what is known of those that
// kernels use. Whether other libraries are there, nobody knows.
bool Evaluator::IsImportable(const ast::Stmt* stmt, const Scope* scope) {
  const auto is_there = [&](const ImportRef& import) {
    // What stands for NumPy is another library.
    if (import.module.starts_with("cupy") || import.module.starts_with("jax")) {
      return false;
    }
    const std::optional<Object> found = Import(import, scope);
    if (!found || found->kind != ObjectKind::External) {
      const bool is_old = found && import.module.starts_with("numpy") &&
                          found->kind != ObjectKind::Type && found->kind != ObjectKind::Number;
      return found && !is_old;
    }
    // `from numba import cuda` is what kernels are written for.
    return !found->text.starts_with('.') &&
           (import.name.empty() || IsKnownMember(found->text) || IsModulePath(found->text));
  };
  if (const auto* import = As<ast::Import>(stmt)) {
    return std::ranges::all_of(import->names, [&](const ast::Alias* alias) {
      return is_there({0, alias->name, {}, 0});
    });
  }
  const auto* from = As<ast::ImportFrom>(stmt);
  if (from == nullptr) {
    return true;
  }
  const auto level = static_cast<unsigned>(from->level);
  return is_there({level, from->module, {}, 0}) &&
         std::ranges::all_of(from->names, [&](const ast::Alias* alias) {
           return alias->name == "*" || is_there({level, from->module, alias->name, 0});
         });
}

// Whether a file of the program surely has no such name.
bool Evaluator::IsMissing(const ImportedModule& module, std::string_view name) {
  if (!module.index || name.starts_with("__")) {
    return false;
  }
  const FileIndexImpl& file = module.index->impl();
  const Scope& scope = file.module_scope();
  const HostEffects& effects = file.effects();
  if (scope.bindings.contains(name) || scope.bindings.contains("__getattr__") || !scope.star_imports.empty() ||
      effects.is_wild || effects.hidden_definition.has_value() || ChangedByOthers(file, name)) {
    return false;
  }
  return module.folder.empty() || index_->resolver()->Submodule(module, name) == nullptr;
}

// What a statement of a file surely raises, because another file of the program lacks a name; empty for others.
std::string_view Evaluator::SurelyRaised(const ast::Stmt* stmt, const Scope* scope) {
  if (const auto* from = As<ast::ImportFrom>(stmt)) {
    if (from->level == 0 && !FindsAsPython(*scope->file)) {
      return "";
    }
    const std::optional<Object> module = Import({static_cast<unsigned>(from->level), from->module, {}, 0}, scope);
    const bool is_missing =
        module && module->kind == ObjectKind::Module &&
        (RaisesImportError(*module->module) || std::ranges::any_of(from->names, [&](const ast::Alias* alias) {
           return alias->name != "*" && IsMissing(*module->module, alias->name);
         }));
    return is_missing ? "ImportError" : "";
  }
  if (const auto* import = As<ast::Import>(stmt); import != nullptr && FindsAsPython(*scope->file)) {
    const bool raises = std::ranges::any_of(import->names, [&](const ast::Alias* alias) {
      const std::optional<Object> module = Import({0, alias->name, {}, 0}, scope);
      return module && module->kind == ObjectKind::Module && RaisesImportError(*module->module);
    });
    return raises ? "ImportError" : "";
  }
  const auto* expression = As<ast::ExprStmt>(stmt);
  const auto* assign = As<ast::Assign>(stmt);
  const auto* attribute = As<ast::Attribute>(expression != nullptr ? expression->value
                                             : assign != nullptr  ? assign->value
                                                                  : nullptr);
  const std::optional<Object> base =
      attribute == nullptr || !FindsAsPython(*scope->file)
          ? std::nullopt
          : EvalIn(attribute->value, {scope, nullptr, scope->file->statement_order(stmt)});
  return base && base->kind == ObjectKind::Module && IsMissing(*base->module, attribute->attr) ? "AttributeError" : "";
}

// Whether the only handler of a `try` of the file's own statements is sure to run.
bool Evaluator::SurelyFails(const ast::Try& attempt, const Scope* scope) {
  if (scope->kind != ScopeKind::Module || attempt.handlers.size() != 1) {
    return false;
  }
  const auto [place, inserted] = failures_.try_emplace(&attempt, false);
  if (!inserted) {
    return place->second;
  }
  for (const ast::Stmt* stmt : attempt.body) {
    if (const std::string_view exception = SurelyRaised(stmt, scope); !exception.empty()) {
      return place->second = Catches(attempt.handlers.front()->type, exception, scope) == true;
    }
    const bool imports = As<ast::Import>(stmt) != nullptr || As<ast::ImportFrom>(stmt) != nullptr;
    if (!imports && MayRaise(stmt, scope)) {
      break;
    }
  }
  return false;
}

std::optional<bool> Evaluator::Catches(const ast::Expr* handler, std::string_view exception,
                                       const Scope* scope) {
  if (handler == nullptr) {
    return true;
  }
  if (const auto* tuple = As<ast::Tuple>(handler)) {
    for (const ast::Expr* each : tuple->elts) {
      const std::optional<bool> catches = Catches(each, exception, scope);
      if (catches != std::optional(false)) {
        return catches;
      }
    }
    return false;
  }
  const auto* name = As<ast::Name>(handler);
  if (name == nullptr || exception.empty()) {
    return std::nullopt;
  }
  const auto is_own = [&](std::string_view each) {
    const Scope* owner = nullptr;
    return FindBinding(scope, each, &owner) != nullptr;
  };
  // A class of the program is caught by its own name; what it inherits from is not looked at but
  // for the plainest.
  if (is_own(exception)) {
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(scope, exception, &owner);
    const bool is_class = binding->kind == BindingKind::Class && binding->previous == nullptr;
    if (!is_class) {
      return std::nullopt;
    }
    if (name->id == exception) {
      return true;
    }
    const ast::NodeList<ast::Expr> bases = binding->class_scope->class_def->bases;
    const auto* base = bases.size() == 1 ? As<ast::Name>(bases.front()) : nullptr;
    const Binding* of_base = base == nullptr ? nullptr : FindBinding(scope, base->id, &owner);
    const bool is_earlier = of_base == nullptr || of_base->order < binding->order;
    return base == nullptr || !is_earlier ? std::nullopt : Catches(handler, base->id, scope);
  }
  if (is_own(name->id)) {
    // A class of the program inherits from none that Python raises by itself, if at all.
    return std::nullopt;
  }
  const ExceptionRow* row = FindException(exception);
  if (row == nullptr || (name->id != "BaseException" && FindException(name->id) == nullptr)) {
    return std::nullopt;
  }
  for (; row != nullptr; row = FindException(row->base)) {
    if (row->name == name->id) {
      return true;
    }
  }
  return name->id == "BaseException";
}

// What a `try` holds is taken to work, save for imports of modules that are not there: who knows.
std::optional<bool> Evaluator::TrySucceeds(const ast::Try& attempt, const Scope* scope) {
  const bool goes_on = attempt.handlers.empty() || !std::ranges::all_of(attempt.handlers, Leaves);
  if (running_ == 0 && goes_on && std::ranges::any_of(attempt.body, [&](const ast::Stmt* stmt) {
        return MayRaise(stmt, scope);
      })) {
    return std::nullopt;
  }
  const bool is_complete = std::ranges::all_of(
      attempt.body, [&](const ast::Stmt* stmt) { return IsImportable(stmt, scope); });
  return is_complete ? std::optional(true) : std::nullopt;
}

}  // namespace kernelc::sema
