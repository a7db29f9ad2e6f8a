// Calls of builtins as CUDA C++.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/function_writer.h"

namespace kernelc::codegen::cuda_cpp {

using builtins::BuiltinId;
using builtins::LoweringKind;

namespace {

bool IsNarrowFloat(TypeId id) { return types::IsFloat(id) && types::scalar_bits(id) == 16; }

// CUDA's own functions take integers of 32 and 64 bits and floats of these sizes.
bool IsNative(TypeId id) {
  return types::IsScalar(id) && !types::IsBool(id) && !types::IsComplex(id) &&
         types::scalar_bits(id) >= 32;
}

// float32 functions of math that have an approximate form for fast math.
bool HasFastForm(std::string_view name) {
  constexpr std::string_view kFast[] = {"cos", "exp", "log", "log10", "log2", "pow", "sin", "tan"};
  return std::ranges::find(kFast, name) != std::end(kFast);
}

// The function of our header that is the builtin, with the same arguments; null for another one.
const char* HelperOf(BuiltinId id) {
  constexpr std::pair<BuiltinId, const char*> kHelpers[] = {
      {BuiltinId::BitReverse, "kc::brev"},  {BuiltinId::FindFirstSet, "kc::ffs"},
      {BuiltinId::LeadingZeros, "kc::clz"}, {BuiltinId::PopulationCount, "kc::popc"},
      {BuiltinId::PowInt, "kc::pow_int"},
  };
  const auto* const found =
      std::ranges::find(kHelpers, id, &std::pair<BuiltinId, const char*>::first);
  return found == std::end(kHelpers) ? nullptr : found->second;
}

}  // namespace

std::string FunctionWriter::Arguments(const kir::Inst& value, std::uint32_t first) {
  std::string text;
  for (std::uint32_t i = first; i < value.operands.count; ++i) {
    text += (i == first ? "" : ", ") + UseTyped(operand(value, i)).text;
  }
  return text;
}

std::string FunctionWriter::Mask(kir::InstId id) {
  if (const std::optional<std::int64_t> known = KnownInteger(id)) {
    return fmt::format("0x{:08x}u", static_cast<std::uint32_t>(*known));
  }
  return Use(id).text;
}

Expr FunctionWriter::Place(BuiltinId id) {
  const auto dimension = [](BuiltinId at, BuiltinId x) {
    return "xyz"[static_cast<unsigned>(at) - static_cast<unsigned>(x)];
  };
  if (id >= BuiltinId::GridX && id <= BuiltinId::GridZ) {
    const char d = dimension(id, BuiltinId::GridX);
    return {fmt::format("int64_t(blockIdx.{0}) * blockDim.{0} + threadIdx.{0}", d), Binding::Add};
  }
  if (id >= BuiltinId::GridSizeX && id <= BuiltinId::GridSizeZ) {
    const char d = dimension(id, BuiltinId::GridSizeX);
    return {fmt::format("int64_t(blockDim.{0}) * gridDim.{0}", d), Binding::Multiply};
  }
  if (id == BuiltinId::LaneId) {
    return Call("kc::lane_id", "");
  }
  const Expr name{std::string(builtins::builtin_info(id).cuda.name), Binding::Name};
  return id == BuiltinId::WarpSize ? name : SameValue("int32_t", name);
}

// 16-bit floats are computed in float32.
Expr FunctionWriter::Math(const kir::Inst& value, std::string_view name) {
  const TypeId id = operand_type(value, 0);
  std::string arguments;
  for (std::uint32_t i = 0; i < value.operands.count; ++i) {
    const std::string argument = UseTyped(operand(value, i)).text;
    arguments += i == 0 ? "" : ", ";
    arguments +=
        IsNarrowFloat(operand_type(value, i)) ? fmt::format("kc::widen({})", argument) : argument;
  }
  if (id == types::kFloat64) {
    return Call(name, arguments);
  }
  const bool fast = function_.options.fastmath && HasFastForm(name);
  const Expr result = Call(fmt::format("{}{}f", fast ? "__" : "", name), arguments);
  return IsNarrowFloat(value.type)
             ? Call(fmt::format("kc::narrow<{}>", Spell(value.type)), result.text)
             : result;
}

Expr FunctionWriter::MinMax(const kir::Inst& value, BuiltinId, std::string_view name) {
  const TypeId id = value.type;
  if (id == types::kFloat32 || id == types::kFloat64) {
    return Call(fmt::format("f{}{}", name, id == types::kFloat32 ? "f" : ""), Arguments(value));
  }
  return IsNative(id) ? Call(name, Arguments(value))
                      : Call(fmt::format("kc::{}", name), Arguments(value));
}

// libdevice's functions are linked by nvcc and NVRTC; the text declares those that it calls.
Expr FunctionWriter::Libdevice(const kir::Inst& value, std::string_view name) {
  std::string params;
  for (std::uint32_t i = 0; i < value.operands.count; ++i) {
    params += (i == 0 ? "" : ", ") + Spell(operand_type(value, i));
  }
  const types::Type& result = type(value.type);
  const std::string arguments = Arguments(value);
  if (result.kind != types::TypeKind::Tuple) {
    module_.externs()[std::string(name)] =
        fmt::format("extern \"C\" __device__ {} {}({});\n", Spell(value.type), name, params);
    return Call(name, arguments);
  }
  // What C gives through pointers.
  const builtins::BuiltinInfo& info = builtins::builtin_info(static_cast<BuiltinId>(value.imm));
  const bool all_out = info.nvptx.name == "libdevice_out";
  const std::string tuple = names_.Add("results");
  std::string outs;
  for (std::size_t i = all_out ? 0 : 1; i < result.elements.size(); ++i) {
    const std::string separator = params.empty() ? "" : ", ";
    params += fmt::format("{}{}*", separator, Spell(result.elements[i]));
    outs += fmt::format("{}&{}.{}", arguments.empty() && outs.empty() ? "" : ", ", tuple,
                        module_.types().TupleMember(value.type, i));
  }
  module_.externs()[std::string(name)] =
      fmt::format("extern \"C\" __device__ {} {}({});\n",
                  all_out ? "void" : Spell(result.elements[0]), name, params);
  Declare(Spell(value.type), tuple, "");
  const std::string call = fmt::format("{}({}{})", name, arguments, outs);
  Line(all_out
           ? fmt::format("{};", call)
           : fmt::format("{}.{} = {};", tuple, module_.types().TupleMember(value.type, 0), call));
  return {tuple, Binding::Name};
}

Expr FunctionWriter::LaneQuery(const kir::Inst&, BuiltinId id, std::string_view name) {
  return Call(id == BuiltinId::LaneMaskLt ? "kc::lanemask_lt" : name, "");
}

// Operations of a warp, whose first operand is the mask of lanes.

Expr FunctionWriter::Vote(const kir::Inst& value, BuiltinId id, std::string_view name) {
  const std::string mask = Mask(operand(value, 0));
  const std::string predicate = Use(operand(value, 1)).text;
  const Expr vote =
      Call(id == BuiltinId::EqSync ? "kc::uni_sync" : name, fmt::format("{}, {}", mask, predicate));
  return Infix(vote, "!=", {"0", Binding::Name}, Binding::Equality);
}

Expr FunctionWriter::Ballot(const kir::Inst& value, BuiltinId, std::string_view name) {
  const std::string mask = Mask(operand(value, 0));
  return Cast("int32_t", Call(name, fmt::format("{}, {}", mask, Use(operand(value, 1)).text)));
}

Expr FunctionWriter::SyncWarp(const kir::Inst& value, BuiltinId, std::string_view name) {
  // All lanes are meant where none are named.
  const bool is_all = KnownInteger(operand(value, 0)).has_value() &&
                      static_cast<std::uint32_t>(*KnownInteger(operand(value, 0))) == ~0u;
  return Call(name, is_all ? "" : Mask(operand(value, 0)));
}

Expr FunctionWriter::Match(const kir::Inst& value, BuiltinId id, std::string_view) {
  const std::string mask = Mask(operand(value, 0));
  return Call(id == BuiltinId::MatchAllSync ? "kc::match_all" : "kc::match_any",
              fmt::format("{}, {}", mask, Arguments(value, 1)));
}

Expr FunctionWriter::Shuffle(const kir::Inst& value, BuiltinId, std::string_view name) {
  const std::string function =
      IsNative(value.type) ? std::string(name)
                           : fmt::format("kc::{}", name.substr(std::string_view("__").size()));
  const std::string mask = Mask(operand(value, 0));
  const std::string moved = UseTyped(operand(value, 1)).text;
  return Call(function, fmt::format("{}, {}, {}", mask, moved, Use(operand(value, 2)).text));
}

Expr FunctionWriter::Absolute(const kir::Inst& value, BuiltinId, std::string_view) {
  return value.type == types::kFloat32 || value.type == types::kFloat64
             ? Math(value, "fabs")
             : Call("kc::abs", Arguments(value));
}

Expr FunctionWriter::GridSync(const kir::Inst&, BuiltinId, std::string_view) {
  if (module_.kir().checks.errors) {
    module_.reports_errors() = true;
    return Call("kc::grid_sync", "&kernelc_error_state");
  }
  module_.types().headers().cooperative_groups = true;
  return Call("cooperative_groups::this_grid().sync", "");
}

Expr FunctionWriter::CopyAsyncWait(const kir::Inst& value, BuiltinId, std::string_view) {
  return Call(fmt::format("kc::cp_async_wait<{}>", *KnownInteger(operand(value, 0))), "");
}

Expr FunctionWriter::Wgmma(const kir::Inst& value, BuiltinId, std::string_view) {
  const auto known = [&](std::uint32_t i) { return *KnownInteger(operand(value, i)); };
  module_.has_aligned_shared() = true;
  std::string arguments;
  for (const std::uint32_t i : {0U, 1U, 2U, 3U, 4U, 8U}) {
    arguments += (i == 0 ? "" : ", ") + Use(operand(value, i)).text;
  }
  return Call(fmt::format("kc::wgmma<{}, {}, {}, {}>", known(5), known(6), known(7),
                          type(operand_type(value, 1)).element == types::kBFloat16),
              arguments);
}

Expr FunctionWriter::WgmmaWait(const kir::Inst& value, BuiltinId, std::string_view) {
  return Call(fmt::format("kc::wgmma_wait<{}, {}>", *KnownInteger(operand(value, 0)),
                          *KnownInteger(operand(value, 1)) / 2),
              Use(operand(value, 2)).text);
}

Expr FunctionWriter::CachedAccess(const kir::Inst& value, BuiltinId, std::string_view name) {
  // Shared and local memory is not cached that way, and some types have no such instruction.
  const types::Type& pointer = type(operand_type(value, 0));
  const bool cached = (pointer.space == types::AddressSpace::Global ||
                       pointer.space == types::AddressSpace::Generic) &&
                      types::IsScalar(pointer.element) && !types::IsBool(pointer.element) &&
                      !types::IsComplex(pointer.element) && !IsNarrowFloat(pointer.element);
  const bool is_load = value.operands.count == 1;
  return Call(cached ? name : is_load ? "kc::load" : "kc::store", Arguments(value));
}

Expr FunctionWriter::Narrowing(const kir::Inst& value, BuiltinId, std::string_view name) {
  static_cast<void>(Spell(value.type));
  return operand_type(value, 0) == types::kFloat32
             ? Call(name, Arguments(value))
             : Call(fmt::format("kc::narrow_{}<{}>", name.substr(name.size() - 2),
                                Spell(value.type)),
                    Arguments(value));
}

// What writes a builtin that its row of builtins.def does not say in full.
FunctionWriter::BuiltinWriter FunctionWriter::WriterOf(BuiltinId id) {
  static constexpr std::pair<BuiltinId, BuiltinWriter> kWriters[] = {
      {BuiltinId::Abs, &FunctionWriter::Absolute},
      {BuiltinId::ActiveMask, &FunctionWriter::LaneQuery},
      {BuiltinId::AllSync, &FunctionWriter::Vote},
      {BuiltinId::AnySync, &FunctionWriter::Vote},
      {BuiltinId::BallotSync, &FunctionWriter::Ballot},
      {BuiltinId::CopyAsyncWait, &FunctionWriter::CopyAsyncWait},
      {BuiltinId::EqSync, &FunctionWriter::Vote},
      {BuiltinId::GridSync, &FunctionWriter::GridSync},
      {BuiltinId::LaneMaskLt, &FunctionWriter::LaneQuery},
      {BuiltinId::LoadCa, &FunctionWriter::CachedAccess},
      {BuiltinId::LoadCg, &FunctionWriter::CachedAccess},
      {BuiltinId::LoadCs, &FunctionWriter::CachedAccess},
      {BuiltinId::LoadCv, &FunctionWriter::CachedAccess},
      {BuiltinId::LoadLu, &FunctionWriter::CachedAccess},
      {BuiltinId::MatchAllSync, &FunctionWriter::Match},
      {BuiltinId::MatchAnySync, &FunctionWriter::Match},
      {BuiltinId::Max, &FunctionWriter::MinMax},
      {BuiltinId::Min, &FunctionWriter::MinMax},
      {BuiltinId::ShflDownSync, &FunctionWriter::Shuffle},
      {BuiltinId::ShflSync, &FunctionWriter::Shuffle},
      {BuiltinId::ShflUpSync, &FunctionWriter::Shuffle},
      {BuiltinId::ShflXorSync, &FunctionWriter::Shuffle},
      {BuiltinId::StoreCg, &FunctionWriter::CachedAccess},
      {BuiltinId::StoreCs, &FunctionWriter::CachedAccess},
      {BuiltinId::StoreWb, &FunctionWriter::CachedAccess},
      {BuiltinId::StoreWt, &FunctionWriter::CachedAccess},
      {BuiltinId::SyncWarp, &FunctionWriter::SyncWarp},
      {BuiltinId::ToBFloatDown, &FunctionWriter::Narrowing},
      {BuiltinId::ToBFloatNearest, &FunctionWriter::Narrowing},
      {BuiltinId::ToBFloatUp, &FunctionWriter::Narrowing},
      {BuiltinId::ToBFloatZero, &FunctionWriter::Narrowing},
      {BuiltinId::ToHalfDown, &FunctionWriter::Narrowing},
      {BuiltinId::ToHalfNearest, &FunctionWriter::Narrowing},
      {BuiltinId::ToHalfUp, &FunctionWriter::Narrowing},
      {BuiltinId::ToHalfZero, &FunctionWriter::Narrowing},
      {BuiltinId::Wgmma, &FunctionWriter::Wgmma},
      {BuiltinId::WgmmaWait, &FunctionWriter::WgmmaWait},
  };
  const auto* const found =
      std::ranges::find(kWriters, id, &std::pair<BuiltinId, BuiltinWriter>::first);
  return found == std::end(kWriters) ? nullptr : found->second;
}

Expr FunctionWriter::Builtin(const kir::Inst& value) {
  const auto id = static_cast<BuiltinId>(value.imm);
  const builtins::BuiltinInfo& info = builtins::builtin_info(id);
  const std::string_view name = info.cuda.name;
  if (builtins::ParseSignature(info.signature).is_attribute) {
    return Place(id);
  }
  const bool is_libdevice = name.starts_with("__nv_") && info.name().starts_with("cuda.libdevice.");
  if (is_libdevice) {
    return Libdevice(value, name);
  }
  if (const char* const helper = HelperOf(id)) {
    return Call(helper, Arguments(value));
  }
  if (const BuiltinWriter writer = WriterOf(id)) {
    return (this->*writer)(value, id, name);
  }
  const bool is_math = info.signature.starts_with("F(");
  return is_math ? Math(value, name) : Call(name, Arguments(value));
}

}  // namespace kernelc::codegen::cuda_cpp
