#include "compiler/passes/warp_group_product.h"

#include <cstdint>

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::Builder;
using kir::InstId;
using kir::Op;
using kir::RegionId;

constexpr std::int64_t kWarpSize = 32;
constexpr std::int64_t kWarps = 4;
// Elements of a line, and of the pieces of it that are exchanged.
constexpr std::int64_t kLine = 64;
constexpr std::int64_t kPiece = 8;
// What a product sums over.
constexpr std::int64_t kDepth = 16;

class ProductLowering {
 public:
  ProductLowering(Builder& builder, const std::vector<InstId>& operands)
      : builder_(builder), operands_(operands) {}

  // Of 8 columns a thread has two neighbours, in rows g and g + 8 of its warp's 16.
  void Lower() {
    const InstId thread = Thread();
    const InstId lane = And(thread, kWarpSize - 1);
    const InstId warp = And(Divide(thread, kWarpSize), kWarps - 1);
    const InstId row = Add(Times(warp, 16), Divide(lane, 4));
    const InstId column = Times(And(lane, 3), 2);
    sums_ = Flat(operands_[0]);
    a_ = Flat(operands_[1]);
    b_ = Flat(operands_[3]);
    // Sums 4 * j and 4 * j + 1 are of row g, the next two of the other one.
    const RegionId outside = builder_.insertion_region();
    const RegionId body = builder_.NewRegion();
    const InstId sum = builder_.ForRange(Constant(0), Constant(Known(5) / 2), Constant(1), body);
    builder_.set_insertion_region(body);
    LowerSum(sum, Add(row, Times(And(Divide(sum, 2), 1), 8)),
             Add(Times(Divide(sum, 4), 8), Add(column, And(sum, 1))));
    builder_.set_insertion_region(outside);
  }

 private:
  void LowerSum(InstId number, InstId row, InstId column) {
    const RegionId outside = builder_.insertion_region();
    const InstId place = builder_.ElementPtr(sums_, {&number, 1}, 0);
    const RegionId body = builder_.NewRegion();
    const InstId k = builder_.ForRange(Constant(0), Constant(kDepth), Constant(1), body);
    builder_.set_insertion_region(body);
    const InstId left = Element(a_, operands_[2], Known(6) != 0, row, k, Constant(0));
    const InstId right = Element(b_, operands_[4], Known(7) != 0, column, k, Wide(operands_[8]));
    const InstId sum = builder_.Load(place);
    builder_.Store(place, builder_.Append(Op::Fma, types::kFloat32, {left, right, sum}));
    builder_.set_insertion_region(outside);
  }

  // A line of the array is a line of the matrix, elements of a depth side by side; of a transposed
  // one it is a depth, with 64 lines of the matrix, the next 64 of which are `step` elements away.
  InstId Element(InstId array, InstId start, bool transposed, InstId line, InstId depth,
                 InstId step) {
    InstId at = Wide(start);
    if (transposed) {
      at = Add(at, builder_.Binary(Op::Mul, Divide(line, kLine), step));
      at = Add(at, Add(Times(depth, kLine), And(line, kLine - 1)));
    } else {
      at = Add(at, Add(Times(line, kLine), depth));
    }
    // The pieces of a line lie in an order that its number gives.
    const InstId turn = Times(And(Divide(at, kLine), 7), kPiece);
    at = builder_.Binary(Op::Xor, at, turn);
    return builder_.Convert(builder_.Load(builder_.ElementPtr(array, {&at, 1}, 0)),
                            types::kFloat32);
  }

  // The number of the thread in its block.
  InstId Thread() {
    const auto place = [&](BuiltinId id) {
      return Wide(builder_.CallBuiltin(id, types::kInt32, {}));
    };
    const InstId plane =
        Add(place(BuiltinId::ThreadIdxY),
            builder_.Binary(Op::Mul, place(BuiltinId::ThreadIdxZ), place(BuiltinId::BlockDimY)));
    return Add(place(BuiltinId::ThreadIdxX),
               builder_.Binary(Op::Mul, plane, place(BuiltinId::BlockDimX)));
  }

  // The memory behind a pointer as an array without an end.
  InstId Flat(InstId pointer) {
    const types::Type type = builder_.types().get(builder_.type_of(pointer));
    const TypeId array = builder_.types().Array(type.element, 1, types::Layout::C, type.space);
    return builder_.Append(Op::ArrayMake, array, {pointer, Constant(std::int64_t{1} << 31)});
  }

  std::int64_t Known(std::size_t operand) {
    return builder_.function().inst(operands_[operand]).imm;
  }
  InstId Constant(std::int64_t value) { return builder_.ConstInt(types::kInt64, value); }
  InstId Wide(InstId value) { return builder_.Convert(value, types::kInt64); }
  InstId Add(InstId left, InstId right) { return builder_.Binary(Op::Add, left, right); }
  InstId Times(InstId value, std::int64_t by) {
    return builder_.Binary(Op::Mul, value, Constant(by));
  }
  InstId And(InstId value, std::int64_t mask) {
    return builder_.Binary(Op::And, value, Constant(mask));
  }
  // By a power of two, of what is not negative.
  InstId Divide(InstId value, std::int64_t by) {
    std::int64_t shift = 0;
    for (; by > 1; by /= 2) {
      ++shift;
    }
    return builder_.Binary(Op::Shr, value, Constant(shift));
  }

  Builder& builder_;
  const std::vector<InstId>& operands_;
  InstId sums_;
  InstId a_;
  InstId b_;
};

}  // namespace

void LowerWarpGroupProduct(Builder& builder, const std::vector<InstId>& operands) {
  ProductLowering(builder, operands).Lower();
}

}  // namespace kernelc::passes
