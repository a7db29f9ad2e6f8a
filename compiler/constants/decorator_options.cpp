// Options of decorators, and those that the run of the program has applied.
#include "compiler/constants/decorator_options.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"

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

// Null where something of it is not known, or is no option.
std::optional<DecoratorOptions> Evaluator::OptionsOf(const host::Constant& call) {
  const std::string path = index::CanonicalMember(
      index::CanonicalModule(std::string_view(call.text).substr(0, call.text.rfind('.'))),
      std::string_view(call.text).substr(call.text.rfind('.') + 1));
  if (!index::IsDecoratorPath(path)) {
    return std::nullopt;
  }
  DecoratorOptions options;
  options.device = !IsKernelDecorator(path);
  options.launch = index::LaunchFormOf(path);
  const std::size_t places = call.elements.size() - call.names.size();
  for (std::size_t i = 0; i < call.elements.size(); ++i) {
    const std::string_view name = i < places ? std::string_view() : call.names[i - places];
    const std::optional<Object> value =
        call.elements[i] == nullptr ? std::nullopt : HostObject(call.elements[i]);
    if (IsIgnoredOption(name)) {
      continue;
    }
    if (!value) {
      return std::nullopt;
    }
    if (!name.empty() && !IsSignatureOption(name)) {
      if (SetOption(name, value, value->is_set, &options) != OptionState::Done) {
        return std::nullopt;
      }
      continue;
    }
    if (value->kind == ObjectKind::None) {
      continue;
    }
    const std::size_t before = options.signatures.size();
    const bool had_layout = !options.layout.empty();
    const bool is_read = ReadSignatures(nullptr, *value, nullptr, &options, nullptr);
    const bool is_layout = !had_layout && !options.layout.empty();
    if (!is_read || (!is_layout && options.signatures.size() == before)) {
      return std::nullopt;
    }
  }
  return options;
}

// A decorator of a library, with arguments that no run changes.
bool Evaluator::IsSaidByText(const ast::Expr* decorator, const Scope& scope) {
  const auto is_plain = [&](const ast::Expr* expr) {
    return As<ast::Constant>(expr) != nullptr ||
           (index_->is_plain() && IsPlainArgument(expr, *index_));
  };
  const auto* call = As<ast::Call>(decorator);
  const std::optional<Object> object = Eval(call == nullptr ? decorator : call->func, &scope);
  return object && object->kind == ObjectKind::External && object->text != ".functools.partial" &&
         (call == nullptr || (std::ranges::all_of(call->args, is_plain) &&
                              std::ranges::all_of(call->keywords, [&](const ast::Keyword* keyword) {
                                return !keyword->arg.empty() && is_plain(keyword->value);
                              })));
}

// What the run of the program says that the decorators have done; false where it does not, and
// where the text says as much.
bool Evaluator::ReadFromRun(FunctionInfo& function) {
  const bool is_asked = kernel_ == nullptr && function.file == index_ &&
                        index_->resolver() != nullptr &&
                        (function.outer->kind == ScopeKind::Module ||
                         (function.outer->kind == ScopeKind::Class &&
                          function.outer->parent->kind == ScopeKind::Module));
  if (!is_asked ||
      std::ranges::all_of(function.def->decorator_list, [&](const ast::Expr* decorator) {
        return IsSaidByText(decorator, *function.outer);
      })) {
    return false;
  }
  host_run_ = host_run_ == nullptr ? index_->RunFor(nullptr) : host_run_;
  const auto& all = host_run_->outcome->decorated;
  const auto found = all.find({function.def, host::kNoFrame});
  std::optional<DecoratorOptions> options =
      found == all.end() || found->second == nullptr ? std::nullopt : OptionsOf(*found->second);
  if (options) {
    function.is_kernel = !options->device;
    function.options = std::move(*options);
  }
  return options.has_value();
}

}  // namespace kernelc::constants
