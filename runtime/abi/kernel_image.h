// KernelImage: the one artifact of the compiler. Code for one or more targets and what a runtime
// must know to load and launch it. Plain data; every artifact form is a view of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/abi/arg_type.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::abi {

enum class DeviceKind : std::uint8_t { Cuda, Cpu };

enum class CodeKind : std::uint8_t {
  // PTX text; any GPU of the target's architecture or a later one.
  Ptx,
  // SASS for exactly the target's architecture.
  Cubin,
  // Relocatable ELF object for the CPU device.
  CpuObject,
  // CPU code that the program itself is linked with: no bytes, see KernelImage::linked_entries.
  CpuLinked,
};

// One piece of machine code. `arch` is "sm_90", "sm_90a", "x86-64-v3", or the host CPU's LLVM name.
struct Code {
  DeviceKind device = DeviceKind::Cuda;
  CodeKind kind = CodeKind::Ptx;
  std::string arch;
  // CPU: the feature string the code was compiled with; empty means the arch's own.
  std::string features;
  std::vector<std::byte> bytes;
  // Where the locations that this code reports start in KernelImage::locations.
  std::uint32_t first_location = 0;
};

// A field of the packed parameter buffer.
enum class FieldKind : std::uint8_t {
  // A scalar argument's value, complex as two reals.
  Value,
  // An array's data pointer.
  Data,
  // An array's extent in dimension `dim`, in elements, int64.
  Extent,
  // An array's stride in dimension `dim`, in bytes, int64. Present for layout A alone.
  Stride,
};

struct ParamField {
  FieldKind kind = FieldKind::Value;
  std::uint8_t dim = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// One parameter of the kernel as written. Its fields are KernelInfo::fields[first_field,
// +field_count); a tuple's are those of its elements one after the other; None has none.
struct ParamInfo {
  std::string name;
  ArgType type;
  std::uint32_t first_field = 0;
  std::uint32_t field_count = 0;
  // The kernel stores through this array (or passes it to an atomic).
  bool written = true;
};

struct KernelInfo {
  static constexpr std::uint32_t kNoKernel = ~std::uint32_t{0};

  // The name in the source, e.g. "saxpy" or "outer.inner".
  std::string name;
  // The symbol in every Code of the image.
  std::string symbol;
  std::vector<ParamInfo> params;
  std::vector<ParamField> fields;
  // Size of the packed parameter buffer. Its layout is that of a C struct of the fields, for every
  // target.
  std::uint32_t param_bytes = 0;
  // The code assumes that no two array arguments overlap where one of them is written.
  bool assumes_no_overlap = false;
  // Statically allocated shared memory of a block, the part before dynamic shared memory; of the
  // code that needs most.
  std::uint32_t static_shared_bytes = 0;
  // The kernel uses a dynamic shared array (shape 0).
  bool uses_dynamic_shared = false;
  // Launch bounds; 0 where not given.
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  // The kernel synchronises its whole grid.
  bool cooperative = false;
  // Neighbours of a grid of one dimension that one thread could do the work of.
  std::uint32_t coarse_factor = 1;
  // Code for GPUs has a second function that does, CoarseSymbol(symbol, coarse_factor). It takes the
  // buffer of the kernel, and behind the last field, at the next multiple of 4, the blocks of the grid
  // that was asked for, a uint32.
  bool has_coarse = false;
  // CPU code: threads may wait in loops for what those of other blocks do, so that a thread of the
  // system must be able to begin blocks while others wait on it.
  bool waits = false;
  // CPU code: bytes of scratch memory a thread and a block need, and the scratch's alignment (see
  // cpu_abi.h).
  std::uint32_t cpu_scratch_bytes_per_thread = 0;
  std::uint32_t cpu_scratch_bytes_per_block = 0;
  // Code of an earlier kernel of the image, by place, for launches whose arguments have more facts:
  // those of the types here, and assumes_no_overlap. Its buffer is that kernel's, but for strides
  // of arrays that are in C order here. A launch of the kernel takes the first variant whose facts
  // hold; nobody else launches it.
  std::uint32_t variant_of = kNoKernel;
  bool is_variant() const { return variant_of != kNoKernel; }
};

// "saxpy$v1": what variant number `number`, from 1, of a kernel is called.
inline std::string VariantSymbol(const std::string& symbol, std::size_t number) {
  return symbol + "$v" + std::to_string(number);
}

// "saxpy$x2": `$` is in no symbol of a kernel.
inline std::string CoarseSymbol(const std::string& symbol, std::uint32_t factor) {
  return symbol + "$x" + std::to_string(factor);
}

// Where a device error's code location comes from.
struct SourceLocation {
  std::string file;
  // From 1; 0 where the place is not known.
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  // Bytes of the program's text that it is about.
  std::uint32_t length = 0;
  std::string text;
};

struct KernelImage {
  // Version of kernelc that made the image.
  std::string compiler_version;
  // Names the kernels that the image was made from, whatever the target: hexadecimal digits, the
  // same for the same program, types and options. Empty where nobody asked for one. What was
  // generated for one key refuses an image of another.
  std::string key;
  std::vector<Code> codes;
  std::vector<KernelInfo> kernels;
  // Indexed by the location number that device code reports, from the code's first one on.
  std::vector<SourceLocation> locations;
  // Entry points of CpuLinked code, one for each kernel and code, code by code; empty where there is none in this program.
  // Not part of the image's bytes.
  std::vector<CpuEntry> linked_entries;
};

}  // namespace kernelc::abi
