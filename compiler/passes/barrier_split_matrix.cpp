// Products and loads of matrices that the lanes of a warp hold together.
//
// Each lane shows its registers in slots; behind the split it reads those that its part of the
// result needs. Which lane holds which element is PTX's: "Matrix fragments for mma" and "ldmatrix"
// of the PTX ISA.
#include <algorithm>
#include <iterator>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/builtins/builtins.h"
#include "compiler/passes/barrier_split.h"

namespace kernelc::passes {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

namespace {

constexpr std::int64_t kWarpSize = 32;
// The lanes that hold a row of A, and a column of B.
constexpr std::int64_t kGroupSize = 4;
constexpr std::int64_t kRowsPerMatrix = 8;

// What the 32 bits of an operand's register are.
enum class Packing : std::uint8_t { Float16, BFloat16, TFloat32, Int8, UInt8, Float64 };

struct Product {
  BuiltinId builtin;
  Packing packing;
};

constexpr Product kProducts[] = {
    {BuiltinId::MmaBFloat16, Packing::BFloat16}, {BuiltinId::MmaFloat16, Packing::Float16},
    {BuiltinId::MmaFloat64, Packing::Float64},   {BuiltinId::MmaFloat64M16, Packing::Float64},
    {BuiltinId::MmaInt8, Packing::Int8},         {BuiltinId::MmaTFloat32, Packing::TFloat32},
    {BuiltinId::MmaUInt8, Packing::UInt8},
};

Packing PackingOf(BuiltinId id) {
  const auto* const found = std::ranges::find(kProducts, id, &Product::builtin);
  KC_CHECK(found != std::end(kProducts), "{} is no product of matrices",
           builtins::builtin_info(id).name());
  return found->packing;
}

// The elements in a register, in the type that they are multiplied in.
std::vector<InstId> Unpack(kir::Builder& builder, InstId word, Packing packing) {
  const auto bits = [&](std::int64_t shift, TypeId type) {
    const InstId shifted =
        shift == 0 ? word : builder.Binary(Op::Shr, word, builder.ConstInt(types::kUInt32, shift));
    return builder.Convert(shifted, type);
  };
  const auto as_float = [&](InstId value) {
    return builder.Append(Op::Bitcast, types::kFloat32, {value});
  };
  const auto masked = [&](std::uint32_t mask) {
    return as_float(builder.Binary(Op::And, word, builder.ConstInt(types::kUInt32, mask)));
  };
  std::vector<InstId> elements;
  switch (packing) {
    case Packing::Float16:
      for (const std::int64_t shift : {0, 16}) {
        const InstId half =
            builder.Append(Op::Bitcast, types::kFloat16, {bits(shift, types::kUInt16)});
        elements.push_back(builder.Convert(half, types::kFloat32));
      }
      break;
    case Packing::BFloat16:
      elements.push_back(
          as_float(builder.Binary(Op::Shl, word, builder.ConstInt(types::kUInt32, 16))));
      elements.push_back(masked(0xffff0000U));
      break;
    case Packing::TFloat32:
      // The product ignores the 13 lowest bits.
      elements.push_back(masked(0xffffe000U));
      break;
    case Packing::Int8:
    case Packing::UInt8:
      for (const std::int64_t shift : {0, 8, 16, 24}) {
        const TypeId type = packing == Packing::Int8 ? types::kInt8 : types::kUInt8;
        elements.push_back(builder.Convert(bits(shift, type), types::kInt32));
      }
      break;
    case Packing::Float64:
      elements.push_back(word);
      break;
  }
  return elements;
}

InstId MultiplyAdd(kir::Builder& builder, InstId a, InstId b, InstId sum) {
  if (types::IsFloat(builder.type_of(sum))) {
    return builder.Append(Op::Fma, builder.type_of(sum), {a, b, sum});
  }
  return builder.Binary(Op::Add, builder.Binary(Op::Mul, a, b), sum);
}

unsigned LanesOf(kir::Builder& builder, InstId value) {
  const types::Type& type = builder.types().get(builder.type_of(value));
  return type.kind == types::TypeKind::Vector ? type.ndim : 1;
}

InstId Part(kir::Builder& builder, InstId value, unsigned i) {
  return types::IsScalar(builder.type_of(value)) ? value : builder.TupleGet(value, i);
}

}  // namespace

// Lane 4 * g + t has rows g and, of 16, g + 8 of A, and columns 2 * t and 2 * t + 1 of the result;
// the elements of a row of A, or a column of B, are in the four lanes of a group, in the same
// registers of both.
void Splitter::RewriteMma(InstId id) {
  const Inst& inst = in_.inst(id);
  const Packing packing = PackingOf(static_cast<BuiltinId>(inst.imm));
  InstId slots[2];
  for (std::uint32_t i = 0; i < 2; ++i) {
    slots[i] = NewThreadSlot(in_.inst(in_.operand(inst, i)).type, "fragment");
    OpenSegment();
    const InstId own = Use(in_.operand(inst, i), true);
    builder_.set_range(inst.range);
    Emit(segment_->body, Op::SlotStore, types::kVoid, {slots[i], own});
  }
  CloseSegment();

  OpenSegment();
  const RegionId body = segment_->body;
  const InstId given = Use(in_.operand(inst, 2), true);
  builder_.set_range(inst.range);
  const InstId number = ThreadNumber(body);
  const auto constant = [&](std::int64_t value) { return builder_.ConstInt(types::kInt64, value); };
  const InstId lane = builder_.Binary(Op::And, number, constant(kWarpSize - 1));
  const InstId group = builder_.Binary(Op::And, number, constant(-kGroupSize));
  const InstId warp = builder_.Binary(Op::And, number, constant(-kWarpSize));
  // Columns 2 * t and 2 * t + 1 of B are in the groups of these numbers, which begin 8 * t lanes
  // into the warp.
  const InstId t = builder_.Binary(Op::And, lane, constant(kGroupSize - 1));
  const InstId columns =
      builder_.Binary(Op::Add, warp, builder_.Binary(Op::Mul, t, constant(2 * kGroupSize)));
  const auto shown = [&](InstId slot, InstId first, std::int64_t by) {
    const InstId from = builder_.Binary(Op::Add, first, constant(by));
    return builder_.Append(Op::ThreadSlotAt, out_.inst(slot).type, {slot, from});
  };
  const unsigned results = LanesOf(builder_, given);
  std::vector<InstId> sums;
  for (unsigned i = 0; i < results; ++i) {
    sums.push_back(builder_.TupleGet(given, i));
  }
  const unsigned rows = results / 2;
  for (std::int64_t s = 0; s < kGroupSize; ++s) {
    const InstId a = shown(slots[0], group, s);
    const InstId b[] = {shown(slots[1], columns, s), shown(slots[1], columns, s + kGroupSize)};
    for (unsigned half = 0; half < LanesOf(builder_, b[0]); ++half) {
      const std::vector<InstId> right[] = {Unpack(builder_, Part(builder_, b[0], half), packing),
                                           Unpack(builder_, Part(builder_, b[1], half), packing)};
      for (unsigned row = 0; row < rows; ++row) {
        const std::vector<InstId> left =
            Unpack(builder_, Part(builder_, a, rows * half + row), packing);
        for (unsigned column = 0; column < 2; ++column) {
          InstId& sum = sums[2 * row + column];
          for (std::size_t k = 0; k < left.size(); ++k) {
            sum = MultiplyAdd(builder_, left[k], right[column][k], sum);
          }
        }
      }
    }
  }
  Define(id, builder_.Append(Op::TupleMake, inst.type, sums));
}

// Lanes 8 * m to 8 * m + 7 name the rows of matrix m. Lane 4 * r + t gets elements 2 * t and 2 * t
// + 1 of row r; of the transposed matrix: element r of rows 2 * t and 2 * t + 1.
void Splitter::RewriteLoadMatrix(InstId id) {
  const Inst& inst = in_.inst(id);
  const bool transposed =
      builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).name().ends_with("_trans");
  const TypeId pointer = in_.inst(in_.operand(inst, 0)).type;
  const InstId rows = NewThreadSlot(pointer, "rows");
  OpenSegment();
  const InstId own = Use(in_.operand(inst, 0), true);
  builder_.set_range(inst.range);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {rows, own});
  CloseSegment();

  OpenSegment();
  const RegionId body = segment_->body;
  builder_.set_range(inst.range);
  const InstId number = ThreadNumber(body);
  const auto constant = [&](std::int64_t value) { return builder_.ConstInt(types::kInt64, value); };
  const InstId warp = builder_.Binary(Op::And, number, constant(-kWarpSize));
  const InstId lane = builder_.Binary(Op::And, number, constant(kWarpSize - 1));
  const InstId row = builder_.Binary(Op::Shr, lane, constant(2));
  const InstId pair = builder_.Binary(
      Op::Mul, builder_.Binary(Op::And, lane, constant(kGroupSize - 1)), constant(2));
  const types::AddressSpace space = module_.types.get(pointer).space;
  const TypeId half_pointer = module_.types.Pointer(types::kUInt16, space);
  const TypeId halves = module_.types.Array(types::kUInt16, 1, types::Layout::C, space);
  // A 16-bit element of the row that a lane named.
  const auto element = [&](InstId from, InstId index) {
    const InstId start = builder_.Append(
        Op::Bitcast, half_pointer, {builder_.Append(Op::ThreadSlotAt, pointer, {rows, from})});
    const InstId array = builder_.Append(Op::ArrayMake, halves, {start, constant(kRowsPerMatrix)});
    return builder_.Convert(builder_.Load(builder_.ElementPtr(array, {&index, 1}, 0)),
                            types::kUInt32);
  };
  const InstId next = builder_.Binary(Op::Add, pair, constant(1));
  const types::Type& result = module_.types.get(inst.type);
  const unsigned matrices = types::IsScalar(inst.type) ? 1 : result.ndim;
  std::vector<InstId> words;
  for (unsigned m = 0; m < matrices; ++m) {
    const InstId first = builder_.Binary(Op::Add, warp, constant(kRowsPerMatrix * std::int64_t{m}));
    const auto at = [&](InstId line) { return builder_.Binary(Op::Add, first, line); };
    const InstId low = transposed ? element(at(pair), row) : element(at(row), pair);
    const InstId high = transposed ? element(at(next), row) : element(at(row), next);
    const InstId raised = builder_.Binary(Op::Shl, high, builder_.ConstInt(types::kUInt32, 16));
    words.push_back(builder_.Binary(Op::Or, low, raised));
  }
  Define(id, matrices == 1 ? words.front() : builder_.Append(Op::TupleMake, inst.type, words));
}

}  // namespace kernelc::passes
