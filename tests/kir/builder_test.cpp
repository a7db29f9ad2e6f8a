#include "compiler/kir/builder.h"

#include <gtest/gtest.h>

#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"

namespace kernelc::kir {
namespace {

class BuilderTest : public testing::Test {
 protected:
  BuilderTest() : builder_(module_, module_.functions.emplace_back()) {
    Function& function = builder_.function();
    function.name = "k";
    function.symbol = "k";
    function.body = function.AddRegion();
    builder_.set_insertion_region(function.body);
  }

  Module module_;
  Builder builder_;
};

TEST_F(BuilderTest, BuildsAGuardedLoop) {
  const TypeId array =
      module_.types.Array(types::kFloat32, 1, types::Layout::C, types::AddressSpace::Global);
  const InstId a = builder_.AddParam("a", array);
  const InstId n = builder_.AddParam("n", types::kInt32);
  const InstId zero = builder_.ConstInt(types::kInt64, 0);
  const InstId one = builder_.ConstInt(types::kInt64, 1);
  const RegionId body = builder_.NewRegion();
  const InstId i = builder_.ForRange(zero, builder_.Convert(n, types::kInt64), one, body);
  builder_.set_insertion_region(body);
  const InstId sum = builder_.Slot(types::kFloat32, "sum");
  const InstId pointer = builder_.ElementPtr(a, std::span(&i, 1), 1);
  const InstId element = builder_.Load(pointer);
  builder_.SlotStore(sum, builder_.Binary(Op::Add, element, builder_.SlotLoad(sum)));
  builder_.Store(pointer, builder_.SlotLoad(sum));
  EXPECT_EQ(Verify(module_), std::vector<std::string>());
  EXPECT_EQ(Print(module_),
            "kernel @k(%a: array<float32, 1, C, global>, %n: int32) {\n"
            "  %sum.0 = slot \"sum\" : float32\n"
            "  %1 = const 0 : int64\n"
            "  %2 = const 1 : int64\n"
            "  %3 = convert %n : int64\n"
            "  for_range %4: int64 = %1 to %3 step %2 {\n"
            "    %5 = element_ptr %a, %4 [1] : ptr<float32, global>\n"
            "    %6 = load %5 : float32\n"
            "    %7 = slot_load %sum.0 : float32\n"
            "    %8 = add %6, %7 : float32\n"
            "    slot_store %sum.0, %8\n"
            "    %9 = slot_load %sum.0 : float32\n"
            "    store %5, %9\n"
            "  }\n"
            "}\n");
}

TEST_F(BuilderTest, WrapsConstantsToTheirType) {
  const auto value = [&](TypeId type, std::int64_t given) {
    return builder_.function().inst(builder_.ConstInt(type, given)).imm;
  };
  EXPECT_EQ(value(types::kUInt8, 300), 44);
  EXPECT_EQ(value(types::kInt8, 200), -56);
  EXPECT_EQ(value(types::kUInt32, -1), 0xffffffff);
  EXPECT_EQ(value(types::kInt64, -1), -1);
  EXPECT_EQ(value(types::kBool, 7), 1);
}

TEST_F(BuilderTest, RefusesWhatCannotBe) {
  const InstId one = builder_.ConstInt(types::kInt64, 1);
  const InstId half = builder_.ConstFloat(types::kFloat32, 0.5);
  EXPECT_THROW(builder_.Binary(Op::Add, one, half), InternalError);
  EXPECT_THROW(builder_.Load(one), InternalError);
  EXPECT_THROW(builder_.SlotLoad(one), InternalError);
  EXPECT_THROW(builder_.Append(Op::Add, types::kInt64, {one}), InternalError);
  EXPECT_THROW(builder_.Append(Op::If, types::kVoid, {one}), InternalError);
  EXPECT_THROW(builder_.ConstInt(types::kFloat32, 1), InternalError);
}

}  // namespace
}  // namespace kernelc::kir
