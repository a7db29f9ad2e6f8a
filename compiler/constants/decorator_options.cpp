// Options and signatures of decorators.
#include "compiler/constants/decorator_options.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Options of decorators that change nothing here, or that the launch side reads.
constexpr std::string_view kIgnoredOptions[] = {
    "abi",
    "abi_info",
    "cache",
    "cc",
    "chip",
    "cooperative",
    "error_model",
    "extensions",
    "forceobj",
    "identity",
    "is_dynamic",
    "locals",
    "looplift",
    "lto",
    "no_cfunc_wrapper",
    "no_cpython_wrapper",
    "nogil",
    "nopython",
    "parallel",
    "pipeline_class",
    "shared_memory_carveout",
    "writable_args",
};

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

// Whether it depends on what is not known while compiling, and not on a mistake: names of the file
// without a value, and of modules that are not there.
bool IsOpen(const ast::Expr* expr, const Scope* scope, Evaluator& evaluator) {
  bool has_open = false;
  bool has_unbound = false;
  scopes::ForEachName(expr, [&](const ast::Name& name) {
    const std::optional<Object> value = evaluator.EvalName(name.id, scope);
    const Scope* owner = nullptr;
    has_open =
        has_open || !value || (value->kind == ObjectKind::External && value->text.starts_with('.'));
    has_unbound = has_unbound || (!value && index::FindBinding(scope, name.id, &owner) == nullptr);
  });
  return has_open && !has_unbound;
}

std::optional<std::uint32_t> AsCount(const Object& object) {
  if (!object.is_int() || object.number.integer < 0 ||
      object.number.integer > Int128(0xffffffffu)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(object.number.integer);
}

// Options that change no result: without a value, they are left out.
constexpr std::string_view kOptionsOfSpeed[] = {
    "debug", "forceinline", "inline", "launch_bounds", "lineinfo", "max_registers", "opt"};

void ReportNoSignature(const DecoratorArgument& argument, diag::Emitter* emitter) {
  if (emitter != nullptr) {
    emitter
        ->Build(argument.range, diag::Kind::BadSignature,
                "this is neither a signature nor a function")
        .Help(
            "write the signature as a string, `\"void(float32[:], int64)\"`, or as types, "
            "`void(float32[:], int64)`")
        .Emit();
  }
}

void ReportUnknownOption(const DecoratorArgument& argument, diag::Emitter& emitter) {
  const std::string_view name = argument.name;
  const auto removed = std::ranges::find(kRemovedOptions, name, &RemovedOption::name);
  if (removed == std::end(kRemovedOptions)) {
    emitter.Build(argument.whole, diag::Kind::UnknownDecoratorOption, name)
        .Help(
            "the options are cache, debug, device, fastmath, forceinline, inline, launch_bounds, "
            "lineinfo, link, lto, max_registers and opt")
        .Emit();
    return;
  }
  const std::optional<bool> truth = argument.value ? ObjectTruth(*argument.value) : std::nullopt;
  if (name != "boundscheck" || truth != false) {
    emitter.Build(argument.whole, diag::Kind::RemovedDecoratorOption, name)
        .Help(std::string(removed->help))
        .Emit();
  }
}

OptionState SetFlag(const std::optional<Object>& value, bool* option) {
  const std::optional<bool> truth = value ? ObjectTruth(*value) : std::nullopt;
  *option = truth.value_or(*option);
  return truth ? OptionState::Done : OptionState::NotUnderstood;
}

OptionState SetCount(const std::optional<Object>& value, std::uint32_t* option) {
  const std::optional<std::uint32_t> number = value ? AsCount(*value) : std::nullopt;
  *option = number.value_or(*option);
  const bool absent = value && value->kind == ObjectKind::None;
  return number || absent ? OptionState::Done : OptionState::NotUnderstood;
}

// launch_bounds: the most threads of a block, or with the fewest blocks of a multiprocessor, and
// the most blocks of a cluster.
OptionState SetLaunchBounds(const std::optional<Object>& value, DecoratorOptions* options) {
  const std::optional<ObjectList> parts =
      value && value->kind == ObjectKind::Tuple ? ObjectElements(*value) : std::nullopt;
  if (!parts) {
    return SetCount(value, &options->max_threads_per_block);
  }
  std::uint32_t* const places[] = {&options->max_threads_per_block,
                                   &options->min_blocks_per_multiprocessor,
                                   &options->max_blocks_per_cluster};
  if (parts->empty() || parts->size() > std::size(places)) {
    return OptionState::NotUnderstood;
  }
  for (std::size_t i = 0; i < parts->size(); ++i) {
    if (SetCount((*parts)[i], places[i]) != OptionState::Done) {
      return OptionState::NotUnderstood;
    }
  }
  return OptionState::Done;
}

OptionState SetInline(const std::optional<Object>& value, DecoratorOptions* options) {
  if (value && value->kind == ObjectKind::Str) {
    if (value->text != "always" && value->text != "never") {
      return OptionState::NotUnderstood;
    }
    options->force_inline = value->text == "always";
    return OptionState::Done;
  }
  // A function that decides for each call.
  return value && value->kind == ObjectKind::Function ? OptionState::Done
                                                      : SetFlag(value, &options->force_inline);
}

}  // namespace

