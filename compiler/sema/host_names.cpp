#include "compiler/sema/host_names.h"

#include <algorithm>

#include "compiler/host/host.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using host::Constant;
using host::ConstantKind;

// The files that a program imports and reads, as kernels' files are found.
class ResolverWorld : public host::World {
 public:
  explicit ResolverWorld(ModuleResolver& resolver) : resolver_(&resolver) {}

  std::optional<host::ModuleFile> FindModule(const std::string& importer, unsigned level,
                                             std::string_view dotted) override {
    // Those that kernels know are the libraries', whatever lies beside the file.
    if (level == 0 && !CanonicalModule(dotted).starts_with('.')) {
      return std::nullopt;
    }
    const ImportedModule* module = resolver_->Import(importer, level, dotted);
    if (module == nullptr || (!module->index && IsHostModule(dotted))) {
      return std::nullopt;
    }
    host::ModuleFile file;
    file.name = module->name;
    file.path = module->path.empty() ? module->folder : module->path;
    file.folder = module->folder;
    if (module->index) {
      const ast::Module& tree = module->index->impl().module();
      if (module->syntax_errors.empty()) {
        file.tree = &tree;
      } else {
        file.text = std::string(module->index->impl().sources().file(tree.file()).text());
      }
    }
    return file;
  }

  FileBytes ReadFile(const std::string& path) override {
    ModuleResolver::FileBytes file = resolver_->ReadBytes(path);
    return {file.is_known, std::move(file.bytes)};
  }

  std::optional<std::string> Variable(const std::string& name) override {
    return resolver_->Variable(name);
  }

 private:
  ModuleResolver* resolver_;
};

