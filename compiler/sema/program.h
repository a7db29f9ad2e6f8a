// One run of Check: the functions that are compiled, each for the types of its arguments.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/constants/files.h"
#include "compiler/diag/emitter.h"
#include "compiler/sema/sema.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

// Functions that call functions that call ...: instances in progress at the same time.
inline constexpr unsigned kMaxInstantiationDepth = 128;
// Of these, instances of one function: a recursion whose types never settle.
inline constexpr std::size_t kMaxRecursionTypes = 32;
// Functions compiled for one job.
inline constexpr std::size_t kMaxInstances = 4096;
// Walks over one function until its types are stable.
inline constexpr unsigned kMaxPasses = 100;
// Statements and expressions inside each other, over all functions in progress.
inline constexpr unsigned kMaxNesting = 1000;
// Bytes of stack that compilation may use, whatever a build makes of the limits above.
inline constexpr std::size_t kMaxStackBytes = std::size_t{4} << 20;

// Bytes of an array that kernels can hold.
inline constexpr std::size_t kMaxConstantBytes = std::size_t{64} << 20;

// What is known about one parameter of an instance.
struct ParamBinding {
  // Poison: not passed. Number and Runtime: a parameter of `type`. Object, Tuple: as in Value.
  ValueKind kind = ValueKind::Runtime;
  TypeId type;
  bool weak = false;
  Object object;
  // Tuple: its parts. Object: what a function takes from the function around it, the defaults last.
  std::vector<ParamBinding> elements;
  std::shared_ptr<const NamedTupleInfo> fields;
  std::vector<std::string_view> captures;
  // Object: the function that is compiled.
  bool is_self = false;
  kir::ParamFacts facts;
  // Of a kernel's parameter where the function that is compiled has no name for it.
  std::string name;
};

// An operation that makes a value double; see Kind::Float64Creep. The first one that needs it is told.
struct CreepCandidate {
  SourceRange range;
  std::string text;
  std::string help;
  // Where the variables in it became double.
  std::vector<diag::Label> origins;
};

enum class InstanceState : std::uint8_t {
  InProgress,
  // Compiled with what is known so far of a function in progress, which it calls: functions that call each other in a
  // circle. Compiled anew in each round of that function.
  Waiting,
  Done,
  Failed,
};

// A function compiled for the types of its arguments.
struct Instance {
  const FunctionInfo* function = nullptr;
  // Of a kernel of stdlib/launches.py: the function that it calls, whose name it has.
  const FunctionInfo* launched = nullptr;
  kir::FunctionKind kind = kir::FunctionKind::Device;
  std::string symbol;
  // One a parameter of the function, `*args` as a tuple.
  std::vector<ParamBinding> params;
  // Variables of the function around it: the last ones of `params`.
  std::vector<std::string_view> captures;
  kir::FunctionId id;
  InstanceState state = InstanceState::InProgress;
  // The call that asked for it first.
  SourceRange first_call;
  // The type that calls give; kVoid for None, no type while it is unknown.
  TypeId result;
  bool result_weak = false;
  // The type that a signature in the decorator declares; none where it does not.
  TypeId declared_result;
  // Circles of functions. In progress: the place in the stack of functions in progress, and the lowest place of those
  // that this function's result depends on (its own when it depends on none below).
  std::size_t depth = 0;
  std::size_t waits_for = 0;
  // A function above in the stack called it.
  bool heads_circle = false;
  // The round of the program in which it was compiled last.
  unsigned round = 0;
  // The last compilation reported an error.
  bool has_error = false;
  // It, or what it calls, went deeper than the limits: other types for its arguments do not help.
  bool too_deep = false;
  // The call that first asked for it: where the code of a library function is said to stand.
  SourceRange use;
  // What the function comes to its end behind, where it returns values elsewhere; and whether it says `return None`.
  SourceRange open_end;
  bool says_none = false;
  // A call asked for the result while it was unknown.
  bool result_awaited = false;
  // What the last pass reported, and what it called.
  std::vector<diag::Diagnostic> diagnostics;
  std::vector<Instance*> callees;
  std::vector<CreepCandidate> creep;
  bool uses_narrow_arrays = false;
  bool uses_wide_arrays = false;
};

class Program {
 public:
  Program(const FileIndexImpl& index, const Options& options, kir::Module& module);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const FileIndexImpl& index() const { return *index_; }
  const Options& options() const { return *options_; }
  kir::Module& module() { return *module_; }
  types::TypeStore& types() { return module_->types; }
  Evaluator& evaluator() { return *evaluator_; }
  types::PromotionRules rules() const { return rules_; }

