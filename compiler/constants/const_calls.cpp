// Calls whose value is known while compiling.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/paths.h"
#include "compiler/types/signature.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Its methods are Python's or NumPy's.
bool IsValue(const Object& object) {
  return object.kind == ObjectKind::Array || object.kind == ObjectKind::Str ||
         object.kind == ObjectKind::Tuple || object.kind == ObjectKind::Dict || object.is_number();
}

// Functions that the host computes as well: what kernels compute by functions of their own is not
// folded.
bool IsOfHost(const Object& callee) {
  const std::string_view path = callee.text;
  return callee.kind == ObjectKind::Type || callee.kind == ObjectKind::Function ||
         (callee.kind == ObjectKind::External &&
          (path.starts_with("np.") || path.starts_with('.') || path.starts_with("math.") ||
           path.find('.') == std::string_view::npos));
}

// Types, signatures and record types, which the interpreter makes.
bool MakesTypes(const Object& callee) {
  const std::string_view path = callee.text;
  return callee.kind == ObjectKind::External &&
         (IsVoid(callee) || path.starts_with("numba.types.") || path == "np.dtype" || path == "numba.optional" ||
          path == "numba.typeof" || path.ends_with(".from_dtype"));
}

// Arguments that the interpreter alone makes: generators, and those that are spread.
bool HasParts(const ast::Call& call) {
  return std::ranges::any_of(call.args, [](const ast::Expr* argument) {
    return As<ast::GeneratorExp>(argument) != nullptr || As<ast::Starred>(argument) != nullptr;
  }) || std::ranges::any_of(call.keywords, [](const ast::Keyword* keyword) { return keyword->arg.empty(); });
}

}  // namespace

std::optional<abi::ArgType> Evaluator::AsType(const Object& object) {
  if (object.kind == ObjectKind::Type) {
    return object.types.front();
  }
  if (object.kind == ObjectKind::NamedTupleType && !object.fields->types.empty()) {
    return object.named_tuple_type();
  }
  if (object.kind == ObjectKind::Str) {
    if (const std::optional<types::FieldType> dtype = types::ParseDType(object.text);
        dtype && dtype->extents.empty()) {
      return dtype->element;
    }
    std::string error;
    return types::ParseType(object.text, &error);
  }
  if (object.kind == ObjectKind::External) {
    for (const std::string_view name : {"int", "float", "bool", "complex"}) {
      if (object.text == name) {
        return abi::ArgType::Scalar(*types::FindScalarType(name));
      }
    }
  }
  const host::ConstantRef list = object.is_list ? ConstantOf(object) : nullptr;
  return list == nullptr ? std::nullopt : host::ElementTypeOf(*list);
}

const Object* Evaluator::Arguments::Find(std::size_t index, std::string_view name) const {
  if (index < positional.size()) {
    return &positional[index];
  }
  const auto found = std::ranges::find(keywords, name, &Keyword::name);
  return found == keywords.end() ? nullptr : &found->value;
}

std::optional<Evaluator::Arguments> Evaluator::EvalArguments(const ast::Call& call,
                                                             const Context& context) {
  Arguments arguments;
  for (const ast::Expr* argument : call.args) {
    std::optional<Object> value = As<ast::Starred>(argument) != nullptr ? std::nullopt : EvalIn(argument, context);
    if (!value) {
      return std::nullopt;
    }
    arguments.positional.push_back(std::move(*value));
  }
  for (const ast::Keyword* keyword : call.keywords) {
    std::optional<Object> value = keyword->arg.empty() ? std::nullopt : EvalIn(keyword->value, context);
    if (!value) {
      return std::nullopt;
    }
    arguments.keywords.push_back({keyword->arg, std::move(*value)});
  }
  return arguments;
}

std::optional<Object> Evaluator::EvalCall(const ast::Call& call, const Context& context) {
  const auto* attribute = As<ast::Attribute>(call.func);
  const std::optional<Object> base =
      attribute != nullptr ? EvalBase(*attribute, context) : std::nullopt;
  if (attribute != nullptr && !base) {
    return std::nullopt;
  }
  // A method of a value.
  const bool is_of_value = base && IsValue(*base);
  const std::optional<Object> callee = is_of_value ? std::nullopt : EvalIn(call.func, context);
  if (!callee) {
    const auto* name = As<ast::Name>(call.func);
    const Scope* owner = nullptr;
    // Builtins that kernels do not have.
    const bool is_builtin =
        name != nullptr && index::FindBinding(context.scope, name->id, &owner) == nullptr;
    return is_builtin || is_of_value ? EvalByHost(&call, context) : std::nullopt;
  }
  const bool is_external = callee->kind == ObjectKind::External;
  if (MakesTypes(*callee)) {
    return EvalByHost(&call, context);
  }
  // Functions of kernels compute at run time.
  if (is_external && callee->text.starts_with("cuda.") &&
      callee->text != "cuda.const.array_like") {
    return std::nullopt;
  }
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  std::optional<Object> value;
  if (arguments && is_external) {
    value = EvalExternalCall(*callee, *arguments);
  } else if (arguments && callee->is_scalar_type() && arguments->keywords.empty() && arguments->positional.size() == 1 &&
             arguments->positional.front().is_number()) {
    value = TypedNumber(arguments->positional.front().number, callee->scalar_type());
  }
  const bool is_asked = IsOfHost(*callee) && (arguments || HasParts(call));
  return value || !is_asked ? value : EvalByHost(&call, context);
}

// What the interpreter of the host program does not know.
std::optional<Object> Evaluator::EvalExternalCall(const Object& callee, const Arguments& given) {
  const std::string_view path = callee.text;
  const std::vector<Object>& arguments = given.positional;
  if (path == "cuda.const.array_like") {
    return arguments.size() == 1 && arguments[0].kind == ObjectKind::Array
               ? std::optional(arguments[0])
               : std::nullopt;
  }
  // Of arrays whose elements are not known as well.
  const bool is_length = path == "len" && arguments.size() == 1 && given.keywords.empty() &&
                         arguments[0].kind == ObjectKind::Array &&
                         !arguments[0].array->shape.empty();
  return is_length ? std::optional(Object::Of(Number::Int(arguments[0].array->shape.front())))
                   : std::nullopt;
}

}  // namespace kernelc::constants
