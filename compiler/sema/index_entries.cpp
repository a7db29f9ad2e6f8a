// What a file offers: its kernels and functions, with what decorators say of them, and other names
// for them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/index.h"
#include "compiler/sema/launch_forms.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

}  // namespace

class EntryFinder {
 public:
  explicit EntryFinder(FileIndexImpl& index) : index_(&index) {}

  void ReadFunctions() {
    Evaluator evaluator(*index_, index_->arena_);
    evaluator.AddSearchFolders();
    // Calls of factories add functions while this runs; those are no functions of the text.
    const std::size_t count = index_->arena_.functions.size();
    for (std::size_t i = 0; i < count; ++i) {
      FunctionInfo& function = index_->arena_.functions[i];
      if (function.def != nullptr) {
        ReadDecorators(function, evaluator);
        AddEntry(function, evaluator);
      }
    }
    MarkReplaced();
    AddAliases(evaluator);
  }

 private:
  // What is wrong waits until somebody uses the function.
  static void ReadDecorators(FunctionInfo& function, Evaluator& evaluator) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    evaluator.ReadDecorators(function, &emitter);
    function.decorator_errors = consumer.Take();
  }

  // Python takes the last of several functions of one name.
  void MarkReplaced() {
    for (std::size_t i = 0; i < index_->entries_.size(); ++i) {
      const FunctionInfo& function = *index_->entry_functions_[i];
      const auto last = function.outer->bindings.find(function.def->name);
      bool is_replaced = false;
      for (const Binding* binding = last == function.outer->bindings.end() ? nullptr : &last->second;
           binding != nullptr && binding->function != &function; binding = binding->previous) {
        const FunctionInfo* later = binding->function;
        is_replaced = is_replaced || (later != nullptr && binding->guard == nullptr &&
                                      (later->is_kernel || later->options.device ||
                                       later->options.launch != LaunchForm::Kernel));
      }
      index_->entries_[i].is_replaced = is_replaced;
    }
  }

  // Types of every parameter by their annotations, where all are annotated with a type.
  std::optional<std::vector<abi::ArgType>> AnnotatedTypes(const FunctionInfo& function,
                                                          Evaluator& evaluator) {
    std::vector<abi::ArgType> types;
    const ast::Arguments& arguments = function.arguments();
    const auto add = [&](const ast::Arg* arg) {
      const std::optional<Object> object = arg->annotation == nullptr
                                               ? std::nullopt
                                               : evaluator.Eval(arg->annotation, function.outer);
      const std::optional<abi::ArgType> type = object ? Evaluator::AsType(*object) : std::nullopt;
      if (type) {
        types.push_back(*type);
      }
      return type.has_value();
    };
    for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
      for (const ast::Arg* arg : list) {
        if (!add(arg)) {
          return std::nullopt;
        }
      }
    }
    return types.empty() ? std::nullopt : std::optional(std::move(types));
  }

  void AddEntry(const FunctionInfo& function, Evaluator& evaluator) {
    FunctionEntry entry;
    entry.name = function.name;
    entry.line = index_->sources_->begin(function.name_range).line;
    entry.name_range = function.name_range;
    entry.params = LaunchParams(function);
    entry.optional_params = OptionalLaunchParams(function);
    entry.no_opt = function.options.no_opt;
    entry.line_info = function.options.lineinfo;
    entry.links = function.options.links;
    // Other launches take arrays of any shape, whatever the types of one call.
    const bool launches_itself = function.options.launch == LaunchForm::Kernel;
    entry.is_kernel = function.is_kernel || !launches_itself;
    if (launches_itself) {
      entry.signatures = function.options.signatures;
      entry.results = function.options.results;
    }
    if (launches_itself && entry.signatures.empty()) {
      if (std::optional<std::vector<abi::ArgType>> types = AnnotatedTypes(function, evaluator)) {
        entry.signatures.push_back(std::move(*types));
        entry.results.emplace_back();
        entry.from_annotations = index_->default_literals_ == LiteralMode::Numba;
      }
    }
    index_->entries_.push_back(std::move(entry));
    index_->entry_functions_.push_back(&function);
  }

  // The assignments of one name that run when the file is imported, as far as nobody knows
  // otherwise.
  void CollectAssignments(ast::NodeList<ast::Stmt> body,
                          std::vector<std::pair<const ast::Name*, const ast::Call*>>* found) {
    for (const ast::Stmt* stmt : body) {
      const auto* assign = As<ast::Assign>(stmt);
      const auto* annotated = As<ast::AnnAssign>(stmt);
      const ast::Expr* target = annotated != nullptr ? annotated->target
                                : assign != nullptr && assign->targets.size() == 1
                                    ? assign->targets[0]
                                    : nullptr;
      const ast::Expr* value = annotated != nullptr ? annotated->value
                               : assign != nullptr  ? assign->value
                                                    : nullptr;
      // `k = cuda.jit(f) if HAVE_GPU else None`
      if (const auto* choice = value == nullptr ? nullptr : As<ast::IfExp>(value)) {
        value = As<ast::Call>(choice->body) != nullptr ? choice->body : choice->orelse;
      }
      const auto* name = target == nullptr ? nullptr : As<ast::Name>(target);
      const auto* call = value == nullptr ? nullptr : As<ast::Call>(value);
      if (name != nullptr && call != nullptr) {
        found->emplace_back(name, call);
      }
      if (const auto* branch = As<ast::If>(stmt)) {
        CollectAssignments(branch->body, found);
        CollectAssignments(branch->orelse, found);
      } else if (const auto* attempt = As<ast::Try>(stmt)) {
        CollectAssignments(attempt->body, found);
      }
    }
  }

  // `k = cuda.jit(f)`: another name for f, as a kernel; `k = make(16)`: a kernel from a factory.
  void AddAliases(Evaluator& evaluator) {
    std::vector<std::pair<const ast::Name*, const ast::Call*>> assignments;
    CollectAssignments(index_->module_->body(), &assignments);
    const Scope* scope = &index_->module_scope();
    for (const auto& [name, call] : assignments) {
      // NumPy and the like give no kernels: no need to follow the call.
      const std::optional<Object> callee = evaluator.Eval(call->func, scope);
      if (callee && callee->kind == ObjectKind::External && !IsDecoratorPath(callee->text) &&
          callee->text != ".functools.partial") {
        continue;
      }
      const std::optional<Object> object = evaluator.EvalAssigned(name->id, call, scope);
      if (!object || object->kind != ObjectKind::Function ||
          (object->options == nullptr && !object->function->is_kernel &&
           object->function->options.launch == LaunchForm::Kernel)) {
        continue;
      }
      AddAlias(*object, std::string(name->id), name->range, evaluator);
    }
    for (const ast::Stmt* stmt : index_->module_->body()) {
      AddContained(stmt, evaluator);
    }
  }

  void AddAlias(const Object& object, std::string name, SourceRange range, Evaluator& evaluator) {
    FunctionInfo& alias = index_->arena_.functions.emplace_back(*object.function);
    alias.name = std::move(name);
    alias.name_range = range;
    if (object.options != nullptr) {
      alias.options = *object.options;
      alias.is_kernel = !alias.options.device;
    }
    AddEntry(alias, evaluator);
  }

  // Kernels in dictionaries, lists and tuples, by the name of these and the key or place:
  // `KERNELS.a`, `kernels.1`; and `a, b = make(4)`.
  void AddContained(const ast::Stmt* stmt, Evaluator& evaluator) {
    const auto* assign = As<ast::Assign>(stmt);
    const auto* name = assign == nullptr ? nullptr : As<ast::Name>(assign->targets.front());
    const auto* names = assign == nullptr ? nullptr : As<ast::Tuple>(assign->targets.front());
    const auto add = [&](const Object& object, std::string text, SourceRange range) {
      const bool is_kernel =
          object.kind == ObjectKind::Function &&
          (object.options != nullptr ? !object.options->device : object.function->is_kernel);
      const bool is_known =
          std::ranges::find(index_->entries_, text, &FunctionEntry::name) != index_->entries_.end();
      if (is_kernel && !is_known) {
        AddAlias(object, std::move(text), range, evaluator);
      }
    };
    const Scope* scope = &index_->module_scope();
    if (names != nullptr && As<ast::Call>(assign->value) != nullptr) {
      for (const ast::Expr* each : names->elts) {
        const auto* part = As<ast::Name>(each);
        const std::optional<Object> object =
            part == nullptr ? std::nullopt : evaluator.EvalName(part->id, scope);
        add(object ? *object : Object(), std::string(part == nullptr ? "" : part->id), each->range);
      }
      return;
    }
    if (name == nullptr || !HoldsFunctions(assign->value)) {
      return;
    }
    const std::optional<Object> holder = evaluator.EvalName(name->id, scope);
    const bool is_dict = holder && holder->kind == ObjectKind::Dict;
    if (!is_dict && (!holder || holder->kind != ObjectKind::Tuple)) {
      return;
    }
    for (std::size_t i = 0; i < holder->elements.size(); i += is_dict ? 2 : 1) {
      const std::optional<std::string> key =
          is_dict ? ObjectText(holder->elements[i]) : std::optional(std::to_string(i));
      const bool is_word = key && std::ranges::all_of(*key, [](char c) {
                             return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                           });
      if (is_word) {
        add(holder->elements[is_dict ? i + 1 : i], fmt::format("{}.{}", name->id, *key),
            name->range);
      }
    }
  }

  // `{...}`, `[...]`, `{}` and comprehensions that mention more than numbers.
  static bool HoldsFunctions(const ast::Expr* expr) {
    const auto* dict = As<ast::Dict>(expr);
    const auto* list = As<ast::List>(expr);
    const auto* tuple = As<ast::Tuple>(expr);
    const auto may_be = [](const ast::Expr* value) {
      return As<ast::Call>(value) != nullptr || As<ast::Name>(value) != nullptr;
    };
    if (dict != nullptr) {
      return dict->values.empty() || std::ranges::any_of(dict->values, may_be);
    }
    if (list != nullptr || tuple != nullptr) {
      const ast::NodeList<ast::Expr> elements = list != nullptr ? list->elts : tuple->elts;
      return elements.empty() || std::ranges::any_of(elements, may_be);
    }
    const auto* comprehension = As<ast::ListComp>(expr);
    const auto* pairs = As<ast::DictComp>(expr);
    return (comprehension != nullptr && may_be(comprehension->elt)) ||
           (pairs != nullptr && may_be(pairs->value));
  }

  FileIndexImpl* index_;
};

void IndexFunctions(FileIndexImpl& index) { EntryFinder(index).ReadFunctions(); }

}  // namespace kernelc::sema
