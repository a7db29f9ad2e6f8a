// Mathematics of the C library, and glibc's vector forms of it (libmvec).
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/loop_metadata.h"

namespace kernelc::codegen {

llvm::CallInst* CallPure(FunctionContext& fn, const std::string& name, llvm::Type* result,
                         std::span<llvm::Value* const> operands) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* operand : operands) {
    types.push_back(operand->getType());
  }
  llvm::FunctionType* type = llvm::FunctionType::get(result, types, false);
  llvm::Function* function = fn.module().LibraryFunction(name, type);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return fn.builder().CreateCall(type, function,
                                 llvm::ArrayRef<llvm::Value*>(operands.data(), operands.size()));
}

namespace {

// A call whose result no vector form is near enough to.
constexpr const char* kExactCall = "kernelc-exact-call";

// Functions of complex numbers are made of several real ones, and what one errs counts in the next
// as often as the numbers are large: the angle of a power, times its exponent, is a sine's
// argument.
bool IsOnComplexNumbers(const kir::Function& function) {
  return function.kind == kir::FunctionKind::Device &&
         (types::IsComplex(function.result) ||
          std::any_of(function.params.begin(), function.params.end(),
                      [](const kir::Param& param) { return types::IsComplex(param.type); }));
}

}  // namespace

llvm::Value* CpuTargetHooks::EmitMath(FunctionContext& fn, const kir::Inst& /*inst*/,
                                      std::string_view name,
                                      std::span<llvm::Value* const> operands) {
  llvm::Type* type = operands[0]->getType();
  const std::string symbol = std::string(name) + (type->isFloatTy() ? "f" : "");
  llvm::CallInst* call = CallPure(fn, symbol, type, operands);
  if (IsOnComplexNumbers(fn.kir_function())) {
    call->addFnAttr(llvm::Attribute::get(call->getContext(), kExactCall));
  }
  return call;
}

namespace {

// Functions that libmvec has in all widths, by their C names, with the number of arguments.
struct VectorFunction {
  const char* name;
  unsigned arguments;
};
constexpr VectorFunction kVectorFunctions[] = {
    {"acos", 1}, {"acosh", 1}, {"asin", 1},  {"asinh", 1}, {"atan", 1},  {"atan2", 2}, {"atanh", 1},
    {"cbrt", 1}, {"cos", 1},   {"cosh", 1},  {"erf", 1},   {"erfc", 1},  {"exp", 1},   {"exp10", 1},
    {"exp2", 1}, {"expm1", 1}, {"hypot", 2}, {"log", 1},   {"log10", 1}, {"log1p", 1}, {"log2", 1},
    {"pow", 2},  {"sin", 1},   {"sinh", 1},  {"tan", 1},   {"tanh", 1},
};

// A width that a vector level brings: glibc's letter for it, and its bits.
struct VectorWidth {
  VectorLevel level;
  char letter;
  unsigned bits;
};
constexpr VectorWidth kVectorWidths[] = {
    {VectorLevel::Sse4, 'b', 128}, {VectorLevel::Avx2, 'd', 256}, {VectorLevel::Avx512, 'e', 512}};

// The row for a call of `sin`, `sinf` or `llvm.sin.*`.
const VectorFunction* FindVectorFunction(const llvm::Function& callee) {
  llvm::StringRef name = callee.getName();
  if (callee.isIntrinsic()) {
    name.consume_front("llvm.");
    name = name.split('.').first;
  } else if (callee.getReturnType()->isFloatTy() && !name.consume_back("f")) {
    return nullptr;
  }
  for (const VectorFunction& function : kVectorFunctions) {
    if (name == function.name) {
      return &function;
    }
  }
  return nullptr;
}

// Declares the vector form and gives its entry in the attribute that LLVM looks for.
std::string DeclareVariant(llvm::Module& module, const llvm::Function& scalar,
                           const VectorFunction& function, const VectorWidth& width) {
  llvm::Type* element = scalar.getReturnType();
  const unsigned lanes = width.bits / static_cast<unsigned>(element->getScalarSizeInBits());
  const std::string parameters(function.arguments, 'v');
  const std::string vector_name = fmt::format("_ZGV{}N{}{}_{}{}", width.letter, lanes, parameters,
                                              function.name, element->isFloatTy() ? "f" : "");
  auto* vector = llvm::FixedVectorType::get(element, lanes);
  const std::vector<llvm::Type*> types(function.arguments, vector);
  auto* variant = llvm::cast<llvm::Function>(
      module.getOrInsertFunction(vector_name, llvm::FunctionType::get(vector, types, false))
          .getCallee());
  variant->setDoesNotAccessMemory();
  variant->setDoesNotThrow();
  variant->setWillReturn();
  llvm::appendToCompilerUsed(module, {variant});
  return fmt::format("_ZGV_LLVM_N{}{}_{}({})", lanes, parameters, scalar.getName().str(),
                     vector_name);
}

std::string VariantsOf(llvm::Module& module, const llvm::Function& scalar, VectorLevel level) {
  const VectorFunction* function = FindVectorFunction(scalar);
  llvm::Type* type = scalar.getReturnType();
  if (function == nullptr || (!type->isFloatTy() && !type->isDoubleTy())) {
    return "";
  }
  std::string variants;
  for (const VectorWidth& width : kVectorWidths) {
    if (width.level <= level) {
      variants += variants.empty() ? "" : ",";
      variants += DeclareVariant(module, scalar, *function, width);
    }
  }
  return variants;
}

}  // namespace

void AddVectorMath(llvm::Module& module, VectorLevel level) {
  std::vector<llvm::Function*> callees;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && FindVectorFunction(function) != nullptr) {
      callees.push_back(&function);
    }
  }
  for (llvm::Function* callee : callees) {
    const std::string variants = VariantsOf(module, *callee, level);
    if (variants.empty()) {
      continue;
    }
    for (llvm::User* user : callee->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && !call->getAttributes().hasFnAttr(kExactCall)) {
        call->addFnAttr(
            llvm::Attribute::get(module.getContext(), llvm::VFABI::MappingsAttrName, variants));
      }
    }
  }
}

}  // namespace kernelc::codegen
