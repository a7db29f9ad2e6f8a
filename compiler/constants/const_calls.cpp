// Calls whose value is known while compiling.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/paths.h"
#include "compiler/types/signature.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

using ast::As;

// ord(character)
std::optional<Object> CodeOf(std::string_view character) {
  std::size_t at = 0;
  const char32_t code = character.empty() ? 0 : DecodeUtf8(character, at);
  return at == 0 || at != character.size() ? std::nullopt
                                           : std::optional(Object::Of(Number::Int(Int128(code))));
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
  return object.is_list ? RecordFromList(object) : std::nullopt;
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
    const auto* starred = As<ast::Starred>(argument);
    std::optional<Object> value = EvalIn(starred != nullptr ? starred->value : argument, context);
    if (!value) {
      return std::nullopt;
    }
    if (starred == nullptr) {
      arguments.positional.push_back(std::move(*value));
      continue;
    }
    std::optional<ObjectList> elements = GoThrough(*value);
    if (!elements) {
      return std::nullopt;
    }
    std::ranges::copy(*elements, std::back_inserter(arguments.positional));
  }
  for (const ast::Keyword* keyword : call.keywords) {
    std::optional<Object> value = EvalIn(keyword->value, context);
    if (!value || (keyword->arg.empty() && value->kind != ObjectKind::Dict)) {
      return std::nullopt;
    }
    if (!keyword->arg.empty()) {
      arguments.keywords.push_back({keyword->arg, std::move(*value)});
      continue;
    }
    for (std::size_t i = 0; i < value->elements.size(); i += 2) {
      keyword_names_.push_back(value->elements[i].text);
      arguments.keywords.push_back({keyword_names_.back(), value->elements[i + 1]});
    }
  }
  return arguments;
}

std::optional<Object> Evaluator::EvalCall(const ast::Call& call, const Context& context) {
  return EvalKnownCall(call, context);
}

// `object.method(...)` of a constant; null for other calls. Sets `*base` to the object.
std::optional<Object> Evaluator::EvalMethodCall(const ast::Call& call,
                                                const ast::Attribute& attribute,
                                                const Context& context,
                                                std::optional<Object>* base) {
  *base = EvalBase(attribute, context);
  if (!*base) {
    return std::nullopt;
  }
  const Object& object = **base;
  const bool is_of_python = object.kind == ObjectKind::Str || object.kind == ObjectKind::Tuple;
  if (object.kind == ObjectKind::Array || (object.is_number() && object.typed) ||
      is_of_python) {
    return EvalByHost(&call, context);
  }
  const std::optional<Arguments> arguments =
      object.kind == ObjectKind::Dict ? EvalArguments(call, context) : std::nullopt;
  return arguments ? EvalMethod(object, attribute.attr, *arguments) : std::nullopt;
}

// Those that are not like other functions: record types, imports.
bool Evaluator::IsSpecialCall(std::string_view path) {
  return IsRecordMaker(path) || path == "cuda.declare_device" ||
         path == ".importlib.import_module" || path == "__import__" ||
         path == ".pytest.importorskip" || IsLinkableClass(path);
}

std::optional<Object> Evaluator::EvalSpecialCall(const ast::Call& call, const Object& callee,
                                                 const Context& context) {
  if (callee.text == "cuda.declare_device") {
    return EvalDeclareDevice(call, context);
  }
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  if (IsRecordMaker(callee.text)) {
    return MakeRecordType(callee.text, *arguments);
  }
  if (IsLinkableClass(callee.text)) {
    return EvalLinkable(callee, *arguments);
  }
  // Of those below, what has one argument.
  const bool takes_more = callee.text == ".pytest.importorskip";
  if (arguments->positional.size() != 1 || call.args.size() != 1 ||
      (!call.keywords.empty() && !takes_more)) {
    return std::nullopt;
  }
  const Object& given = arguments->positional.front();
  // `__import__("a.b")` gives a.
  const bool is_part = callee.text == "__import__" && given.text.find('.') != std::string::npos;
  return is_part ? std::nullopt : ImportByCall(given, *context.scope);
}

