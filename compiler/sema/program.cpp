#include "compiler/sema/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "compiler/advice/report.h"
#include "compiler/builtins/reserved_symbols.h"
#include "compiler/constants/const_eval.h"
#include "compiler/kir/builder.h"
#include "compiler/sema/compile_function.h"
#include "compiler/sema/creep.h"

namespace kernelc::sema {
namespace {

types::PromotionRules RulesOf(const FileIndexImpl& index, const Options& options) {
  const LiteralMode mode =
      options.literals == LiteralMode::Auto ? index.default_literals() : options.literals;
  return mode == LiteralMode::Weak ? types::PromotionRules::Weak : types::PromotionRules::Numba;
}

// Equal for arguments that need the same instance: `is` tells lists of equal numbers apart.
std::string BindingKey(const ParamBinding& binding) {
  switch (binding.kind) {
    case ValueKind::Poison:
      return "?";
    case ValueKind::Number:
    case ValueKind::Runtime:
      return fmt::format("{}{}", binding.type.index, binding.weak ? "w" : "");
    case ValueKind::Object:
    {
      std::string key = fmt::format("{}{}#{}", constants::ObjectKey(binding.object), binding.is_self ? "self" : "",
                                    binding.object.identity);
      for (const ParamBinding& element : binding.elements) {
        key += "[" + BindingKey(element) + "]";
      }
      return key;
    }
    case ValueKind::Tuple: {
      std::string key =
          fmt::format("{}#{}(", static_cast<const void*>(binding.fields.get()), binding.object.identity);
      for (const ParamBinding& element : binding.elements) {
        key += BindingKey(element) + ",";
      }
      return key + ")";
    }
  }
  KC_FATAL("binding kind");
}

std::string SpellBinding(const types::TypeStore& types, const ParamBinding& binding) {
  switch (binding.kind) {
    case ValueKind::Poison:
      return "?";
    case ValueKind::Number:
    case ValueKind::Runtime:
      return types::Spell(types, binding.type);
    case ValueKind::Object:
      return binding.object.kind == ObjectKind::None ? "None" : "a constant";
    case ValueKind::Tuple: {
      std::vector<ParamBinding> shown;
      for (std::size_t i = 0; i < binding.elements.size(); ++i) {
        // What an iterator counts with is not the program's.
        if (!binding.fields || !binding.fields->names[i].starts_with(' ')) {
          shown.push_back(binding.elements[i]);
        }
      }
      return fmt::format("{}({})", binding.fields ? binding.fields->name : "", SpellParams(types, shown));
    }
  }
  KC_FATAL("binding kind");
}

// Types of tuples in tuples may be long.
std::string Shortened(std::string text) {
  constexpr std::size_t kMostCharacters = 200;
  if (text.size() > kMostCharacters) {
    text.resize(kMostCharacters);
    text += "...";
  }
  return text;
}

std::size_t Distance(const char* left, const char* right) {
  return static_cast<std::size_t>(left < right ? right - left : left - right);
}

}  // namespace

std::string SpellParams(const types::TypeStore& types, const std::vector<ParamBinding>& params) {
  std::string text;
  for (const ParamBinding& param : params) {
    text += (text.empty() ? "" : ", ") + SpellBinding(types, param);
  }
  return text;
}

Program::Program(const FileIndexImpl& index, const Options& options, kir::Module& module)
    : index_(&index),
      options_(&options),
      module_(&module),
      evaluator_(std::make_unique<Evaluator>(index, arena_)),
      rules_(RulesOf(index, options)) {
  stack_base_ = static_cast<const char*>(__builtin_frame_address(0));
}

Program::~Program() = default;

bool Program::is_exhausted() const {
  return nesting_ > kMaxNesting ||
         Distance(static_cast<const char*>(__builtin_frame_address(0)), stack_base_) >
             kMaxStackBytes;
}

// Unique in the module, an identifier of C, PTX and ELF, and none that generated code has already.
std::string Program::UniqueSymbol(std::string_view name) {
  std::string symbol;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || c == '_')) {
      symbol += c;
    } else if (c == '.') {
      symbol += '_';
    } else {
      symbol += fmt::format("x{:02x}", byte);
    }
  }
  symbol = builtins::WithFreeForm(symbol);
  const auto [taken, is_new] = symbols_.emplace(symbol, 0);
  if (is_new && builtins::IsReservedSymbol(symbol)) {
    taken->second = 1;
  }
  const unsigned count = taken->second++;
  if (count == 0) {
    return symbol;
  }
  return UniqueSymbol(fmt::format("{}_{}", symbol, count));
}

