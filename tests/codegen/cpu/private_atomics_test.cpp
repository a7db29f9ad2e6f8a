// Atomics of all threads on one element, of which each thread of the system makes one.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// Threads below a bound do OPERATION to the first element of an array, and MORE besides.
constexpr const char* kText = R"(
kernel @reduce(%data: array<TYPE, 1, C, global> {readonly, noalias},
    %out: array<TYPE, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %data [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %from = element_ptr %data, %i [0] : ptr<TYPE, global>
    %value = load %from : TYPE
    %zero = const 0 : int64
    %to = element_ptr %out, %zero [0] : ptr<TYPE, global>
    %old = atomic_rmw OPERATION %to, %value : TYPE
MORE
  }
}
)";

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from)) {
    text.replace(at, from.size(), to);
  }
  return text;
}

KirProgram Program(const std::string& operation, const std::string& type,
                   const std::string& more = "") {
  std::string text = Replaced(kText, "TYPE", type);
  text = Replaced(std::move(text), "OPERATION", operation);
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  return KirProgram(Replaced(std::move(text), "MORE", more), options);
}

// The element is taken once, when the blocks are done.
bool IsPrivate(const KirProgram& program) {
  return program.output().llvm_ir.find("flush") != std::string::npos;
}

template <typename T>
T Result(const KirProgram& program, T start, std::vector<T> data, std::uint32_t blocks) {
  std::vector<T> out = {start};
  program.Run("reduce", {{blocks, 1, 1}, {32, 1, 1}}, Params().Array(data).Array(out));
  return out[0];
}

TEST(PrivateAtomicsTest, SumsAndExtremes) {
  std::vector<std::int32_t> numbers(100);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::int32_t>(i * 37 % 101) - 40;
  }
  const auto [least, most] = std::ranges::minmax(numbers);
  const std::int32_t sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  const struct {
    const char* operation;
    std::int32_t start;
    std::int32_t result;
  } cases[] = {{"add", 5, 5 + sum}, {"sub", 5, 5 - sum}, {"min", 5, least},
               {"max", 5, most},    {"min", -90, -90},   {"max", 90, 90}};
  for (const auto& test : cases) {
    const KirProgram program = Program(test.operation, "int32");
    EXPECT_TRUE(IsPrivate(program)) << program.output().llvm_ir;
    EXPECT_EQ(Result(program, test.start, numbers, 4), test.result) << test.operation;
  }
  const KirProgram floats = Program("add", "float32");
  EXPECT_TRUE(IsPrivate(floats));
  EXPECT_EQ(Result(floats, 1.0F, std::vector<float>(70, 0.5F), 3), 36.0F);
  EXPECT_EQ(Result(Program("sub", "float64"), 1.0, std::vector<double>(70, 0.5), 3), -34.0);
}

TEST(PrivateAtomicsTest, NobodyTouchesAnElementThatNoThreadAsksFor) {
  std::vector<float> data;
  std::vector<float> out;
  Program("add", "float32").Run("reduce", {{2, 1, 1}, {32, 1, 1}}, Params().Array(data).Array(out));
  EXPECT_EQ(Result(Program("add", "float32"), -0.0F, std::vector<float>(), 2), 0.0F);
}

TEST(PrivateAtomicsTest, WhoeverLooksAtTheArrayHasItAtOnce) {
  // The old value is asked for, the array is read, an exchange: none of them is private.
  EXPECT_FALSE(IsPrivate(Program("exchange", "int32")));
  EXPECT_FALSE(IsPrivate(Program("add", "int32", R"(
    %again = element_ptr %out, %i [0] : ptr<int32, global>
    store %again, %value)")));
  EXPECT_FALSE(IsPrivate(Program("add", "int32", R"(
    store %to, %old)")));
  EXPECT_FALSE(IsPrivate(Program("add", "int32", R"(
    call_builtin cuda.threadfence)")));
}

}  // namespace
}  // namespace kernelc::codegen
