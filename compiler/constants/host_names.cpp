#include "compiler/constants/host_names.h"

#include <algorithm>
#include <filesystem>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {
namespace {

using host::Constant;
using host::ConstantKind;

// The files that a program imports and reads, as kernels' files are found.
class ResolverWorld : public host::World {
 public:
  // `folder` is that of the program, whose file is `main`.
  ResolverWorld(ModuleResolver& resolver, ModulesByPath& modules, const FileIndexImpl& main,
                std::string folder)
      : resolver_(&resolver), modules_(&modules), main_(&main), folder_(std::move(folder)) {}

  std::optional<host::ModuleFile> FindModule(const std::string& importer, unsigned level,
                                             std::string_view dotted) override {
    // Those that kernels know are the libraries', whatever lies beside the file.
    if (level == 0 && !index::CanonicalModule(dotted).starts_with('.')) {
      return std::nullopt;
    }
    const ImportedModule* module = resolver_->Import(importer, level, dotted);
    if (module == nullptr || (!module->index && host::IsLibraryModule(dotted))) {
      return std::nullopt;
    }
    host::ModuleFile file;
    file.name = module->name;
    file.path = module->path.empty() ? module->folder : module->path;
    file.folder = module->folder;
    const bool is_main = module->index && &module->index->impl() == main_;
    if (!is_main) {
      (*modules_)[file.path] = module;
    }
    if (!module->index && !module->path.empty()) {
      // It is being indexed.
      file.text = resolver_->ReadBytes(module->path).bytes;
    }
    if (module->index) {
      const ast::Module& tree = module->index->impl().program();
      // Imported, the program's own file is a module beside it; its code is not that of the
      // program.
      if (module->syntax_errors.empty() && !is_main) {
        file.tree = &tree;
        file.texts = module->index->impl().texts();
        file.file = FileOf(module->index->impl());
      } else {
        file.text = std::string(module->index->impl().sources().file(tree.file()).text());
        file.file = is_main ? FileOf(module->index->impl()) : std::string();
      }
    }
    return file;
  }

  FileBytes ReadFile(const std::string& path) override {
    // Beside the program, wherever it is compiled.
    const std::filesystem::path full = std::filesystem::path(folder_) / path;
    ModuleResolver::FileBytes file = resolver_->ReadBytes(full.lexically_normal().generic_string());
    return {file.is_known, std::move(file.bytes)};
  }

  FilePlace PlaceOf(const std::string& path) override { return resolver_->PlaceOf(path); }

  std::optional<std::string> Variable(const std::string& name) override {
    return resolver_->Variable(name);
  }

 private:
  ModuleResolver* resolver_;
  ModulesByPath* modules_;
  const FileIndexImpl* main_;
  std::string folder_;
};

host::ConstantRef ConstantOf(const GivenConstant& given) {
  auto constant = std::make_shared<Constant>();
  switch (given.kind) {
    case GivenConstant::Kind::None:
      break;
    case GivenConstant::Kind::Number: {
      const abi::ScalarInfo& info = abi::scalar_info(given.array.element);
      if (info.cls == abi::ScalarClass::Float8 || given.array.bytes.size() < info.size) {
        constant->kind = ConstantKind::Code;
        break;
      }
      constant->kind = given.typed ? ConstantKind::Scalar : ConstantKind::Number;
      constant->number = host::LoadNumber(given.array.element,
                                          reinterpret_cast<const char*>(given.array.bytes.data()));
      constant->scalar = given.array.element;
      break;
    }
    case GivenConstant::Kind::Str:
      constant->kind = ConstantKind::Str;
      constant->text = given.text;
      break;
    case GivenConstant::Kind::Tuple:
      constant->kind = ConstantKind::Tuple;
      for (const GivenConstant& each : given.elements) {
        constant->elements.push_back(ConstantOf(each));
      }
      break;
    case GivenConstant::Kind::Type:
      constant->kind =
          given.type.kind == abi::ArgKind::Scalar ? ConstantKind::Type : ConstantKind::Code;
      constant->scalar = given.type.scalar;
      break;
    case GivenConstant::Kind::Array:
      constant->kind = ConstantKind::Array;
      constant->scalar = given.array.element;
      constant->record = given.array.record;
      constant->shape = given.array.shape;
      constant->is_fortran = given.array.fortran;
      constant->text.assign(reinterpret_cast<const char*>(given.array.bytes.data()),
                            given.array.bytes.size());
      break;
  }
  return constant;
}

}  // namespace

