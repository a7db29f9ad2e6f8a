#include "compiler/codegen/llvm/function_context.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include <iterator>

#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

FunctionContext::FunctionContext(ModuleContext& module, const kir::Function& kir_function,
                                 llvm::Function* function)
    : module_(&module),
      kir_function_(&kir_function),
      function_(function),
      builder_(module.llvm_context()),
      values_(1, std::vector<llvm::Value*>(kir_function.insts.size())) {
  llvm::BasicBlock* entry = llvm::BasicBlock::Create(llvm_context(), "entry", function);
  builder_.SetInsertPoint(entry);
  builder_.setFastMathFlags(hooks().MathFlags(kir_function.options));
  if (DebugInfo* debug = module.debug_info()) {
    debug->EnterFunction(function, kir_function);
    debug->SetLocation(builder_, function, SourceRange());
  }
  hooks().PrepareFunction(*this);
}

llvm::Value* FunctionContext::value(kir::InstId id) {
  if (llvm::Value* value = values_[lane_][id.index]) {
    return value;
  }
  return hooks().MissingValue(*this, id);
}

void FunctionContext::set_value(kir::InstId id, llvm::Value* value) {
  if (is_in_lane_) {
    values_[lane_][id.index] = value;
    return;
  }
  for (std::vector<llvm::Value*>& values : values_) {
    values[id.index] = value;
  }
}

void FunctionContext::SetLanes(unsigned count, const std::vector<bool>* varying) {
  values_.resize(count, values_.front());
  varying_ = varying;
}

void FunctionContext::EmitForEachLane(kir::InstId id) {
  is_in_lane_ = true;
  for (lane_ = 0; lane_ < lanes(); ++lane_) {
    EmitInst(id);
  }
  lane_ = 0;
  is_in_lane_ = false;
}

void FunctionContext::EmitInsts(std::span<const kir::InstId> insts) {
  for (kir::InstId id : insts) {
    if (terminated()) {
      return;
    }
    if (lanes() > 1 && !is_in_lane_ && (*varying_)[id.index]) {
      EmitForEachLane(id);
    } else {
      EmitInst(id);
    }
  }
}

void FunctionContext::EmitInst(kir::InstId id) {
  if (DebugInfo* debug = module_->debug_info()) {
    debug->SetLocation(builder_, function_, kir_function_->inst(id).range);
  }
  if (hooks().EmitInst(*this, id)) {
    return;
  }
  if (llvm::Value* value = EmitDefault(id)) {
    set_value(id, value);
  }
}

llvm::Value* FunctionContext::EmitDefault(kir::InstId id) {
  const kir::Inst& inst = kir_function_->inst(id);
  switch (inst.op) {
#define KIR_OP(name, text, min_operands, max_operands, regions, attribute, result, effects, \
               spread, flow, bits, cuda)                                                    \
  case kir::Op::name:                                                                       \
    return Emit##name(*this, id, inst);
#include "compiler/kir/ops.def"
    case kir::Op::kCount:
      break;
  }
  KC_FATAL("unknown operation");
}

llvm::BasicBlock* FunctionContext::NewBlock(const char* name) {
  return llvm::BasicBlock::Create(llvm_context(), name, function_);
}

void FunctionContext::BranchTo(llvm::BasicBlock* block) {
  if (!terminated()) {
    builder_.CreateBr(block);
  }
}

llvm::AllocaInst* FunctionContext::EntryAlloca(llvm::Type* type, llvm::Align align,
                                               const char* name) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<>::InsertPointGuard guard(builder_);
  // Behind the last, since there may be thousands.
  builder_.SetInsertPoint(&entry, last_alloca_ == nullptr ? entry.getFirstNonPHIOrDbgOrAlloca()
                                                          : std::next(last_alloca_->getIterator()));
  llvm::AllocaInst* memory = builder_.CreateAlloca(
      type, hooks().AddressSpaceNumber(types::AddressSpace::Local), nullptr, name);
  memory->setAlignment(align);
  last_alloca_ = memory;
  return memory;
}

llvm::Value* FunctionContext::LoadFrom(llvm::Value* pointer, TypeId element, llvm::Align align) {
  if (type(element).kind == types::TypeKind::Vector) {
    return LoadVector(pointer, element, align);
  }
  if (types::IsBool(element)) {
    llvm::LoadInst* byte = builder_.CreateAlignedLoad(builder_.getInt8Ty(), pointer, align);
    return builder_.CreateICmpNE(byte, builder_.getInt8(0));
  }
  llvm::Type* type = types().Register(element);
  if (!types::IsComplex(element)) {
    return builder_.CreateAlignedLoad(type, pointer, align);
  }
  llvm::Type* part = type->getStructElementType(0);
  llvm::Value* real = builder_.CreateAlignedLoad(part, pointer, align);
  llvm::Value* imag = builder_.CreateAlignedLoad(
      part, builder_.CreateConstInBoundsGEP1_32(part, pointer, 1), align);
  return MakeComplex(element, real, imag);
}

