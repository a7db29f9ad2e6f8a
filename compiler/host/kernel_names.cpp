// The names that kernels read, for people.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <unordered_set>

#include "compiler/ast/walk.h"
#include "compiler/host/frozen.h"

namespace kernelc::host {
namespace {

NamedValue NameValue(Context& c, std::string_view name, const Value& value, SourceRange where) {
  const Found found = FindValue(c, value, where);
  const bool is_code = value.is(Kind::Module, Kind::Function, Kind::Class, Kind::Kernel,
                                Kind::Native, Kind::External);
  return {std::string(name), found.text, found.reason, is_code, found.where};
}

// Names that a function reads and does not bind itself, in the order of the text.
void FreeNames(const ast::Node* node, const Scope& scope, std::vector<std::string_view>& names) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    const bool is_own = scope.slots.contains(name->id) && !scope.globals.contains(name->id);
    if (!is_own && !llvm::is_contained(names, name->id)) {
      names.push_back(name->id);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { FreeNames(child, scope, names); });
}

// What was compiled before with another value than `value` is not known.
Value AsCompiled(Context& c, const Object& owner, std::string_view name, const Value& value) {
  if (owner.state.top) {
    return c.heap.PartOfTop(owner);
  }
  if (c.frozen.empty() || value.is_undefined()) {
    return value;
  }
  const std::string why =
      WhyFrozen(c, owner, name, KnownConstant(c, value), [](std::string_view) { return true; });
  return why.empty() ? value : Lose(c, why);
}

// What a name is when the function reads it; undefined for builtins and what has no value.
Value Lookup(Context& c, const Object& function, std::string_view name, SourceRange& where) {
  const FunctionInfo& info = function.As<FunctionInfo>();
  const Scope* scope = info.scope;
  for (Object* frame = info.outer; frame != nullptr && !scope->globals.contains(name);
       frame = frame->As<FrameInfo>().outer) {
    scope = frame->As<FrameInfo>().scope;
    if (const auto* slot = scope->slots.find(name); slot != scope->slots.end()) {
      where = info.where;
      return AsCompiled(c, *frame, name, frame->state.items[slot->second]);
    }
  }
  const Entry* entry = info.module->state.attributes->FindName(name);
  if (entry == nullptr) {
    return Value();
  }
  where = entry->where;
  return AsCompiled(c, *info.module, name, entry->value);
}

void AddFunction(Context& c, const Object& function, KernelNames& kernel,
                 std::unordered_set<const Object*>& seen) {
  if (!seen.insert(&function).second) {
    return;
  }
  const FunctionInfo& info = function.As<FunctionInfo>();
  std::vector<std::string_view> names;
  if (const auto* def = ast::As<ast::FunctionDef>(info.node)) {
    for (const ast::Stmt* stmt : def->body) {
      FreeNames(stmt, *info.scope, names);
    }
  } else {
    FreeNames(info.node, *info.scope, names);
  }
  for (const std::string_view name : names) {
    SourceRange where;
    Value value = Lookup(c, function, name, where);
    if (value.is_undefined()) {
      continue;
    }
    const bool is_new =
        std::ranges::find(kernel.names, name, &NamedValue::name) == kernel.names.end();
    if (is_new) {
      kernel.names.push_back(NameValue(c, name, value, where));
    }
    value = value.is(Kind::Kernel) && !value.items().empty() ? value.items()[0] : value;
    if (value.is(Kind::Function) && !value.As<FunctionInfo>().unit->is_library) {
      AddFunction(c, *value.object, kernel, seen);
    }
  }
}

}  // namespace

KernelNumber NumberOfKernel(const Context& c, const Object& kernel) {
  const FunctionInfo& info = kernel.state.items[0].As<FunctionInfo>();
  KernelNumber number;
  for (const Object* each : c.kernels) {
    const Value& function = each->state.items[0];
    if (function.is(Kind::Function) && function.As<FunctionInfo>().node == info.node) {
      number.number = each == &kernel ? number.count : number.number;
      ++number.count;
    }
  }
  return number;
}

bool IsTarget(const Context& c, const Object& kernel) {
  return !kernel.state.items.empty() && kernel.state.items[0].is(Kind::Function) &&
         kernel.state.items[0].As<FunctionInfo>().node == c.target &&
         (c.inputs.number < 0 || NumberOfKernel(c, kernel).number == c.inputs.number);
}

std::vector<KernelNames> NamesOfKernels(Context& c, const Object* kernel, bool at_launch) {
  std::vector<KernelNames> kernels;
  for (const Object* each : c.kernels) {
    const Value& function = each->state.items[0];
    if (!function.is(Kind::Function) || (c.target != nullptr && !IsTarget(c, *each))) {
      continue;
    }
    KernelNames names;
    names.id = each->id;
    names.is_launched = at_launch && (kernel == nullptr || kernel == each);
    names.name = function.As<FunctionInfo>().qualified_name;
    names.where = function.As<FunctionInfo>().where;
    std::unordered_set<const Object*> seen;
    AddFunction(c, *function.object, names, seen);
    kernels.push_back(std::move(names));
  }
  return kernels;
}

}  // namespace kernelc::host
