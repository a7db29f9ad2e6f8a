// Layout of kernel parameters and of static shared memory: the same for every target.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/llvm/function_context.h"
#include "compiler/kir/kir.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

// One field of the packed parameter buffer (abi::ParamField) with what the emission needs to know.
struct ParamPart {
  abi::FieldKind kind = abi::FieldKind::Value;
  std::uint8_t dim = 0;
  // Index in kir::Function::params.
  std::uint32_t param = 0;
  // The scalar's type; the array's type for the other kinds.
  TypeId type;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

struct ParamLayout {
  std::vector<ParamPart> parts;
  // parts[first_part[p], first_part[p + 1]) belong to parameter p.
  std::vector<std::uint32_t> first_part;
  std::uint32_t bytes = 0;
};
ParamLayout MakeParamLayout(const kir::Module& module, const kir::Function& kernel);

// The register value of a parameter from the values of its parts in register types, which `next`
// gives in the order of the layout.
llvm::Value* AssembleParam(FunctionContext& fn, TypeId type, std::span<llvm::Value* const> parts,
                           std::size_t& next);

// Functions that `kernel` can reach, itself included, in the order of first use.
std::vector<const kir::Function*> ReachableFunctions(const kir::Module& module,
                                                     const kir::Function& kernel);

// Where each static shared array of the kernel lies from the start of the block's shared memory.
struct SharedLayout {
  struct Entry {
    const kir::Function* function = nullptr;
    kir::InstId inst;
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
  };
  std::vector<Entry> entries;
  std::uint32_t bytes = 0;
  // The byte offset of a shared_array of `function`; it must be one of the kernel's.
  std::uint32_t OffsetOf(const kir::Function& function, kir::InstId inst) const;
};
SharedLayout MakeSharedLayout(const kir::Module& module, const kir::Function& kernel);
// The least alignment of shared and local arrays.
inline constexpr std::uint32_t kArrayAlign = kir::kLeastArrayAlign;

// Bytes of an array of the extents (a shared_array or local_array).
std::uint64_t StaticArrayBytes(const kir::Module& module, const kir::Function& function,
                               const kir::Inst& inst);

}  // namespace kernelc::codegen
