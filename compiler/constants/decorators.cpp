// Decorators: what makes kernels and device functions of functions, as the run of the program has
// applied it, or as the text says it.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/decorator_options.h"
#include "compiler/constants/paths.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {
namespace {

using ast::As;

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
  const bool is_missing = !object && module != nullptr && module->id == "cuda" &&
                          attribute->attr == "jit" &&
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
          .Help(
              "write `void(...)`, and pass an array for the result; a device function has "
              "device=True")
          .Emit();
      return;
    }
    if (options.signatures[i].size() != count) {
      emitter
          .Build(range, diag::Kind::ArgumentCount, function.name, count, count == 1 ? "" : "s",
                 options.signatures[i].size())
          .Label(function.name_range,
                 fmt::format("its parameters are ({})", fmt::join(LaunchParams(function), ", ")))
          .Help(call != nullptr && call->args.size() == count && count > 1
                    ? "the types of the arguments are one tuple: write `cuda.jit((float32[:], "
                      "int32))`"
                    : "")
          .Emit();
      return;
    }
  }
}

// The decorator whose text has the arguments of a call; null where none has as many by the same
// names.
const ast::Call* TextOf(const host::Constant& call, ast::NodeList<ast::Expr> decorators) {
  const std::size_t places = call.elements.size() - call.names.size();
  for (const ast::Expr* decorator : decorators) {
    const auto* text = As<ast::Call>(decorator);
    if (text != nullptr && text->args.size() == places &&
        std::ranges::equal(text->keywords, call.names, {}, &ast::Keyword::arg)) {
      return text;
    }
  }
  return nullptr;
}

std::string CanonicalPath(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return index::CanonicalMember(index::CanonicalModule(path.substr(0, dot)), path.substr(dot + 1));
}

// Whether the text of a decorator says all that its run would.
bool IsOther(const Object& object) {
  return object.kind == ObjectKind::External && !index::IsDecoratorPath(object.text) &&
         object.text != ".functools.partial";
}

}  // namespace

// A decorator of a library, with arguments that no run changes.
bool Evaluator::IsSaidByText(const ast::Expr* decorator, const Scope& scope) {
  const auto is_plain = [&](const ast::Expr* expr) { return IsFixed(expr, scope); };
  const auto* call = As<ast::Call>(decorator);
  const ast::Name* first = scopes::FirstName(decorator);
  const bool is_fixed =
      first != nullptr && (index_->resolver() == nullptr || IsOfLibraries(first->id, scope));
  const std::optional<Object> object =
      is_fixed ? Eval(call == nullptr ? decorator : call->func, &scope) : std::nullopt;
  if (!object || object->kind != ObjectKind::External || object->text == ".functools.partial") {
    return false;
  }
  return call == nullptr || IsOther(*object) ||
         (std::ranges::all_of(call->args, is_plain) &&
          std::ranges::all_of(call->keywords, [&](const ast::Keyword* keyword) {
            return !keyword->arg.empty() && is_plain(keyword->value);
          }));
}

// What the text of a call gives a decorator.
DecoratorCall Evaluator::CallInText(std::string_view path, const ast::Call* call,
                                    const Context& context) {
  DecoratorCall given;
  given.path = path;
  if (call == nullptr) {
    return given;
  }
  for (const ast::Expr* argument : call->args) {
    given.arguments.push_back(
        {"", EvalArgument(argument, context), argument, argument->range, argument->range});
  }
  for (const ast::Keyword* keyword : call->keywords) {
    const SourceRange range = keyword->value->range;
    const std::string name(keyword->arg.empty() ? "**" : keyword->arg);
    given.arguments.push_back(
        {name, EvalArgument(keyword->value, context), keyword->value, range, keyword->range});
  }
  return given;
}

