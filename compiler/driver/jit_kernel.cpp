#include "compiler/driver/jit_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "compiler/base/check.h"
#include "compiler/driver/jit_diagnostics.h"
#include "compiler/driver/link.h"
#include "compiler/driver/text_diagnostics.h"
#include "compiler/types/written_types.h"
#include "runtime/abi/value_facts.h"

namespace kernelc::driver {
namespace {

// Argument words up to this many stay on the stack.
constexpr std::size_t kInlineWords = 72;

// Variants of a kernel that are compiled by value. A program whose integers come in more
// combinations gets code that takes all of them.
constexpr unsigned kMaxByValue = 12;

bool IsSmallInteger(const Arg& arg) {
  return arg.kind() == abi::ArgKind::Scalar &&
         abi::IsSmallValue(arg.scalar_kind(), arg.scalar_bytes());
}

// What decides which facts of arguments code is chosen by.
struct FactUse {
  abi::DeviceKind device;
  // Also those that differ from launch to launch of the same arrays and types.
  bool by_value;

  abi::ArrayFacts Of(const DeviceArrayAny& array) const {
    abi::ArrayFacts facts = codegen::UsedFacts(device, ArrayFactsOf(array));
    facts.aligned_rows = facts.aligned_rows && by_value;
    return facts;
  }
};

// Code that is chosen for all launches does not assume them.
bool HasLaunchFacts(const Arg& arg, abi::DeviceKind device) {
  return IsSmallInteger(arg) ||
         (arg.kind() == abi::ArgKind::Array && FactUse{device, true}.Of(arg.array()).aligned_rows);
}

void DropLaunchFacts(abi::ArgType& type) {
  type.facts.aligned_rows = false;
  std::ranges::for_each(type.elements, DropLaunchFacts);
}

// Element type, rank, layout and facts of one argument in 32 bits.
std::uint32_t WordOf(const Arg& arg, const FactUse& use) {
  const auto kind = static_cast<std::uint32_t>(arg.kind());
  switch (arg.kind()) {
    case abi::ArgKind::None:
    case abi::ArgKind::Record:
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      return kind;
    case abi::ArgKind::Scalar:
      return kind | static_cast<std::uint32_t>(arg.scalar_kind()) << 8 |
             (use.by_value && IsSmallInteger(arg) ? 1u << 29 : 0u);
    case abi::ArgKind::Array: {
      const DeviceArrayAny& array = arg.array();
      const abi::ArrayFacts facts = use.Of(array);
      return kind | static_cast<std::uint32_t>(array.kind()) << 8 |
             static_cast<std::uint32_t>(array.ndim()) << 16 |
             static_cast<std::uint32_t>(array.layout()) << 24 | (facts.aligned16 ? 1u << 28 : 0u) |
             (facts.small ? 1u << 29 : 0u) | (facts.aligned_rows ? 1u << 30 : 0u);
    }
    case abi::ArgKind::Tuple:
      return kind | static_cast<std::uint32_t>(arg.elements().size()) << 8;
  }
  KC_FATAL("argument kind {}", static_cast<int>(arg.kind()));
}

// Of values in tuples there are no facts.
void AppendWords(std::span<const Arg> args, const FactUse& use, std::vector<std::uint32_t>& words) {
  for (const Arg& arg : args) {
    words.push_back(WordOf(arg, use));
    if (arg.kind() == abi::ArgKind::Tuple) {
      AppendWords(arg.elements(), {use.device, false}, words);
    }
  }
}

// The record types of the arguments, which words do not tell apart, in their order.
void AppendRecords(std::span<const Arg> args, std::vector<RecordRef>& records) {
  for (const Arg& arg : args) {
    if (arg.kind() == abi::ArgKind::Tuple) {
      AppendRecords(arg.elements(), records);
    } else if ((arg.kind() == abi::ArgKind::Array || arg.kind() == abi::ArgKind::Record) &&
               arg.array().record()) {
      records.push_back(arg.array().record());
    }
  }
}

// "an int32", "an array(float32, 2d, C)" for messages.
std::string SpellArg(const Arg& arg) { return types::SpellArgType(ArgTypeOf(arg)); }

// An argument of type `actual` may be passed where a signature says `wanted`: scalars are
// converted, arrays need the same element type and rank, and the contiguity that is asked for.
bool Accepts(const abi::ArgType& wanted, const abi::ArgType& actual) {
  if (wanted.kind == abi::ArgKind::Pointer) {
    return actual.kind == abi::ArgKind::Scalar ||
           (actual.kind == abi::ArgKind::Array && actual.scalar == wanted.scalar &&
            SameFields(actual.record, wanted.record));
  }
  if (wanted.kind == abi::ArgKind::Record && wanted.record->is_time()) {
    return actual.kind == abi::ArgKind::Scalar;
  }
  if (wanted.kind == abi::ArgKind::Record) {
    return (actual.kind == abi::ArgKind::Record || actual.kind == abi::ArgKind::Array) &&
           SameFields(actual.record, wanted.record);
  }
  if (wanted.kind != actual.kind) {
    return false;
  }
  switch (wanted.kind) {
    case abi::ArgKind::None:
    case abi::ArgKind::Scalar:
    case abi::ArgKind::Record:
    case abi::ArgKind::Pointer:
    case abi::ArgKind::Vector:
      return true;
    case abi::ArgKind::Array:
      return wanted.scalar == actual.scalar && SameFields(wanted.record, actual.record) &&
             wanted.ndim == actual.ndim &&
             (wanted.layout == abi::Layout::A || wanted.layout == actual.layout ||
              actual.ndim == 0);
    case abi::ArgKind::Tuple:
      return std::equal(wanted.elements.begin(), wanted.elements.end(), actual.elements.begin(),
                        actual.elements.end(), Accepts);
  }
  KC_FATAL("argument kind {}", static_cast<int>(wanted.kind));
}

// `wanted` with the layout and facts of the actual argument, which say more.
abi::ArgType Refine(const abi::ArgType& wanted, const abi::ArgType& actual) {
  if (wanted.kind == abi::ArgKind::Pointer || wanted.kind == abi::ArgKind::Record) {
    return wanted;
  }
  abi::ArgType refined = actual;
  if (wanted.kind == abi::ArgKind::Scalar) {
    refined.scalar = wanted.scalar;
    // A conversion to such an integer keeps the value.
    refined.facts.small = actual.facts.small && abi::HasValueFacts(wanted.scalar);
  } else if (wanted.kind == abi::ArgKind::Array) {
    refined.readonly = wanted.readonly;
  } else if (wanted.kind == abi::ArgKind::Tuple) {
    refined.name = wanted.name;
    refined.field_names = wanted.field_names;
    for (std::size_t i = 0; i < refined.elements.size(); ++i) {
      refined.elements[i] = Refine(wanted.elements[i], actual.elements[i]);
    }
  }
  return refined;
}

Context ContextOf(const LaunchConfig& config, std::span<const Arg> args) {
  if (!config.stream.is_default()) {
    return config.stream.context();
  }
  for (const Arg& arg : args) {
    if ((arg.kind() == abi::ArgKind::Array || arg.kind() == abi::ArgKind::Record) &&
        arg.array().has_context()) {
      return arg.array().context();
    }
  }
  return current_context();
}

}  // namespace

JitState::JitState(std::shared_ptr<const SourceUnit> unit, const ProgramOptions& options,
                   diag::WarningOptions warning_options)
    : unit_(std::move(unit)),
      options_(options),
      warning_options_(std::move(warning_options)),
      link_(options.link_inputs),
      kernels_(unit_->functions().size()) {
  AddWarnings(TextDiagnostics(*unit_, warning_options_));
  for (const std::string& file : options.link) {
    Result<LinkInput> input = ReadLinkFile(file);
    if (!input) {
      ErrorInfo info;
      info.code = ErrorCode::FileAccess;
      info.operation = "link";
      info.object = file;
      info.message = input.failure().message;
      throw Error(std::move(info));
    }
    link_.push_back(std::move(*input));
  }
}

std::shared_ptr<JitKernelState> JitState::KernelFor(const std::shared_ptr<JitState>& self,
                                                    std::size_t function) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<JitKernelState> state = kernels_[function].lock();
  if (!state) {
    state = std::make_shared<JitKernelState>(self, function);
    kernels_[function] = state;
  }
  return state;
}

