// Constants as values of the heap.
#include <algorithm>
#include <cstring>

#include "compiler/host/arrays/array.h"
#include "compiler/host/constant.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

Value ArrayFrom(Context& c, const Constant& constant) {
  IntList shape = constant.shape;
  if (constant.is_fortran) {
    std::ranges::reverse(shape);
  }
  const Value array = NewArray(c, {constant.scalar, constant.record}, shape);
  std::memcpy(WritePlace(c, array), constant.text.data(), constant.text.size());
  return constant.is_fortran ? Reversed(c, array) : array;
}

Value DictFrom(Context& c, const Constant& constant) {
  Object* dict = c.heap.NewDict();
  for (std::size_t i = 0; i + 1 < constant.elements.size(); i += 2) {
    StoreKey(c, dict, FromConstant(c, *constant.elements[i]),
             FromConstant(c, *constant.elements[i + 1]));
  }
  return Value::Of(dict);
}

Value SetFrom(Context& c, const Constant& constant) {
  Object* set = c.heap.New(Kind::Set);
  for (const ConstantRef& element : constant.elements) {
    StoreKey(c, set, FromConstant(c, *element), Value::None());
  }
  return Value::Of(set);
}

Value LibraryFrom(Context& c, const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const bool is_module = IsLibraryModule(path) || dot == std::string::npos;
  const Value module = FindLibrary(c, is_module ? path : path.substr(0, dot));
  if (module.is_undefined()) {
    return Lose(c, "is given as something that is not followed");
  }
  return is_module                   ? module
         : module.is(Kind::External) ? ExternalAttribute(c, module.object, path.substr(dot + 1))
                                     : LibraryAttribute(c, module.object, path.substr(dot + 1));
}

Value SignatureFrom(Context& c, const Constant& constant) {
  std::vector<abi::ArgType> types = constant.types;
  std::optional<abi::ArgType> result;
  if (constant.has_result) {
    result = types.back();
    types.pop_back();
  }
  return MakeNumbaType(c, NumbaType(std::move(types), std::move(result)));
}

Value Made(Context& c, const Constant& constant) {
  const auto all = [&] {
    return ListOf(constant.elements,
                  [&](const ConstantRef& element) { return FromConstant(c, *element); });
  };
  switch (constant.kind) {
    case ConstantKind::None:
      return Value::None();
    case ConstantKind::Ellipsis:
      return Value::Ellipsis();
    case ConstantKind::Number:
      return PythonNumber(c, constant.number);
    case ConstantKind::Scalar:
      return MakeScalar(c, constant.scalar, constant.number);
    case ConstantKind::Str:
      return constant.is_path ? Call(c, LibraryFrom(c, "pathlib.Path"), {c.heap.Str(constant.text)})
                              : c.heap.Str(constant.text);
    case ConstantKind::Bytes:
      return c.heap.Bytes(constant.text);
    case ConstantKind::Tuple:
      return c.heap.Tuple(all());
    case ConstantKind::List:
      return c.heap.List(all());
    case ConstantKind::Type:
      return MakeDType(c, {constant.scalar, constant.record});
    case ConstantKind::Array:
      return ArrayFrom(c, constant);
    case ConstantKind::Dict:
      return DictFrom(c, constant);
    case ConstantKind::Set:
      return SetFrom(c, constant);
    case ConstantKind::Library:
      return LibraryFrom(c, constant.text);
    case ConstantKind::NumbaType:
      return MakeNumbaType(c, NumbaType(constant.types));
    case ConstantKind::Signature:
      return SignatureFrom(c, constant);
    case ConstantKind::Object:
    case ConstantKind::EnumMember:
    case ConstantKind::Module:
    case ConstantKind::Function:
    case ConstantKind::Class:
    case ConstantKind::Code:
      return Lose(c, "is given as something that is not followed");
  }
  return Value();
}

}  // namespace

Value FromConstant(Context& c, const Constant& constant) {
  if (const auto known = c.things.find(constant.identity); known != c.things.end()) {
    return known->second;
  }
  const Value value = Made(c, constant);
  if (constant.identity != 0 && value.tag == Tag::Object) {
    c.identities[value.object] = constant.identity;
    c.things.emplace(constant.identity, value);
  }
  return value;
}

}  // namespace kernelc::host
