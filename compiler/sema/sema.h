// Syntax tree to typed KIR. Phase interface: everything else in this folder is private to it.
//
// Kernels are templates: a file is indexed once (constants/constants.h), then a kernel is checked for
// the argument types of each use, which types it, evaluates its constants and emits KIR in one walk
// over the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/constants/constants.h"
#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"
#include "compiler/types/signature.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::sema {

// The files that are compiled.
using constants::ExpandTexts;
using constants::ExpandedFile;
using constants::FileIndex;
using constants::FileLaunch;
using constants::FindFileLaunches;
using constants::FindNamed;
using constants::FindOuterNames;
using constants::FunctionEntry;
using constants::GivenConstant;
using constants::GivenConstants;
using constants::ImportedModule;
using constants::IndexFile;
using constants::IndexFunctions;
using constants::IndexNames;
using constants::IndexOptions;
using constants::LiteralMode;
using constants::ModuleResolver;
using constants::NamedOnCommandLine;
using constants::ParseSignature;
using constants::StoredArray;
using types::ParseSignature;

struct Options {
  LiteralMode literals = LiteralMode::Auto;
  // Adds to what the decorator says.
  bool fastmath = false;
  std::uint32_t max_registers = 0;
  // What the code watches for; a kernel whose decorator says debug=True adds to it.
  kir::Checks checks;
};

// A function as code in other languages calls it.
struct ExportRequest {
  enum class Abi : std::uint8_t {
    // `result name(arguments...)`
    C,
    // `int name(result *, arguments...)`; the result is 0 unless a thread ended in the function.
    Numba,
  };
  Abi abi = Abi::C;
  // The symbol; empty for the function's own name.
  std::string name;
  // The type of the result where a signature names it.
  std::optional<abi::ArgType> result;

  friend bool operator==(const ExportRequest&, const ExportRequest&) = default;
};

// One kernel to compile, with the types to compile it for.
struct KernelRequest {
  // Index into FileIndex::functions().
  std::size_t function = 0;
  std::vector<abi::ArgType> arg_types;
  // Compile it as a device function under a name for others, not as a kernel.
  std::optional<ExportRequest> exported = std::nullopt;
};

// Types the requested kernels and gives one module with KIR for them and all that they call: the
// kernels first, in the order of the requests, each with a symbol of its own; device functions are
// shared. Null when an error was reported.
std::optional<kir::Module> Check(const FileIndex& index, std::span<const KernelRequest> requests,
                                 const Options& options, diag::Emitter& emitter);

}  // namespace kernelc::sema