void JitState::AddWarnings(std::vector<diag::Diagnostic> warnings) {
  const std::lock_guard lock(mutex_);
  for (diag::Diagnostic& warning : warnings) {
    warnings_.push_back(std::move(warning));
  }
}

std::vector<CompileDiagnostic> JitState::warnings() const {
  const std::lock_guard lock(mutex_);
  return ToCompileDiagnostics(unit_->sources(), warnings_);
}

JitKernelState::JitKernelState(std::shared_ptr<JitState> program, std::size_t function)
    : program_(std::move(program)),
      function_(function),
      id_(detail::Relauncher::NextId()),
      large_id_(detail::Relauncher::NextId()) {}

JitKernelState::~JitKernelState() {
  for (Variant* variant = variants_.load(); variant != nullptr;) {
    Variant* next = variant->next;
    delete variant;
    variant = next;
  }
}

void JitKernelState::LaunchAnew(const LaunchConfig& config, std::span<const Arg> args) {
  // Taken first: whoever finds what was there before a successor must not remember it for the
  // number that came with that.
  const std::uint64_t id = IdFor(config);
  const Kernel& kernel =
      VariantFor(ContextOf(config, args), args,
                 {.large = IsLarge(config), .by_value = true, .tier = Tier::First});
  detail::Relauncher::Launch(id, kernel, ArraysDisjoint(args), config, args);
}

