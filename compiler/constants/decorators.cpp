// Decorators: the options and signatures that they give to kernels and device functions.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/decorator_options.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"
#include "compiler/scopes/scopes.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

using ast::As;

// What old versions of Numba had, with what to write today.
struct RemovedOption {
  std::string_view name;
  std::string_view help;
};
constexpr RemovedOption kRemovedOptions[] = {
    {"argtypes", "write the types as the first argument: `@cuda.jit((float32[:], int64))`"},
    {"bind", "leave it out: kernels are bound to the device when they are launched"},
    {"boundscheck", "leave it out, and run with `--check bounds`"},
    {"restype", "write the signature as the first argument: `@cuda.jit(\"float32(float32)\")`"},
};

std::optional<abi::ArgType> SignatureResult(const Object& signature) {
  return signature.elements.empty() ? std::nullopt
                                    : std::optional(signature.elements.front().types.front());
}

// What a decorator's call says the signatures with; null for none.
const ast::Expr* SignaturesOf(const ast::Call& call) {
  const auto keyword = std::ranges::find_if(
      call.keywords, [](const ast::Keyword* each) { return IsSignatureOption(each->arg); });
  return keyword != call.keywords.end() ? (*keyword)->value
         : call.args.empty()            ? nullptr
                                        : call.args.front();
}

// Where signature number `index` of `count` stands.
SourceRange SignatureRange(const ast::Expr* decorator, std::size_t index, std::size_t count) {
  const auto* call = As<ast::Call>(decorator);
  const ast::Expr* given = call == nullptr ? nullptr : SignaturesOf(*call);
  const auto* list = given == nullptr ? nullptr : As<ast::List>(given);
  return list != nullptr && list->elts.size() == count ? list->elts[index]->range
         : given != nullptr                            ? given->range
                                                       : decorator->range;
}

// A kernel returns nothing, and takes as many arguments as its signature has.
// A misspelt decorator would leave the function what it is; Python says so at once.
void CheckDecoratorName(const ast::Expr& name, const std::optional<Object>& object,
                        const FunctionInfo& function, diag::Emitter& emitter) {
  // `@cuda.jit` without an import would leave the function to the host as well.
  const auto* attribute = As<ast::Attribute>(&name);
  const auto* module = attribute == nullptr ? nullptr : As<ast::Name>(attribute->value);
  const Scope* owner = nullptr;
  const bool is_missing = !object && module != nullptr && module->id == "cuda" && attribute->attr == "jit" &&
                          index::FindBinding(function.outer, "cuda", &owner) == nullptr;
  const Scope* file = function.outer;
  while (file->parent != nullptr) {
    file = file->parent;
  }
  if (is_missing && file->star_imports.empty()) {
    emitter.Build(module->range, diag::Kind::UnknownName, "cuda")
        .Help("add `from numba import cuda` at the top of the file")
        .Emit();
  }
  const bool is_unknown = object && object->kind == ObjectKind::External &&
                          index::IsKnownPath(object->text) && !IsKnownMember(object->text);
  const std::string_view nearest = is_unknown ? NearestDecorator(object->text) : "";
  if (!nearest.empty()) {
    const std::string_view text = function.file->sources().text(name.range);
    emitter.Build(name.range, diag::Kind::UnknownMember, text)
        .Help(fmt::format("did you mean `{}{}`?", text.substr(0, text.rfind('.') + 1),
                          nearest.substr(nearest.rfind('.') + 1)))
        .Emit();
  }
}