  // Adds a kernel; reports to `emitter` when the arguments do not fit the parameters.
  Instance* AddKernel(const FunctionInfo& function, const std::vector<abi::ArgType>& arg_types,
                      diag::Emitter& emitter);
  // launch_forms.cpp: the same for a function of @vectorize, @guvectorize or cuda.reduce.
  Instance* AddLaunchForm(const FunctionInfo& function, const std::vector<abi::ArgType>& arg_types,
                          diag::Emitter& emitter);
  // Says that the function cannot be called with what the launch passes.
  void ReportLaunched(const Instance& kernel, diag::Emitter& emitter);
  // export_functions.cpp: adds a device function that others call; reports when that cannot be.
  bool AddExport(const FunctionInfo& function, const std::vector<abi::ArgType>& arg_types,
                 const ExportRequest& request, diag::Emitter& emitter);
  // The instance of a device function, compiled now unless it is there or in progress. Null when too many functions
  // are in progress or compiled. `use` is the call.
  Instance* Instantiate(const FunctionInfo& function, std::vector<ParamBinding> params,
                        SourceRange use = {}, std::vector<std::string_view> captures = {},
                        TypeId declared_result = {});
  // The external function of this symbol; null where another one has it, or it was declared with other types.
  Instance* External(std::string_view symbol, const std::vector<TypeId>& params, TypeId result,
                     const std::vector<std::string>& files, SourceRange range);
  // Compiles the kernels added; false when an error was reported.
  bool CompileKernels(diag::Emitter& emitter);

  // The module's constant for the array, with one for all arrays that are equal; null where it is too large.
  std::optional<kir::ConstantId> AddConstant(const host::ConstantRef& array);

  // Functions that call each other in a circle are compiled in rounds, until a round changes no result. The one of them
  // that was called first begins each.
  void BeginRound() {
    ++round_;
    results_changed_ = false;
  }
  bool results_changed() const { return results_changed_; }
  void NoteResultChange(bool changed = true) { results_changed_ = results_changed_ || changed; }

  // Whether `instance` is the innermost one in progress.
  bool is_current(const Instance& instance) const { return stack_.back() == &instance; }
  // Whether statements and expressions nest too deeply, or the stack is nearly used up.
  bool is_exhausted() const;

  // One more level of nesting while it lives.
  class Nesting {
   public:
    explicit Nesting(Program& program) : program_(&program) { ++program_->nesting_; }
    ~Nesting() { --program_->nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Program* program_;
  };

 private:
  // A device function that others call, before its function is compiled.
  struct PendingExport {
    const FunctionInfo* function = nullptr;
    std::vector<abi::ArgType> types;
    ExportRequest request;
  };
  // False when an error was reported.
  bool CompileExport(const PendingExport& pending, diag::Emitter& emitter);

  std::string UniqueSymbol(std::string_view name);
  void Compile(Instance& instance);
  // Settles the functions that waited for `instance`, which has been compiled.
  void SettleCircle(Instance& instance);
  // Whether another instance of `function` would go over the limits.
  bool IsTooDeep(const FunctionInfo& function) const;
  // memory_limits.cpp: the shared and local arrays of a kernel and its callees.
  void CheckMemory(const Instance& kernel, diag::Emitter& emitter) const;
  // Reports for the instances that `kernel` reaches.
  void Report(Instance& kernel, diag::Emitter& emitter);
  // What is wrong with the imported files that the kernels use.
  void ReportModules(diag::Emitter& emitter);
  void ReportCreep(const std::vector<Instance*>& reachable, diag::Emitter& emitter);
  void DropUnreachable();
  void DropUnusedConstants();

  const FileIndexImpl* index_;
  const Options* options_;
  kir::Module* module_;
  // Made by calls of factories while compiling.
  CodeArena arena_;
  std::unique_ptr<Evaluator> evaluator_;
  types::PromotionRules rules_;
  std::deque<Instance> instances_;
  // With the functions that are exported, once they are compiled.
  std::vector<Instance*> kernels_;
  std::vector<PendingExport> exports_;
  std::unordered_map<std::string, Instance*> by_key_;
  std::unordered_map<std::string, unsigned> symbols_;
  // Constants by the array and by what they hold, and the bytes of those in constant memory.
  std::map<host::ConstantRef, kir::ConstantId> constants_;
  std::unordered_multimap<std::size_t, kir::ConstantId> constants_by_hash_;
  std::size_t constant_memory_ = 0;
  std::vector<Instance*> stack_;
  const char* stack_base_ = nullptr;
  unsigned nesting_ = 0;
  unsigned round_ = 0;
  bool results_changed_ = false;
};

// The types of arguments for messages: "float32, array(float32, 1d, C)".
std::string SpellParams(const types::TypeStore& types, const std::vector<ParamBinding>& params);

}  // namespace kernelc::sema