BoundKernel JitKernelState::Bind(std::span<const Arg> args) {
  return VariantFor(ContextOf({}, args), args).BindArgs(args);
}

void JitKernelState::LaunchForAll(std::int64_t elements, const ForAllOptions& options,
                                  std::span<const Arg> args) {
  LaunchConfig config;
  config.stream = options.stream;
  const bool large = static_cast<std::uint64_t>(std::max<std::int64_t>(elements, 0)) >= kLargeGrid;
  const Kernel& kernel = VariantFor(ContextOf(config, args), args,
                                    {.large = large, .by_value = true, .tier = Tier::First});
  config = kernel.ConfigFor(elements, options);
  if (elements != 0) {
    kernel.LaunchArgs(config, args);
  }
}

const Kernel& JitKernelState::VariantFor(const Context& context, std::span<const Arg> args,
                                         Demand asked) {
  Demand demand = asked;
  const abi::DeviceKind device = context.device().kind();
  demand.by_value = demand.by_value && std::ranges::any_of(args, [device](const Arg& arg) {
                      return HasLaunchFacts(arg, device);
                    });
  const FactUse use{device, demand.by_value};
  std::array<std::uint32_t, kInlineWords> inline_words;
  std::vector<std::uint32_t> long_words;
  std::span<const std::uint32_t> words;
  const bool has_tuple = std::any_of(
      args.begin(), args.end(), [](const Arg& arg) { return arg.kind() == abi::ArgKind::Tuple; });
  if (has_tuple || args.size() > inline_words.size()) {
    AppendWords(args, use, long_words);
    words = long_words;
  } else {
    std::transform(args.begin(), args.end(), inline_words.begin(),
                   [&use](const Arg& arg) { return WordOf(arg, use); });
    words = {inline_words.data(), args.size()};
  }
  // Whether one of them is written is not known before a variant was compiled, and asking for less
  // would make the choice of code depend on the order of launches.
  const bool no_overlap = ArraysDisjoint(args);
  // Of arrays that may overlap, loads must not come before the stores of a neighbour.
  demand.large = demand.large && no_overlap && program_->options().coarsen &&
                 device == DeviceKind::Cuda;
  std::vector<RecordRef> records;
  AppendRecords(args, records);
  const Key wanted{demand, context.impl().get(), no_overlap, words, records, nullptr};
  Variant* variant = Find(wanted);
  if (variant == nullptr && use.by_value && HasEnough()) {
    asked.by_value = false;
    return VariantFor(context, args, asked);
  }
  if (variant == nullptr) {
    const std::lock_guard lock(compile_mutex_);
    variant = Find(wanted);
    if (variant == nullptr) {
      variant = Compile(context, wanted.Kept(), args);
    }
  }
  return variant->kernel;
}

JitKernelState::Key JitKernelState::Key::Kept() const {
  Key key = *this;
  key.kept = std::make_shared<const std::pair<std::vector<std::uint32_t>, std::vector<RecordRef>>>(
      std::vector(words.begin(), words.end()), std::vector(records.begin(), records.end()));
  key.words = key.kept->first;
  key.records = key.kept->second;
  return key;
}

