// What the command line says, one struct per subcommand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/diag/renderer.h"
#include "compiler/diag/warnings.h"
#include "compiler/sema/sema.h"
#include "kernelc/program.h"

namespace kernelc::driver {

// Options that every subcommand takes.
struct GlobalOptions {
  diag::Format diagnostics = diag::Format::Text;
};

// Options that `run` and `build` share.
struct CompileFlags {
  sema::LiteralMode literals = sema::LiteralMode::Auto;
  bool fastmath = false;
  std::uint32_t max_registers = 0;
  // Neither read nor write the disk cache.
  bool no_cache = false;
  diag::WarningOptions warnings;
  unsigned opt_level = 3;
  bool debug = false;
  // What `--check` names: all, bounds, race, init, barrier.
  std::vector<std::string> checks;
  // Folders in which imported modules are looked for.
  std::vector<std::string> include_path;
  // NAME=VALUE of `--define`, as given.
  std::vector<std::string> defines;
  // CUDA C++ with `#line`.
  bool line_directives = false;
  // Files that the code is linked with.
  std::vector<std::string> link;
  // CUDA code through NVRTC: --backend nvrtc.
  Backend backend = Backend::Llvm;
  // Print how long each phase took.
  bool time_phases = false;
};

// What `--emit` can name, in the order of the phases.
enum class Artifact : std::uint8_t {
#define KC_ARTIFACT(name, text) name,
#include "compiler/driver/artifacts.def"
};

// Code for GPUs in artifacts for several targets: text that the driver compiles, machine code for
// the very architecture, or both.
enum class GpuCode : std::uint8_t { Ptx, Cubin, Both };

// What a generated header needs: libkernelc_runtime, or the CUDA driver alone.
enum class HostApi : std::uint8_t { Runtime, Driver };

// Where a generated header finds the code: in itself, in an object or library that the program is
// linked with, in a file that the program loads.
enum class CodePlace : std::uint8_t { Embedded, Linked, File };

struct BuildOptions {
  std::string file;
  std::vector<std::string> kernels;
  std::vector<std::string> signatures;
  std::vector<std::string> targets;
  Artifact emit = Artifact::Ptx;
  std::string output;
  // --device: device functions for callers in other languages, with --abi and --name.
  bool device_functions = false;
  sema::ExportRequest::Abi abi = sema::ExportRequest::Abi::C;
  std::string export_name;
  // Where the list of files that the result depends on goes; empty for nowhere.
  std::string depfile;
  GpuCode gpu_code = GpuCode::Ptx;
  // PTX ISA version times 10; 0 for the lowest that the target needs.
  std::uint32_t ptx_version = 0;
  // Headers: the C++ namespace (empty: the file's stem), what they need, where the code is.
  std::string cpp_namespace;
  HostApi host_api = HostApi::Runtime;
  CodePlace code = CodePlace::Embedded;
  // The general code alone; and to say what each variant of it was made for.
  bool no_variants = false;
  bool explain_variants = false;
  CompileFlags compile;
};

struct RunOptions {
  std::string file;
  std::string kernel;
  // NAME=VALUE as given.
  std::vector<std::string> arguments;
  std::string device;
  std::vector<std::uint32_t> grid;
  std::vector<std::uint32_t> block;
  std::optional<std::uint64_t> shared_bytes;
  // NAME=FILE.npy
  std::vector<std::string> outputs;
  // NAME or NAME[PART]
  std::vector<std::string> prints;
  // NAME=VALUE, and how near to it the result must be.
  std::vector<std::string> expectations;
  std::optional<double> rtol;
  std::optional<double> atol;
  bool equal_nan = false;
  std::uint32_t time_launches = 0;
  // Threads that are as many as the grid says.
  bool no_coarsen = false;
  // Say what the code was made for.
  bool explain_variants = false;
  std::vector<Artifact> emit;
  CompileFlags compile;
};

struct OccupancyOptions {
  std::string file;
  std::string kernel;
  std::vector<std::string> signatures;
  // A GPU architecture; empty for that of the first CUDA device, else the oldest.
  std::string target;
  // Dynamic shared memory of a block.
  std::optional<std::uint64_t> shared_bytes;
  // Of a thread, where they are not to be taken from machine code.
  std::optional<std::uint32_t> registers;
  CompileFlags compile;
};

struct DevicesOptions {
  // Show what the devices do, again and again, with so many seconds between.
  bool watch = false;
  double seconds = 1;
  // So many times; until it is interrupted where 0.
  std::uint64_t count = 0;
};

struct BuiltinsOptions {
  // One builtin; all where empty.
  std::string name;
  // The whole reference for docs/, or as declarations for type checkers.
  bool markdown = false;
  bool pyi = false;
};

// What `kernelc cache` does.
enum class CacheAction : std::uint8_t { Info, Verify, Prune, Clear };

struct CacheOptions {
  CacheAction action = CacheAction::Info;
  // `prune`: the limit to keep instead of the configured one.
  std::string size;
};

struct CheckOptions {
  std::vector<std::string> files;
  // Print what the outer names of kernels are.
  bool constants = false;
  std::vector<std::string> signatures;
  CompileFlags compile;
};

}  // namespace kernelc::driver
