#include "compiler/sema/emit_external.h"

#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_device_call.h"
#include "compiler/sema/emit_pointer.h"
#include "compiler/sema/emit_value.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

// Elements of the declared function's object before the files.
constexpr std::size_t kFiles = 3;

// Where a C function's argument is a number; bool is C's, of one byte.
TypeId MemoryType(TypeId type) { return types::IsBool(type) ? types::kUInt8 : type; }

// An argument as the function takes it: Numba's ABI has an array as its parts. False where it does
// not fit.
bool AddExternal(FunctionContext& fn, const Value& value, const abi::ArgType& type,
                 std::vector<kir::InstId>* parts) {
  types::TypeStore& store = fn.program.types();
  const TypeId wanted = store.FromArg(type);
  const auto generic = [&](kir::InstId pointer, TypeId element) {
    const TypeId to = store.Pointer(element, types::AddressSpace::Generic);
    return fn.builder.Append(kir::Op::Bitcast, to, {pointer});
  };
  switch (type.kind) {
    case abi::ArgKind::Scalar:
      if (!value.is_scalar() || !types::CanConvert(value.type, wanted)) {
        return false;
      }
      parts->push_back(fn.builder.Convert(ConvertTo(fn, value, wanted), MemoryType(wanted)));
      return true;
    case abi::ArgKind::Pointer: {
      const TypeId element = store.get(wanted).element;
      if (IsArray(fn, value) && fn.type_of(value).element == element) {
        parts->push_back(generic(fn.builder.ArrayData(value.inst), element));
        return true;
      }
      if (!IsPointer(fn, value) || fn.type_of(value).element != element) {
        return false;
      }
      parts->push_back(generic(value.inst, element));
      return true;
    }
    case abi::ArgKind::Array: {
      if (!IsArray(fn, value) || fn.type_of(value).element != store.get(wanted).element ||
          fn.type_of(value).ndim != type.ndim) {
        return false;
      }
      // No owner and no parent; then sizes, data, shape and strides.
      const TypeId element = fn.type_of(value).element;
      const TypeId pointer = store.Pointer(element, types::AddressSpace::Generic);
      parts->push_back(fn.builder.Zero(pointer));
      parts->push_back(fn.builder.Zero(pointer));
      parts->push_back(Materialize(fn, ArraySize(fn, value)));
      parts->push_back(fn.builder.ConstInt(types::kInt64, types::MemorySize(store, element)));
      parts->push_back(generic(fn.builder.ArrayData(value.inst), element));
      for (unsigned dim = 0; dim < type.ndim; ++dim) {
        parts->push_back(fn.builder.ArrayExtent(value.inst, dim));
      }
      for (unsigned dim = 0; dim < type.ndim; ++dim) {
        parts->push_back(fn.builder.ArrayStride(value.inst, dim));
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

// The type that the signature of a declared function names for its result; null, with a diagnostic,
// where that cannot be.
std::optional<TypeId> DeclaredResult(FunctionContext& fn, const ast::Call& call,
                                     const Object& signature) {
  TypeId result = types::kVoid;
  if (!signature.elements.empty()) {
    const abi::ArgType& type = signature.elements[0].types.front();
    if (type.kind != abi::ArgKind::Scalar || types::IsComplex(types::ScalarType(type.scalar))) {
      fn.Report(call.range, diag::Kind::CannotReturn, types::SpellArgType(type))
          .Help("an external function returns a number; give it a pointer to write others to")
          .Emit();
      return std::nullopt;
    }
    result = types::ScalarType(type.scalar);
  }
  return result;
}

// The declared function for these operands; null where its name means something else.
Instance* ExternalInstance(FunctionContext& fn, const Object& callee,
                           const std::vector<kir::InstId>& operands, TypeId result) {
  std::vector<TypeId> params;
  for (const kir::InstId operand : operands) {
    params.push_back(fn.builder.type_of(operand));
  }
  std::vector<std::string> files;
  for (std::size_t i = kFiles; i < callee.elements.size(); ++i) {
    files.push_back(callee.elements[i].text);
  }
  return fn.program.External(callee.elements[0].text, params, result, files, callee.range);
}

}  // namespace

Value EmitDeclaredDevice(FunctionContext& fn, const ast::Call& call, const Object& callee) {
  const std::string& name = callee.elements[0].text;
  const Object& signature = callee.elements[1];
  const bool numba = callee.elements[2].text == "numba";
  Arguments arguments;
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  if (arguments.size() != signature.types.size() || !call.keywords.empty()) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} arguments", signature.types.size()),
              arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const std::optional<TypeId> declared = DeclaredResult(fn, call, signature);
  if (!declared) {
    return Value();
  }
  const TypeId result = *declared;
  std::vector<kir::InstId> operands;
  kir::InstId place;
  if (numba) {
    types::TypeStore& store = fn.program.types();
    const TypeId element = result == types::kVoid ? types::kUInt8 : MemoryType(result);
    const TypeId array = store.Array(element, 1, types::Layout::C, types::AddressSpace::Local);
    place = fn.builder.ArrayData(
        fn.builder.Append(kir::Op::LocalArray, array, {}, fn.kir_function.AddInts({1})));
    operands.push_back(fn.builder.Append(
        kir::Op::Bitcast, store.Pointer(element, types::AddressSpace::Generic), {place}));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool exists = numba || signature.types[i].kind != abi::ArgKind::Array;
    if (!exists || !AddExternal(fn, arguments[i].value, signature.types[i], &operands)) {
      fn.Report(arguments[i].range, diag::Kind::ArgumentType, name,
                types::SpellArgType(signature.types[i]), Describe(fn, arguments[i].value))
          .Help(numba ? "parameters are numbers, pointers (an array gives its data) and arrays"
                      : "parameters of the C ABI are numbers and pointers; an array gives its data")
          .Emit();
      return Value();
    }
  }
  Instance* instance =
      ExternalInstance(fn, callee, operands, numba ? types::kInt32 : MemoryType(result));
  if (instance == nullptr) {
    fn.Report(call.range, diag::Kind::ExternalName, name)
        .Help("give the Python function another name, or declare the function once")
        .Emit();
    return Value();
  }
  NoteCallee(fn, instance);
  const Value called = CallInstance(fn, *instance, operands);
  if (result == types::kVoid) {
    return Value::Of(Object());
  }
  const kir::InstId inst = numba ? fn.builder.Load(place) : called.inst;
  return Value::Runtime(fn.builder.Convert(inst, result), result);
}

}  // namespace kernelc::sema
