// Constants of the host program as sema has them.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/host_names.h"
#include "compiler/constants/paths.h"
#include "compiler/host/constant.h"

namespace kernelc::constants {
namespace {

using host::Constant;
using host::ConstantKind;
using host::ConstantRef;

// Kernels have no constants of 8-bit floats, and records in Fortran's order lie elsewhere than
// their bytes.
bool IsOfKernels(const Constant& array) {
  return array.record ? !array.is_fortran
                      : abi::scalar_info(array.scalar).cls != abi::ScalarClass::Float8;
}

}  // namespace

// What stands at a path of the library: "numpy.float32", "math.sin", "builtins.len".
std::optional<Object> LibraryAt(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view last =
      std::string_view(path).substr(dot == std::string::npos ? 0 : dot + 1);
  if (path.starts_with("builtins.")) {
    return IsPythonBuiltin(last) ? std::optional(Object::External(std::string(last)))
                                 : std::nullopt;
  }
  if (dot == std::string::npos) {
    return Object::External(index::CanonicalModule(path));
  }
  return ResolvePath(CanonicalMember(index::CanonicalModule(path.substr(0, dot)), last));
}

const FileIndexImpl* Evaluator::FileAt(const ast::Node& node) const {
  if (node.range.file == index_->module().file()) {
    return index_;
  }
  if (host_run_ == nullptr) {
    return nullptr;
  }
  for (const auto& [path, module] : host_run_->modules) {
    if (module->index && module->index->impl().module().file() == node.range.file) {
      index_->resolver()->ReadFunctions(*module);
      return &module->index->impl();
    }
  }
  return nullptr;
}

const Scope* Evaluator::OwnScope(const ast::Node& node) const {
  // Texts that a file runs are indexed with it.
  const Scope* own = index_->scope_of(&node);
  const FileIndexImpl* file = own == nullptr ? FileAt(node) : nullptr;
  return file == nullptr ? own : file->scope_of(&node);
}

// The scope of a call: a copy of that of the function, whose names are looked for in the call's
// variables.
const Scope* Evaluator::ScopeOfFrame(host::FrameId id) {
  const auto known = frame_scopes_.find(id);
  if (known != frame_scopes_.end()) {
    return known->second;
  }
  const auto frame = host_run_->outcome->frames.find(id);
  // Scopes of comprehensions are none of the index's.
  const bool is_function =
      frame != host_run_->outcome->frames.end() && frame->second.node != nullptr;
  const Scope* own = is_function ? OwnScope(*frame->second.node) : nullptr;
  const Scope* parent = own == nullptr                          ? nullptr
                        : frame->second.outer == host::kNoFrame ? own->parent
                                                                : ScopeOfFrame(frame->second.outer);
  if (parent == nullptr || arena_->scopes.size() >= kMaxCopies) {
    return frame_scopes_[id] = nullptr;
  }
  Scope& copy = CopyScope(*own, parent);
  copy.frame = id;
  // Before the variables: they may hold functions of the same call.
  frame_scopes_[id] = &copy;
  for (const auto& [name, found] : frame->second.names) {
    const auto binding = copy.bindings.find(name);
    const bool is_variable =
        binding != copy.bindings.end() && binding->second.kind != BindingKind::Function &&
        binding->second.kind != BindingKind::Class && binding->second.kind != BindingKind::Import;
    std::optional<Object> value =
        is_variable && found.value != nullptr ? HostObject(found.value) : std::nullopt;
    if (value) {
      binding->second = Binding();
      binding->second.kind = BindingKind::Value;
      binding->second.bound = std::make_shared<const BoundObject>(std::move(*value));
    }
  }
  return &copy;
}

// Gives a function the options of the decorator that the run has applied.
void Evaluator::ReadAppliedCall(const Constant& constant, FunctionInfo& function) {
  const ast::NodeList<ast::Expr> decorators = constant.is_own && function.def != nullptr
                                                  ? function.def->decorator_list
                                                  : ast::NodeList<ast::Expr>();
  const Context context{function.outer, nullptr};
  const std::optional<DecoratorCall> call =
      constant.decorator == nullptr ? std::nullopt : CallOfRun(*constant.decorator, decorators);
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  function.options = call ? OptionsOf(*call, context, &emitter) : DecoratorOptions();
  function.options.device = !constant.is_kernel;
  function.is_kernel = constant.is_kernel;
  function.decorator_errors = consumer.Take();
}

const FunctionInfo* Evaluator::AppliedInRun(const FunctionInfo& function,
                                            const Constant& constant) {
  const FunctionInfo*& applied = applied_[{&function, constant.decorator, constant.which}];
  if (applied == nullptr) {
    FunctionInfo& copy = Applied(function, {});
    ReadAppliedCall(constant, copy);
    copy.number = constant.which;
    applied = &copy;
  }
  return applied;
}

std::optional<Object> Evaluator::HostFunction(const Constant& constant) {
  const Scope* own = OwnScope(*constant.node);
  const Scope* outer = own == nullptr                     ? nullptr
                       : constant.frame == host::kNoFrame ? own->parent
                                                          : ScopeOfFrame(constant.frame);
  const FunctionInfo* function = outer == nullptr ? nullptr : FunctionAt(constant.node, outer);
  if (function == nullptr) {
    return std::nullopt;
  }
  const bool is_own = constant.is_made_by_definition();
  if (function->decorators_pending) {
    FunctionInfo& copy = const_cast<FunctionInfo&>(*function);
    copy.decorators_pending = false;
    if (is_own) {
      ReadAppliedCall(constant, copy);
    } else {
      ReadDecorators(copy, nullptr);
    }
  }
  return Object::Function(is_own || !constant.is_decorated ? function
                                                           : AppliedInRun(*function, constant));
}

std::optional<Object> Evaluator::HostClass(const Constant& constant) {
  const Scope* cls = constant.node == nullptr ? nullptr : OwnScope(*constant.node);
  if (!constant.is_named_tuple) {
    return cls == nullptr ? std::nullopt : std::optional(Object::Class(cls));
  }
  std::optional<std::vector<Object>> defaults = HostElements(constant);
  if (!defaults) {
    return std::nullopt;
  }
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = constant.text;
  info->names = constant.names;
  info->defaults = std::move(*defaults);
  info->types = cls == nullptr ? std::vector<abi::ArgType>() : FieldTypes(*cls, info->names);
  Object type;
  type.kind = ObjectKind::NamedTupleType;
  type.fields = std::move(info);
  return type;
}

std::optional<std::vector<Object>> Evaluator::HostElements(const Constant& constant) {
  std::vector<Object> elements;
  for (const host::ConstantRef& element : constant.elements) {
    std::optional<Object> object = HostObject(element);
    if (!object) {
      return std::nullopt;
    }
    elements.push_back(std::move(*object));
  }
  return elements;
}

// An object of a class: a named tuple, a data class, another one; attributes that kernels cannot
// read are left out.
std::optional<Object> Evaluator::HostInstance(const Constant& constant) {
  const Scope* cls = constant.node == nullptr ? nullptr : OwnScope(*constant.node);
  for (std::size_t i = 0; i < constant.elements.size(); ++i) {
    // What is not known of the object would be looked for in its class.
    const bool is_lost = constant.elements[i]->kind == ConstantKind::Code;
    if (is_lost && cls != nullptr &&
        (!cls->class_def->bases.empty() || cls->bindings.contains(constant.names[i]))) {
      return std::nullopt;
    }
  }
  const bool is_named = constant.is_named_tuple || (!constant.is_record && cls == nullptr);
  if (!constant.is_record && !is_named && cls != nullptr) {
    Object object;
    object.kind = ObjectKind::Instance;
    object.class_scope = cls;
    for (std::size_t i = 0; i < constant.elements.size(); ++i) {
      if (std::optional<Object> value = HostObject(constant.elements[i])) {
        object.parts += value->parts;
        object.elements.push_back(Object::Str(constant.names[i]));
        object.elements.push_back(std::move(*value));
      }
    }
    return object;
  }
  auto info = std::make_shared<NamedTupleInfo>();
  info->name = constant.text;
  info->is_mutable = constant.is_record;
  std::vector<Object> elements;
  for (std::size_t i = 0; i < constant.elements.size(); ++i) {
    std::optional<Object> value = HostObject(constant.elements[i]);
    if (!value && is_named) {
      return std::nullopt;
    }
    if (value) {
      info->names.push_back(constant.names[i]);
      elements.push_back(std::move(*value));
    }
  }
  if (cls != nullptr) {
    info->types = FieldTypes(*cls, info->names);
  }
  Object object = Object::Tuple(std::move(elements));
  object.fields = std::move(info);
  object.class_scope = is_named ? nullptr : cls;
  return object;
}

std::optional<Object> Evaluator::HostEnumMember(const Constant& constant) {
  const Scope* cls = constant.node == nullptr ? nullptr : OwnScope(*constant.node);
  std::optional<Object> value =
      cls == nullptr ? std::nullopt : HostObject(constant.elements.front());
  if (!value) {
    return std::nullopt;
  }
  Object member;
  member.kind = ObjectKind::EnumMember;
  member.text = constant.names.front();
  member.names = constant.names;
  member.class_scope = cls;
  member.is_int_enum = constant.is_int;
  member.elements.push_back(std::move(*value));
  return member;
}

// What needs no run: numbers, texts, arrays and types; null for others.
std::optional<Object> PlainObject(const ConstantRef& ref) {
  const Constant& constant = *ref;
  switch (constant.kind) {
    case ConstantKind::None:
      return Object();
    case ConstantKind::Ellipsis: {
      Object object;
      object.kind = ObjectKind::Ellipsis;
      return object;
    }
    case ConstantKind::Number:
      return Object::Of(constant.number);
    case ConstantKind::Scalar:
      return Object::OfTyped(constant.number, constant.scalar);
    case ConstantKind::Str:
    case ConstantKind::Bytes: {
      Object object = Object::Str(constant.text);
      object.is_bytes = constant.kind == ConstantKind::Bytes;
      object.is_path = constant.is_path;
      return object;
    }
    case ConstantKind::Array:
      return IsOfKernels(constant) ? std::optional(Object::Array(ref)) : std::nullopt;
    case ConstantKind::Type:
      return Object::Type(constant.record ? abi::ArgType::Record(constant.record)
                                          : abi::ArgType::Scalar(constant.scalar));
    case ConstantKind::NumbaType: {
      Object type = Object::Type(constant.types.front());
      type.types = constant.types;
      return type;
    }
    case ConstantKind::Signature: {
      Object signature;
      signature.kind = ObjectKind::Signature;
      signature.types = constant.types;
      if (constant.has_result) {
        signature.elements.push_back(Object::Type(constant.types.back()));
        signature.types.pop_back();
      }
      return signature;
    }
    case ConstantKind::Tuple:
    case ConstantKind::List:
    case ConstantKind::Set:
    case ConstantKind::Dict:
    case ConstantKind::Library:
    case ConstantKind::Module:
    case ConstantKind::Function:
    case ConstantKind::Class:
    case ConstantKind::Object:
    case ConstantKind::EnumMember:
    case ConstantKind::Code:
      break;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::HostObject(const host::ConstantRef& constant) {
  const bool is_container = !constant->elements.empty() || constant->identity != 0 ||
                            constant->kind == ConstantKind::Class;
  if (!is_container) {
    return MakeHostObject(constant);
  }
  if (const auto known = host_objects_.find(constant); known != host_objects_.end()) {
    return known->second;
  }
  std::optional<Object> object = MakeHostObject(constant);
  if (object) {
    object->identity = constant->identity;
  }
  return host_objects_.emplace(constant, std::move(object)).first->second;
}

std::optional<Object> Evaluator::MakeHostObject(const host::ConstantRef& ref) {
  const Constant& constant = *ref;
  const ConstantKind kind = constant.kind;
  if (kind == ConstantKind::Tuple || kind == ConstantKind::List || kind == ConstantKind::Set ||
      kind == ConstantKind::Dict) {
    std::optional<std::vector<Object>> elements = HostElements(constant);
    if (!elements) {
      return std::nullopt;
    }
    Object object = Object::Tuple(std::move(*elements));
    object.elements.set_source(ref);
    object.is_list = kind == ConstantKind::List || kind == ConstantKind::Set;
    object.kind = kind == ConstantKind::Dict ? ObjectKind::Dict : ObjectKind::Tuple;
    object.is_set = kind == ConstantKind::Set;
    return object;
  }
  if (kind == ConstantKind::Module) {
    // An expression may import what the program does not.
    if (host_run_ == nullptr || !host_run_->modules.contains(constant.text)) {
      return std::nullopt;
    }
    return UseModule(host_run_->modules.at(constant.text));
  }
  return kind == ConstantKind::Library      ? LibraryAt(constant.text)
         : kind == ConstantKind::Function   ? HostFunction(constant)
         : kind == ConstantKind::Class      ? HostClass(constant)
         : kind == ConstantKind::Object     ? HostInstance(constant)
         : kind == ConstantKind::EnumMember ? HostEnumMember(constant)
         : constant.decorator != nullptr    ? HostDescription(*constant.decorator)
                                            : PlainObject(ref);
}

}  // namespace kernelc::constants
