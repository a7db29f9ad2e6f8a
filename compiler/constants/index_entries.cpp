// What a file offers: its kernels and functions, with what decorators say of them, and other names
// for them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/constants/const_eval.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/files.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Dictionaries inside dictionaries whose kernels have names.
constexpr unsigned kMaxParts = 2;

// No scope imports a file of the program.
bool ImportsLibrariesAlone(const FileIndexImpl& file) {
  bool alone = true;
  ForEachBinding(file, [&](const Binding& binding) {
    const ImportRef& import = binding.import;
    const std::string_view dotted = import.module;
    alone = alone && (binding.kind != BindingKind::Import ||
                      (import.level == 0 &&
                       (!index::CanonicalModule(dotted).starts_with('.') || host::IsLibraryModule(dotted) ||
                        file.resolver() == nullptr ||
                        file.resolver()->Import(file.path(), 0, dotted.substr(0, dotted.find('.'))) == nullptr)));
  });
  return alone;
}

}  // namespace

class EntryFinder {
 public:
  explicit EntryFinder(FileIndexImpl& index)
      : index_(&index), launched_(index::LaunchedNames(index.module())) {}

  // `with_entries`: what the file offers as well.
  void ReadFunctions(bool with_entries) {
    if (std::exchange(index_->has_functions_, true)) {
      return;
    }
    Evaluator evaluator(*index_, index_->mutable_arena());
    // Calls of factories add functions while this runs; those are no functions of the text.
    const std::size_t count = index_->mutable_arena().functions.size();
    for (std::size_t i = 0; i < count; ++i) {
      FunctionInfo& function = index_->mutable_arena().functions[i];
      if (function.def != nullptr) {
        ReadDecorators(function, evaluator);
        if (with_entries) {
          AddEntry(function, evaluator);
        }
      }
    }
    if (with_entries) {
      MarkReplaced();
      AddAliases(evaluator);
    }
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
        is_replaced = is_replaced || (later != nullptr && !binding->condition.is_open &&
                                      (later->is_for_devices() || later->options.launch != LaunchForm::Kernel));
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
      std::string reason;
      const std::optional<abi::ArgType> type =
          arg->annotation == nullptr
              ? std::nullopt
              : AnnotatedType(*arg->annotation, function, evaluator, &reason);
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
    entry.line = index_->sources().begin(function.name_range).line;
    entry.name_range = function.name_range;
    entry.params = LaunchParams(function);
    entry.optional_params = OptionalLaunchParams(function);
    entry.no_opt = function.options.no_opt;
    entry.line_info = function.options.lineinfo;
    entry.links = function.options.links;
    // Other launches take arrays of any shape, whatever the types of one call.
    const bool launches_itself = function.options.launch == LaunchForm::Kernel;
    entry.is_kernel = function.is_kernel || !launches_itself;
    entry.for_host = !function.options.for_cuda && (function.options.launch == LaunchForm::Vectorize ||
                                                    function.options.launch == LaunchForm::Generalize);
    entry.is_launched = launched_.contains(function.def != nullptr ? function.def->name : function.name);
    if (launches_itself) {
      entry.signatures = function.options.signatures;
      entry.results = function.options.results;
    }
    if (launches_itself && entry.signatures.empty()) {
      if (std::optional<std::vector<abi::ArgType>> types = AnnotatedTypes(function, evaluator)) {
        entry.signatures.push_back(std::move(*types));
        entry.results.emplace_back();
        entry.from_annotations = index_->default_literals() == LiteralMode::Numba;
      }
    }
    index_->entries_.push_back(std::move(entry));
    index_->entry_functions_.push_back(&function);
  }

  static bool IsKernel(const Object& object) {
    return object.kind == ObjectKind::Function && object.function->is_kernel;
  }

