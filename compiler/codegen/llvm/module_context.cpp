#include "compiler/codegen/llvm/module_context.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/codegen/llvm/target_hooks.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {
namespace {

// C widens integers that are narrower than `int`.
llvm::AttributeList WidenNarrow(const kir::Function& callee, llvm::LLVMContext& context) {
  llvm::AttributeList attributes;
  const auto widening = [](TypeId type) -> std::optional<llvm::Attribute::AttrKind> {
    if (!types::IsInteger(type) || types::scalar_bits(type) >= 32) {
      return std::nullopt;
    }
    return types::IsUnsigned(type) ? llvm::Attribute::ZExt : llvm::Attribute::SExt;
  };
  if (const auto kind = widening(callee.result)) {
    attributes = attributes.addRetAttribute(context, *kind);
  }
  for (unsigned i = 0; i < callee.params.size(); ++i) {
    if (const auto kind = widening(callee.params[i].type)) {
      attributes = attributes.addParamAttribute(context, i, *kind);
    }
  }
  return attributes;
}

// A function of the C ABI that is linked with the code.
llvm::Function* DeclareExternal(const kir::Function& callee, ModuleContext& module) {
  std::vector<llvm::Type*> params;
  for (const kir::Param& param : callee.params) {
    params.push_back(module.types().Register(param.type));
  }
  auto* type = llvm::FunctionType::get(module.types().Register(callee.result), params, false);
  llvm::Function* function =
      module.CreateFunction(type, llvm::GlobalValue::ExternalLinkage, callee.symbol);
  function->setAttributes(WidenNarrow(callee, module.llvm_context()));
  return function;
}

}  // namespace

ModuleContext::ModuleContext(llvm::Module& llvm_module, const kir::Module& kir_module,
                             const SourceManager* sources, const TargetOptions& options,
                             TargetHooks& hooks, kir::FunctionId part)
    : llvm_module_(&llvm_module),
      kir_module_(&kir_module),
      sources_(sources),
      options_(&options),
      hooks_(&hooks),
      part_(part),
      types_(llvm_module.getContext(), kir_module.types, hooks),
      device_functions_(kir_module.functions.size()),
      constants_(kir_module.constants.size()) {
  if (sources != nullptr && (options.debug || options.line_info)) {
    debug_info_ = std::make_unique<DebugInfo>(llvm_module, *sources, options);
  }
}

ModuleContext::~ModuleContext() = default;

llvm::Function* ModuleContext::CreateFunction(llvm::FunctionType* type,
                                              llvm::GlobalValue::LinkageTypes linkage,
                                              const std::string& symbol) {
  if (!llvm::GlobalValue::isLocalLinkage(linkage)) {
    if (llvm::GlobalValue* other = llvm_module_->getNamedValue(symbol)) {
      KC_CHECK(other->hasLocalLinkage(), "two things are called {}", symbol);
      other->setName(symbol + ".local");
    }
  }
  return llvm::Function::Create(type, linkage, symbol, *llvm_module_);
}

llvm::Function* ModuleContext::LibraryFunction(llvm::StringRef name, llvm::FunctionType* type) {
  auto* function =
      llvm::dyn_cast<llvm::Function>(llvm_module_->getOrInsertFunction(name, type).getCallee());
  KC_CHECK(function != nullptr && function->isDeclaration(), "the program has a {} of its own",
           name.str());
  return function;
}

void ModuleContext::CheckEntries() const {
  for (const kir::Function& entry : kir_module_->functions) {
    if (kir::IsEntry(entry) && Has(entry)) {
      // A kernel may be another name for one that has the same code.
      const llvm::GlobalValue* function = llvm_module_->getNamedValue(entry.symbol);
      KC_CHECK(function != nullptr && !function->isDeclaration(), "no code for {}", entry.symbol);
    }
  }
}

void ModuleContext::MakeNamesDistinct() {
  if (!part_.has_value()) {
    return;
  }
  const std::vector<llvm::GlobalVariable*> shared = WholeConstants();
  // `$` is in no name of the program.
  const std::string& kernel = kir_module_->function(part_).symbol;
  for (llvm::GlobalValue& value : llvm_module_->global_values()) {
    if (value.hasLocalLinkage() && std::ranges::find(shared, &value) == shared.end() && !value.getName().starts_with(kernel + ".")) {
      value.setName(value.getName() + "$" + kernel);
    }
  }
  // Objects of parts have a section for each, of which one is kept; texts have the same line.
  for (llvm::GlobalVariable* const global : shared) {
    if (!llvm_module_->getTargetTriple().isNVPTX()) {
      global->setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
      global->setVisibility(llvm::GlobalValue::HiddenVisibility);
      global->setComdat(llvm_module_->getOrInsertComdat(global->getName()));
    }
  }
}