// Null for what is no decorator of kernels. `decorators`: the text that has made the call, where
// that is known.
std::optional<DecoratorCall> Evaluator::CallOfRun(const host::Constant& call,
                                                  ast::NodeList<ast::Expr> decorators) {
  DecoratorCall given;
  given.path = CanonicalPath(call.text);
  if (!index::IsDecoratorPath(given.path)) {
    return std::nullopt;
  }
  given.is_run = true;
  const ast::Call* text = TextOf(call, decorators);
  const SourceRange around = decorators.size() == 1 ? decorators.front()->range : call.where;
  const std::size_t places = call.elements.size() - call.names.size();
  for (std::size_t i = 0; i < call.elements.size(); ++i) {
    DecoratorArgument argument;
    argument.name = i < places ? std::string() : call.names[i - places];
    argument.value = call.elements[i] == nullptr ? std::nullopt : HostObject(call.elements[i]);
    argument.range = argument.whole = around;
    if (text != nullptr) {
      const ast::Keyword* keyword = i < places ? nullptr : text->keywords[i - places];
      argument.expr = keyword == nullptr ? text->args[i] : keyword->value;
      argument.range = argument.expr->range;
      argument.whole = keyword == nullptr ? argument.range : keyword->range;
    }
    given.arguments.push_back(std::move(argument));
  }
  return given;
}

// What the run of the program has made of a function that is defined in the file; null where it
// does not say so, and where the text says as much.
std::optional<DecoratorCall> Evaluator::AppliedByRun(const FunctionInfo& function) {
  const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
  const bool is_asked = kernel_ == nullptr && function.file == index_ &&
                        index_->resolver() != nullptr && function.outer->frame == host::kNoFrame;
  if (!is_asked || std::ranges::all_of(decorators, [&](const ast::Expr* decorator) {
        return IsSaidByText(decorator, *function.outer);
      })) {
    return std::nullopt;
  }
  const auto call = Run().decorated.find(function.def);
  return call == Run().decorated.end() || call->second == nullptr
             ? std::nullopt
             : CallOfRun(*call->second, decorators);
}

void Evaluator::ReadDecorators(FunctionInfo& function, diag::Emitter* emitter) {
  const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
  const Context context{function.outer, nullptr};
  if (const std::optional<DecoratorCall> call =
          decorators.empty() ? std::nullopt : AppliedByRun(function)) {
    function.options = OptionsOf(*call, context, emitter);
    function.is_kernel = !function.options.device;
    if (emitter != nullptr) {
      CheckSignatures(function, decorators.front(), *emitter);
    }
    return;
  }
  // Later decorators stand above and see the function that the lower ones made.
  for (std::size_t i = decorators.size(); i-- > 0;) {
    ReadDecorator(decorators[i], function, emitter);
  }
}

void Evaluator::ReadDecorator(const ast::Expr* decorator, FunctionInfo& function,
                              diag::Emitter* emitter) {
  const Context context{function.outer, nullptr};
  const auto* call = As<ast::Call>(decorator);
  const ast::Expr* name = call == nullptr ? decorator : call->func;
  const std::optional<Object> object = Eval(name, function.outer);
  if (emitter != nullptr) {
    CheckDecoratorName(*name, object, function, *emitter);
  }
  const bool is_of_library =
      object && object->kind == ObjectKind::External && index::IsDecoratorPath(object->text);
  if (is_of_library) {
    function.options = OptionsOf(CallInText(object->text, call, context), context, emitter);
  } else {
    // What stands in a module that is not there may be anything.
    const bool is_missing = object && object->text.starts_with('.');
    const bool is_known =
        object && !is_missing && (IsOther(*object) || object->kind == ObjectKind::Type);
    function.options.open_decorator = is_known ? function.options.open_decorator : decorator->range;
    return;
  }
  function.is_kernel = !function.options.device;
  if (emitter != nullptr) {
    CheckSignatures(function, decorator, *emitter);
  }
}

// A function as a decorator that is called with it makes it, beside what it is where it is defined.
FunctionInfo& Evaluator::Applied(const FunctionInfo& function, DecoratorOptions options) {
  FunctionInfo& applied = arena_->functions.emplace_back(function);
  applied.undecorated = &function;
  applied.is_kernel = !options.device;
  applied.options = std::move(options);
  applied.decorator_errors.clear();
  return applied;
}

}  // namespace kernelc::constants
