// KIR to machine code. The only header of codegen/ that other folders include (with
// target_options.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/base/source.h"
#include "compiler/codegen/target_options.h"
#include "compiler/kir/kir.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::codegen {

// Wall time of one step, for --time and the benchmarks.
struct PhaseTime {
  std::string_view name;
  double milliseconds = 0.0;
};

// LLVM bitcode of others, or its text form. `name` stands for it in messages.
struct LinkedBitcode {
  std::string name;
  std::string bytes;
};

struct CodegenOutput {
  abi::Code code;
  // LLVM IR after optimisation, when TargetOptions::keep_llvm_ir is set.
  std::string llvm_ir;
  // Bytes of LLVM bitcode, when TargetOptions::keep_bitcode is set.
  std::string bitcode;
  std::vector<abi::KernelInfo> kernels;
  std::vector<abi::SourceLocation> locations;
  // Symbols of external functions that the code must yet be linked with.
  std::vector<std::string> unresolved;
  std::vector<PhaseTime> times;
};

// The parameter list of `kernel` as it is packed at a launch: the same for every target.
abi::KernelInfo MakeKernelInfo(const kir::Module& module, const kir::Function& kernel);

// Of the facts of an argument, those that code for `device` can differ by.
abi::ArrayFacts UsedFacts(abi::DeviceKind device, abi::ArrayFacts facts);

// The kernels of `module`, where each one's code is made apart, on any thread, and put together by
// JoinPtx() or JoinObjects(). None where the code is one piece: that of a kernel alone, of
// functions that others link with, and what counts through a module: places of errors, lines and
// variables, memory of linked bitcode; the module as LLVM's text. On the CPU a part has all kernels
// that are made of one function, named by the first one: many of them are one code.
std::vector<kir::FunctionId> KernelsApart(const kir::Module& module, const TargetOptions& options,
                                          std::span<const LinkedBitcode> bitcode);

// PTX text for every kernel of `module`, or for `part` alone, one of KernelsApart(), and what they
// call. `module` has passed the pipeline for CUDA. Fails when the target is unknown or lacks what a
// kernel uses. `sources` may be null (no locations). `bitcode` is linked before optimisation.
Result<CodegenOutput> EmitPtx(const kir::Module& module, const SourceManager* sources,
                              const TargetOptions& options,
                              std::span<const LinkedBitcode> bitcode = {},
                              kir::FunctionId part = kir::FunctionId::None());

// One text of the PTX of all parts of a module, in their order. At least one.
abi::Code JoinPtx(std::vector<abi::Code> parts);

// PTX that LLVM or NVRTC made, in the shapes of which assemblers make right code: docs of
// codegen/nvptx.
std::string AvoidAssemblerFaults(std::string ptx);

// An image that an object carries, as a constant abi::LinkedImage called `symbol`.
struct Embedding {
  std::string symbol;
  std::vector<std::byte> image;
};

// PTX of the external functions of `kir_module` that `bitcode` defines, for code that was not made
// by EmitPtx.
Result<std::string> EmitBitcodePtx(const kir::Module& kir_module, const TargetOptions& options,
                                   std::span<const LinkedBitcode> bitcode);

// A relocatable ELF object whose kernels, or `part` alone, one of KernelsApart(), have the
// signature abi::CpuEntry. `module` has passed the pipeline for CPU.
Result<CodegenOutput> EmitCpuObject(const kir::Module& module, const SourceManager* sources,
                                    const TargetOptions& options,
                                    std::span<const LinkedBitcode> bitcode = {},
                                    kir::FunctionId part = kir::FunctionId::None());

// One object of the objects of all parts of a module, in their order. At least one.
abi::Code JoinObjects(std::vector<abi::Code> parts);

// A relocatable x86-64 ELF object that carries the image and `codes`, objects that EmitCpuObject
// made for as many CPUs. The image's `kernels`, symbols of all of them, have an entry for each, one
// code after the other, and are found through it alone. Without codes it is the image and no
// entries.
std::vector<std::byte> EmitLinkedObject(const Embedding& embedding,
                                        const std::vector<abi::Code>& codes,
                                        const std::vector<std::string>& kernels);

struct ArchiveMember {
  std::string name;
  std::vector<std::byte> bytes;
};
// A static library of objects, with its symbol table; the same bytes for the same members.
Result<std::vector<std::byte>> MakeArchive(const std::vector<ArchiveMember>& members);

// CUDA C++ as a person would write it, and what a host must know to launch its kernels.
struct CudaSource {
  // Includes kCudaSupportFile.
  std::string text;
  std::vector<abi::KernelInfo> kernels;
  std::vector<abi::SourceLocation> locations;
};
inline constexpr std::string_view kCudaSupportFile = "kernelc.cuh";

// `module` has passed the pipeline for source code. Its kernels are compiled by nvcc, or by NVRTC
// with the support header among its headers. `sources` may be null (no comments, no locations, no
// `#line`). Exported functions can be named so: CanBeNamedInCudaCpp.
CudaSource EmitCudaCpp(const kir::Module& module, const SourceManager* sources,
                       bool line_directives = false);
// Whether a function of CUDA C++ that others link with can have this name: it is no word of the
// language, and nothing that is declared everywhere.
bool CanBeNamedInCudaCpp(std::string_view function);
// The text of kCudaSupportFile.
std::string_view CudaSupportHeader();

// The place that device code names when `inst` of `function` reports an error. `sources` may be
// null.
abi::SourceLocation LocationOf(const SourceManager* sources, const kir::Function& function,
                               const kir::Inst& inst);

// The CPU of this machine as LLVM knows it, with its features: what the arch "native" stands for.
const std::string& HostCpu();

// The bits of the smallest elements of which that CPU loads a vector under a mask; more than any
// have where it does none. `options` are a CPU's.
unsigned MaskedLoadBits(const TargetOptions& options);

// TargetOptions::ptx_version for a driver that knows PTX up to version `most` (times 10, 0: any).
std::uint32_t PtxVersionFor(std::string_view arch, std::uint32_t most);

// The architecture that the module's code is for: that of `target`, or what it stands for where
// TargetOptions::exact allows it.
std::string ArchFor(const kir::Module& module, const TargetOptions& target);

// Architectures that EmitPtx knows, e.g. "sm_75".
std::vector<std::string> CudaArchitectures();

// The version of LLVM that is linked in, e.g. "22.1.8".
std::string LlvmVersion();

// libdevice was embedded when this was built.
bool HasLibdevice();

}  // namespace kernelc::codegen
