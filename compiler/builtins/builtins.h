// The table of builtins: what a kernel can call that is not written in the language.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/id.h"

namespace kernelc::builtins {

enum class BuiltinId : std::uint16_t {
#define KC_BUILTIN(name, spellings, signature, effects, nvptx, cpu, cuda) name,
#include "compiler/builtins/builtins.def"
  kCount,
};

// What a call does beside giving a value.
enum class BuiltinEffects : std::uint8_t {
  // The same for the same operands; may be moved and dropped.
  Pure,
  // Differs from thread to thread, but is fixed within a thread.
  ThreadPure,
  // Memory fence.
  Fence,
  // All threads of the block meet.
  BlockSync,
  // The named lanes of the warp meet.
  WarpSync,
  // All threads of the grid meet.
  GridSync,
  // Reads and writes memory.
  Memory,
};

// How a back end lowers a call.
enum class LoweringKind : std::uint8_t {
  // LLVM intrinsic `name`, overloaded on the type of the first operand where it has one.
  Intrinsic,
  // libdevice: `__nv_<name>f` for float32, `__nv_<name>` for float64; other floats go through float32.
  Libdevice,
  // The C math library: `<name>f` for float32, `<name>` for float64.
  Libm,
  // A function of CUDA C++ called `name`.
  Spell,
  // Code of its own in the back end.
  Custom,
};

struct Lowering {
  LoweringKind kind;
  std::string_view name;
};

struct BuiltinInfo {
  // The enumerator's name, e.g. "MathSin".
  std::string_view id_name;
  // Python spellings separated by blanks, the first one is used in KIR text and diagnostics: "math.sin np.sin".
  std::string_view spellings;
  // See builtins.def.
  std::string_view signature;
  BuiltinEffects effects;
  Lowering nvptx;
  Lowering cpu;
  Lowering cuda;

  std::string_view name() const { return spellings.substr(0, spellings.find(' ')); }
};

// The words of a signature: "(float32, int32)(float32)" has two results.
struct BuiltinSignature {
  // None for "void".
  std::vector<std::string_view> results;
  std::vector<std::string_view> operands;
  bool is_attribute = false;
};

const BuiltinInfo& builtin_info(BuiltinId id);
BuiltinSignature ParseSignature(std::string_view signature);
// By any of its spellings; false when there is none.
bool FindBuiltin(std::string_view spelling, BuiltinId* id);

}  // namespace kernelc::builtins
