// Kernels from Python text inside a C++ program: compiled for the arguments of each launch, in
// memory.
//
//   kernelc::Context context(kernelc::default_device());
//   auto x = kernelc::ToDevice(context, std::vector<float>(1000, 1.0f));
//   auto program = kernelc::Program::FromFile("scale.py");
//   program.kernel("scale").Launch({.grid = 4, .block = 256}, x, 2.0f);
//   std::vector<float> result = x.ToVector();
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/compiler_export.h"
#include "kernelc/constant.h"
#include "kernelc/link.h"
#include "kernelc/runtime.h"

namespace kernelc {

// How literals and mixed arithmetic are typed. Auto: by the spelling of the file's imports.
enum class Literals : std::uint8_t { Auto, Numba, Weak };

// What the code of kernels watches for. Any of these also makes the host hear of exceptions, failed
// assertions and whatever else ends a thread: the next synchronisation throws KernelError.
struct Checks {
  // Indices of arrays and tuples, integer divisors, shifts, steps, lengths.
  bool bounds = false;
  // CPU device: uses of one element of shared memory by several threads with no barrier in between,
  // where one of them writes.
  bool race = false;
  // CPU device: reads of shared memory that nothing was stored to.
  bool init = false;
  // Barriers that only some threads of a block reach; the CPU device always watches for these.
  bool barrier = false;
};

// What makes code for CUDA devices: LLVM, or NVRTC from readable CUDA C++, which needs the CUDA
// toolkit's library on the machine.
enum class Backend : std::uint8_t { Llvm, Nvrtc };

struct ProgramOptions {
  Literals literals = Literals::Auto;
  // Approximate and reassociated floating-point arithmetic; adds to what a kernel's decorator says.
  bool fastmath = false;
  // Registers a GPU thread may use; 0: no limit.
  std::uint32_t max_registers = 0;
  // LLVM's optimisation level, 0 to 3.
  unsigned opt_level = 3;
  // A kernel starts with code that is made in a few milliseconds, without optimisation, while a thread of the library makes the
  // one of `opt_level`, which later launches take. Results are those of the language's rules with either: where these leave
  // a choice (products fused into sums, the last bits of mathematics on the CPU device) they may differ. See
  // JitKernel::WaitUntilOptimized().
  bool tiered = false;
  // CUDA devices: the optimisation level at which the driver makes machine code of PTX, 0 to 4, its default. For telling a
  // fault of a kernel from one of the assembler.
  unsigned assembler_level = abi::kAssemblerLevel;
  // CUDA devices: threads that know nothing of each other do the work of several neighbours where a grid is large enough: wider
  // accesses, the same results.
  bool coarsen = true;
  // Lines for profilers, at no cost to the code.
  bool line_info = false;
  Backend backend = Backend::Llvm;
  // Lines and variables for debuggers, all that Checks::bounds watches for, and floating-point
  // division by zero as an error.
  bool debug = false;
  // What becomes of warnings, as `kernelc -W` has it: "no-KIND" silences a kind, "error=KIND" makes it
  // an error, "none" and "error" do so to all. Others throw Error{InvalidArgument}.
  std::vector<std::string> warnings = {};
  Checks check = {};
  // Folders in which modules that the file imports are looked for, after the file's own.
  std::vector<std::string> include_path = {};
  // Code of others that kernels are linked with, beside what their files name: files by path, and code in memory.
  std::vector<std::string> link = {};
  std::vector<LinkInput> link_inputs = {};
  // Texts of modules by path relative to the file ("util.py", "pkg/sub.py"); they come before files.
  std::map<std::string, std::string> modules = {};
  // Constants for names that kernels read from outside of themselves, in the file and in those that
  // it imports. They win over what the files give the names, imports and parameters of functions
  // around kernels included; a name that no kernel reads is a warning. See docs/embedding.md.
  std::map<std::string, Constant> constants = {};
  // Use the disk cache, where the environment has it on: docs/cache.md.
  bool cache = true;
};

// One fault of a kernel file, as `kernelc` prints it.
struct CompileDiagnostic {
  // "error" or "warning".
  std::string severity;
  // The word in brackets: `kernelc explain KIND`.
  std::string kind;
  std::string message;
  std::string file;
  // From 1; 0 where there is no place.
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string help;
};

// Thrown when a kernel file is wrong. what() is the whole text, with source lines and carets.
class KC_COMPILER_API CompileError : public Error {
 public:
  CompileError(ErrorInfo info, std::vector<CompileDiagnostic> diagnostics);
  CompileError(const CompileError&) noexcept = default;
  CompileError& operator=(const CompileError&) noexcept = default;
  ~CompileError() override;

