// The compile job: a value that says everything that the code depends on, and the way from it to a
// kernel image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/cache/file_facts.h"
#include "compiler/codegen/codegen.h"
#include "compiler/diag/emitter.h"
#include "compiler/driver/source_unit.h"
#include "compiler/sema/sema.h"
#include "kernelc/link.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

struct CompileJob {
  std::shared_ptr<const SourceUnit> unit;
  // At least one; all go into one image.
  std::vector<sema::KernelRequest> kernels;
  // The last ones of these are variants of earlier ones, by place: code for launches whose arrays
  // do not overlap and whose arguments have the facts of the types.
  std::vector<std::uint32_t> variants;
  // Array arguments do not overlap where one of them is written; the launch has checked it.
  bool assume_no_overlap = false;
  sema::Options sema;
  diag::WarningOptions warnings;
  codegen::TargetOptions target;
  // Linked with the code, beside what decorators and declarations of external functions name.
  std::vector<LinkInput> link;
};

// The last form that is wanted; later phases do not run.
enum class Stage : std::uint8_t { Kir, Source, Code };

struct CompileOptions {
  Stage last = Stage::Code;
  // Give the text of KIR after the pipeline, and of LLVM IR after optimisation.
  bool keep_kir = false;
  bool keep_llvm_ir = false;
  // Give the optimised module as LLVM bitcode.
  bool keep_bitcode = false;
  bool verify_each = false;
  // Neither use what the cache has nor believe it; what comes out takes its place.
  bool renew = false;
  // Link the code with what the job, decorators and declarations of external functions name, if there is anything: CUDA code
  // is a cubin then, and a function that is still missing an error. LLVM bitcode is always linked.
  bool link = false;
};

struct CompileOutput {
  abi::KernelImage image;
  std::string kir;
  // CUDA C++, where Stage::Source was asked for.
  std::string source;
  std::string llvm_ir;
  std::string bitcode;
  // Symbols of external functions that the code must yet be linked with; none after CompileOptions::link.
  std::vector<std::string> unresolved;
  // What it depends on beside the text and the job: modules and files that it is linked with, as they were.
  std::vector<cache::FileFact> facts;
  // `facts` has everything; not so where CUDA C++ that it is linked with includes files.
  bool has_all_facts = true;
  // The image was compiled before.
  bool from_cache = false;
  // Wall time of the phases in order, parsing not included (see SourceUnit::times).
  std::vector<codegen::PhaseTime> times;
};

// Types the kernels, and reports what is wrong with them and what looks wrong, on the GPU architecture `arch` or,
// where that is empty, on all. Null when there is an error.
std::optional<kir::Module> CheckKernels(const SourceUnit& unit,
                                        std::span<const sema::KernelRequest> kernels,
                                        const sema::Options& options, diag::Emitter& emitter,
                                        std::string_view arch = {});

// Runs the phases, as far as the cache of the job's unit does not know what they give. Null when
// `emitter` was told an error of the user's program; a Failure when the target or the machine
// refuses. Thread-safe.
Result<std::optional<CompileOutput>> Compile(const CompileJob& job, const CompileOptions& options,
                                             diag::Emitter& emitter);

// Machine code for exactly one GPU architecture from PTX, through `ptxas`, else through nvJitLink;
// see link.h for linking. Fails with both reasons when neither can be used. Blocks.
Result<std::vector<std::byte>> AssembleCubin(std::string_view ptx, const std::string& arch);

// The same, to be linked with other code; by `ptxas`.
Result<std::vector<std::byte>> AssembleRelocatable(std::string_view ptx, const std::string& arch);

// Text of SASS by `nvdisasm` of the CUDA toolkit.
Result<std::string> Disassemble(const std::vector<std::byte>& cubin);

// kernelc's version, e.g. "0.1.0".
std::string_view Version();

}  // namespace kernelc::driver
