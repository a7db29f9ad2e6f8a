// Arrays on the device that kernels have by their names: whether a kernel writes to one, which the
// others then see.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_objects.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Functions that hand an array on to functions, and names for it or its parts.
constexpr unsigned kMaxDepth = 8;

bool IsOf(const ast::Expr* expr, std::string_view name) {
  const ast::Name* first = expr == nullptr ? nullptr : scopes::FirstName(expr);
  return first != nullptr && first->id == name;
}

const FunctionInfo* FunctionCalled(const ast::Call& call, const Scope* scope) {
  const auto* callee = As<ast::Name>(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = callee == nullptr ? nullptr : FindBinding(scope, callee->id, &owner);
  return binding != nullptr && binding->kind == BindingKind::Function &&
                 binding->previous == nullptr
             ? binding->function
             : nullptr;
}

bool MayWrite(const FunctionInfo& function, std::string_view name, unsigned depth);

// What a call may do to an argument, which is the array or a part of it.
bool MayWriteArgument(const ast::Call& call, std::size_t place, const Scope* scope,
                      unsigned depth) {
  const FunctionInfo* function = FunctionCalled(call, scope);
  if (function == nullptr) {
    // Other functions of kernels write to what their names say.
    const auto* attribute = As<ast::Attribute>(call.func);
    const std::string_view last = scopes::LastPart(call.func);
    return (attribute != nullptr && scopes::LastPart(attribute->value) == "atomic") ||
           last.starts_with("st");
  }
  const ast::NodeList<ast::Arg> parameters = function->arguments().args;
  return place >= parameters.size() || MayWrite(*function, parameters[place]->arg, depth + 1);
}

bool MayWriteIn(const ast::Node* node, std::string_view name, const FunctionInfo& function,
                unsigned depth) {
  const auto* subscript = As<ast::Subscript>(node);
  const auto* attribute = As<ast::Attribute>(node);
  const bool is_stored =
      (subscript != nullptr && subscript->ctx != ast::ExprContext::Load && IsOf(subscript, name)) ||
      (attribute != nullptr && attribute->ctx != ast::ExprContext::Load && IsOf(attribute, name));
  bool writes = is_stored;
  // Another name for it, or for a part.
  if (const auto* assign = As<ast::Assign>(node); assign != nullptr && IsOf(assign->value, name)) {
    for (const ast::Expr* target : assign->targets) {
      // What is stored to an element is copied; parts that are unpacked are not looked at one by
      // one.
      const auto* other = As<ast::Name>(target);
      const bool unpacks = As<ast::Tuple>(target) != nullptr || As<ast::List>(target) != nullptr;
      writes = writes || unpacks ||
               (other != nullptr && other->id != name && MayWrite(function, other->id, depth + 1));
    }
  }
  if (const auto* call = As<ast::Call>(node)) {
    for (std::size_t i = 0; i < call->args.size() && !writes; ++i) {
      writes = IsOf(call->args[i], name) && MayWriteArgument(*call, i, function.scope, depth);
    }
    writes = writes || std::ranges::any_of(call->keywords, [&](const ast::Keyword* each) {
               return IsOf(each->value, name);
             });
  }
  ast::ForEachChild(node, [&](const ast::Node* child) {
    writes = writes || MayWriteIn(child, name, function, depth);
  });
  return writes;
}

bool MayWrite(const FunctionInfo& function, std::string_view name, unsigned depth) {
  const ast::Node* body =
      function.def != nullptr ? static_cast<const ast::Node*>(function.def) : function.lambda;
  return depth > kMaxDepth || MayWriteIn(body, name, function, depth);
}

}  // namespace

bool HoldsDeviceArray(const Object& object) {
  return object.kind == ObjectKind::Array ? object.array->on_device
                                          : std::ranges::any_of(object.elements, HoldsDeviceArray);
}

bool ChangesOnDevice(std::string_view name, const Scope& owner) {
  for (const Scope& scope : owner.file->scopes()) {
    for (const auto& [own_name, last] : scope.bindings) {
      for (const Binding* each = &last; each != nullptr; each = each->previous) {
        const Scope* found = nullptr;
        const bool is_code = each->kind == BindingKind::Function &&
                             (each->function->is_kernel || each->function->options.device);
        if (is_code && FindBinding(each->function->scope, name, &found) != nullptr &&
            found == &owner && MayWrite(*each->function, name, 0)) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace kernelc::sema
