#include "compiler/codegen/nvptx/kernel.h"

#include <llvm/IR/Attributes.h>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "runtime/abi/value_facts.h"

namespace kernelc::codegen {

namespace {

// Arrays with 16-byte alignment as a fact; else that of their elements.
constexpr std::uint64_t kFactAlign = 16;

// The LLVM parameters of a field.
void AppendParamTypes(ModuleContext& module, const ParamPart& part,
                      std::vector<llvm::Type*>& params) {
  TypeMap& types = module.types();
  switch (part.kind) {
    case abi::FieldKind::Value: {
      llvm::Type* type = types.Memory(part.type);
      if (types::IsComplex(part.type)) {
        params.push_back(type->getStructElementType(0));
        params.push_back(type->getStructElementType(1));
      } else {
        params.push_back(type);
      }
      return;
    }
    case abi::FieldKind::Data:
      params.push_back(types.Pointer(types::AddressSpace::Global));
      return;
    case abi::FieldKind::Extent:
    case abi::FieldKind::Stride:
      params.push_back(types.int64());
      return;
  }
}

void AddDataAttributes(FunctionContext& fn, llvm::Argument& argument, const ParamPart& part,
                       const kir::ParamFacts& facts) {
  llvm::AttrBuilder attributes(fn.llvm_context());
  const types::Type& type = fn.type(part.type);
  const llvm::Align natural = fn.types().ElementAlign(type);
  attributes.addAlignmentAttr(facts.array.aligned16 ? std::max(natural, llvm::Align(kFactAlign))
                                                    : natural);
  // Memory that nothing writes aliases nothing that is written.
  if (facts.noalias || facts.readonly) {
    attributes.addAttribute(llvm::Attribute::NoAlias);
  }
  if (facts.readonly) {
    attributes.addAttribute(llvm::Attribute::ReadOnly);
  }
  argument.addAttrs(attributes);
}

void AddValueRange(FunctionContext& fn, llvm::Argument& argument, const kir::ParamFacts& facts) {
  const auto* type = llvm::dyn_cast<llvm::IntegerType>(argument.getType());
  if (type == nullptr || !facts.array.small) {
    return;
  }
  llvm::AttrBuilder attributes(fn.llvm_context());
  attributes.addRangeAttr(llvm::ConstantRange(llvm::APInt(type->getBitWidth(), 0),
                                              llvm::APInt(type->getBitWidth(), abi::kSmallValues)));
  argument.addAttrs(attributes);
}

// The same extent, as a number that LLVM sees to be a multiple where rows are aligned: it puts
// neighbouring elements of a row into one access then.
llvm::Value* ExtentValue(FunctionContext& fn, const ParamPart& part, const kir::ParamFacts& facts,
                         llvm::Value* extent) {
  const types::Type& type = fn.type(part.type);
  const types::Type& element = fn.type(type.element);
  if (!facts.array.aligned_rows || part.dim + 1u != type.ndim ||
      element.kind != types::TypeKind::Scalar) {
    return extent;
  }
  const std::uint64_t row_elements = kFactAlign / abi::scalar_info(element.scalar).size;
  return fn.builder().CreateAnd(extent, fn.Int64(~(row_elements - 1)));
}

void AddExtentRange(FunctionContext& fn, llvm::Argument& argument, const kir::ParamFacts& facts) {
  const llvm::APInt end = facts.array.small ? llvm::APInt(64, std::uint64_t{1} << 31)
                                            : llvm::APInt::getSignedMinValue(64);
  llvm::AttrBuilder attributes(fn.llvm_context());
  attributes.addRangeAttr(llvm::ConstantRange(llvm::APInt(64, 0), end));
  argument.addAttrs(attributes);
}

// The register value of a field from the LLVM parameters at `next`.
llvm::Value* PartValue(FunctionContext& fn, const ParamPart& part, unsigned& next) {
  llvm::Argument* argument = fn.function()->getArg(next++);
  const kir::Param& param = fn.kir_function().params[part.param];
  switch (part.kind) {
    case abi::FieldKind::Value:
      if (types::IsComplex(part.type)) {
        return fn.MakeComplex(part.type, argument, fn.function()->getArg(next++));
      }
      if (types::IsBool(part.type)) {
        return fn.builder().CreateIsNotNull(argument);
      }
      AddValueRange(fn, *argument, param.facts);
      return argument;
    case abi::FieldKind::Data:
      AddDataAttributes(fn, *argument, part, param.facts);
      return argument;
    case abi::FieldKind::Extent:
      AddExtentRange(fn, *argument, param.facts);
      return ExtentValue(fn, part, param.facts, argument);
    case abi::FieldKind::Stride:
      return argument;
  }
  KC_FATAL("unknown field kind");
}

void AddLaunchBounds(llvm::Function& function, const kir::FunctionOptions& options) {
  if (options.max_threads_per_block != 0) {
    function.addFnAttr("nvvm.maxntid", fmt::format("{}", options.max_threads_per_block));
  }
  if (options.min_blocks_per_multiprocessor != 0) {
    function.addFnAttr("nvvm.minctasm", fmt::format("{}", options.min_blocks_per_multiprocessor));
  }
  // The back end leaves it out for GPUs before clusters.
  if (options.max_blocks_per_cluster != 0) {
    function.addFnAttr("nvvm.maxclusterrank", fmt::format("{}", options.max_blocks_per_cluster));
  }
  if (options.max_registers != 0) {
    function.addFnAttr("nvvm.maxnreg", fmt::format("{}", options.max_registers));
  }
}

// Every GPU gives a block this much static shared memory; more is to be had as dynamic shared
// memory alone.
constexpr std::uint32_t kMaxStaticSharedBytes = 48 * 1024;

void CheckSharedMemory(ModuleContext& module, const kir::Function& kernel) {
  const SharedLayout layout = MakeSharedLayout(module.kir_module(), kernel);
  if (layout.bytes <= kMaxStaticSharedBytes) {
    return;
  }
  const SharedLayout::Entry& last = layout.entries.back();
  module.Fail(
      last.function->inst(last.inst).range,
      fmt::format("the shared arrays of kernel `{}` take {} bytes, and a GPU has at most {} "
                  "for arrays of constant shape; use dynamic shared memory (shape 0)",
                  kernel.name, layout.bytes, kMaxStaticSharedBytes));
}

}  // namespace

std::vector<llvm::Type*> KernelParamTypes(ModuleContext& module, const ParamLayout& layout) {
  std::vector<llvm::Type*> params;
  for (const ParamPart& part : layout.parts) {
    AppendParamTypes(module, part, params);
  }
  return params;
}

llvm::Function* CreateKernel(ModuleContext& module, const kir::Function& kernel,
                             const std::vector<llvm::Type*>& params, const std::string& symbol) {
  llvm::Function* function = module.CreateFunction(
      llvm::FunctionType::get(llvm::Type::getVoidTy(module.llvm_context()), params, false),
      llvm::GlobalValue::ExternalLinkage, symbol);
  function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  AddLaunchBounds(*function, kernel.options);
  return function;
}

// Parameters in the address space of their type; kernel arrays are global ones.
void SetKernelParams(FunctionContext& fn, const ParamLayout& layout) {
  std::vector<llvm::Value*> values;
  unsigned next_argument = 0;
  for (const ParamPart& part : layout.parts) {
    llvm::Value* value = PartValue(fn, part, next_argument);
    if (part.kind == abi::FieldKind::Data) {
      value = fn.builder().CreateAddrSpaceCast(value, fn.types().Pointer(fn.type(part.type).space));
    }
    values.push_back(value);
  }
  std::size_t next = 0;
  for (const kir::Param& param : fn.kir_function().params) {
    fn.set_value(param.value, AssembleParam(fn, param.type, values, next));
  }
}

void EmitKernel(ModuleContext& module, const kir::Function& kernel) {
  CheckSharedMemory(module, kernel);
  const ParamLayout layout = MakeParamLayout(module.kir_module(), kernel);
  llvm::Function* function =
      CreateKernel(module, kernel, KernelParamTypes(module, layout), kernel.symbol);
  FunctionContext fn(module, kernel, function);
  SetKernelParams(fn, layout);
  DeclareParams(fn);
  fn.EmitRegion(kernel.body);
  if (!fn.terminated()) {
    module.hooks().EmitReturn(fn, nullptr);
  }
}

}  // namespace kernelc::codegen