JitKernelState::Variant* JitKernelState::Find(const Key& wanted) const {
  for (Variant* variant = variants_.load(std::memory_order_acquire); variant != nullptr;
       variant = variant->next) {
    const Key& key = variant->key;
    if (variant->is_quick && wanted.demand.tier == Tier::Optimized) {
      continue;
    }
    // A quick one says nothing of what the work of several threads in one would give.
    const bool is_for_grid = variant->is_quick ? key.demand.large == wanted.demand.large
                                               : key.demand.large || !wanted.demand.large ||
                                                     variant->kernel.info().coarse_factor == 1;
    if (is_for_grid && key.context == wanted.context && key.no_overlap == wanted.no_overlap &&
        std::ranges::equal(key.words, wanted.words) &&
        std::ranges::equal(key.records, wanted.records)) {
      return variant;
    }
  }
  return nullptr;
}

bool JitKernelState::HasEnough() const {
  unsigned count = 0;
  for (const Variant* variant = variants_.load(std::memory_order_acquire); variant != nullptr;
       variant = variant->next) {
    count += variant->key.demand.by_value && !variant->is_quick ? 1 : 0;
  }
  return count >= kMaxByValue;
}

std::vector<abi::ArgType> JitKernelState::ArgTypes(std::span<const Arg> args, bool by_value) const {
  if (!entry().TakesArguments(args.size())) {
    ThrowTypeMismatch(
        name(), fmt::format("`{}` takes {}, {} given", SpellFunction(*program_->unit(), function_),
                            SpellCount(entry()), args.size()));
  }
  std::vector<abi::ArgType> actual;
  for (const Arg& arg : args) {
    actual.push_back(ArgTypeOf(arg));
    abi::ArgType& type = actual.back();
    const bool has_rows = by_value && type.facts.aligned_rows;
    DropLaunchFacts(type);
    type.facts.aligned_rows = has_rows;
    type.facts.small = type.facts.small || (by_value && IsSmallInteger(arg));
  }
  const bool is_broken = std::ranges::any_of(
      entry().signatures, [&](const auto& types) { return types.size() != args.size(); });
  // Compiling it reports what is wrong with the decorators.
  if (!has_signature() || is_broken) {
    return actual;
  }
  for (const std::vector<abi::ArgType>& signature : entry().signatures) {
    if (std::equal(signature.begin(), signature.end(), actual.begin(), actual.end(), Accepts)) {
      for (std::size_t i = 0; i < actual.size(); ++i) {
        actual[i] = Refine(signature[i], actual[i]);
      }
      return actual;
    }
  }
  if (entry().signatures.size() == 1) {
    const std::vector<abi::ArgType>& wanted = entry().signatures.front();
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (!Accepts(wanted[i], actual[i])) {
        ThrowTypeMismatch(name(),
                          fmt::format("parameter `{}`: expects {}, got {}", entry().params[i],
                                      types::SpellArgType(wanted[i]), SpellArg(args[i])));
      }
    }
  }
  std::string given;
  std::string wanted;
  for (std::size_t i = 0; i < args.size(); ++i) {
    given += fmt::format("{}{}", i == 0 ? "" : ", ", SpellArg(args[i]));
    wanted += fmt::format("{}{} {}", i == 0 ? "" : ", ", entry().params[i],
                          types::SpellArgType(entry().signatures.front()[i]));
  }
  ThrowTypeMismatch(name(),
                    fmt::format("arguments ({}) fit no signature of `{}`; the first one takes ({})",
                                given, name(), wanted));
}

JitKernelState::Variant* JitKernelState::Compile(const Context& context, const Key& key,
                                                 std::span<const Arg> args) {
  const Demand& demand = key.demand;
  CompileJob job = JobFor(context, ArgTypes(args, demand.by_value), key.no_overlap, demand.large);
  if (demand.tier == Tier::Optimized || !program_->options().tiered || job.target.opt_level == 0) {
    return Add(key, Load(context, job), false);
  }
  if (std::optional<CompileOutput> kept = FindKept(job)) {
    return Add(key, LoadOutput(context, job, std::move(*kept), Report::All), false);
  }
  CompileJob quick = job;
  quick.target.opt_level = 0;
  quick.target.coarsen = false;
  Variant* const variant = Add(key, Load(context, quick), true);
  ImproveInBackground(context, key, std::move(job));
  return variant;
}

JitKernelState::Variant* JitKernelState::Add(Key key, Kernel kernel, bool is_quick) {
  auto* const variant = new Variant{std::move(key), std::move(kernel), is_quick,
                                    variants_.load(std::memory_order_relaxed)};
  variants_.store(variant, std::memory_order_release);
  return variant;
}

}  // namespace kernelc::driver