void FunctionContext::StoreTo(llvm::Value* value, llvm::Value* pointer, TypeId element,
                              llvm::Align align) {
  if (type(element).kind == types::TypeKind::Vector) {
    StoreVector(value, pointer, element, align);
    return;
  }
  if (types::IsBool(element)) {
    value = builder_.CreateZExt(value, builder_.getInt8Ty());
  }
  if (!types::IsComplex(element)) {
    builder_.CreateAlignedStore(value, pointer, align);
    return;
  }
  llvm::Value* real = Field(value, 0);
  builder_.CreateAlignedStore(real, pointer, align);
  builder_.CreateAlignedStore(
      Field(value, 1), builder_.CreateConstInBoundsGEP1_32(real->getType(), pointer, 1), align);
}

// One wide access for two or four lanes; three are accessed one by one, as wider would reach beyond
// them, and so are those of packed records.
llvm::Value* FunctionContext::LoadVector(llvm::Value* pointer, TypeId vector, llvm::Align align) {
  const TypeId element = type(vector).element;
  const unsigned lanes = type(vector).ndim;
  llvm::Type* lane_type = types().Memory(element);
  std::vector<llvm::Value*> values;
  if ((lanes == 2 || lanes == 4) && align >= types().MemoryAlign(element)) {
    llvm::Value* wide =
        builder_.CreateAlignedLoad(llvm::FixedVectorType::get(lane_type, lanes), pointer, align);
    for (unsigned i = 0; i < lanes; ++i) {
      values.push_back(builder_.CreateExtractElement(wide, i));
    }
  } else {
    const llvm::Align lane_align = std::min(align, types().MemoryAlign(element));
    for (unsigned i = 0; i < lanes; ++i) {
      values.push_back(builder_.CreateAlignedLoad(
          lane_type, builder_.CreateConstInBoundsGEP1_32(lane_type, pointer, i), lane_align));
    }
  }
  return Struct(types().Register(vector), values);
}

void FunctionContext::StoreVector(llvm::Value* value, llvm::Value* pointer, TypeId vector,
                                  llvm::Align align) {
  const TypeId element = type(vector).element;
  const unsigned lanes = type(vector).ndim;
  llvm::Type* lane_type = types().Memory(element);
  if ((lanes == 2 || lanes == 4) && align >= types().MemoryAlign(element)) {
    llvm::Value* wide = llvm::PoisonValue::get(llvm::FixedVectorType::get(lane_type, lanes));
    for (unsigned i = 0; i < lanes; ++i) {
      wide = builder_.CreateInsertElement(wide, Field(value, i), i);
    }
    builder_.CreateAlignedStore(wide, pointer, align);
    return;
  }
  const llvm::Align lane_align = std::min(align, types().MemoryAlign(element));
  for (unsigned i = 0; i < lanes; ++i) {
    builder_.CreateAlignedStore(
        Field(value, i), builder_.CreateConstInBoundsGEP1_32(lane_type, pointer, i), lane_align);
  }
}

llvm::Value* FunctionContext::Field(llvm::Value* aggregate, unsigned index) {
  if (llvm::Value* part = llvm::FindInsertedValue(aggregate, index)) {
    return part;
  }
  return builder_.CreateExtractValue(aggregate, index);
}

llvm::Value* FunctionContext::Struct(llvm::Type* type, std::span<llvm::Value* const> fields) {
  llvm::Value* result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < fields.size(); ++i) {
    result = builder_.CreateInsertValue(result, fields[i], i);
  }
  return result;
}

llvm::Value* FunctionContext::MakeComplex(TypeId type, llvm::Value* real, llvm::Value* imag) {
  return Struct(types().Register(type), std::vector<llvm::Value*>{real, imag});
}

const kir::ParamFacts* FunctionContext::ParamFactsOf(kir::InstId id) const {
  const kir::Inst& inst = kir_function_->inst(id);
  if (inst.op != kir::Op::Param) {
    return nullptr;
  }
  return &kir_function_->params[static_cast<std::size_t>(inst.imm)].facts;
}

}  // namespace kernelc::codegen