  const std::vector<CompileDiagnostic>& diagnostics() const noexcept { return *diagnostics_; }

 private:
  std::shared_ptr<const std::vector<CompileDiagnostic>> diagnostics_;
};

// Forms of a kernel's code that JitKernel::Inspect() shows.
enum class CodeForm : std::uint8_t {
  // The typed intermediate representation.
  Kir,
  // LLVM IR after optimisation.
  Llvm,
  // CUDA C++, for GPUs alone; it includes the support header that `kernelc build --emit cuda` writes.
  Cuda,
  // For GPUs alone.
  Ptx,
  // Machine code of a GPU; needs an assembler and `nvdisasm` of a CUDA toolkit.
  Sass,
};

// Forms of a device function that code in other languages is linked with; see docs/linking.md.
enum class DeviceForm : std::uint8_t {
  Ptx,
  // Relocatable machine code; needs `ptxas` of the CUDA toolkit.
  Cubin,
  // Needs NVRTC.
  LtoIr,
  Bitcode,
  // CUDA C++, which includes the support header.
  Cuda,
};

struct DeviceFunctionOptions {
  // `int f(result *, arguments...)` instead of `result f(arguments...)`.
  bool numba_abi = false;
  // The symbol; empty for the function's own name.
  std::string name = {};
};

namespace driver {
class JitState;
class JitKernelState;
namespace generate {
struct ProgramAccess;
}
}  // namespace driver

// A kernel of a program, compiled anew for each set of argument types and facts that it is launched
// with, once per context. A handle: copies share the compiled code. May be used by any number of
// threads. One that was moved from throws Error{InvalidArgument}.
class KC_COMPILER_API JitKernel {
 public:
  const std::string& name() const;
  // The names of its parameters, in order.
  const std::vector<std::string>& params() const;

  // Starts the kernel and does not wait for it; the first launch for new argument types compiles,
  // which blocks. Arguments are scalars, device arrays and nullptr (None). C++ scalars keep their
  // type (`2.0f` is a float32, `7` an int32) unless the kernel has a signature, whose types they
  // then take. It runs on config.stream, else on this thread's current stream of the first
  // array's context, else of the default device. Throws CompileError, Error{TypeMismatch} naming the parameter,
  // Error{LaunchLimit}.
  template <typename... Args>
  void Launch(const LaunchConfig& config, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    LaunchArgs(config, std::span<const Arg>(list, sizeof...(Args)));
  }
  void LaunchArgs(const LaunchConfig& config, std::span<const Arg> args) const;

  // The code for these arguments with the arguments, packed once: launches that repeat cost less
  // (kernelc/bound_kernel.h). In the context that Launch() would choose without a stream. Throws as
  // Launch() does. Blocks where the code is not there yet, the optimised one of tiered programs too.
  template <typename... Args>
  BoundKernel Bind(const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    return BindArgs(std::span<const Arg>(list, sizeof...(Args)));
  }
  BoundKernel BindArgs(std::span<const Arg> args) const;

  // The code that a launch with these arguments would run, compiled when it is not there yet; that of
  // ProgramOptions::opt_level for tiered programs. Blocks.
  Kernel Specialize(const Context& context, std::span<const Arg> args) const;
  // Waits until launches take optimised code for all arguments that were launched so far; returns at
  // once where ProgramOptions::tiered is not set. Throws what kept it from being made, once; the first
  // code serves on then.
  void WaitUntilOptimized() const;
  // Code for a signature in Numba's notation, "void(float32[::1], int64)", or, for "", the kernel's
  // own one: it takes all arguments of these types. Launches through this object do not use it.
  // Throws CompileError, and Error{TypeMismatch} for a signature that cannot be read. Blocks.
  Kernel Specialize(const Context& context, std::string_view signature) const;