bool IsIgnoredOption(std::string_view name) {
  return std::ranges::find(kIgnoredOptions, name) != std::end(kIgnoredOptions);
}

bool IsSignatureOption(std::string_view name) {
  return name == "signature" || name == "func_or_sig" || name == "signature_or_function" ||
         name == "ftylist_or_function";
}

bool IsKernelDecorator(std::string_view path) {
  return path == "cuda.jit" || path == "cuda.kernel";
}

std::optional<std::vector<abi::ArgType>> AllTypes(const std::vector<Object>& elements) {
  std::vector<abi::ArgType> types;
  for (const Object& element : elements) {
    const bool is_type = element.kind == ObjectKind::Type || element.kind == ObjectKind::External;
    const std::optional<abi::ArgType> type = is_type ? Evaluator::AsType(element) : std::nullopt;
    if (!type) {
      return std::nullopt;
    }
    types.push_back(*type);
  }
  return types;
}

OptionState SetOption(std::string_view name, const std::optional<Object>& value, bool is_set,
                      DecoratorOptions* options) {
  if (!value && std::ranges::find(kOptionsOfSpeed, name) != std::end(kOptionsOfSpeed)) {
    return OptionState::Open;
  }
  if (name == "device") {
    // A function whose factory decides it, device=flag, serves as either.
    return value ? SetFlag(value, &options->device) : OptionState::Done;
  }
  if (name == "fastmath") {
    // fastmath={"nnan", "contract"} names some of the liberties.
    options->fastmath = options->fastmath || is_set;
    return is_set ? OptionState::Done : SetFlag(value, &options->fastmath);
  }
  if (name == "forceinline") {
    return SetFlag(value, &options->force_inline);
  }
  if (name == "inline") {
    return SetInline(value, options);
  }
  if (name == "max_registers") {
    return SetCount(value, &options->max_registers);
  }
  if (name == "launch_bounds") {
    return SetLaunchBounds(value, options);
  }
  if (name == "debug" || name == "lineinfo") {
    SetFlag(value, name == "debug" ? &options->debug : &options->lineinfo);
    return OptionState::Done;
  }
  if (name == "link") {
    if (value && value->kind != ObjectKind::None) {
      const std::optional<std::vector<std::string>> files = ObjectTexts(*value);
      options->links = files.value_or(options->links);
      return files ? OptionState::Done : OptionState::NotUnderstood;
    }
    return value ? OptionState::Done : OptionState::NotUnderstood;
  }
  if (name == "target") {
    options->for_cuda = value && value->kind == ObjectKind::Str && value->text == "cuda";
    return OptionState::Done;
  }
  if (name == "opt") {
    bool optimise = true;
    SetFlag(value, &optimise);
    options->no_opt = !optimise;
    return OptionState::Done;
  }
  return OptionState::Unknown;
}

// Names of the file that stand for types in the text of a signature.
types::TypeNames Evaluator::TypeNamesOf(const FileIndexImpl& index) {
  return [this, &index](std::string_view name) -> std::optional<abi::ArgType> {
    const std::optional<Object> object = EvalName(name, &index.module_scope());
    return object ? TypeNamed(*object) : std::nullopt;
  };
}

void Evaluator::ReadSignatureText(const DecoratorArgument& argument, std::string_view written,
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
    emitter->Build(argument.range, diag::Kind::BadSignature, error)
        .Help(
            "a signature is `void(float32[:], int64)`: array types are `float32[:]` for any "
            "layout and `float32[::1]` for contiguous ones")
        .Emit();
  }
}

// The signatures of a tuple or a list.
void Evaluator::ReadSignatureList(const DecoratorArgument& argument, DecoratorOptions* options,
                                  diag::Emitter* emitter) {
  const Object& object = *argument.value;
  if (!object.is_list) {
    if (std::optional<std::vector<abi::ArgType>> types = AllTypes(object.elements)) {
      options->AddSignature(std::move(*types), std::nullopt);
      return;
    }
  }
  const auto* tuple = As<ast::Tuple>(argument.expr);
  const auto* list = As<ast::List>(argument.expr);
  const ast::NodeList<ast::Expr> places = tuple != nullptr  ? tuple->elts
                                          : list != nullptr ? list->elts
                                                            : ast::NodeList<ast::Expr>();
  for (std::size_t i = 0; i < object.elements.size(); ++i) {
    DecoratorArgument element = argument;
    element.value = object.elements[i];
    if (places.size() == object.elements.size()) {
      element.expr = places[i];
      element.range = places[i]->range;
    }
    ReadSignature(element, options, emitter);
  }
}