void CheckSignatures(const FunctionInfo& function, const ast::Expr* decorator,
                     diag::Emitter& emitter) {
  const DecoratorOptions& options = function.options;
  const auto* call = As<ast::Call>(decorator);
  const bool may_be_device =
      call != nullptr && std::ranges::any_of(call->keywords, [](const ast::Keyword* keyword) {
        return keyword->arg == "device" || keyword->arg.empty();
      });
  if (!function.is_kernel || may_be_device || options.launch != LaunchForm::Kernel ||
      function.arguments().vararg != nullptr || function.arguments().kwarg != nullptr ||
      !function.arguments().kwonlyargs.empty()) {
    return;
  }
  const std::size_t count = LaunchParams(function).size();
  for (std::size_t i = 0; i < options.signatures.size(); ++i) {
    const SourceRange range = SignatureRange(decorator, i, options.signatures.size());
    if (options.results[i]) {
      emitter
          .Build(range, diag::Kind::BadSignature,
                 fmt::format("it returns {}, and a kernel returns nothing",
                             types::SpellArgType(*options.results[i])))
          .Help("write `void(...)`, and pass an array for the result; a device function has device=True")
          .Emit();
      return;
    }
    if (options.signatures[i].size() != count) {
      emitter
          .Build(range, diag::Kind::ArgumentCount, function.name, count, count == 1 ? "" : "s",
                 options.signatures[i].size())
          .Label(function.name_range, fmt::format("its parameters are ({})",
                                                  fmt::join(LaunchParams(function), ", ")))
          .Help(call != nullptr && call->args.size() == count && count > 1
                    ? "the types of the arguments are one tuple: write `cuda.jit((float32[:], int32))`"
                    : "")
          .Emit();
      return;
    }
  }
}

// Whether it depends on what is not known while compiling, and not on a mistake: names of the file without a value, and
// of modules that are not there.
bool IsOpen(const ast::Expr* expr, const Scope* scope, Evaluator& evaluator) {
  bool has_open = false;
  bool has_unbound = false;
  scopes::ForEachName(expr, [&](const ast::Name& name) {
    const std::optional<Object> value = evaluator.EvalName(name.id, scope);
    const Scope* owner = nullptr;
    has_open = has_open || !value || (value->kind == ObjectKind::External && value->text.starts_with('.'));
    has_unbound = has_unbound || (!value && index::FindBinding(scope, name.id, &owner) == nullptr);
  });
  return has_open && !has_unbound;
}

void ReportOpen(const ast::Expr& expr, const FileIndexImpl& index, diag::Emitter& emitter) {
  emitter.Build(expr.range, diag::Kind::NotConstant, index.sources().text(expr.range))
      .Help("options of decorators are constants; leave it out, or write it with names that the file gives "
            "values")
      .Emit();
}

}  // namespace

// Later decorators stand above and see the function that the lower ones made.
void Evaluator::ReadDecorators(FunctionInfo& function, diag::Emitter* emitter) {
  const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
  if (ReadFromRun(function)) {
    if (emitter != nullptr) {
      CheckSignatures(function, decorators.front(), *emitter);
    }
    return;
  }
  for (std::size_t i = decorators.size(); i-- > 0;) {
    const ast::Expr* decorator = decorators[i];
    const std::optional<Object> object = Eval(decorator, function.outer);
    if (emitter != nullptr) {
      const auto* call = As<ast::Call>(decorator);
      const ast::Expr* name = call == nullptr ? decorator : call->func;
      CheckDecoratorName(*name, Eval(name, function.outer), function, *emitter);
    }
    if (!object) {
      continue;
    }
    if (object->kind == ObjectKind::External && index::IsDecoratorPath(object->text)) {
      function.is_kernel = IsKernelDecorator(object->text);
      function.options.device = !function.is_kernel;
      function.options.launch = index::LaunchFormOf(object->text);
    } else if (object->kind == ObjectKind::Decorator) {
      function.options = *object->options;
      function.is_kernel = !function.options.device;
      const auto* call = As<ast::Call>(decorator);
      if (call != nullptr && emitter != nullptr) {
        // Once more, to say what could not be read.
        DecoratorOptions again;
        again.launch = function.options.launch;
        const FunctionInfo* none = nullptr;
        ReadDecoratorCall(*call, function.outer, &again, &none, emitter);
        function.options.open_signature = again.open_signature;
        function.options.open_options = again.open_options;
        CheckSignatures(function, decorator, *emitter);
      }
    } else if (object->kind == ObjectKind::Function && !object->function->is_kernel &&
               object->function != &function) {
      // A function of the program that gives what a decorator makes of its argument.
      Arguments arguments;
      arguments.positional.push_back(Object::Function(&function));
      const std::optional<Object> result = CallFunction(*object->function, arguments);
      if (result && result->kind == ObjectKind::Function && result->function == &function &&
          result->options != nullptr) {
        function.options = *result->options;
        function.is_kernel = !function.options.device;
      }
    }
  }
}