Instance* Program::AddKernel(const FunctionInfo& function,
                             const std::vector<abi::ArgType>& arg_types, diag::Emitter& emitter) {
  if (!function.decorator_errors.empty()) {
    for (const diag::Diagnostic& diagnostic : function.decorator_errors) {
      emitter.Emit(diagnostic);
    }
    return nullptr;
  }
  if (const SourceRange open = function.options.open_signature; open.has_value()) {
    emitter.Build(open, diag::Kind::OpenSignature, function.file->sources().text(open))
        .Help("the types that are given count, and nothing is converted to others")
        .Emit();
  }
  for (const SourceRange open : function.options.open_options) {
    emitter.Build(open, diag::Kind::OpenOption, function.file->sources().text(open))
        .Help("the kernel is compiled without the option")
        .Emit();
  }
  if (function.options.launch != LaunchForm::Kernel) {
    return AddLaunchForm(function, arg_types, emitter);
  }
  const ast::Arguments& parameters = function.arguments();
  std::vector<const ast::Arg*> named(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  named.insert(named.end(), parameters.args.begin(), parameters.args.end());
  if (advice::ReportKernelParameter(parameters, emitter)) {
    return nullptr;
  }
  ParamBinding self;
  self.kind = ValueKind::Object;
  if (function.has_self()) {
    named.erase(named.begin());
  }
  if (arg_types.size() != named.size()) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name, named.size(),
               named.size() == 1 ? "" : "s", arg_types.size())
        .Emit();
    return nullptr;
  }
  Instance& instance = instances_.emplace_back();
  instance.function = &function;
  instance.kind = kir::FunctionKind::Kernel;
  instance.symbol = UniqueSymbol(function.name);
  instance.id = kir::FunctionId(module_->functions.size());
  module_->functions.emplace_back();
  if (function.has_self()) {
    instance.params.push_back(self);
  }
  for (std::size_t i = 0; i < arg_types.size(); ++i) {
    const abi::ArgType& type = arg_types[i];
    ParamBinding binding;
    binding.type = module_->types.FromArg(type);
    if (type.kind == abi::ArgKind::None) {
      binding.kind = ValueKind::Object;
    }
    if (type.kind == abi::ArgKind::Array || type.kind == abi::ArgKind::Scalar) {
      binding.facts.array = type.facts;
    }
    instance.params.push_back(std::move(binding));
  }
  kernels_.push_back(&instance);
  return &instance;
}

Instance* Program::Instantiate(const FunctionInfo& function, std::vector<ParamBinding> params,
                               SourceRange use, std::vector<std::string_view> captures,
                               TypeId declared_result) {
  std::string key = fmt::format("{}|", static_cast<const void*>(&function));
  for (const ParamBinding& param : params) {
    key += BindingKey(param) + ";";
  }
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    Instance& instance = *found->second;
    if (instance.state == InstanceState::Waiting && instance.round != round_) {
      if (stack_.size() >= kMaxInstantiationDepth) {
        return nullptr;
      }
      Compile(instance);
    }
    return &instance;
  }
  if (IsTooDeep(function)) {
    return nullptr;
  }
  Instance& instance = instances_.emplace_back();
  instance.function = &function;
  instance.symbol = UniqueSymbol(function.name);
  instance.params = std::move(params);
  instance.captures = std::move(captures);
  instance.use = use;
  instance.declared_result = declared_result;
  instance.result = declared_result;
  instance.id = kir::FunctionId(module_->functions.size());
  module_->functions.emplace_back();
  by_key_.emplace(std::move(key), &instance);
  Compile(instance);
  return &instance;
}

bool Program::IsTooDeep(const FunctionInfo& function) const {
  const auto same = std::ranges::count_if(
      stack_, [&](const Instance* instance) { return instance->function == &function; });
  return stack_.size() >= kMaxInstantiationDepth || instances_.size() >= kMaxInstances ||
         static_cast<std::size_t>(same) >= kMaxRecursionTypes || is_exhausted();
}

void Program::Compile(Instance& instance) {
  if (!instance.function->decorator_errors.empty()) {
    instance.diagnostics = instance.function->decorator_errors;
    instance.state = InstanceState::Failed;
    return;
  }
  // Calls convert to the types of signatures.
  const SourceRange open = instance.function->options.open_signature;
  if (open.has_value() && instance.kind == kir::FunctionKind::Device) {
    diag::CollectingConsumer consumer;
    diag::Emitter(consumer)
        .Build(open, diag::Kind::NotConstant, instance.function->file->sources().text(open))
        .Help("signatures of device functions are constants: leave it out, and each call gives its types")
        .Emit();
    instance.diagnostics = consumer.Take();
    instance.state = InstanceState::Failed;
    return;
  }
  stack_.push_back(&instance);
  instance.state = InstanceState::InProgress;
  instance.depth = stack_.size() - 1;
  instance.round = round_;
  const bool changed_before = results_changed_;
  if (stack_.size() == 1) {
    evaluator_->set_kernel(instance.launched != nullptr ? instance.launched : instance.function);
  }
  CompileFunction(*this, instance);
  NoteResultChange(changed_before);
  stack_.pop_back();
  SettleCircle(instance);
}

