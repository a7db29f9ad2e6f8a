// The state behind JitKernel: the variants of one kernel that have been compiled, and the choice
// among them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
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
// which want the same variant wait for one compilation.
class JitKernelState {
 public:
  JitKernelState(std::shared_ptr<JitState> program, std::size_t function);
  ~JitKernelState();

  const std::string& name() const { return entry().name; }
  const std::vector<std::string>& params() const { return entry().params; }

  void Launch(const LaunchConfig& config, std::span<const Arg> args) {
    if (!detail::Relauncher::TryLaunch(IdFor(config), config, args)) [[unlikely]] {
      LaunchAnew(config, args);
    }
  }
  // For grids of any size.
  const Kernel& VariantFor(const Context& context, std::span<const Arg> args) {
    return VariantFor(context, args, true);
  }
  // These do what JitKernel's do.
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
  // What code is chosen by: the context, one word for each leaf argument (type and facts), whether
  // arrays overlap, and whether it is for large grids too, for which making it takes longer.
  struct Key {
    const void* context = nullptr;
    bool no_overlap = false;
    bool large = false;
    std::vector<std::uint32_t> words;
    // Of arrays of records and records, in the order of the arguments.
    std::vector<RecordRef> records;
  };
  struct Variant {
    Key key;
    Kernel kernel;
    Variant* next = nullptr;
  };

  const sema::FunctionEntry& entry() const { return program_->unit()->functions()[function_]; }
  // As many threads as fill any GPU of today twice: fewer have no use for code in which one does
  // the work of several.
  static constexpr std::uint64_t kLargeGrid = std::uint64_t{1} << 19;
  static bool IsLarge(const LaunchConfig& config) noexcept {
    return std::uint64_t{config.grid.x} * config.block.x >= kLargeGrid;
  }
  std::uint64_t IdFor(const LaunchConfig& config) const noexcept {
    return IsLarge(config) ? large_id_ : id_;
  }

  void LaunchAnew(const LaunchConfig& config, std::span<const Arg> args);
  const Kernel& VariantFor(const Context& context, std::span<const Arg> args, bool large);
  Variant* Find(const void* context, bool no_overlap, bool large,
                std::span<const std::uint32_t> words, std::span<const RecordRef> records) const;
  Variant* Compile(const Context& context, bool no_overlap, bool large,
                   std::span<const std::uint32_t> words, std::span<const Arg> args);
  std::vector<abi::ArgType> ArgTypes(std::span<const Arg> args) const;
  // Of a signature's text; of the kernel's own for "".
  std::vector<abi::ArgType> TypesOf(std::string_view signature) const;
  CompileJob MakeJob(std::vector<abi::ArgType> types, bool no_overlap,
                     codegen::TargetOptions target) const;
  // Throws CompileError.
  CompileOutput RunJob(const CompileJob& job, const CompileOptions& options) const;
  Kernel Load(const Context& context, std::vector<abi::ArgType> types, bool no_overlap,
              bool large) const;
  std::string Show(CodeForm form, const CompileJob& job) const;

  std::shared_ptr<JitState> program_;
  std::size_t function_ = 0;
  // Unique in the process: of launches with small and with large grids.
  std::uint64_t id_ = 0;
  std::uint64_t large_id_ = 0;
  // Newest first; variants live as long as this.
  std::atomic<Variant*> variants_{nullptr};
  std::mutex compile_mutex_;
  std::vector<Eager> eager_;
};

[[noreturn]] void ThrowTypeMismatch(const std::string& kernel, std::string message);

}  // namespace kernelc::driver
