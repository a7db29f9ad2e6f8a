// What the code of a file changes, as it is found, and what that says of the file's bindings; see
// host_effects.h.
#pragma once

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/sema/host_variables.h"
#include "compiler/sema/index.h"

namespace kernelc::sema {

// `importlib.import_module("settings")`, `__import__("settings")`
bool IsImportCall(const ast::Expr* expr, const Scope* scope);

class EffectMarker {
 protected:
  using Nodes = HostVariables::Nodes;

  EffectMarker(const ScopesByNode& scopes, CodeArena& arena)
      : variables_(scopes, arena), arena_(&arena) {}

  // Names are made here that the text does not say.
  void NoteHidden(SourceRange place) {
    effects_.hidden_definition = effects_.hidden_definition.has_value() ? effects_.hidden_definition : place;
  }
  // When all changes have been found.
  void Mark();

  // A name gets another value, at a place that the text does not order.
  static void Rebind(Binding* binding, SourceRange range);
  // All names of the file, where the name is not known; those of its functions as well, where something is known to be bound.
  void RebindGlobal(std::string_view name, SourceRange range, bool has_functions = false);
  // `C.n = 3`
  void ChangeAttribute(const ast::Attribute& attribute, const Scope* scope);
  // Parameters are other names for their defaults.
  void JoinDefaults(const ast::Arguments& parameters, const Scope* inner, const Scope* scope);
  // `setattr(C, "n", 3)`
  void SetAttribute(const ast::Call& call, const Scope* scope);

  HostVariables variables_;
  CodeArena* arena_;
  HostEffects effects_;
  // Attributes that are changed, of what these variables refer to.
  std::vector<std::pair<Nodes, std::string_view>> member_changes_;
  Nodes late_changes_;
  // What is changed, and where.
  struct ContentsChange {
    std::size_t node;
    SourceRange range;
  };
  std::vector<ContentsChange> changes_;
  // `nonlocal` names, with the function that gives them another value.
  std::vector<std::pair<Binding*, const Scope*>> nonlocals_;
  // Functions that are handed on.
  std::set<const FunctionInfo*> taken_;
  // What functions change that run where the text has no call.
  Nodes hidden_changes_;

 private:
  bool HasHiddenChanges();
  void MarkForeign();
  void MarkForeignContents();
};

}  // namespace kernelc::sema
