// How the parts of the interpreter signal what ends what they do; all are thrown.
#pragma once

#include "compiler/host/heap/heap.h"

namespace kernelc::host {

// A Python exception on its way to a handler.
struct Raised {
  Value exception;
};
// What is done here is not modelled, or depends on something that is not known. Whoever began an
// operation with known limits turns it into an unknown result and lets what the operation reaches
// escape.
struct GivenUp {
  const Why* why;
};
// A function of stdlib/host says that it does not follow this call. Unlike GivenUp it ends all of
// the library's functions on the way: where the program called the library, it becomes GivenUp.
struct NotFollowed {
  const Why* why;
};
// No steps are left.
struct OutOfBudget {};
// The program has launched its first kernel, or has ended itself.
struct Ended {};

}  // namespace kernelc::host
