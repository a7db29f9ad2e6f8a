// What draws of all kinds share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "kernelc/array.h"
#include "kernelc/error.h"
#include "kernelc/generator.h"

namespace kernelc::random {

[[noreturn]] inline void Throw(ErrorCode code, const char* operation, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = operation;
  info.message = std::move(message);
  throw Error(std::move(info));
}

[[noreturn]] inline void ThrowWrongType(const char* operation, const DeviceArrayAny& out,
                                        const char* expected) {
  Throw(ErrorCode::TypeMismatch, operation,
        "the array has elements of " + ToString(out.element()) + ", expected " + expected);
}

inline std::uint64_t BlocksFor(std::uint64_t numbers, std::uint64_t per_block) {
  return (numbers + per_block - 1) / per_block;
}

// Calls `draw` with an array of one dimension, contiguous, that has the elements of `out` in C order; what it
// gets there comes to `out`.
template <typename Draw>
void IntoFlat(const DeviceArrayAny& out, StreamRef stream, Draw draw) {
  if (out.size() == 0) {
    return;
  }
  if (out.is_contiguous(Order::C)) {
    draw(out.Raveled());
    return;
  }
  const DeviceArrayAny all = DeviceArrayAny::Empty(out.context(), out.element(), out.shape());
  draw(all.Raveled());
  out.CopyFrom(all, stream);
}

}  // namespace kernelc::random

namespace kernelc {

template <typename Draw>
void Generator::DrawBlocks(std::uint64_t blocks, Draw draw) {
  const std::lock_guard lock(mutex_);
  draw(state_);
  state_.offset += blocks;
}

}  // namespace kernelc
