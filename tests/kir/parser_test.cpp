#include "compiler/kir/parser.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "compiler/kir/printer.h"

namespace kernelc::kir {
namespace {

std::string ErrorOf(std::string_view text) {
  const Result<Module> module = Parse(text);
  return module.ok() ? "parsed" : module.failure().message;
}

std::string InKernel(std::string_view text) {
  return "kernel @k(%a: int64) {\n" + std::string(text) + "\n}\n";
}

struct ErrorCase {
  const char* text;
  const char* error;
};

TEST(Parser, NamesLineAndColumnOfTheFirstFault) {
  const ErrorCase cases[] = {
      {"kernle @k() {}", "1:1: expected `kernel` or `device`"},
      {"module {}", "1:8: expected the name of a check"},
      {"kernel k() {}", "1:8: expected a function name"},
      {"kernel @k( {}", "1:12: expected a parameter or `)`"},
      {"kernel @k(%a) {}", "1:13: expected `:`"},
      {"kernel @k(%a: int64 %b: int64) {}", "1:21: expected `,`"},
      {"kernel @k(%a: int64, %a: int64) {}", "1:22: %a is defined twice"},
      {"kernel @k(%a: int6) {}", "1:15: unknown type `int6`"},
      {"kernel @k(%a: array<int64, 1, D, global>) {}", "1:31: expected `C`, `F` or `A`"},
      {"kernel @k(%a: array<int64, 300, C, global>) {}", "1:28: expected an integer of 8 bits"},
      {"kernel @k(%a: array<int64, 1, C, moon>) {}", "1:34: unknown address space `moon`"},
      {"kernel @k(%a: array<int64, 1, C, global, x>) {}",
       "1:42: expected `readonly` or `unaligned`"},
      {"kernel @k(%a: tuple \"P\"<int64>) {}", "1:25: expected a field name"},
      {"kernel @k(%a: int64 {nolias}) {}",
       "1:22: expected `noalias`, `readonly`, `aligned16`, `aligned_rows` or `small`"},
      {"kernel @k() inline {}", "1:13: expected a function option or `{`"},
      {"kernel @k() max_threads(-1) {}", "1:25: expected an integer of 32 bits"},
      {"kernel @k() {", "1:14: expected an operation or `}`"},
      {"kernel @k() {} kernel @k() {}", "1:23: @k is defined twice"},
      {"kernel @k() { call @f }", "1:20: no function @f"},
      {"kernel @k() { \"abc }", "1:15: a string does not end"},
      {"kernel @k() name(\"a\\q\") {}", "1:18: unknown escape in a string"},
      {"kernel @k() name(\"a\nb\") {}", "1:18: a string does not end on its line"},
      {"constant @c = 3", "1:13: expected `:`"},
      {"constant @c: int64 [] = \"0\"", "1:25: expected two hexadecimal digits for each byte"},
      {"constant @c: int64 [] = \"0g\"", "1:25: expected two hexadecimal digits for each byte"},
      {"constant @c: int64 [] = \"\" constant @c: int64 [] = \"\"", "1:37: @c is defined twice"},
      {"kernel @k() { %0 = const_array @c : int64 }", "1:32: no constant @c"},
      {"kernel @k() { $ }", "1:15: unexpected character"},
      {"kernel @k() { % }", "1:15: expected a name"},
  };
  for (const ErrorCase& example : cases) {
    EXPECT_EQ(ErrorOf(example.text), example.error) << example.text;
  }
}

TEST(Parser, NamesFaultsOfOperations) {
  const ErrorCase cases[] = {
      {"frob", "2:1: unknown operation `frob`"},
      {"%1 = add %a, %b : int64", "2:14: no value %b"},
      {"%1 = add %a, : int64", "2:14: expected a value"},
      {"%1 = add %a, %a", "3:1: expected `:`"},
      {"%a = add %a, %a : int64", "2:1: %a is defined twice"},
      {"%1 = add %a, %a : void", "2:17: a value cannot be void"},
      {"%1 = return", "2:1: `return` gives no value"},
      {"%1 = for_range %i: int64 = %a to %a step %a {}", "2:1: `for_range` gives no value"},
      {"for_range %i: int64 = %a until %a", "2:26: expected `to`"},
      {"%1 = const x : int64", "2:12: expected an integer"},
      {"%1 = const 99999999999999999999 : int64", "2:12: expected an integer of 64 bits"},
      {"%1 = const 1.5 : int64", "2:12: expected an integer of 64 bits"},
      {"%1 = const_float 1.5x : float64", "2:18: expected a double"},
      {"%1 = const_float nan(0x1) : float64", "2:22: expected the bits of a NaN as 0x..."},
      {"%1 = cmp less %a, %a : bool", "2:10: expected a comparison"},
      {"%1 = atomic_rmw plus %a, %a : int64", "2:17: expected an atomic operation"},
      {"%1 = call_builtin math.tau : float64", "2:19: unknown builtin `math.tau`"},
      {"%1 = array_extent %a : int64", "2:22: expected `[`"},
      {"while { condition %a } { }", "2:24: expected `do`"},
      {"return loc(0:5)", "2:15: expected an integer"},
      {"return loc(0:5-3x)", "2:15: expected an integer of 64 bits"},
  };
  for (const ErrorCase& example : cases) {
    EXPECT_EQ(ErrorOf(InKernel(example.text)), example.error) << example.text;
  }
}

TEST(Parser, BoundsNesting) {
  std::string types = "kernel @k(%a: ";
  std::string regions;
  for (int i = 0; i < 10000; ++i) {
    types += "optional<";
    regions += "while { ";
  }
  EXPECT_EQ(ErrorOf(types), "1:303: the type is nested too deeply");
  EXPECT_EQ(ErrorOf(InKernel(regions)), "2:1607: regions are nested too deeply");
}

TEST(Parser, ReadsFloatsBitByBit) {
  const double values[] = {0.0,
                           -0.0,
                           0.1,
                           1e300,
                           -5e-324,
                           1.7976931348623157e308,
                           std::bit_cast<double>(0x7ff0000000000000u),
                           std::bit_cast<double>(0xfff0000000000000u),
                           std::bit_cast<double>(0x7ff8000000000001u),
                           std::bit_cast<double>(0xfff8000000000000u)};
  for (const double value : values) {
    Module module;
    module.functions.emplace_back().symbol = "k";
    Function& function = module.functions[0];
    function.name = "k";
    function.body = function.AddRegion();
    Inst inst;
    inst.op = Op::ConstFloat;
    inst.type = types::kFloat64;
    inst.imm = std::bit_cast<std::int64_t>(value);
    function.region(function.body).insts.push_back(function.AddInst(inst));
    const Result<Module> parsed = Parse(Print(module));
    ASSERT_TRUE(parsed.ok()) << parsed.failure().message;
    EXPECT_EQ(parsed->functions[0].insts[0].imm, inst.imm) << value;
  }
}

TEST(Parser, TakesAnyNumberingAndComments) {
  const Result<Module> module = Parse(
      "// before\nkernel @k(%\"1\": int64) { // here\n"
      "%1 = add %\"1\", %\"1\":int64 %x.y = neg %1:int64 return }");
  ASSERT_TRUE(module.ok()) << module.failure().message;
  EXPECT_EQ(Print(*module),
            "kernel @k(%\"1\": int64) {\n"
            "  %0 = add %\"1\", %\"1\" : int64\n"
            "  %1 = neg %0 : int64\n"
            "  return\n"
            "}\n");
}

}  // namespace
}  // namespace kernelc::kir
