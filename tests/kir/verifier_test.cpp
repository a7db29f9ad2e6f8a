#include "compiler/kir/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/kir/builder.h"
#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "tests/kir/case_file.h"

namespace kernelc::kir {
namespace {

// Each `// expect:` line is found in exactly one fault, and there are no others.
TEST(Verifier, ReportsEachFaultOfTheFiles) {
  const std::vector<std::string> paths = FindCaseFiles("invalid");
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths) {
    const std::vector<Case> cases = ReadCases(path);
    EXPECT_FALSE(cases.empty()) << path;
    for (const Case& example : cases) {
      const Result<Module> module = Parse(example.text);
      ASSERT_TRUE(module.ok()) << path << ": " << module.failure().message << example.text;
      std::vector<std::string> faults = Verify(*module);
      for (const std::string& expected : example.expected) {
        const auto found = std::find_if(
            faults.begin(), faults.end(),
            [&](const std::string& fault) { return fault.find(expected) != std::string::npos; });
        if (found == faults.end()) {
          ADD_FAILURE() << path << ": not reported: " << expected << "\n" << example.text;
        } else {
          faults.erase(found);
        }
      }
      for (const std::string& fault : faults) {
        ADD_FAILURE() << path << ": not expected: " << fault << "\n" << example.text;
      }
    }
  }
}

// Modules that no text can spell.
class BrokenModule : public testing::Test {
 protected:
  BrokenModule() {
    module_.functions.emplace_back();
    function().symbol = "k";
    function().name = "k";
    function().body = function().AddRegion();
    builder().ConstInt(types::kInt32, 1);
  }

  Function& function() { return module_.functions[0]; }
  Builder builder() {
    Builder builder(module_, function());
    builder.set_insertion_region(function().body);
    return builder;
  }
  // The one fault; also shows that the printer does not mind.
  std::string Fault() {
    Print(module_);
    const std::vector<std::string> faults = Verify(module_);
    return faults.size() == 1 ? faults[0] : std::to_string(faults.size()) + " faults";
  }

  Module module_;
};

TEST_F(BrokenModule, IsValidBefore) { EXPECT_TRUE(Verify(module_).empty()); }

TEST_F(BrokenModule, UnknownOperand) {
  const InstId id = builder().ConstInt(types::kInt32, 1);
  builder().Unary(Op::Neg, id);
  function().operand_pool[0] = InstId(99u);
  EXPECT_NE(Fault().find("has operand 99, which does not exist"), std::string::npos);
}

TEST_F(BrokenModule, UnknownOperation) {
  function().region(function().body).insts.push_back(InstId(99u));
  EXPECT_EQ(Fault(), "@k: operation 99 does not exist");
}

TEST_F(BrokenModule, OperationInTwoPlaces) {
  function().region(function().body).insts.push_back(InstId(0u));
  EXPECT_EQ(Fault(), "@k: operation 0 (`const`) stands in several places");
}

TEST_F(BrokenModule, RegionInTwoPlaces) {
  const InstId condition = builder().ConstBool(true);
  const RegionId region = function().AddRegion();
  builder().If(condition, region, region);
  EXPECT_EQ(Fault(), "@k: region 1 belongs to several operations");
}

TEST_F(BrokenModule, RegionInItself) {
  const InstId condition = builder().ConstBool(true);
  builder().If(condition, function().body, function().AddRegion());
  EXPECT_EQ(Fault(), "@k: region 0 belongs to several operations");
}

TEST_F(BrokenModule, MissingBody) {
  function().body = RegionId();
  EXPECT_EQ(Fault(), "@k: region 4294967295 does not exist");
}

TEST_F(BrokenModule, UnknownType) {
  function().insts[0].type = TypeId(1000u);
  EXPECT_EQ(Fault(), "@k: operation 0 (`const`) has type 1000, which does not exist");
}

TEST_F(BrokenModule, UnknownOp) {
  function().insts[0].op = Op::kCount;
  const std::vector<std::string> faults = Verify(module_);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0], "@k: operation 0 has no op");
}

TEST_F(BrokenModule, OperandsOutsideThePool) {
  function().insts[0].operands = {5, 7};
  const std::vector<std::string> faults = Verify(module_);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0], "@k: operation 0 (`const`) has operands or regions outside the pools");
}

TEST_F(BrokenModule, UnknownCallee) {
  function().insts[0].op = Op::Call;
  function().insts[0].imm = 3;
  EXPECT_EQ(Fault(), "@k: operation 0 (`call`) has the attribute 3 of 1");
}

TEST_F(BrokenModule, UnknownText) {
  function().insts[0].op = Op::Slot;
  function().insts[0].text = 3;
  EXPECT_EQ(Fault(), "@k: operation 0 (`slot`) has text 3, which does not exist");
}

TEST_F(BrokenModule, ParameterWithoutValue) {
  Param param;
  param.name = "a";
  param.type = types::kInt32;
  function().params.push_back(param);
  EXPECT_EQ(Fault(), "@k: parameter a has no value");
}

TEST_F(BrokenModule, ParameterWithAnothersValue) {
  builder().AddParam("a", types::kInt32);
  function().inst(function().params[0].value).imm = 1;
  EXPECT_EQ(Fault(),
            "@k: parameter a: its value is not the param operation of its number and type");
}

TEST_F(BrokenModule, LoopWithoutVariable) {
  const InstId one = builder().ConstInt(types::kInt32, 1);
  const RegionId body = function().AddRegion();
  builder().ForRange(one, one, one, body);
  function().region(body).insts.clear();
  EXPECT_NE(Fault().find("its body does not start with a region_arg"), std::string::npos);
}

TEST_F(BrokenModule, SymbolThatIsTaken) {
  module_.functions.push_back(function());
  EXPECT_EQ(Fault(), "@k: the symbol is taken");
}

TEST_F(BrokenModule, OperandWithoutValue) {
  const InstId id = builder().Append(Op::Print, types::kVoid, {}, 0);
  function().strings.emplace_back();
  builder().Append(Op::TupleMake, module_.types.Tuple({types::kVoid}), {id});
  const std::vector<std::string> faults = Verify(module_);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0], "tuple<void>: an element is void");
  EXPECT_NE(faults[1].find("operand 0 has no value"), std::string::npos);
}

TEST_F(BrokenModule, RegionCount) {
  const InstId condition = builder().ConstBool(true);
  const InstId id = builder().Append(Op::If, types::kVoid, std::span(&condition, 1), 0, 0,
                                     std::vector{function().AddRegion(), function().AddRegion()});
  function().inst(id).regions.count = 1;
  EXPECT_NE(Fault().find("it has 1 regions, not 2"), std::string::npos);
}

}  // namespace
}  // namespace kernelc::kir
