// KIR types as LLVM types.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <cstdint>
#include <vector>

#include "compiler/types/type.h"

namespace kernelc::codegen {

class TargetHooks;

// Register types: bool is i1; a complex number {T, T}; a tuple or vector the struct of its elements;
// a record, which is in memory alone, as many bytes; an array
// {pointer in its address space, i64 extents[ndim], and for layout A alone i64 strides[ndim]}.
// Memory types differ for bool alone, which is i8 there.
class TypeMap {
 public:
  TypeMap(llvm::LLVMContext& context, const types::TypeStore& store, const TargetHooks& hooks);

  llvm::LLVMContext& context() const { return *context_; }
  const types::TypeStore& store() const { return *store_; }

  // The type of a value in a register. Void and None are `void` as results; a None value is an
  // empty struct.
  llvm::Type* Register(TypeId id);
  // A value of the type is something: not None, nor a tuple of nothing. PTX knows no parameters and results without bytes, so
  // functions do not have these.
  bool HasBytes(TypeId id);
  // The type of an array element or of what a pointer points to.
  llvm::Type* Memory(TypeId id);
  llvm::PointerType* Pointer(types::AddressSpace space);
  // Bytes and natural alignment of `id` in memory.
  std::uint64_t MemorySize(TypeId id) const;
  llvm::Align MemoryAlign(TypeId id) const;
  // The alignment of what an array or pointer type holds.
  llvm::Align ElementAlign(const types::Type& type) const;

  llvm::IntegerType* int64() const { return int64_; }
  llvm::IntegerType* int32() const { return int32_; }

 private:
  llvm::Type* MakeRegister(TypeId id);
  llvm::Type* Scalar(types::ScalarKind kind);

  llvm::LLVMContext* context_;
  const types::TypeStore* store_;
  const TargetHooks* hooks_;
  llvm::IntegerType* int64_;
  llvm::IntegerType* int32_;
  std::vector<llvm::Type*> registers_;
};

// Places of an array's parts in its register struct.
inline constexpr unsigned kArrayDataField = 0;
constexpr unsigned ArrayExtentField(unsigned dim) { return 1 + dim; }
constexpr unsigned ArrayStrideField(unsigned ndim, unsigned dim) { return 1 + ndim + dim; }

}  // namespace kernelc::codegen