// `cuda.jit(...)`, `FAST(...)` and `functools.partial(cuda.jit, ...)`: a decorator, or with a function among the
// arguments that function with options.
std::optional<Object> Evaluator::EvalDecorator(const ast::Call& call, const Object& given,
                                               const Context& context) {
  Object callee = given;
  ast::NodeList<ast::Expr> arguments = call.args;
  if (given.text == ".functools.partial") {
    const std::optional<Object> first =
        arguments.empty() ? std::nullopt : EvalIn(arguments.front(), context);
    const bool is_decorator =
        first && (first->kind == ObjectKind::Decorator ||
                  (first->kind == ObjectKind::External && index::IsDecoratorPath(first->text)));
    if (!is_decorator) {
      return std::nullopt;
    }
    callee = *first;
    arguments = arguments.subspan(1);
  }
  auto options = std::make_shared<DecoratorOptions>();
  if (callee.kind == ObjectKind::Decorator) {
    *options = *callee.options;
  } else {
    options->device = !IsKernelDecorator(callee.text);
    options->launch = index::LaunchFormOf(callee.text);
  }
  const FunctionInfo* function = nullptr;
  ReadDecoratorArguments(arguments, call.keywords, context, options.get(), &function, nullptr);
  // `cuda.jit(device=True)(f)` of a function that nobody knows.
  const ast::Expr* given_function = arguments.size() == 1 ? arguments.front() : nullptr;
  const bool may_be_function = As<ast::Name>(given_function) != nullptr || As<ast::Subscript>(given_function) != nullptr ||
                               (given_function != nullptr && As<ast::Call>(call.func) != nullptr);
  if (function == nullptr && callee.kind == ObjectKind::Decorator && may_be_function && !EvalIn(given_function, context)) {
    return std::nullopt;
  }
  Object object = Object::Function(function);
  object.kind = function == nullptr ? ObjectKind::Decorator : ObjectKind::Function;
  object.options = std::move(options);
  return object;
}

void Evaluator::ReadDecoratorCall(const ast::Call& call, const Scope* scope,
                                  DecoratorOptions* options, const FunctionInfo** function,
                                  diag::Emitter* emitter) {
  const std::optional<Object> callee = Eval(call.func, scope);
  const bool is_partial = callee && callee->text == ".functools.partial";
  // Options of Numba's compiler for the host say little about kernels that call the function.
  const bool is_host = callee && (callee->text == "numba.jit" || callee->text == "numba.njit");
  const Context context{scope, nullptr};
  ReadDecoratorArguments(is_partial ? call.args.subspan(1) : call.args,
                         is_host ? ast::NodeList<ast::Keyword>() : call.keywords, context, options,
                         function, emitter);
  for (const ast::Keyword* keyword : is_host ? call.keywords : ast::NodeList<ast::Keyword>()) {
    ReadOption(*keyword, context, options, nullptr);
  }
}

