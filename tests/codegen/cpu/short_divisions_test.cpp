// Divisions of int64 numbers in a thread's own loop: the same below and above 2^32, whatever the
// signs, and for what has no quotient.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// Each thread divides what the last turn left, as often as its array says.
constexpr std::string_view kTurns = R"(
kernel @turns(%a: array<int64, 1, C, global> {readonly, noalias},
    %b: array<int64, 1, C, global> {readonly, noalias},
    %turns: array<int64, 1, C, global> {readonly, noalias},
    %quotients: array<int64, 1, C, global> {noalias},
    %remainders: array<int64, 1, C, global> {noalias}) {
  %left = slot "left" : int64
  %quotient = slot "quotient" : int64
  %remainder = slot "remainder" : int64
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %a [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %pa = element_ptr %a, %x [0] : ptr<int64, global>
    %va = load %pa : int64
    %pb = element_ptr %b, %x [0] : ptr<int64, global>
    %vb = load %pb : int64
    %pt = element_ptr %turns, %x [0] : ptr<int64, global>
    %vt = load %pt : int64
    %zero = const 0 : int64
    %one = const 1 : int64
    slot_store %left, %vt
    slot_store %quotient, %va
    slot_store %remainder, %zero
    while {
      %l = slot_load %left : int64
      %more = cmp gt %l, %zero : bool
      condition %more
    } do {
      %old = slot_load %quotient : int64
      %q = floor_div %old, %vb : int64
      %r = mod %old, %vb : int64
      slot_store %quotient, %q
      slot_store %remainder, %r
      %l1 = slot_load %left : int64
      %l2 = sub %l1, %one : int64
      slot_store %left, %l2
    }
    %pq = element_ptr %quotients, %x [0] : ptr<int64, global>
    %vq = slot_load %quotient : int64
    store %pq, %vq
    %pr = element_ptr %remainders, %x [0] : ptr<int64, global>
    %vr = slot_load %remainder : int64
    store %pr, %vr
  }
}
)";

// Python's, and 0 where there is none that fits.
void Divide(std::int64_t& quotient, std::int64_t& remainder, std::int64_t divisor) {
  if (divisor == 0 || (divisor == -1 && quotient == std::numeric_limits<std::int64_t>::min())) {
    quotient = remainder = 0;
    return;
  }
  const std::int64_t old = quotient;
  const std::int64_t rest = old % divisor;
  const bool moves = rest != 0 && (rest < 0) != (divisor < 0);
  remainder = moves ? rest + divisor : rest;
  quotient = old / divisor - (moves ? 1 : 0);
}

TEST(ShortDivisionsTest, AroundTheLimits) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const KirProgram program(kTurns, options);
  EXPECT_NE(program.output().llvm_ir.find("udiv i32"), std::string::npos);
  constexpr std::int64_t kEnd = std::int64_t{1} << 32;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> numbers = {
      0,         1,        -1,   2,        -2,    7,        -7,    1000003, -1000003,  kEnd / 2,
      -kEnd / 2, kEnd - 1, kEnd, kEnd + 1, -kEnd, 1 - kEnd, kMost, -kMost,  -kMost - 1};
  std::vector<std::int64_t> a, b, turns;
  for (const std::int64_t dividend : numbers) {
    for (const std::int64_t divisor : numbers) {
      a.push_back(dividend);
      b.push_back(divisor);
      turns.push_back(static_cast<std::int64_t>(a.size() % 4));
    }
  }
  std::vector<std::int64_t> quotients(a.size(), 5), remainders = quotients;
  program.Run("turns", {{4, 1, 1}, {128, 1, 1}},
              Params().Array(a).Array(b).Array(turns).Array(quotients).Array(remainders));
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t quotient = a[i];
    std::int64_t remainder = 0;
    for (std::int64_t turn = 0; turn < turns[i]; ++turn) {
      Divide(quotient, remainder, b[i]);
    }
    ASSERT_EQ(quotients[i], quotient) << a[i] << " by " << b[i];
    ASSERT_EQ(remainders[i], remainder) << a[i] << " by " << b[i];
  }
}

}  // namespace
}  // namespace kernelc::codegen
