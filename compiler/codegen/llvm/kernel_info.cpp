#include "compiler/codegen/llvm/kernel_info.h"

#include <algorithm>
#include <limits>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/kir/analysis/memory_effects.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

using types::TypeKind;

namespace {

std::uint32_t RoundUp(std::uint32_t value, std::uint32_t align) {
  return (value + align - 1) / align * align;
}

class LayoutBuilder {
 public:
  LayoutBuilder(const kir::Module& module, ParamLayout& layout)
      : module_(module), layout_(layout) {}

  void AddParam(std::uint32_t param, TypeId id) {
    const types::Type& type = module_.types.get(id);
    switch (type.kind) {
      case TypeKind::Scalar: {
        const abi::ScalarInfo& info = abi::scalar_info(type.scalar);
        AddPart({abi::FieldKind::Value, 0, param, id, 0, info.size}, info.align);
        return;
      }
      case TypeKind::Array:
        AddPart({abi::FieldKind::Data, 0, param, id, 0, 8}, 8);
        for (std::uint8_t dim = 0; dim < type.ndim; ++dim) {
          AddPart({abi::FieldKind::Extent, dim, param, id, 0, 8}, 8);
        }
        for (std::uint8_t dim = 0; type.layout == types::Layout::A && dim < type.ndim; ++dim) {
          AddPart({abi::FieldKind::Stride, dim, param, id, 0, 8}, 8);
        }
        return;
      case TypeKind::Tuple:
        for (TypeId element : type.elements) {
          AddParam(param, element);
        }
        return;
      case TypeKind::Datetime:
        AddPart({abi::FieldKind::Value, 0, param, id, 0, 8}, 8);
        return;
      case TypeKind::Pointer:
        AddPart({abi::FieldKind::Data, 0, param, id, 0, 8}, 8);
        return;
      case TypeKind::Vector:
        for (unsigned lane = 0; lane < type.ndim; ++lane) {
          AddParam(param, type.element);
        }
        return;
      case TypeKind::None:
        return;
      case TypeKind::Void:
      case TypeKind::Optional:
      case TypeKind::Record:
        break;
    }
    KC_FATAL("a kernel parameter of type {}", types::Spell(module_.types, id));
  }

 private:
  void AddPart(ParamPart part, std::uint32_t align) {
    part.offset = RoundUp(layout_.bytes, align);
    layout_.bytes = part.offset + part.size;
    layout_.parts.push_back(part);
  }

  const kir::Module& module_;
  ParamLayout& layout_;
};

abi::ArgType ArgTypeOf(const kir::Module& module, TypeId id, const kir::ParamFacts& facts) {
  const types::Type& type = module.types.get(id);
  abi::ArgType result;
  switch (type.kind) {
    case TypeKind::Scalar:
      result.scalar = type.scalar;
      result.facts.small = facts.array.small;
      return result;
    case TypeKind::Array:
      result = abi::ArgType::ArrayOf(types::ElementArg(module.types, type.element), type.ndim,
                                     type.layout);
      result.readonly = type.readonly;
      result.facts = facts.array;
      return result;
    case TypeKind::None:
      result.kind = abi::ArgKind::None;
      return result;
    case TypeKind::Tuple:
      result.kind = abi::ArgKind::Tuple;
      for (TypeId element : type.elements) {
        result.elements.push_back(ArgTypeOf(module, element, facts));
      }
      result.field_names = type.field_names;
      result.name = type.name;
      return result;
    case TypeKind::Pointer:
      result = types::ElementArg(module.types, type.element);
      if (result.kind != abi::ArgKind::Record) {
        result.kind = abi::ArgKind::Pointer;
      }
      return result;
    case TypeKind::Vector:
    case TypeKind::Datetime:
      return types::ElementArg(module.types, id);
    case TypeKind::Void:
    case TypeKind::Optional:
    case TypeKind::Record:
      break;
  }
  KC_FATAL("a kernel parameter of type {}", types::Spell(module.types, id));
}

// Calls `visit` with each operation of the region and of the regions within.
template <typename Visit>
void ForEachInst(const kir::Function& function, kir::RegionId region, const Visit& visit) {
  for (kir::InstId id : function.region(region).insts) {
    const kir::Inst& inst = function.inst(id);
    visit(id, inst);
    for (kir::RegionId inner : function.regions_of(inst)) {
      ForEachInst(function, inner, visit);
    }
  }
}

}  // namespace

ParamLayout MakeParamLayout(const kir::Module& module, const kir::Function& kernel) {
  ParamLayout layout;
  LayoutBuilder builder(module, layout);
  for (std::uint32_t i = 0; i < kernel.params.size(); ++i) {
    layout.first_part.push_back(static_cast<std::uint32_t>(layout.parts.size()));
    builder.AddParam(i, kernel.params[i].type);
  }
  layout.first_part.push_back(static_cast<std::uint32_t>(layout.parts.size()));
  return layout;
}

