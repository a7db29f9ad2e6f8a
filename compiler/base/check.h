// Checks for our own bugs. A failed check throws InternalError, which the public edge turns into
// "internal compiler error" with exit status 4; it never ends the process.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace kernelc {

// A bug in kernelc, never the user's fault. `what()` names the source place and the broken invariant.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void FailCheck(const char* file, int line, const char* condition, std::string message);

}  // namespace kernelc

// KC_CHECK(cond) or KC_CHECK(cond, "format {}", args...): an invariant of ours.
#define KC_CHECK(condition, ...)                                                   \
  do {                                                                             \
    if (!(condition)) [[unlikely]] {                                               \
      ::kernelc::FailCheck(__FILE__, __LINE__, #condition,                         \
                           ::fmt::format("" __VA_ARGS__));                         \
    }                                                                              \
  } while (false)

// Marks a place that control never reaches.
#define KC_FATAL(...) \
  ::kernelc::FailCheck(__FILE__, __LINE__, "unreachable", ::fmt::format("" __VA_ARGS__))
