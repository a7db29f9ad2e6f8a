#include "compiler/sema/record_names.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/constants/const_eval.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {
namespace {

using ast::As;

// `np.dtype(...)`, `from_dtype(...)`, `Record.make_c_struct(...)`: other expressions are not
// evaluated for a name.
bool MakesRecord(const ast::Expr* expr) {
  const auto* call = expr == nullptr ? nullptr : As<ast::Call>(expr);
  const auto* attribute = call == nullptr ? nullptr : As<ast::Attribute>(call->func);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const std::string_view callee = attribute != nullptr ? attribute->attr
                                  : name != nullptr    ? name->id
                                                       : std::string_view();
  return callee == "dtype" || callee == "from_dtype" || callee == "make_c_struct";
}

bool MayBeRecord(const Binding& binding) {
  return (binding.kind == BindingKind::Assign && MakesRecord(binding.value)) ||
         (binding.kind == BindingKind::Import && !binding.import.name.empty());
}

// Names of a scope that may be records, in the order of the text.
std::vector<std::string_view> CandidatesIn(const Scope& scope) {
  std::vector<std::pair<std::uint32_t, std::string_view>> found;
  for (const auto& [name, binding] : scope.bindings) {
    if (MayBeRecord(binding)) {
      found.emplace_back(binding.order, name);
    }
  }
  std::ranges::sort(found);
  std::vector<std::string_view> names;
  for (const auto& [order, name] : found) {
    names.push_back(name);
  }
  return names;
}

std::vector<const Scope*> ScopesAround(const FunctionInfo& function, const Evaluator& evaluator) {
  std::vector<const Scope*> scopes;
  for (const Scope* scope = function.outer; scope != nullptr; scope = scope->parent) {
    scopes.push_back(scope);
  }
  // Sets of pointers have no order of their own.
  std::vector<const ImportedModule*> modules(evaluator.used_modules().begin(),
                                             evaluator.used_modules().end());
  std::ranges::sort(modules, {}, &ImportedModule::name);
  for (const ImportedModule* module : modules) {
    if (module->index) {
      scopes.push_back(&module->index->impl().module_scope());
    }
  }
  return scopes;
}

}  // namespace

void NameRecords(const FunctionInfo& function, Evaluator& evaluator, kir::Module* module) {
  std::vector<TypeId> open;
  for (std::uint32_t i = 0; i < module->types.size(); ++i) {
    const types::Type& type = module->types.get(TypeId(i));
    const bool is_record =
        type.kind == types::TypeKind::Record && type.record_kind == abi::RecordKind::Record;
    if (is_record && std::ranges::find(module->record_names, TypeId(i), &kir::RecordName::type) ==
                         module->record_names.end()) {
      open.push_back(TypeId(i));
    }
  }
  if (open.empty()) {
    return;
  }
  for (const Scope* scope : ScopesAround(function, evaluator)) {
    for (const std::string_view name : CandidatesIn(*scope)) {
      const std::optional<Object> object = evaluator.EvalName(name, scope);
      if (!object || object->kind != ObjectKind::Type || !object->types.front().record) {
        continue;
      }
      const auto place = std::ranges::find_if(open, [&](TypeId type) {
        return types::ToRecordType(module->types, type) == object->types.front().record;
      });
      if (place != open.end()) {
        module->record_names.push_back({*place, std::string(name)});
        open.erase(place);
      }
    }
  }
}

}  // namespace kernelc::sema
