#include "compiler/sema/extern_functions.h"

#include <algorithm>

#include "compiler/builtins/reserved_symbols.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

constexpr std::string_view kPath = "cuda.declare_device(";
// Elements of the object before the files.
constexpr std::size_t kFiles = 3;

bool IsIdentifier(std::string_view text) {
  const auto is_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && std::ranges::all_of(text, is_word) && (text[0] < '0' || text[0] > '9');
}

}  // namespace

bool IsDeclaredDevice(const Object& object) {
  return object.kind == ObjectKind::External && object.text.starts_with(kPath);
}

std::optional<std::vector<std::string>> ObjectTexts(const Object& object) {
  if (object.kind == ObjectKind::Str) {
    return std::vector<std::string>{object.text};
  }
  if (object.kind != ObjectKind::Tuple) {
    return std::nullopt;
  }
  std::vector<std::string> texts;
  for (const Object& element : object.elements) {
    if (element.kind != ObjectKind::Str) {
      return std::nullopt;
    }
    texts.push_back(element.text);
  }
  return texts;
}

// cuda.declare_device(name, sig, link=None, use_cooperative=False, abi="numba"): null where it cannot be read.
std::optional<Object> Evaluator::EvalDeclareDevice(const ast::Call& call, const Context& context) {
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  const Object* name = arguments->Find(0, "name");
  const Object* types = arguments->Find(1, "sig");
  if (name == nullptr || types == nullptr || name->kind != ObjectKind::Str ||
      !IsIdentifier(name->text)) {
    return std::nullopt;
  }
  Object signature = *types;
  if (types->kind == ObjectKind::Str) {
    std::string error;
    std::optional<abi::ArgType> result;
    std::optional<std::vector<abi::ArgType>> params =
        ParseSignature(types->text, TypeNamesOf(*index_), &error, &result);
    if (!params) {
      return std::nullopt;
    }
    signature = Object();
    signature.kind = ObjectKind::Signature;
    signature.types = std::move(*params);
    if (result) {
      signature.elements.push_back(Object::Type(*result));
    }
  }
  if (signature.kind != ObjectKind::Signature) {
    return std::nullopt;
  }
  const Object* abi = arguments->Find(4, "abi");
  const std::string abi_name = abi == nullptr ? "numba" : abi->text;
  if (abi_name != "numba" && abi_name != "c") {
    return std::nullopt;
  }
  Object object = Object::External(std::string(kPath) + name->text + ")");
  object.elements = {*name, std::move(signature), Object::Str(abi_name)};
  object.range = call.args.empty() ? call.range : call.args.front()->range;
  const Object* link = arguments->Find(2, "link");
  if (link != nullptr && link->kind != ObjectKind::None) {
    const std::optional<std::vector<std::string>> files = ObjectTexts(*link);
    if (!files) {
      return std::nullopt;
    }
    for (const std::string& file : *files) {
      object.elements.push_back(Object::Str(file));
    }
  }
  return object;
}

// A function without operations, under the symbol that the linker looks for.
Instance* Program::External(std::string_view symbol, const std::vector<TypeId>& params,
                            TypeId result, const std::vector<std::string>& files,
                            SourceRange range) {
  std::string key = fmt::format("external {}|{}", symbol, result.index);
  for (const TypeId param : params) {
    key += fmt::format(";{}", param.index);
  }
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    return found->second;
  }
  if (builtins::IsCalledByName(symbol) || !symbols_.emplace(symbol, 1).second) {
    return nullptr;
  }
  Instance& instance = instances_.emplace_back();
  instance.symbol = symbol;
  instance.state = InstanceState::Done;
  instance.result = result;
  instance.id = kir::FunctionId(module_->functions.size());
  kir::Function& function = module_->functions.emplace_back();
  function.name = symbol;
  function.symbol = symbol;
  function.kind = kir::FunctionKind::Device;
  function.result = result;
  kir::Builder builder(*module_, function);
  for (std::size_t i = 0; i < params.size(); ++i) {
    builder.AddParam(fmt::format("arg{}", i), params[i]);
  }
  function.body = function.AddRegion();
  function.strings = files;
  function.range = range;
  by_key_.emplace(std::move(key), &instance);
  return &instance;
}

namespace {

// Where a C function's argument is a number; bool is C's, of one byte.
TypeId MemoryType(TypeId type) { return types::IsBool(type) ? types::kUInt8 : type; }

}  // namespace

