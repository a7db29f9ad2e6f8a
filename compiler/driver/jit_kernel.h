// The state behind JitKernel: the variants of one kernel that have been compiled, and the choice
// among them.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/diag/diagnostic.h"
#include "compiler/diag/warnings.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/source_unit.h"
#include "kernelc/program.h"
#include "kernelc/relaunch.h"

namespace kernelc::driver {

// What the kernels of one program share.
class JitState {
 public:
  // Throws Error{FileAccess} when a file of options.link cannot be read.
  JitState(std::shared_ptr<const SourceUnit> unit, const ProgramOptions& options,
           diag::WarningOptions warning_options);

  const std::shared_ptr<const SourceUnit>& unit() const { return unit_; }
  const ProgramOptions& options() const { return options_; }
  const diag::WarningOptions& warning_options() const { return warning_options_; }
  // What the host links its kernels with.
  const std::vector<LinkInput>& link() const { return link_; }
  // The kernel state of function number `function`, made on first use.
  std::shared_ptr<JitKernelState> KernelFor(const std::shared_ptr<JitState>& self,
                                            std::size_t function);
  void AddWarnings(std::vector<diag::Diagnostic> warnings);
  std::vector<CompileDiagnostic> warnings() const;
  // Receives what each compilation says, errors too, before it throws. Set before the first launch.
  void set_diagnostic_sink(std::function<void(const std::vector<diag::Diagnostic>&)> sink) {
    sink_ = std::move(sink);
  }
  // Receives what each compilation gives, before it is loaded. Set before the first launch.
  void set_output_sink(std::function<void(const CompileOutput&)> sink) {
    output_sink_ = std::move(sink);
  }
  void ReportOutput(const CompileOutput& output) const {
    if (output_sink_) {
      output_sink_(output);
    }
  }
  void Report(const std::vector<diag::Diagnostic>& diagnostics) const {
    if (sink_) {
      sink_(diagnostics);
    }
  }

 private:
  std::shared_ptr<const SourceUnit> unit_;
  ProgramOptions options_;
  diag::WarningOptions warning_options_;
  std::vector<LinkInput> link_;
  std::function<void(const std::vector<diag::Diagnostic>&)> sink_;
  std::function<void(const CompileOutput&)> output_sink_;
  mutable std::mutex mutex_;
  // By function; weak, as a kernel's state keeps its program's.
  std::vector<std::weak_ptr<JitKernelState>> kernels_;
  std::vector<diag::Diagnostic> warnings_;
};

// One kernel. Reading the list of variants takes no lock; compiling a new one does, so that threads
// which want the same variant wait for one compilation. In tiered programs a variant that was made
// quickly gets a successor of the same key from a thread in the background, which does not hold the
// lock while it compiles.
class JitKernelState : public std::enable_shared_from_this<JitKernelState> {
 public:
  JitKernelState(std::shared_ptr<JitState> program, std::size_t function);
  ~JitKernelState();

  const std::string& name() const { return entry().name; }
  const std::vector<std::string>& params() const { return entry().params; }

  // Which code will do: what is there soonest, or that of the program's optimisation level.
  enum class Tier : std::uint8_t { First, Optimized };
  // What code is to be for: large grids too, or small ones; with `by_value`, integers that are
  // small and rows that are aligned where these are, else any.
  struct Demand {
    bool large = true;
    bool by_value = false;
    Tier tier = Tier::Optimized;
  };

  void Launch(const LaunchConfig& config, std::span<const Arg> args) {
    if (!detail::Relauncher::TryLaunch(IdFor(config), config, args)) [[unlikely]] {
      LaunchAnew(config, args);
    }
  }
  const Kernel& VariantFor(const Context& context, std::span<const Arg> args, Demand demand);
  // For grids of any size, integers of any value and rows of any length, optimised.
  const Kernel& VariantFor(const Context& context, std::span<const Arg> args) {
    return VariantFor(context, args, Demand());
  }
  // These do what JitKernel's do.
  void WaitUntilOptimized();
  BoundKernel Bind(std::span<const Arg> args);
  void LaunchForAll(std::int64_t elements, const ForAllOptions& options, std::span<const Arg> args);
  Kernel Specialize(const Context& context, std::string_view signature);
  // Code for arguments of these types, which say more than arguments do: names of tuples, times.
  Kernel SpecializeTypes(const Context& context, std::vector<abi::ArgType> types);
  // Whether launches are held to a signature: annotations of Numba's files are hints.
  bool has_signature() const { return !entry().signatures.empty() && !entry().from_annotations; }
  std::string Inspect(CodeForm form, const Context& context, std::span<const Arg> args);
  std::string Inspect(CodeForm form, std::string_view target, std::string_view signature);
  std::string Inspect(CodeForm form, std::string_view target, std::span<const Arg> args);
  std::string BuildDevice(DeviceForm form, std::string_view target, std::string_view signature,
                          const DeviceFunctionOptions& options);

