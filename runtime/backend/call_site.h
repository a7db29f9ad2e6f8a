// Where in the program something was asked for: captured fast, put into words when somebody reads
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kernelc::backend {

class CallSite {
 public:
  CallSite() noexcept = default;
  // The calling thread's stack. About a microsecond.
  static CallSite Capture() noexcept;
  bool empty() const noexcept { return count_ == 0; }
  // Of equal stacks equal.
  std::uint64_t hash() const noexcept;
  // The innermost call that is the program's own: "main.cpp:12 in Step()". Needs line numbers (-g
  // or -g1) and llvm-symbolizer or addr2line; without them the function, or the file and the offset
  // that these tools take. Slow the first time; kept by address.
  std::string Text() const;

 private:
  static constexpr std::size_t kMaxFrames = 24;
  std::array<void*, kMaxFrames> frames_{};
  std::uint32_t count_ = 0;
};

}  // namespace kernelc::backend