// An argument as the function takes it: Numba's ABI has an array as its parts. False where it does not fit.
bool FunctionEmitter::AddExternal(const Value& value, const abi::ArgType& type,
                                  std::vector<kir::InstId>* parts) {
  types::TypeStore& store = program_->types();
  const TypeId wanted = store.FromArg(type);
  const auto generic = [&](kir::InstId pointer, TypeId element) {
    const TypeId to = store.Pointer(element, types::AddressSpace::Generic);
    return builder_.Append(kir::Op::Bitcast, to, {pointer});
  };
  switch (type.kind) {
    case abi::ArgKind::Scalar:
      if (!value.is_scalar() || !types::CanConvert(value.type, wanted)) {
        return false;
      }
      parts->push_back(builder_.Convert(ConvertTo(value, wanted), MemoryType(wanted)));
      return true;
    case abi::ArgKind::Pointer: {
      const TypeId element = store.get(wanted).element;
      if (IsArray(value) && type_of(value).element == element) {
        parts->push_back(generic(builder_.ArrayData(value.inst), element));
        return true;
      }
      if (!IsPointer(value) || type_of(value).element != element) {
        return false;
      }
      parts->push_back(generic(value.inst, element));
      return true;
    }
    case abi::ArgKind::Array: {
      if (!IsArray(value) || type_of(value).element != store.get(wanted).element ||
          type_of(value).ndim != type.ndim) {
        return false;
      }
      // No owner and no parent; then sizes, data, shape and strides.
      const TypeId element = type_of(value).element;
      const TypeId pointer = store.Pointer(element, types::AddressSpace::Generic);
      parts->push_back(builder_.Zero(pointer));
      parts->push_back(builder_.Zero(pointer));
      parts->push_back(Materialize(ArraySize(value)));
      parts->push_back(
          builder_.ConstInt(types::kInt64, types::MemorySize(store, element)));
      parts->push_back(generic(builder_.ArrayData(value.inst), element));
      for (unsigned dim = 0; dim < type.ndim; ++dim) {
        parts->push_back(builder_.ArrayExtent(value.inst, dim));
      }
      for (unsigned dim = 0; dim < type.ndim; ++dim) {
        parts->push_back(builder_.ArrayStride(value.inst, dim));
      }
      return true;
    }
    case abi::ArgKind::None:
    case abi::ArgKind::Tuple:
    case abi::ArgKind::Record:
    case abi::ArgKind::Vector:
      return false;
  }
  KC_FATAL("argument kind");
}

// Numba's ABI: `int name(result*, arguments...)`; C's: `result name(arguments...)`.
Value FunctionEmitter::EmitDeclaredDevice(const ast::Call& call, const Object& callee) {
  const std::string& name = callee.elements[0].text;
  const Object& signature = callee.elements[1];
  const bool numba = callee.elements[2].text == "numba";
  Arguments arguments;
  if (!CollectArguments(call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != signature.types.size() || !call.keywords.empty()) {
    Report(call.range, diag::Kind::CallArity, name,
           fmt::format("{} arguments", signature.types.size()),
           arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  TypeId result = types::kVoid;
  if (!signature.elements.empty()) {
    const abi::ArgType& type = signature.elements[0].types.front();
    if (type.kind != abi::ArgKind::Scalar || types::IsComplex(types::ScalarType(type.scalar))) {
      Report(call.range, diag::Kind::CannotReturn, SpellArgType(type))
          .Help("an external function returns a number; give it a pointer to write others to")
          .Emit();
      return Value();
    }
    result = types::ScalarType(type.scalar);
  }
  std::vector<kir::InstId> operands;
  kir::InstId place;
  if (numba) {
    types::TypeStore& store = program_->types();
    const TypeId element = result == types::kVoid ? types::kUInt8 : MemoryType(result);
    const TypeId array = store.Array(element, 1, types::Layout::C, types::AddressSpace::Local);
    place = builder_.ArrayData(
        builder_.Append(kir::Op::LocalArray, array, {}, kir_.AddInts({1})));
    operands.push_back(builder_.Append(
        kir::Op::Bitcast, store.Pointer(element, types::AddressSpace::Generic), {place}));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool exists = numba || signature.types[i].kind != abi::ArgKind::Array;
    if (!exists || !AddExternal(arguments[i].value, signature.types[i], &operands)) {
      Report(arguments[i].range, diag::Kind::ArgumentType, name, SpellArgType(signature.types[i]),
             Describe(arguments[i].value))
          .Help(numba ? "parameters are numbers, pointers (an array gives its data) and arrays"
                      : "parameters of the C ABI are numbers and pointers; an array gives its data")
          .Emit();
      return Value();
    }
  }
  std::vector<TypeId> params;
  for (const kir::InstId operand : operands) {
    params.push_back(builder_.type_of(operand));
  }
  std::vector<std::string> files;
  for (std::size_t i = kFiles; i < callee.elements.size(); ++i) {
    files.push_back(callee.elements[i].text);
  }
  Instance* instance =
      program_->External(name, params, numba ? types::kInt32 : MemoryType(result), files,
                         callee.range);
  if (instance == nullptr) {
    Report(call.range, diag::Kind::ExternalName, name)
        .Help("give the Python function another name, or declare the function once")
        .Emit();
    return Value();
  }
  NoteCallee(instance);
  const Value called = CallInstance(*instance, operands);
  if (result == types::kVoid) {
    return Value::Of(Object());
  }
  const kir::InstId inst = numba ? builder_.Load(place) : called.inst;
  return Value::Runtime(builder_.Convert(inst, result), result);
}

}  // namespace kernelc::sema