  // The code that a launch with these arguments would run, as text. Throws CompileError, and
  // Error{NotSupported} for PTX and SASS of the CPU, and SASS without its tools. Blocks.
  std::string Inspect(CodeForm form, const Context& context, std::span<const Arg> args) const;
  // The same for a signature, or the kernel's own for "", and a target: "sm_75" to "sm_120",
  // "cpu", "cpu:x86-64-v3". Needs no such device.
  std::string Inspect(CodeForm form, std::string_view target,
                      std::string_view signature = {}) const;
  // The same for the types of arguments, without what a launch finds out about them.
  std::string Inspect(CodeForm form, std::string_view target, std::span<const Arg> args) const;

  // The function as a device function for callers in other languages, not as a kernel: text, or bytes. `target` is "sm_75"
  // to "sm_120", `signature` is "float32(float32, float32)". Throws CompileError, and Error{NotSupported} without the
  // tools for `form`. Blocks.
  std::string BuildDevice(DeviceForm form, std::string_view target, std::string_view signature,
                          const DeviceFunctionOptions& options = {}) const;

  // kernel.ForAll(n).Launch(x, y): a thread for each of n elements (see Kernel::ConfigFor), none for
  // no elements.
  class ForAllLaunch {
   public:
    template <typename... Args>
    void Launch(const Args&... args) const {
      const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
      kernel_->LaunchForAll(elements_, options_, std::span<const Arg>(list, sizeof...(Args)));
    }

   private:
    friend class JitKernel;
    ForAllLaunch(const JitKernel& kernel, std::int64_t elements, const ForAllOptions& options)
        : kernel_(&kernel), elements_(elements), options_(options) {}
    const JitKernel* kernel_;
    std::int64_t elements_;
    ForAllOptions options_;
  };
  // Borrows the kernel.
  ForAllLaunch ForAll(std::int64_t elements, const ForAllOptions& options = {}) const {
    return ForAllLaunch(*this, elements, options);
  }
  void LaunchForAll(std::int64_t elements, const ForAllOptions& options,
                    std::span<const Arg> args) const;

  // A block size by the occupancy calculator and a grid that gives each of `elements` a thread (see
  // Numba's `forall`).
  LaunchConfig ConfigFor(std::int64_t elements, const Context& context,
                         std::span<const Arg> args) const;

 private:
  friend class Program;
  explicit JitKernel(std::shared_ptr<driver::JitKernelState> state) noexcept
      : state_(std::move(state)) {}
  driver::JitKernelState& state() const;

  std::shared_ptr<driver::JitKernelState> state_;
};

// A kernel file. A handle: copies share everything. May be used by any number of threads. One that
// was moved from throws Error{InvalidArgument}.
class KC_COMPILER_API Program {
 public:
  // Reads, parses and indexes the file. Throws Error{FileAccess}, and CompileError for what is
  // wrong whatever the arguments are.
  static Program FromFile(const std::string& path, const ProgramOptions& options = {});
  // The same for text; `name` stands for the file in messages. What it imports is looked for among
  // options.modules, in options.include_path and, when `name` is a path with a folder, there.
  static Program FromSource(std::string text, std::string name = "<string>",
                            const ProgramOptions& options = {});

  // Any function of the file by name, `outer.inner`, `Class.method` or `name@line`. Throws
  // Error{NotFound} that lists what there is. The same kernel object is given for the same name, so
  // that its code is compiled once.
  JitKernel kernel(std::string_view name) const;
  // The names of the functions decorated as kernels, in the order of the file.
  std::vector<std::string> kernel_names() const;
  // Warnings found so far, by the parser and by the kernels compiled, in no particular order.
  std::vector<CompileDiagnostic> warnings() const;

 private:
  friend struct driver::generate::ProgramAccess;
  explicit Program(std::shared_ptr<driver::JitState> state) noexcept : state_(std::move(state)) {}
  driver::JitState& state() const;

  std::shared_ptr<driver::JitState> state_;
};

}  // namespace kernelc
