// Which constants that the host gives no kernel reads. By the names alone: what is read where a
// condition does not hold, or by a kernel that is not compiled, is read.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "compiler/advice/files.h"
#include "compiler/ast/walk.h"
#include "compiler/base/near_words.h"
#include "compiler/constants/paths.h"

namespace kernelc::advice {
namespace {

using ast::As;

bool IsStatement(const ast::Node* node) {
  return ast::node_class(node->kind) == ast::NodeClass::Stmt;
}

// The names in a node that are read from outside of functions as `scope` sees them, also behind the
// dot of an imported module. Functions inside of it are left out.
void CollectOuterNames(const ast::Node* node, const Scope* scope, Names* names) {
  if (const auto* name = As<ast::Name>(node); name != nullptr && index::IsOuterName(name->id, scope)) {
    names->insert(name->id);
  }
  if (const auto* attribute = As<ast::Attribute>(node)) {
    const auto* base = As<ast::Name>(attribute->value);
    const Scope* owner = nullptr;
    const Binding* binding = base == nullptr ? nullptr : index::FindBinding(scope, base->id, &owner);
    if (binding != nullptr && binding->kind == BindingKind::Import) {
      names->insert(attribute->attr);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) {
    if (As<ast::FunctionDef>(child) == nullptr) {
      CollectOuterNames(child, scope, names);
    }
  });
}

// A statement of the host: what it gives a value, and what that may be made of.
struct Part {
  Names bound;
  Names made_of;
};

void CollectBound(const ast::Node* node, Names* bound) {
  const auto* name = As<ast::Name>(node);
  const auto* alias = As<ast::Alias>(node);
  const auto* function = As<ast::FunctionDef>(node);
  const auto* cls = As<ast::ClassDef>(node);
  if (name != nullptr && name->ctx != ast::ExprContext::Load) {
    bound->insert(name->id);
  } else if (alias != nullptr) {
    bound->insert(alias->asname.empty() ? alias->name : alias->asname);
  } else if (function != nullptr || cls != nullptr) {
    bound->insert(function != nullptr ? function->name : cls->name);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectBound(child, bound); });
}

// All words of a node; of a statement with others inside, those of its head.
void CollectWords(const ast::Node* node, bool with_body, Names* words) {
  const auto* attribute = As<ast::Attribute>(node);
  const auto* alias = As<ast::Alias>(node);
  if (attribute != nullptr || alias != nullptr) {
    words->insert(attribute != nullptr ? attribute->attr : alias->name);
  } else if (const auto* name = As<ast::Name>(node)) {
    words->insert(name->id);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) {
    if (with_body || !IsStatement(child)) {
      CollectWords(child, with_body, words);
    }
  });
}

void CollectParts(const ast::Node* node, std::vector<Part>* parts) {
  if (IsStatement(node)) {
    Part& part = parts->emplace_back();
    CollectBound(node, &part.bound);
    CollectWords(node, index::IsDefinition(node), &part.made_of);
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectParts(child, parts); });
}

template <typename Visit>
void ForEachFunction(const index::File& file, const Visit& visit) {
  index::ForEachBinding(file, [&](const Binding& each) {
    if (each.kind == BindingKind::Function && each.function->def != nullptr) {
      visit(*each.function);
    }
  });
  for (const auto& [lambda, function] : file.lambdas()) {
    visit(*function);
  }
}

// Adds to `names`, what others take from the file, all that its functions read, and what that is
// made of. Any function may be a kernel, but for those that launch some.
void AddReadNames(const index::File& file, Names* names) {
  ForEachFunction(file, [&](const FunctionInfo& function) {
    if (function.lambda != nullptr) {
      CollectOuterNames(function.lambda, function.scope, names);
    } else if (!file.launches(function.def->name)) {
      CollectOuterNames(function.def, function.scope, names);
    }
  });
  std::vector<Part> parts;
  for (const ast::Stmt* stmt : file.module().body()) {
    CollectParts(stmt, &parts);
  }
  const auto is_read = [&](std::string_view name) { return names->contains(name); };
  for (bool grows = true; grows;) {
    const std::size_t before = names->size();
    for (const Part& part : parts) {
      if (std::ranges::any_of(part.bound, is_read)) {
        names->insert(part.made_of.begin(), part.made_of.end());
      }
    }
    grows = names->size() > before;
  }
}