// One that has a value.
void Evaluator::ReadSignature(const DecoratorArgument& argument, DecoratorOptions* options,
                              diag::Emitter* emitter) {
  const Object& object = *argument.value;
  if (options->launch == LaunchForm::Generalize && object.kind == ObjectKind::Str &&
      object.text.find("->") != std::string::npos) {
    options->layout = object.text;
    return;
  }
  switch (object.kind) {
    case ObjectKind::Signature:
      options->AddSignature(object.types, SignatureResult(object));
      return;
    case ObjectKind::Type:
      // Numba reads a bare type as the type of the only parameter.
      options->AddSignature({object.types.front()}, std::nullopt);
      return;
    case ObjectKind::Str:
      ReadSignatureText(argument, object.text, options, emitter);
      return;
    case ObjectKind::Tuple:
      ReadSignatureList(argument, options, emitter);
      return;
    case ObjectKind::External:
      // Python's int and float.
      if (const std::optional<abi::ArgType> type = AsType(object)) {
        options->AddSignature({*type}, std::nullopt);
        return;
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
      break;
  }
  ReportNoSignature(argument, emitter);
}

// What stands where decorators have signatures.
void Evaluator::ReadSignatureArgument(const DecoratorArgument& argument, const Context& context,
                                      bool is_run, DecoratorOptions* options,
                                      diag::Emitter* emitter) {
  if (argument.value) {
    if (argument.value->kind != ObjectKind::None) {
      ReadSignature(argument, options, emitter);
    }
    return;
  }
  // A list with one signature that cannot be read still has the others.
  if (const auto* list = As<ast::List>(argument.expr)) {
    for (const ast::Expr* element : list->elts) {
      ReadSignatureArgument(
          {"", EvalArgument(element, context), element, element->range, element->range}, context,
          is_run, options, emitter);
    }
    return;
  }
  const bool is_open =
      is_run || (argument.expr != nullptr &&
                 (EvalIn(argument.expr, context) || IsOpen(argument.expr, context.scope, *this)));
  if (is_open) {
    options->open_signature = argument.range;
  } else {
    ReportNoSignature(argument, emitter);
  }
}

void Evaluator::ReadOption(const DecoratorArgument& argument, const Context& context, bool is_run,
                           DecoratorOptions* options, diag::Emitter* emitter) {
  const std::string_view name = argument.name;
  const std::optional<Object>& value = argument.value;
  const bool is_set = As<ast::Set>(argument.expr) != nullptr;
  switch (SetOption(name, value, is_set, options)) {
    case OptionState::Done:
      return;
    case OptionState::Open:
      options->open_options.push_back(argument.range);
      return;
    case OptionState::NotUnderstood: {
      const bool is_open =
          !value &&
          (is_run || (argument.expr != nullptr && IsOpen(argument.expr, context.scope, *this)));
      if (emitter != nullptr && is_open) {
        emitter
            ->Build(argument.range, diag::Kind::NotConstant, index_->sources().text(argument.range))
            .Help(
                "options of decorators are constants; leave it out, or write it with names that "
                "the file "
                "gives values")
            .Emit();
      } else if (emitter != nullptr) {
        emitter->Build(argument.range, diag::Kind::BadDecoratorOption, name)
            .Help("options of a decorator are constants")
            .Emit();
      }
      return;
    }
    case OptionState::Unknown:
      if (emitter != nullptr) {
        ReportUnknownOption(argument, *emitter);
      }
      return;
  }
}

DecoratorOptions Evaluator::OptionsOf(const DecoratorCall& call, const Context& context,
                                      diag::Emitter* emitter) {
  DecoratorOptions options;
  options.device = !IsKernelDecorator(call.path);
  options.launch = index::LaunchFormOf(call.path);
  // Options of Numba's compiler for the host say little about kernels that call the function.
  const bool is_host = call.path == "numba.jit" || call.path == "numba.njit";
  for (DecoratorArgument argument : call.arguments) {
    // Types of libraries, which the text knows where the run does not.
    std::optional<Object> object = call.is_run && !argument.value && argument.expr != nullptr
                                       ? EvalIn(argument.expr, context)
                                       : std::nullopt;
    if (object && !IsData(*object) && !object->is_list) {
      argument.value = std::move(object);
    }
    if (argument.name == "**") {
      options.open_options.push_back(argument.range);
    } else if (argument.name.empty() || IsSignatureOption(argument.name)) {
      ReadSignatureArgument(argument, context, call.is_run, &options, emitter);
    } else if (!IsIgnoredOption(argument.name)) {
      ReadOption(argument, context, call.is_run, &options, is_host ? nullptr : emitter);
    }
  }
  return options;
}

}  // namespace kernelc::constants
