#include "compiler/kir/verifier.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "compiler/kir/text.h"
#include "compiler/kir/verify_structure.h"

namespace kernelc::kir {
namespace {

// Bytes of a constant.
constexpr std::uint64_t kMaxConstantBytes = std::uint64_t{1} << 31;

void VerifyParams(const Module& module, const Function& function, FaultSink& faults) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const Param& param = function.params[i];
    const auto add = [&](std::string_view message) {
      faults.Add(fmt::format("parameter {}: {}", param.name, message));
    };
    if (!names.insert(param.name).second) {
      add("the name is taken");
    }
    const Inst& value = function.inst(param.value);
    if (value.op != Op::Param || value.imm != static_cast<std::int64_t>(i) ||
        value.type != param.type) {
      add("its value is not the param operation of its number and type");
    }
    const types::Type& type = module.types.get(param.type);
    if (type.kind == types::TypeKind::Void) {
      add("it has no type");
    }
    ParamFacts beside_small = param.facts;
    beside_small.array.small = false;
    const bool is_integer = types::IsInteger(param.type) && types::scalar_bits(param.type) >= 32;
    if (type.kind != types::TypeKind::Array &&
        !((is_integer ? beside_small : param.facts) == ParamFacts())) {
      add("facts of an array are given for what is none");
    }
  }
}

// The verifier goes on to a type's parts as the store made them, so types cannot hold themselves.
void VerifyType(const types::TypeStore& store, TypeId id, std::vector<std::string>* faults) {
  const types::Type& type = store.get(id);
  const auto add = [&](std::string_view message) {
    faults->push_back(fmt::format("{}: {}", PrintType(store, id), message));
  };
  const bool has_element = type.kind == types::TypeKind::Array ||
                           type.kind == types::TypeKind::Pointer ||
                           type.kind == types::TypeKind::Optional;
  if (has_element && type.element == types::kVoid) {
    add("its element is void");
  }
  if (type.kind == types::TypeKind::Array && type.ndim > kMaxArrayDims) {
    add(fmt::format("an array has at most {} dimensions", kMaxArrayDims));
  }
  for (const TypeId element : type.elements) {
    if (element == types::kVoid) {
      add("an element is void");
    }
  }
}

// What is wrong with a constant's extents or bytes, or nothing.
std::string ConstantSizeFault(const types::TypeStore& store, const Constant& constant) {
  const types::Type& type = store.get(constant.type);
  if (constant.extents.size() != type.ndim) {
    return fmt::format("it has {} extents for {} dimensions", constant.extents.size(), type.ndim);
  }
  std::uint64_t size = types::MemorySize(store, type.element);
  for (const std::int64_t extent : constant.extents) {
    if (extent < 0 ||
        (size != 0 && static_cast<std::uint64_t>(extent) > kMaxConstantBytes / size)) {
      return fmt::format("extent {} is negative or too large", extent);
    }
    size *= static_cast<std::uint64_t>(extent);
  }
  return size == constant.bytes.size()
             ? ""
             : fmt::format("it has {} bytes, not {}", constant.bytes.size(), size);
}

std::string ConstantFault(const types::TypeStore& store, const Constant& constant) {
  const types::Type& type = store.get(constant.type);
  const bool has_place = type.space == types::AddressSpace::Constant ||
                         type.space == types::AddressSpace::Global;
  if (!IsPlainName(constant.symbol)) {
    return "the symbol is not an identifier";
  }
  if (type.kind != types::TypeKind::Array || !type.readonly || type.layout == abi::Layout::A ||
      !has_place) {
    return fmt::format("{} is not a contiguous, read-only array in constant or global memory",
                       PrintType(store, constant.type));
  }
  const types::TypeKind kind = store.get(type.element).kind;
  if (kind != types::TypeKind::Scalar && kind != types::TypeKind::Record &&
      kind != types::TypeKind::Datetime) {
    return fmt::format("{} has no constants", PrintType(store, type.element));
  }
  return ConstantSizeFault(store, constant);
}

void VerifyFunction(const Module& module, const Function& function,
                    std::vector<std::string>* faults) {
  FaultSink sink(module, function, faults);
  if (!IsPlainName(function.symbol)) {
    sink.Add("the symbol is not an identifier");
  }
  if (!VerifyIds(module, function, sink)) {
    return;
  }
  VerifyParams(module, function, sink);
  VerifyStructure(function, sink);
  VerifyTypes(module, function, sink);
}

}  // namespace

std::vector<std::string> Verify(const Module& module) {
  std::vector<std::string> faults;
  for (std::uint32_t i = 0; i < module.types.size(); ++i) {
    VerifyType(module.types, TypeId(i), &faults);
  }
  std::set<std::string_view> symbols;
  for (const Constant& constant : module.constants) {
    const bool taken = !symbols.insert(constant.symbol).second;
    const std::string fault =
        taken ? "the symbol is taken" : ConstantFault(module.types, constant);
    if (!fault.empty()) {
      faults.push_back(fmt::format("@{}: {}", constant.symbol, fault));
    }
  }
  for (const Function& function : module.functions) {
    if (!symbols.insert(function.symbol).second) {
      faults.push_back(fmt::format("@{}: the symbol is taken", function.symbol));
    }
    VerifyFunction(module, function, &faults);
  }
  return faults;
}

}  // namespace kernelc::kir