void Evaluator::ReadDecoratorArguments(ast::NodeList<ast::Expr> arguments,
                                       ast::NodeList<ast::Keyword> keywords,
                                       const Context& context, DecoratorOptions* options,
                                       const FunctionInfo** function, diag::Emitter* emitter) {
  for (const ast::Expr* argument : arguments) {
    const std::optional<Object> object = EvalArgument(argument, context);
    if (object && object->kind == ObjectKind::Function) {
      *function = object->function;
      continue;
    }
    if (object && object->kind == ObjectKind::None) {
      continue;
    }
    // A list with one signature that cannot be read still has the others.
    const auto* list = object ? nullptr : As<ast::List>(argument);
    if (list != nullptr) {
      for (const ast::Expr* element : list->elts) {
        const std::optional<Object> signature = EvalIn(element, context);
        ReadSignatures(element, signature ? *signature : Object(), context.scope, options, emitter);
      }
      continue;
    }
    const host::Written* written = object ? nullptr : WrittenInDecorator(argument, context);
    if (written != nullptr && emitter != nullptr) {
      // The run of the program has come here, and does not know it.
      options->open_signature = argument->range;
      continue;
    }
    ReadSignatures(argument, object ? *object : Object(), context.scope, options, emitter);
  }
  for (const ast::Keyword* keyword : keywords) {
    // cuda.Reduce(functor=add)
    const bool may_be_function = options->launch == LaunchForm::Reduce && keyword->arg == "functor";
    const std::optional<Object> object =
        may_be_function ? EvalIn(keyword->value, context) : std::nullopt;
    if (object && object->kind == ObjectKind::Function) {
      *function = object->function;
    } else {
      ReadOption(*keyword, context, options, emitter);
    }
  }
}

// Names of the file that stand for types in the text of a signature.
types::TypeNames Evaluator::TypeNamesOf(const FileIndexImpl& index) {
  return [this, &index](std::string_view name) -> std::optional<abi::ArgType> {
    const std::optional<Object> object = EvalName(name, &index.module_scope());
    return object ? TypeNamed(*object) : std::nullopt;
  };
}

bool Evaluator::ReadSignatureText(const ast::Expr* expr, std::string_view written,
                                  DecoratorOptions* options, diag::Emitter* emitter) {
  std::string error;
  for (const std::string& text : WithoutOptionals(written)) {
    std::optional<abi::ArgType> result;
    std::optional<std::vector<abi::ArgType>> parameters =
        types::ParseSignature(text, TypeNamesOf(*index_), &error, &result);
    if (parameters) {
      options->AddSignature(std::move(*parameters), std::move(result));
    }
  }
  if (!error.empty() && emitter != nullptr) {
    emitter->Build(expr->range, diag::Kind::BadSignature, error)
        .Help("a signature is `void(float32[:], int64)`: array types are `float32[:]` for any "
              "layout and `float32[::1]` for contiguous ones")
        .Emit();
  }
  return error.empty();
}

bool Evaluator::ReadSignatures(const ast::Expr* expr, const Object& object, const Scope* scope,
                               DecoratorOptions* options, diag::Emitter* emitter) {
  if (options->launch == LaunchForm::Generalize && object.kind == ObjectKind::Str &&
      object.text.find("->") != std::string::npos) {
    options->layout = object.text;
    return true;
  }
  switch (object.kind) {
    case ObjectKind::Signature:
      options->AddSignature(object.types, SignatureResult(object));
      return true;
    case ObjectKind::Type:
      // Numba reads a bare type as the type of the only parameter.
      options->AddSignature({object.types.front()}, std::nullopt);
      return true;
    case ObjectKind::Str:
      return ReadSignatureText(expr, object.text, options, emitter);
    case ObjectKind::Tuple: {
      if (!object.is_list) {
        if (std::optional<std::vector<abi::ArgType>> types = AllTypes(object.elements)) {
          options->AddSignature(std::move(*types), std::nullopt);
          return true;
        }
      }
      const auto* tuple = As<ast::Tuple>(expr);
      const auto* list = As<ast::List>(expr);
      const ast::NodeList<ast::Expr> places = tuple != nullptr  ? tuple->elts
                                              : list != nullptr ? list->elts
                                                                : ast::NodeList<ast::Expr>();
      bool is_read = true;
      for (std::size_t i = 0; i < object.elements.size(); ++i) {
        const ast::Expr* place = places.size() == object.elements.size() ? places[i] : expr;
        is_read = ReadSignatures(place, object.elements[i], scope, options, emitter) && is_read;
      }
      return is_read;
    }
    case ObjectKind::External:
      // Python's int and float.
      if (const std::optional<abi::ArgType> type = AsType(object)) {
        options->AddSignature({*type}, std::nullopt);
        return true;
      }
      break;
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Dict:
    case ObjectKind::Array:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::EnumMember:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Instance:
    case ObjectKind::Decorator:
      break;
  }
  if (emitter != nullptr && object.kind == ObjectKind::None && IsOpen(expr, scope, *this)) {
    options->open_signature = expr->range;
  } else if (emitter != nullptr) {
    emitter->Build(expr->range, diag::Kind::BadSignature,
                   "this is neither a signature nor a function")
        .Help("write the signature as a string, `\"void(float32[:], int64)\"`, or as types, "
              "`void(float32[:], int64)`")
        .Emit();
  }
  return false;
}