  // `k = cuda.jit(f)`: another name for f, as a kernel; `k = make(16)`: a kernel from a factory;
  // and `k = KERNELS["a"]`.
  void AddAliases(Evaluator& evaluator) {
    // Else no variable of the file is another name for a kernel.
    if (ImportsLibrariesAlone(*index_) && !index::MakesKernels(*index_)) {
      return;
    }
    std::vector<std::pair<const ast::Name*, Object>> holders;
    for (const index::Assignment& assignment : index::FileAssignments(index_->module())) {
      const ast::Name* name = assignment.name;
      std::optional<Object> object = evaluator.EvalAtEnd(name->id, true);
      if (object && object->kind != ObjectKind::Function) {
        holders.emplace_back(name, std::move(*object));
        continue;
      }
      const bool is_defined = object && object->function->undecorated == nullptr && object->function->name == name->id;
      if (!object || is_defined || (object->function->undecorated == nullptr && !object->function->is_kernel &&
                      object->function->options.launch == LaunchForm::Kernel)) {
        continue;
      }
      if (!assignment.is_indirect || (IsKernel(*object) && !IsNamed(name->id))) {
        HideBehind(name->id, *object);
        AddAlias(*object, std::string(name->id), name->range, evaluator);
      }
    }
    for (const auto& [name, holder] : holders) {
      AddParts(holder, std::string(name->id), name->range, evaluator);
    }
  }

  // `kernel = make(3)` is what `kernel` means, not the `make.kernel` that it comes from.
  void HideBehind(std::string_view name, const Object& alias) {
    for (std::size_t i = 0; i < index_->entries_.size(); ++i) {
      FunctionEntry& entry = index_->entries_[i];
      entry.whole_name_only =
          entry.whole_name_only || (entry.name.ends_with(fmt::format(".{}", name)) &&
                                    index_->entry_functions_[i]->def == alias.function->def);
    }
  }

  bool IsNamed(std::string_view name) const {
    return std::ranges::find(index_->entries_, name, &FunctionEntry::name) !=
           index_->entries_.end();
  }

  void AddAlias(const Object& object, std::string name, SourceRange range, Evaluator& evaluator) {
    FunctionInfo& alias = index_->mutable_arena().functions.emplace_back(*object.function);
    alias.name = std::move(name);
    alias.name_range = range;
    AddEntry(alias, evaluator);
  }

  // Kernels in dictionaries, lists, tuples and attributes of objects, by the name of these and the
  // key, place or attribute: `KERNELS.a`, `kernels.1`, `solver.kernel`.
  void AddParts(const Object& holder, const std::string& name, SourceRange range,
                Evaluator& evaluator, unsigned depth = 0) {
    const bool is_list = holder.kind == ObjectKind::Tuple;
    const bool has_parts =
        is_list || holder.kind == ObjectKind::Dict || holder.kind == ObjectKind::Instance;
    if (!has_parts || depth > kMaxParts) {
      return;
    }
    for (std::size_t i = 0; i < holder.elements.size(); i += is_list ? 1 : 2) {
      const Object& part = holder.elements[is_list ? i : i + 1];
      const std::optional<std::string> key =
          is_list ? std::optional(std::to_string(i)) : ObjectText(holder.elements[i]);
      const bool is_word = key && std::ranges::all_of(*key, [](char c) {
                             return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                           });
      if (!is_word) {
        continue;
      }
      const std::string whole = fmt::format("{}.{}", name, *key);
      if (IsKernel(part) && !IsNamed(whole)) {
        AddAlias(part, whole, range, evaluator);
        index_->entries_.back().whole_name_only = index_->module_scope().bindings.contains(*key);
      }
      AddParts(part, whole, range, evaluator, depth + 1);
    }
  }

  FileIndexImpl* index_;
  // Names of what is launched.
  std::set<std::string_view> launched_;
};

void AddSearchFolders(FileIndexImpl& index) { Evaluator(index, index.mutable_arena()).AddSearchFolders(); }

void IndexFunctions(FileIndexImpl& index) {
  AddSearchFolders(index);
  EntryFinder(index).ReadFunctions(true);
}

void IndexImported(FileIndexImpl& index) { EntryFinder(index).ReadFunctions(false); }

}  // namespace kernelc::constants
