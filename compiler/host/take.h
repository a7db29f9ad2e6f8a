// What is taken of a run: values of the heap as constants and as text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "compiler/host/constant.h"
#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

// `value` as text that is the same in every run: as repr() writes it, sets in the order of their
// elements' texts, objects of the program with their attributes, functions and classes by name.
// Runs no code of the program. Parts that are not known are `<unknown>`; gives up where the whole
// is not known.
std::string Describe(Context& c, const Value& value);

// `value` apart from the heap. Gives up where it is not known, or is nothing that kernels read.
ConstantRef MakeConstant(Context& c, const Value& value);

// The same; null where it is not known.
ConstantRef KnownConstant(Context& c, const Value& value);

// What an outcome has, so far as the run has seen who compiles the kernel.
struct Identifiers : std::unordered_set<std::string_view> {
  // Nothing is known of who asks.
  bool is_all = false;
  // Whose identifiers are among them.
  std::unordered_set<const ast::Node*> code;

  bool has(std::string_view name) const { return is_all || contains(name); }
};

// Runs `look`, which looks at values where a run is over; gives up where the steps that are left do
// not suffice.
template <typename Look>
void WithinSteps(Context& c, Look&& look) {
  const auto before = std::tuple(c.frame, c.depth, c.text_depth, c.handlers, c.handled);
  try {
    look();
  } catch (const OutOfBudget&) {
    std::tie(c.frame, c.depth, c.text_depth, c.handlers, c.handled) = before;
    GiveUp(c, "is more than is looked at");
  }
}

// Steps that each value has, whatever others took.
inline void GiveStepsOfValue(Context& c) {
  constexpr std::int64_t kStepsOfValue = 1'000;
  c.steps_left = std::max(c.steps_left, kStepsOfValue - kReserveSteps);
}

// A value of the heap, undefined for code.
Value FromConstant(Context& c, const Constant& constant);

// Of a call; null for none.
inline FrameId FrameIdOf(const Object* frame) {
  return frame != nullptr ? static_cast<FrameId>(frame->id) : kNoFrame;
}

// Waited for where all launches are run: no kernel's definition.
const ast::Node* NoKernel();

// What is known of a value that a statement at `where` gave a name. `meant`: what it stands for
// where it is not known, undefined for nothing.
Found FindValue(Context& c, const Value& value, SourceRange where, const Value& meant = Value());

// The kernels that the run waits for, each with what its names are now, as text. See TakeOutcome.
std::vector<KernelNames> NamesOfKernels(Context& c, const Object* kernel, bool at_launch);

// Which of the kernels that were made of one function of the text a kernel is, and how many there
// are so far.
struct KernelNumber {
  int number = -1;
  int count = 0;
};
KernelNumber NumberOfKernel(const Context& c, const Object& kernel);

// Whether the run waits for this one.
bool IsTarget(const Context& c, const Object& kernel);

// Calls the functions that the program does not call and that define decorated functions, with
// arguments that nobody knows: what is known of the decorators all the same is known then.
void CallUncalled(Context& c);

// Adds what the kernel that the run waits for sees now; `kernel`: which of them is launched, null
// where any may be, or none is.
void TakeOutcome(Context& c, const Object* kernel, bool at_launch);
// The same where code that is not known may launch it now.
void TakeEscapedOutcome(Context& c);

}  // namespace kernelc::host