bool IsData(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Number:
    case ObjectKind::Str:
    case ObjectKind::Dict:
    case ObjectKind::Array:
    case ObjectKind::EnumMember:
    case ObjectKind::Instance:
    case ObjectKind::Ellipsis:
      return true;
    case ObjectKind::Tuple:
      return std::ranges::all_of(object.elements, IsData);
    case ObjectKind::None:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::NamedTupleType:
      return false;
  }
  return false;
}

std::unique_ptr<host::World> WorldOf(const FileIndexImpl& file, ModulesByPath& modules) {
  return std::make_unique<ResolverWorld>(
      *file.resolver(), modules, file, std::filesystem::path(FileOf(file)).parent_path().string());
}

std::string FileOf(const FileIndexImpl& index) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(index.path(), error);
  return error ? std::string(index.path()) : path.lexically_normal().generic_string();
}

bool Evaluator::IsGiven(std::string_view name, const Scope* scope, std::optional<Object>* object) {
  const ModuleResolver* resolver = scope == nullptr ? nullptr : ImplOf(*scope->file).resolver();
  if (resolver == nullptr || resolver->constants().empty()) {
    return false;
  }
  const auto found = resolver->constants().find(name);
  if (found == resolver->constants().end() || !index::IsOuterName(name, scope)) {
    return false;
  }
  const auto [place, is_new] = given_.try_emplace(&found->second);
  if (is_new) {
    const GivenConstant& given = found->second;
    place->second = given.kind == GivenConstant::Kind::Type ? Object::Type(given.type)
                                                            : HostObject(ConstantOf(given));
  }
  *object = place->second;
  return true;
}

// Runs the file; `kernel` null: to its end.
static std::shared_ptr<const HostRun> RunHost(const FileIndexImpl& file, const ast::Node* kernel,
                                              int number, std::shared_ptr<host::TreeWalks> walks) {
  ModuleResolver& resolver = *file.resolver();
  auto run = std::make_shared<HostRun>();
  const std::unique_ptr<host::World> world = WorldOf(file, run->modules);
  host::Inputs inputs;
  inputs.world = world.get();
  inputs.module_name = file.module_name();
  inputs.path = file.path();
  inputs.file = FileOf(file);
  inputs.texts = file.texts();
  // People ask alone.
  inputs.wants_texts = walks == nullptr;
  inputs.walks = std::move(walks);
  inputs.number = number;
  for (const auto& [name, given] : resolver.constants()) {
    inputs.constants.emplace(name, ConstantOf(given));
  }
  run->outcome = kernel == nullptr
                     ? host::RunToEnd(resolver.sources(), file.program(), inputs)
                     : host::RunUntilLaunch(resolver.sources(), file.program(), inputs, kernel);
  return run;
}

std::shared_ptr<const HostRun> FileIndexImpl::RunFor(const FunctionInfo* kernel) const {
  if (options_.resolver == nullptr) {
    return nullptr;
  }
  const ast::Node* node = kernel == nullptr ? nullptr : kernel->node();
  const int number = kernel == nullptr ? -1 : kernel->number;
  const std::lock_guard lock(runs_mutex_);
  std::shared_ptr<const HostRun>& kept = runs_[{node, number}];
  if (kept == nullptr) {
    walks_ = walks_ == nullptr ? host::NewWalks() : walks_;
    kept = RunHost(*this, node, number, walks_);
  }
  return kept;
}

std::vector<host::KernelNames> FindOuterNames(const FileIndex& index, std::size_t function) {
  const FileIndexImpl& file = index.impl();
  const FunctionInfo& info = file.entry_function(function);
  if (file.resolver() == nullptr || !info.is_for_devices()) {
    return {};
  }
  // A kernel that functions make has an entry for each name that it was given.
  for (std::size_t i = 0; i < function; ++i) {
    if (file.entry_function(i).node() == info.node()) {
      return {};
    }
  }
  return RunHost(file, info.node(), -1, nullptr)->outcome->kernels;
}

const host::Outcome& Evaluator::Run() {
  // Of a file that is indexed alone, without those that it imports.
  static const host::Outcome none;
  if (host_run_ == nullptr) {
    host_run_ = index_->RunFor(kernel_);
  }
  return host_run_ == nullptr ? none : *host_run_->outcome;
}