void Program::SettleCircle(Instance& instance) {
  const bool waits = instance.waits_for < instance.depth;
  const auto settled = [](const Instance& done) {
    return done.has_error || !done.result.has_value() ? InstanceState::Failed
                                                      : InstanceState::Done;
  };
  instance.state = waits ? InstanceState::Waiting : settled(instance);
  if (!instance.heads_circle) {
    return;
  }
  for (Instance& other : instances_) {
    if (other.state != InstanceState::Waiting || &other == &instance ||
        other.waits_for < instance.depth) {
      continue;
    }
    if (waits) {
      other.waits_for = instance.waits_for;
    } else if (other.round == round_) {
      other.state = settled(other);
    }
  }
}

bool Program::CompileKernels(diag::Emitter& emitter) {
  bool ok = true;
  for (Instance* kernel : kernels_) {
    Compile(*kernel);
    ok = ok && kernel->state == InstanceState::Done;
    const int errors = emitter.error_count();
    Report(*kernel, emitter);
    if (kernel->launched != nullptr && kernel->state != InstanceState::Done &&
        emitter.error_count() == errors) {
      ReportLaunched(*kernel, emitter);
    }
    if (kernel->state == InstanceState::Done) {
      CheckMemory(*kernel, emitter);
    }
    ok = ok && emitter.error_count() == errors;
  }
  for (const PendingExport& pending : exports_) {
    ok = CompileExport(pending, emitter) && ok;
  }
  if (ok) {
    DropUnreachable();
    DropUnusedConstants();
  }
  return ok;
}

void Program::Report(Instance& kernel, diag::Emitter& emitter) {
  std::vector<Instance*> reachable{&kernel};
  for (std::size_t i = 0; i < reachable.size(); ++i) {
    for (Instance* callee : reachable[i]->callees) {
      if (std::ranges::find(reachable, callee) == reachable.end()) {
        reachable.push_back(callee);
      }
    }
  }
  ReportModules(emitter);
  for (Instance* instance : reachable) {
    for (diag::Diagnostic& diagnostic : instance->diagnostics) {
      if (instance != &kernel) {
        // What a function inside takes of the one around it is no argument of its own.
        const ast::Arguments& own = instance->function->arguments();
        const bool has_own = !own.posonlyargs.empty() || !own.args.empty() || own.vararg != nullptr ||
                             !own.kwonlyargs.empty();
        if (has_own) {
          diagnostic.notes.push_back(
              fmt::format("`{}` was compiled for ({})", instance->function->name,
                          Shortened(SpellParams(module_->types, instance->params))));
        }
        if (instance->first_call.has_value()) {
          diagnostic.labels.push_back({instance->first_call, "called here"});
        }
      }
      emitter.Emit(std::move(diagnostic));
    }
    instance->diagnostics.clear();
  }
  ReportCreep(reachable, emitter);
}

void Program::ReportModules(diag::Emitter& emitter) {
  for (const ImportedModule* module : evaluator_->used_modules()) {
    for (const diag::Diagnostic& diagnostic : module->syntax_errors) {
      emitter.Emit(diagnostic);
    }
  }
}

void Program::ReportCreep(const std::vector<Instance*>& reachable, diag::Emitter& emitter) {
  bool narrow = false;
  for (const Instance* instance : reachable) {
    if (instance->uses_wide_arrays || instance->state != InstanceState::Done) {
      return;
    }
    narrow = narrow || instance->uses_narrow_arrays;
  }
  if (!narrow) {
    return;
  }
  for (const Instance* instance : reachable) {
    std::vector<SourceRange> places;
    for (const CreepCandidate& candidate : instance->creep) {
      places.push_back(candidate.range);
    }
    if (const std::optional<std::size_t> found =
            FirstNeededDouble(module_->function(instance->id), places)) {
      const CreepCandidate& creep = instance->creep[*found];
      diag::Builder builder = emitter.Build(creep.range, diag::Kind::Float64Creep, creep.text);
      for (const diag::Label& origin : creep.origins) {
        static_cast<void>(std::move(builder).Label(origin.range, origin.text));
      }
      std::move(builder).Help(creep.help).Emit();
      return;
    }
  }
}

// Functions that only discarded passes called go; ids move up.
void Program::DropUnreachable() {
  std::vector<kir::FunctionId> moved(module_->functions.size());
  std::vector<bool> reached(module_->functions.size(), false);
  std::vector<Instance*> work = kernels_;
  while (!work.empty()) {
    Instance* instance = work.back();
    work.pop_back();
    if (!reached[instance->id.index]) {
      reached[instance->id.index] = true;
      work.insert(work.end(), instance->callees.begin(), instance->callees.end());
    }
  }
  if (std::ranges::find(reached, false) == reached.end()) {
    return;
  }
  std::deque<kir::Function> kept;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i]) {
      moved[i] = kir::FunctionId(kept.size());
      kept.push_back(std::move(module_->functions[i]));
    }
  }
  for (kir::Function& function : kept) {
    for (kir::Inst& inst : function.insts) {
      if (inst.op == kir::Op::Call) {
        inst.imm = moved[static_cast<std::size_t>(inst.imm)].index;
      }
    }
  }
  module_->functions = std::move(kept);
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

}  // namespace kernelc::sema