host::ConstantRef ConstantOf(const GivenConstant& given) {
  auto constant = std::make_shared<Constant>();
  switch (given.kind) {
    case GivenConstant::Kind::None:
      break;
    case GivenConstant::Kind::Number: {
      const std::optional<Object> array = ArrayOf(given.array);
      if (!array || array->array->values.empty()) {
        constant->kind = ConstantKind::Code;
        break;
      }
      const Number& number = array->array->values.front();
      const ConstantKind kind = number.kind == NumberKind::Bool    ? ConstantKind::Bool
                                : number.kind == NumberKind::Int   ? ConstantKind::Int
                                : number.kind == NumberKind::Float ? ConstantKind::Float
                                                                   : ConstantKind::Complex;
      constant->kind = given.typed ? ConstantKind::Scalar : kind;
      constant->number = kind;
      constant->scalar = given.array.element;
      constant->integer = number.integer;
      constant->real = number.real;
      constant->imaginary = number.imag;
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
      constant->kind = given.type.kind == abi::ArgKind::Scalar ? ConstantKind::Type : ConstantKind::Code;
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

Number NumberOf(ConstantKind kind, const Constant& constant) {
  return kind == ConstantKind::Bool    ? Number::Bool(constant.integer != 0)
         : kind == ConstantKind::Int   ? Number::Int(constant.integer)
         : kind == ConstantKind::Float ? Number::Float(constant.real)
                                       : Number::Complex(constant.real, constant.imaginary);
}

std::optional<Object> SequenceOf(const Constant& constant) {
  std::vector<Object> elements;
  for (const host::ConstantRef& element : constant.elements) {
    std::optional<Object> object = ObjectOf(*element);
    if (!object) {
      return std::nullopt;
    }
    elements.push_back(std::move(*object));
  }
  if (constant.kind == ConstantKind::Tuple) {
    return Object::Tuple(std::move(elements));
  }
  Object object = Object::List(std::move(elements));
  if (constant.kind == ConstantKind::Dict) {
    object.kind = ObjectKind::Dict;
    object.is_list = false;
  } else if (constant.kind == ConstantKind::Set) {
    object.flavor = Flavor::Set;
  }
  return object;
}

std::optional<Object> ArrayOfConstant(const Constant& constant) {
  StoredArray stored;
  stored.element = constant.scalar;
  stored.record = constant.record;
  stored.shape = constant.shape;
  stored.fortran = constant.is_fortran;
  const auto* bytes = reinterpret_cast<const std::byte*>(constant.text.data());
  stored.bytes.assign(bytes, bytes + constant.text.size());
  return ArrayOf(stored);
}

// A type by its path in Numba or NumPy; null for everything else.
std::optional<Object> TypeAt(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) {
    return std::nullopt;
  }
  Object object = ResolvePath(CanonicalMember(CanonicalModule(path.substr(0, dot)), path.substr(dot + 1)));
  return object.kind == ObjectKind::Type ? std::optional(std::move(object)) : std::nullopt;
}

bool IsNamedTuple(const Object& object) {
  return object.kind == ObjectKind::Tuple && object.fields != nullptr;
}

const host::ConstantRef* FindAttribute(const Constant& constant, std::string_view name) {
  const auto place = std::ranges::find(constant.names, name);
  return place == constant.names.end()
             ? nullptr
             : &constant.elements[static_cast<std::size_t>(place - constant.names.begin())];
}

// Each element is what the run says of it; null where one is not.
std::optional<Object> AgreedFields(const Object& object, const Constant& constant) {
  Object agreed = object;
  for (std::size_t i = 0; i < object.elements.size(); ++i) {
    const host::ConstantRef* value = FindAttribute(constant, object.fields->names[i]);
    std::optional<Object> element =
        value == nullptr ? std::nullopt : Agreed(object.elements[i], **value);
    if (!element) {
      return std::nullopt;
    }
    agreed.elements[i] = std::move(*element);
  }
  return agreed;
}

// Attributes that are not known are left out.
Object AgreedInstance(const Object& object, const Constant& constant) {
  Object agreed = object;
  agreed.elements.clear();
  agreed.cell = nullptr;
  for (std::size_t i = 0; i + 1 < object.elements.size(); i += 2) {
    const host::ConstantRef* value = FindAttribute(constant, object.elements[i].text);
    std::optional<Object> element =
        value == nullptr ? std::nullopt : Agreed(object.elements[i + 1], **value);
    if (element) {
      agreed.elements.push_back(object.elements[i]);
      agreed.elements.push_back(std::move(*element));
    }
  }
  return agreed;
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
    case ObjectKind::Decorator:
      return false;
  }
  return false;
}

std::optional<Object> ObjectOf(const Constant& constant) {
  switch (constant.kind) {
    case ConstantKind::None:
      return Object();
    case ConstantKind::Ellipsis: {
      Object object;
      object.kind = ObjectKind::Ellipsis;
      return object;
    }
    case ConstantKind::Bool:
    case ConstantKind::Int:
    case ConstantKind::Float:
    case ConstantKind::Complex:
      return Object::Of(NumberOf(constant.kind, constant));
    case ConstantKind::Scalar:
      return Object::OfTyped(NumberOf(constant.number, constant), constant.scalar);
    case ConstantKind::Str:
    case ConstantKind::Bytes: {
      Object object = Object::Str(constant.text);
      object.is_bytes = constant.kind == ConstantKind::Bytes;
      return object;
    }
    case ConstantKind::Tuple:
    case ConstantKind::List:
    case ConstantKind::Set:
    case ConstantKind::Dict:
      return SequenceOf(constant);
    case ConstantKind::Array:
      return ArrayOfConstant(constant);
    case ConstantKind::Type:
      return constant.record ? std::nullopt
                             : std::optional(Object::Type(abi::ArgType::Scalar(constant.scalar)));
    case ConstantKind::Code:
      return TypeAt(constant.text);
    case ConstantKind::Object:
    case ConstantKind::EnumMember:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> Agreed(const Object& object, const Constant& constant) {
  if (object.kind == ObjectKind::EnumMember) {
    const bool is_same = constant.kind == ConstantKind::EnumMember &&
                         constant.names.front() == object.text &&
                         Agreed(object.elements.front(), *constant.elements.front());
    return is_same ? std::optional(object) : std::nullopt;
  }
  if (IsNamedTuple(object)) {
    return constant.kind == ConstantKind::Object && constant.names.size() == object.elements.size()
               ? AgreedFields(object, constant)
               : std::nullopt;
  }
  if (object.kind == ObjectKind::Instance) {
    return constant.kind == ConstantKind::Object ? std::optional(AgreedInstance(object, constant))
                                                 : std::nullopt;
  }
  if (!IsData(object)) {
    // Of code, the text says which it is.
    return constant.kind == ConstantKind::Code || constant.kind == ConstantKind::Type ||
                   constant.kind == ConstantKind::None || constant.kind == ConstantKind::Tuple
               ? std::optional(object)
               : std::nullopt;
  }
  std::optional<Object> value = ObjectOf(constant);
  if (value) {
    value->is_path = object.is_path;
    return value;
  }
  const bool is_sequence = object.kind == ObjectKind::Tuple || object.kind == ObjectKind::Dict;
  if (!is_sequence || object.elements.size() != constant.elements.size() ||
      constant.kind == ConstantKind::Object) {
    return std::nullopt;
  }
  Object agreed = object;
  for (std::size_t i = 0; i < object.elements.size(); ++i) {
    std::optional<Object> element = Agreed(object.elements[i], *constant.elements[i]);
    if (!element) {
      return std::nullopt;
    }
    agreed.elements[i] = std::move(*element);
  }
  return agreed;
}

std::shared_ptr<const host::Outcome> FileIndexImpl::OutcomeFor(const FunctionInfo& kernel) const {
  ModuleResolver* const resolver = options_.resolver;
  if (resolver == nullptr) {
    return nullptr;
  }
  const ast::Node* node = kernel.def != nullptr ? static_cast<const ast::Node*>(kernel.def) : kernel.lambda;
  const std::lock_guard lock(outcomes_mutex_);
  std::shared_ptr<const host::Outcome>& outcome = outcomes_[node];
  if (outcome == nullptr) {
    ResolverWorld world(*resolver);
    host::Inputs inputs;
    inputs.world = &world;
    inputs.module_name = options_.module_name;
    inputs.path = path();
    for (const auto& [name, given] : resolver->constants()) {
      inputs.constants.emplace(name, ConstantOf(given));
    }
    outcome = host::RunUntilLaunch(resolver->sources(), *module_, inputs, node);
  }
  return outcome;
}

const host::Found* Evaluator::FoundIn(const Scope& owner, std::string_view name, bool* is_run) {
  if (outcome_ == nullptr) {
    outcome_ = index_->OutcomeFor(*kernel_);
  }
  if (outcome_ == nullptr) {
    return nullptr;
  }
  *is_run = outcome_->has_file(owner.file->path());
  switch (owner.kind) {
    case ScopeKind::Module:
      return outcome_->InFile(owner.file->path(), name);
    case ScopeKind::Class:
      return outcome_->InClass(owner.class_def, name);
    case ScopeKind::Function: {
      const std::vector<const host::Found*> all = outcome_->InFunction(owner.node, name);
      // Of several calls, the text says which is meant.
      return all.size() == 1 ? all.front() : nullptr;
    }
  }
  return nullptr;
}

bool Evaluator::AsksHost(const Scope* scope) const {
  return kernel_ != nullptr && asked_ == 0 && running_ == 0 && module_runs_ == 0 &&
         scope != nullptr && !scope->file->is_library() && index_->resolver() != nullptr;
}

std::optional<Object> Evaluator::FromHost(std::string_view name, const Scope& owner,
                                          std::optional<Object> object) {
  const bool is_data = object && (IsData(*object) || object->kind == ObjectKind::None);
  if (object && !is_data) {
    return object;
  }
  bool is_run = false;
  const host::Found* found = FoundIn(owner, name, &is_run);
  if (found == nullptr) {
    return owner.kind == ScopeKind::Module && is_run ? std::nullopt : object;
  }
  if (found->value == nullptr) {
    return std::nullopt;
  }
  return object ? Agreed(*object, *found->value) : ObjectOf(*found->value);
}

}  // namespace kernelc::sema