 private:
  // Code for a signature rather than for arguments.
  struct Eager {
    std::vector<abi::ArgType> types;
    Kernel kernel;
  };
  // What code is chosen by: what it is for, the context, one word for each leaf argument (type and
  // facts), and whether arrays overlap. Launches look for one that names their own words.
  struct Key {
    Demand demand;
    const void* context = nullptr;
    bool no_overlap = false;
    std::span<const std::uint32_t> words;
    // Of arrays of records and records, in the order of the arguments.
    std::span<const RecordRef> records;
    // The words and records of a key that stays.
    std::shared_ptr<const std::pair<std::vector<std::uint32_t>, std::vector<RecordRef>>> kept;

    Key Kept() const;
  };
  struct Variant {
    Key key;
    Kernel kernel;
    // Not of the program's optimisation level, which serves until that is there.
    bool is_quick = false;
    Variant* next = nullptr;
  };
  // What compilations in the background have left to do.
  struct Pending {
    std::mutex mutex;
    std::condition_variable done;
    int count = 0;
    // In which the last one was asked for: one that was forked since does none of them.
    pid_t process = 0;
    // Of one that failed, until somebody hears of it.
    std::exception_ptr failure;
  };
  // Whether warnings and results of a compilation are told.
  enum class Report : std::uint8_t { All, Nothing };

  const sema::FunctionEntry& entry() const { return program_->unit()->functions()[function_]; }
  // As many threads as fill any GPU of today twice: fewer have no use for code in which one does
  // the work of several.
  static constexpr std::uint64_t kLargeGrid = std::uint64_t{1} << 19;
  static bool IsLarge(const LaunchConfig& config) noexcept {
    return std::uint64_t{config.grid.x} * config.block.x >= kLargeGrid;
  }
  std::uint64_t IdFor(const LaunchConfig& config) const noexcept {
    return (IsLarge(config) ? large_id_ : id_).load(std::memory_order_acquire);
  }

  void LaunchAnew(const LaunchConfig& config, std::span<const Arg> args);
  Variant* Find(const Key& wanted) const;
  // Whether so many variants are compiled by value that others do without.
  bool HasEnough() const;
  // These two with the lock held.
  Variant* Compile(const Context& context, const Key& key, std::span<const Arg> args);
  Variant* Add(Key key, Kernel kernel, bool is_quick);
  // Has the successor of a quick variant made.
  void ImproveInBackground(const Context& context, const Key& key, CompileJob job);
  void Improve(const std::weak_ptr<backend::Context>& context, const Key& key,
               const CompileJob& job);
  std::vector<abi::ArgType> ArgTypes(std::span<const Arg> args, bool by_value) const;
  // Of a signature's text; of the kernel's own for "".
  std::vector<abi::ArgType> TypesOf(std::string_view signature) const;
  CompileJob MakeJob(std::vector<abi::ArgType> types, bool no_overlap,
                     codegen::TargetOptions target) const;
  // For code that runs on the context's device.
  CompileJob JobFor(const Context& context, std::vector<abi::ArgType> types, bool no_overlap,
                    bool large) const;
  // Throws CompileError.
  CompileOutput RunJob(const CompileJob& job, const CompileOptions& options,
                       Report report = Report::All) const;
  Kernel Load(const Context& context, const CompileJob& job, Report report = Report::All) const;
  Kernel LoadOutput(const Context& context, const CompileJob& job, CompileOutput output,
                    Report report) const;
  // What a compilation said and gave, to the program and its sinks.
  void Tell(std::vector<diag::Diagnostic> diagnostics, const CompileOutput& output) const;
  // What the disk cache has for the job; null without it.
  std::optional<CompileOutput> FindKept(const CompileJob& job) const;
  std::string Show(CodeForm form, const CompileJob& job) const;

  std::shared_ptr<JitState> program_;
  std::size_t function_ = 0;
  // Unique in the process: of launches with small and with large grids. Others when launches are to
  // choose again.
  std::atomic<std::uint64_t> id_ = 0;
  std::atomic<std::uint64_t> large_id_ = 0;
  // Newest first; variants live as long as this.
  std::atomic<Variant*> variants_{nullptr};
  std::mutex compile_mutex_;
  std::vector<Eager> eager_;
  Pending pending_;
};

[[noreturn]] void ThrowTypeMismatch(const std::string& kernel, std::string message);

}  // namespace kernelc::driver