// `**options`
void Evaluator::ReadOptionsOf(const std::optional<Object>& dict, DecoratorOptions* options) {
  const bool is_dict = dict && dict->kind == ObjectKind::Dict;
  for (std::size_t i = 0; is_dict && i < dict->elements.size(); i += 2) {
    const std::string& name = dict->elements[i].text;
    const Object& value = dict->elements[i + 1];
    if (IsSignatureOption(name)) {
      ReadSignatures(nullptr, value, nullptr, options, nullptr);
    } else {
      SetOption(name, value, false, options);
    }
  }
}

void Evaluator::ReadOption(const ast::Keyword& keyword, const Context& context,
                           DecoratorOptions* options, diag::Emitter* emitter) {
  const std::string_view name = keyword.arg;
  if (name.empty()) {
    ReadOptionsOf(EvalArgument(keyword.value, context), options);
    return;
  }
  if (IsIgnoredOption(name)) {
    return;
  }
  if (IsSignatureOption(name)) {
    const std::optional<Object> object = EvalArgument(keyword.value, context);
    if (!object || object->kind != ObjectKind::None) {
      ReadSignatures(keyword.value, object ? *object : Object(), context.scope, options, emitter);
    }
    return;
  }
  const std::optional<Object> value = EvalArgument(keyword.value, context);
  switch (SetOption(name, value, As<ast::Set>(keyword.value) != nullptr, options)) {
    case OptionState::Done:
      return;
    case OptionState::Open:
      options->open_options.push_back(keyword.value->range);
      return;
    case OptionState::NotUnderstood:
      if (emitter != nullptr && !value && IsOpen(keyword.value, context.scope, *this)) {
        ReportOpen(*keyword.value, *index_, *emitter);
      } else if (emitter != nullptr) {
        emitter->Build(keyword.value->range, diag::Kind::BadDecoratorOption, name)
            .Help("options of a decorator are constants")
            .Emit();
      }
      return;
    case OptionState::Unknown:
      break;
  }
  if (emitter == nullptr) {
    return;
  }
  const auto removed = std::ranges::find(kRemovedOptions, name, &RemovedOption::name);
  if (removed != std::end(kRemovedOptions)) {
    const std::optional<bool> truth = value ? ObjectTruth(*value) : std::nullopt;
    if (name == "boundscheck" && truth == false) {
      return;
    }
    emitter->Build(keyword.range, diag::Kind::RemovedDecoratorOption, name)
        .Help(std::string(removed->help))
        .Emit();
    return;
  }
  emitter->Build(keyword.range, diag::Kind::UnknownDecoratorOption, name)
      .Help("the options are cache, debug, device, fastmath, forceinline, inline, launch_bounds, "
            "lineinfo, link, lto, max_registers and opt")
      .Emit();
}

}  // namespace kernelc::constants