// The files that a file imports.
std::vector<const FileIndexImpl*> ImportsOf(const FileIndexImpl& file) {
  std::vector<const FileIndexImpl*> files;
  const auto add = [&](const ImportRef& import) {
    const ImportedModule* module =
        file.resolver()->Import(file.path(), import.level, import.module);
    const ImportedModule* part = module == nullptr || import.name.empty() || module->folder.empty()
                                     ? nullptr
                                     : file.resolver()->Submodule(*module, import.name);
    for (const ImportedModule* each : {module, part}) {
      if (each != nullptr && each->index) {
        files.push_back(&each->index->impl());
      }
    }
  };
  for (const Scope& scope : file.scopes()) {
    std::ranges::for_each(scope.star_imports, add);
  }
  index::ForEachBinding(file, [&](const Binding& each) {
    if (each.kind == BindingKind::Import) {
      add(each.import);
    }
  });
  return files;
}

// A kernel that has a variable of its own by that name, and where; null for none.
const FunctionInfo* KernelWithVariable(const index::File& file, std::string_view name,
                                       const Binding** variable) {
  const FunctionInfo* kernel = nullptr;
  ForEachFunction(file, [&](const FunctionInfo& function) {
    const auto found = function.scope->bindings.find(name);
    const bool is_earlier = kernel == nullptr || function.range.begin < kernel->range.begin;
    if (function.is_kernel && is_earlier && found != function.scope->bindings.end()) {
      kernel = &function;
      *variable = &found->second;
    }
  });
  return kernel;
}

void ReportUnused(const index::File& file, std::string_view name, const Names& read,
                  diag::Emitter& emitter) {
  diag::Builder builder = emitter.Build(SourceRange(), diag::Kind::UnusedDefine, name, file.path());
  const Binding* variable = nullptr;
  if (const FunctionInfo* kernel = KernelWithVariable(file, name, &variable)) {
    const bool is_parameter = variable->kind == BindingKind::Parameter;
    std::move(builder)
        .Label(variable->range, fmt::format("`{}` is a {} of `{}`", name,
                                            is_parameter ? "parameter" : "variable", kernel->name))
        .Help(is_parameter ? "a parameter gets its value by the launch"
                           : "a definition is for names that a kernel reads from outside of itself")
        .Emit();
    return;
  }
  const std::vector<std::string_view> words(read.begin(), read.end());
  const std::string_view nearest = NearestWord(name, words);
  const Scope& module = file.module_scope();
  const auto bound = module.bindings.find(name);
  if (bound != module.bindings.end()) {
    static_cast<void>(std::move(builder).Label(bound->second.range, "host code alone uses it"));
  }
  std::move(builder)
      .Help(nearest.empty() ? "a definition is for names that a kernel reads from outside of itself"
                            : fmt::format("did you mean `{}`?", nearest))
      .Emit();
}

}  // namespace

void ReportUnusedConstants(const FileIndex& index, diag::Emitter& emitter) {
  const FileIndexImpl& main = index.impl();
  if (main.resolver() == nullptr || main.resolver()->constants().empty()) {
    return;
  }
  const GivenConstants& constants = main.resolver()->constants();
  Names read;
  const auto all_read = [&] {
    return std::ranges::all_of(constants,
                               [&](const auto& constant) { return read.contains(constant.first); });
  };
  std::vector<const FileIndexImpl*> files{&main};
  // Other files are looked at where this one does not tell.
  for (std::size_t i = 0; i < files.size() && !all_read(); ++i) {
    AddReadNames(*files[i], &read);
    for (const FileIndexImpl* each :
         all_read() ? std::vector<const FileIndexImpl*>() : ImportsOf(*files[i])) {
      if (std::ranges::find(files, each) == files.end()) {
        files.push_back(each);
      }
    }
  }
  Names own;
  AddReadNames(main, &own);
  for (const auto& [name, value] : constants) {
    if (!read.contains(name)) {
      ReportUnused(main, name, own, emitter);
    }
  }
}

}  // namespace kernelc::advice