llvm::Value* AssembleParam(FunctionContext& fn, TypeId id, std::span<llvm::Value* const> parts,
                           std::size_t& next) {
  const types::Type& type = fn.type(id);
  std::vector<llvm::Value*> fields;
  switch (type.kind) {
    case TypeKind::Scalar:
    case TypeKind::Datetime:
    case TypeKind::Pointer:
      return parts[next++];
    case TypeKind::Array: {
      const std::size_t count =
          1u + type.ndim * (type.layout == types::Layout::A ? std::size_t{2} : std::size_t{1});
      fields.assign(parts.begin() + static_cast<std::ptrdiff_t>(next),
                    parts.begin() + static_cast<std::ptrdiff_t>(next + count));
      next += count;
      break;
    }
    case TypeKind::Tuple:
      for (TypeId element : type.elements) {
        fields.push_back(AssembleParam(fn, element, parts, next));
      }
      break;
    case TypeKind::Vector:
      for (unsigned lane = 0; lane < type.ndim; ++lane) {
        fields.push_back(AssembleParam(fn, type.element, parts, next));
      }
      break;
    case TypeKind::None:
      break;
    case TypeKind::Void:
    case TypeKind::Optional:
    case TypeKind::Record:
      KC_FATAL("a kernel parameter of type {}", types::Spell(fn.types().store(), id));
  }
  return fn.Struct(fn.types().Register(id), fields);
}

std::vector<const kir::Function*> ReachableFunctions(const kir::Module& module,
                                                     const kir::Function& kernel) {
  std::vector<const kir::Function*> found{&kernel};
  for (std::size_t next = 0; next < found.size(); ++next) {
    const kir::Function& function = *found[next];
    ForEachInst(function, function.body, [&](kir::InstId, const kir::Inst& inst) {
      if (inst.op != kir::Op::Call) {
        return;
      }
      const kir::Function* callee =
          &module.function(kir::FunctionId(static_cast<std::uint32_t>(inst.imm)));
      if (std::find(found.begin(), found.end(), callee) == found.end()) {
        found.push_back(callee);
      }
    });
  }
  return found;
}

std::uint64_t StaticArrayBytes(const kir::Module& module, const kir::Function& function,
                               const kir::Inst& inst) {
  std::uint64_t bytes = types::MemorySize(module.types, module.types.get(inst.type).element);
  for (std::int64_t extent : kir::StaticExtents(function, inst)) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes)) {
      return std::numeric_limits<std::uint64_t>::max();
    }
  }
  return bytes;
}

SharedLayout MakeSharedLayout(const kir::Module& module, const kir::Function& kernel) {
  // Above what any device has; targets refuse layouts that are too large for them.
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  SharedLayout layout;
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    ForEachInst(*function, function->body, [&](kir::InstId id, const kir::Inst& inst) {
      if (inst.op != kir::Op::SharedArray) {
        return;
      }
      const std::uint64_t bytes = StaticArrayBytes(module, *function, inst);
      const std::uint32_t offset = RoundUp(layout.bytes, kir::StaticAlign(*function, inst));
      layout.bytes =
          static_cast<std::uint32_t>(std::min(kMostBytes, std::min(kMostBytes, bytes) + offset));
      layout.entries.push_back({function, id, offset, layout.bytes - offset});
    });
  }
  return layout;
}

std::uint32_t SharedLayout::OffsetOf(const kir::Function& function, kir::InstId inst) const {
  for (const Entry& entry : entries) {
    if (entry.function == &function && entry.inst == inst) {
      return entry.offset;
    }
  }
  KC_FATAL("a shared array of {} has no place", function.name);
}

namespace {

// Which parameters the kernel may store through, by index.
std::vector<bool> WrittenParams(const kir::Module& module, const kir::Function& kernel) {
  const std::vector<kir::MemoryEffects> effects = kir::FindMemoryEffects(module);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (&module.functions[i] == &kernel) {
      return effects[i].writes_unknown ? std::vector<bool>(kernel.params.size(), true)
                                       : effects[i].writes;
    }
  }
  KC_FATAL("kernel {} is not of the module", kernel.name);
}

}  // namespace

abi::ArrayFacts UsedFacts(abi::DeviceKind device, abi::ArrayFacts facts) {
  // CPUs load whole vectors from any address.
  const bool is_aligned = device == abi::DeviceKind::Cuda;
  facts.aligned16 = facts.aligned16 && is_aligned;
  facts.aligned_rows = facts.aligned_rows && is_aligned;
  return facts;
}

abi::KernelInfo MakeKernelInfo(const kir::Module& module, const kir::Function& kernel) {
  abi::KernelInfo info;
  info.name = kernel.name;
  info.symbol = kernel.symbol;
  const ParamLayout layout = MakeParamLayout(module, kernel);
  for (const ParamPart& part : layout.parts) {
    info.fields.push_back({part.kind, part.dim, part.offset, part.size});
  }
  const std::vector<bool> written = WrittenParams(module, kernel);
  for (std::size_t i = 0; i < kernel.params.size(); ++i) {
    const kir::Param& param = kernel.params[i];
    info.params.push_back({param.name, ArgTypeOf(module, param.type, param.facts),
                           layout.first_part[i], layout.first_part[i + 1] - layout.first_part[i],
                           written[i]});
  }
  info.param_bytes = layout.bytes;
  info.assumes_no_overlap = kernel.options.no_overlap;
  info.static_shared_bytes = MakeSharedLayout(module, kernel).bytes;
  info.max_threads_per_block = kernel.options.max_threads_per_block;
  info.min_blocks_per_multiprocessor = kernel.options.min_blocks_per_multiprocessor;
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    ForEachInst(*function, function->body, [&](kir::InstId, const kir::Inst& inst) {
      info.uses_dynamic_shared |= inst.op == kir::Op::DynamicSharedArray;
      info.cooperative |=
          inst.op == kir::Op::CallBuiltin &&
          builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
              builtins::BuiltinEffects::GridSync;
    });
  }
  return info;
}

}  // namespace kernelc::codegen