std::vector<llvm::GlobalVariable*> ModuleContext::WholeConstants() {
  std::vector<llvm::GlobalVariable*> whole;
  for (const kir::Constant& constant : kir_module_->constants) {
    llvm::GlobalVariable* const global = llvm_module_->getNamedGlobal(constant.symbol);
    if (global != nullptr && global->hasLocalLinkage() && global->hasInitializer() &&
        global->getInitializer() == ContentsOf(constant) && global->getAlign() == AlignOf(constant)) {
      whole.push_back(global);
    }
  }
  return whole;
}

llvm::Function* ModuleContext::DeviceFunction(kir::FunctionId id) {
  llvm::Function*& function = device_functions_[id.index];
  if (function != nullptr) {
    return function;
  }
  const kir::Function& callee = kir_module_->function(id);
  if (kir::IsExternal(callee)) {
    function = DeclareExternal(callee, *this);
    return function;
  }
  KC_CHECK(callee.kind == kir::FunctionKind::Device, "kernel {} is called", callee.name);
  std::vector<llvm::Type*> params;
  hooks_->HiddenParams(*this, params);
  for (const kir::Param& param : callee.params) {
    if (types_.HasBytes(param.type)) {
      params.push_back(types_.Register(param.type));
    }
  }
  llvm::Type* const result = types_.HasBytes(callee.result)
                                 ? types_.Register(callee.result)
                                 : llvm::Type::getVoidTy(llvm_context());
  auto* type = llvm::FunctionType::get(result, params, false);
  const bool is_exported = callee.options.exported != kir::Export::None;
  function = CreateFunction(
      type, is_exported ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
      callee.symbol);
  if (is_exported) {
    function->setAttributes(WidenNarrow(callee, llvm_context()));
  }
  if (callee.options.force_inline) {
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  } else {
    function->addFnAttr(llvm::Attribute::InlineHint);
  }
  pending_.push_back(id);
  return function;
}

llvm::Constant* ModuleContext::ContentsOf(const kir::Constant& constant) const {
  // Nothing has an address too: an empty array is one byte.
  const std::size_t size = std::max<std::size_t>(constant.bytes.size(), 1);
  const bool zero = constant.bytes.find_first_not_of('\0') == std::string::npos;
  auto* array = llvm::ArrayType::get(llvm::Type::getInt8Ty(llvm_module_->getContext()), size);
  return zero ? static_cast<llvm::Constant*>(llvm::ConstantAggregateZero::get(array))
              : llvm::ConstantDataArray::getRaw(constant.bytes, size, array->getElementType());
}

llvm::Align ModuleContext::AlignOf(const kir::Constant& constant) {
  const types::Type& type = kir_module_->types.get(constant.type);
  return std::max(llvm::Align(kArrayAlign), types_.MemoryAlign(type.element));
}

llvm::GlobalVariable* ModuleContext::Constant(kir::ConstantId id) {
  llvm::GlobalVariable*& global = constants_[id.index];
  if (global != nullptr) {
    return global;
  }
  const kir::Constant& constant = kir_module_->constant(id);
  const types::Type& type = kir_module_->types.get(constant.type);
  llvm::Constant* const data = ContentsOf(constant);
  global = new llvm::GlobalVariable(
      *llvm_module_, data->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, data,
      constant.symbol, nullptr, llvm::GlobalValue::NotThreadLocal,
      types_.Pointer(type.space)->getAddressSpace());
  global->setAlignment(AlignOf(constant));
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

void ModuleContext::EmitPendingDeviceFunctions() {
  while (!pending_.empty()) {
    const kir::FunctionId id = pending_.back();
    pending_.pop_back();
    FunctionContext fn(*this, kir_module_->function(id), device_functions_[id.index]);
    EmitDeviceFunctionBody(fn);
  }
}

void ModuleContext::Fail(SourceRange range, std::string message) {
  if (!failure_.empty()) {
    return;
  }
  failure_ = std::move(message);
  if (sources_ != nullptr && range.has_value()) {
    const LineColumn place = sources_->begin(range);
    failure_ = fmt::format("{}:{}:{}: {}", sources_->file(range.file).path(), place.line,
                           place.column, failure_);
  }
}

}  // namespace kernelc::codegen