const host::Found* Evaluator::FoundIn(const Scope& owner, std::string_view name) {
  const host::Outcome& outcome = Run();
  switch (owner.kind) {
    case ScopeKind::Module:
      return outcome.InFile(owner.file->path(), name);
    case ScopeKind::Class:
      return outcome.InClass(owner.class_def, name);
    case ScopeKind::Function: {
      if (owner.frame != host::kNoFrame) {
        return outcome.InFrame(owner.frame, name);
      }
      // Of several calls, the text says which is meant.
      return outcome.InFunction(owner.node, name);
    }
  }
  return nullptr;
}

// What the program has made of a member of a library, `module` as sema names it; null where it has
// left it alone.
const host::Found* Evaluator::ChangedInLibrary(std::string_view module, std::string_view name) {
  if (kernel_ == nullptr || asked_ > 0 || index_->resolver() == nullptr) {
    return nullptr;
  }
  for (const auto& [path, found] : Run().library) {
    const std::size_t dot = path.rfind('.');
    const std::string owner = path.substr(0, dot);
    if (std::string_view(path).substr(dot + 1) == name &&
        (owner == module || index::CanonicalModule(owner) == module)) {
      return &found;
    }
  }
  return nullptr;
}

bool Evaluator::AsksHost(const Scope* scope) const {
  return asked_ == 0 && scope != nullptr && !scope->file->is_library() &&
         index_->resolver() != nullptr;
}

static std::optional<Lost> LostOf(const host::Found* found) {
  return found == nullptr || found->value != nullptr
             ? std::nullopt
             : std::optional(Lost{found->reason, found->where});
}

std::optional<Lost> Evaluator::WhyUnknown(std::string_view name, const Scope* scope) {
  const Scope* owner = nullptr;
  if (!AsksHost(scope)) {
    return std::nullopt;
  }
  const bool is_bound = index::FindBinding(scope, name, &owner) != nullptr;
  const Scope& place = is_bound ? *owner : scope->file->module_scope();
  const host::Found* found = FoundIn(place, name);
  const host::Outcome& outcome = Run();
  if (found == nullptr && is_bound && place.kind == ScopeKind::Module &&
      outcome.has_file(place.file->path()) && outcome.end.has_value()) {
    return Lost{outcome.is_launched ? "has no value yet where the kernel is compiled"
                                    : "the program ends before it has a value",
                outcome.end};
  }
  return LostOf(found);
}

std::optional<Lost> Evaluator::WhyMemberUnknown(const Object& base, std::string_view name) {
  const Scope* owner = base.kind == ObjectKind::Module && base.module->index
                           ? &base.module->index->impl().module_scope()
                           : base.class_scope;
  return AsksHost(owner) ? LostOf(FoundIn(*owner, name)) : std::nullopt;
}

// Code that is not known for certain is meant where nothing else has become of it, Numba's also
// where something may have; data is not.
std::optional<Object> Evaluator::ObjectOf(const host::Found& found) {
  if (found.value != nullptr) {
    return HostObject(found.value);
  }
  std::optional<Object> meant = found.meant == nullptr ? std::nullopt : HostObject(found.meant);
  const bool is_numba =
      meant && (meant->kind == ObjectKind::Type ||
                (meant->kind == ObjectKind::External && index::IsKnownPath(meant->text)));
  return meant && !IsData(*meant) && (is_numba || !found.is_changed) ? meant : std::nullopt;
}

// Whether kernels may be in it.
static bool MayHoldKernels(const Constant& constant) {
  return constant.kind == ConstantKind::Function ||
         (constant.kind != ConstantKind::EnumMember &&
          std::ranges::any_of(constant.elements,
                              [](const host::ConstantRef& each) { return MayHoldKernels(*each); }));
}

std::optional<Object> Evaluator::EvalAtEnd(std::string_view name, bool kernels_alone) {
  if (index_->resolver() == nullptr) {
    return EvalName(name, &index_->module_scope());
  }
  const host::Found* found = FoundIn(index_->module_scope(), name);
  const bool is_wanted = found != nullptr && (!kernels_alone || found->value == nullptr ||
                                              MayHoldKernels(*found->value));
  return is_wanted ? ObjectOf(*found) : std::nullopt;
}

}  // namespace kernelc::constants
