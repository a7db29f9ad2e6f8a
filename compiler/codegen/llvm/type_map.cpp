#include "compiler/codegen/llvm/type_map.h"

#include <llvm/IR/Type.h>

#include <algorithm>

#include "compiler/base/check.h"
#include "compiler/codegen/llvm/target_hooks.h"

namespace kernelc::codegen {

using types::ScalarKind;
using types::TypeKind;

TypeMap::TypeMap(llvm::LLVMContext& context, const types::TypeStore& store,
                 const TargetHooks& hooks)
    : context_(&context),
      store_(&store),
      hooks_(&hooks),
      int64_(llvm::Type::getInt64Ty(context)),
      int32_(llvm::Type::getInt32Ty(context)) {}

llvm::Type* TypeMap::Register(TypeId id) {
  if (id.index >= registers_.size()) {
    registers_.resize(std::max<std::size_t>(store_->size(), id.index + std::size_t{1}));
  }
  if (registers_[id.index] == nullptr) {
    // Through a local: MakeRegister may grow the vector.
    llvm::Type* type = MakeRegister(id);
    registers_[id.index] = type;
  }
  return registers_[id.index];
}

llvm::Type* TypeMap::Memory(TypeId id) {
  return types::IsBool(id) ? llvm::Type::getInt8Ty(*context_) : Register(id);
}

llvm::PointerType* TypeMap::Pointer(types::AddressSpace space) {
  return llvm::PointerType::get(*context_, hooks_->AddressSpaceNumber(space));
}

std::uint64_t TypeMap::MemorySize(TypeId id) const {
  return types::MemorySize(*store_, id);
}

llvm::Align TypeMap::MemoryAlign(TypeId id) const {
  return llvm::Align(types::MemoryAlign(*store_, id));
}

llvm::Align TypeMap::ElementAlign(const types::Type& type) const {
  return type.unaligned ? llvm::Align(1) : MemoryAlign(type.element);
}

bool TypeMap::HasBytes(TypeId id) {
  const llvm::Type* const type = Register(id);
  return !type->isVoidTy() && !type->isEmptyTy();
}

llvm::Type* TypeMap::MakeRegister(TypeId id) {
  const types::Type& type = store_->get(id);
  switch (type.kind) {
    case TypeKind::Scalar:
      return Scalar(type.scalar);
    case TypeKind::Void:
      return llvm::Type::getVoidTy(*context_);
    case TypeKind::None:
      return llvm::StructType::get(*context_);
    case TypeKind::Pointer:
      return Pointer(type.space);
    case TypeKind::Array: {
      const unsigned fields = type.layout == types::Layout::A ? 2u * type.ndim : type.ndim;
      std::vector<llvm::Type*> parts(1 + fields, int64_);
      parts[kArrayDataField] = Pointer(type.space);
      return llvm::StructType::get(*context_, parts);
    }
    case TypeKind::Tuple: {
      std::vector<llvm::Type*> parts;
      for (TypeId element : type.elements) {
        parts.push_back(Register(element));
      }
      return llvm::StructType::get(*context_, parts);
    }
    case TypeKind::Record:
      return llvm::ArrayType::get(llvm::Type::getInt8Ty(*context_), type.size);
    case TypeKind::Datetime:
      return int64_;
    case TypeKind::Vector:
      return llvm::StructType::get(
          *context_, std::vector<llvm::Type*>(type.ndim, Register(type.element)));
    case TypeKind::Optional:
      // Whether there is a value, and the value.
      return llvm::StructType::get(*context_,
                                   {llvm::Type::getInt1Ty(*context_), Register(type.element)});
  }
  KC_FATAL("unknown type kind");
}

llvm::Type* TypeMap::Scalar(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Bool:
      return llvm::Type::getInt1Ty(*context_);
    case ScalarKind::Int8:
    case ScalarKind::UInt8:
    case ScalarKind::Float8E4M3:
    case ScalarKind::Float8E5M2:
    case ScalarKind::Float8E8M0:
      return llvm::Type::getInt8Ty(*context_);
    case ScalarKind::Int16:
    case ScalarKind::UInt16:
      return llvm::Type::getInt16Ty(*context_);
    case ScalarKind::Int32:
    case ScalarKind::UInt32:
      return int32_;
    case ScalarKind::Int64:
    case ScalarKind::UInt64:
      return int64_;
    case ScalarKind::Float16:
      return llvm::Type::getHalfTy(*context_);
    case ScalarKind::BFloat16:
      return llvm::Type::getBFloatTy(*context_);
    case ScalarKind::Float32:
      return llvm::Type::getFloatTy(*context_);
    case ScalarKind::Float64:
      return llvm::Type::getDoubleTy(*context_);
    case ScalarKind::Complex64:
    case ScalarKind::Complex128: {
      llvm::Type* part = kind == ScalarKind::Complex64 ? llvm::Type::getFloatTy(*context_)
                                                       : llvm::Type::getDoubleTy(*context_);
      return llvm::StructType::get(*context_, {part, part});
    }
    case ScalarKind::kCount:
      break;
  }
  KC_FATAL("unknown scalar kind");
}

}  // namespace kernelc::codegen