std::optional<Object> Evaluator::EvalKnownCall(const ast::Call& call, const Context& context) {
  const auto* attribute = As<ast::Attribute>(call.func);
  std::optional<Object> method_of;
  if (attribute != nullptr) {
    std::optional<Object> value = EvalMethodCall(call, *attribute, context, &method_of);
    const bool has_function =
        method_of &&
        (method_of->kind == ObjectKind::External || method_of->kind == ObjectKind::Instance ||
         method_of->kind == ObjectKind::Module || method_of->kind == ObjectKind::Class ||
         method_of->kind == ObjectKind::Function || method_of->kind == ObjectKind::EnumMember ||
         method_of->kind == ObjectKind::NamedTupleType || method_of->kind == ObjectKind::Type ||
         method_of->class_scope != nullptr);
    if (value || !has_function) {
      return value;
    }
  }
  // What gives the object of a method runs once.
  const bool is_method = method_of && (method_of->kind == ObjectKind::Instance);
  const auto* name = As<ast::Name>(call.func);
  if (name != nullptr && name->id == "super" && call.args.empty()) {
    return SuperOf(context);
  }
  const std::optional<Object> callee =
      is_method ? Member(*method_of, attribute->attr) : EvalIn(call.func, context);
  const Scope* owner = nullptr;
  if (!callee && name != nullptr && IsSpecialCall(name->id) && index::FindBinding(context.scope, name->id, &owner) == nullptr) {
    return EvalSpecialCall(call, Object::External(std::string(name->id)), context);
  }
  if (!callee && name != nullptr && name->id == "ord" && call.args.size() == 1) {
    const std::optional<Object> text = EvalIn(call.args[0], context);
    return text && text->kind == ObjectKind::Str ? CodeOf(text->text) : std::nullopt;
  }
  // Builtins that kernels do not have.
  if (!callee && name != nullptr && index::FindBinding(context.scope, name->id, &owner) == nullptr) {
    return EvalByHost(&call, context);
  }
  if (!callee) {
    return std::nullopt;
  }
  const bool is_external = callee->kind == ObjectKind::External;
  const bool is_decorator =
      callee->kind == ObjectKind::Decorator ||
      (is_external && (index::IsDecoratorPath(callee->text) || callee->text == ".functools.partial"));
  if (is_decorator) {
    std::optional<Object> made = EvalDecorator(call, *callee, context);
    if (made || callee->text != ".functools.partial") {
      return made;
    }
  }
  if (is_external && IsSpecialCall(callee->text)) {
    return EvalSpecialCall(call, *callee, context);
  }
  if (std::optional<Object> answer = AskedOfDevice(*callee)) {
    return answer;
  }
  // Functions of kernels compute at run time.
  if (is_external && callee->text.starts_with("cuda.") && !IsVoid(*callee) &&
      callee->text != "cuda.const.array_like") {
    return std::nullopt;
  }
  std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments && is_external && callee->text == "numba.typeof" && call.args.size() == 1) {
    if (std::optional<Object> value = EvalByHost(call.args.front(), context)) {
      arguments.emplace().positional.push_back(std::move(*value));
    }
  }
  if (!arguments) {
    return std::nullopt;
  }
  if (IsVoid(*callee) && arguments->keywords.empty()) {
    return SignatureOf(arguments->positional, nullptr);
  }
  std::optional<Object> value =
      is_external ? EvalExternalCall(*callee, *arguments) : CallObject(*callee, *arguments);
  // What kernels compute by functions of their own is not folded here.
  const bool is_of_host =
      callee->is_scalar_type() ||
      (is_external && (callee->text.starts_with("np.") || callee->text.starts_with('.') ||
                       callee->text.starts_with("math.") ||
                       callee->text.find('.') == std::string::npos));
  return value || !is_of_host ? value : EvalByHost(&call, context);
}

std::optional<Object> Evaluator::EvalMethod(const Object& base, std::string_view name,
                                            const Arguments& arguments) {
  const std::vector<Object>& positional = arguments.positional;
  if (base.kind == ObjectKind::Dict && positional.empty() &&
      (name == "keys" || name == "values" || name == "items")) {
    std::vector<Object> items;
    for (std::size_t i = 0; i < base.elements.size(); i += 2) {
      items.push_back(name == "keys"     ? base.elements[i]
                      : name == "values" ? base.elements[i + 1]
                                         : Object::Tuple({base.elements[i], base.elements[i + 1]}));
    }
    Object view = Object::List(std::move(items));
    view.flavor = Flavor::OfDict;
    return view;
  }
  return base.kind == ObjectKind::Dict && name == "get" && !positional.empty()
             ? GetItem(base, positional)
             : std::nullopt;
}

// dict.get(key, default)
std::optional<Object> Evaluator::GetItem(const Object& dict, const std::vector<Object>& arguments) {
  constexpr std::size_t kKeysOfAStep = 4;
  steps_ += dict.elements.size() / kKeysOfAStep;
  for (std::size_t i = 0; i < dict.elements.size(); i += 2) {
    const std::optional<bool> same = SameValue(dict.elements[i], arguments[0]);
    if (!same) {
      return std::nullopt;
    }
    if (*same) {
      return dict.elements[i + 1];
    }
  }
  return arguments.size() == 2 ? arguments[1] : Object();
}

}  // namespace kernelc::constants
