// A CUPTI that gives the same records at each flush: a kernel of 3 ms, and a copy to the host of
// 4096 bytes and 1 ms after it. Its clock is the host's, an hour ahead.
#include <chrono>
#include <cstring>

#include "runtime/trace/cupti_types.h"

using namespace kernelc::trace;

namespace {

CuptiRequestBuffer request = nullptr;
CuptiTakeBuffer take = nullptr;
int enabled = 0;

std::uint64_t Now() {
  constexpr std::uint64_t kHour = 3'600'000'000'000;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return kHour + static_cast<std::uint64_t>(
                     std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace

extern "C" {

#define KC_EXPORT __attribute__((visibility("default")))

KC_EXPORT CuptiResult cuptiActivityRegisterCallbacks(CuptiRequestBuffer requests,
                                                     CuptiTakeBuffer takes) {
  request = requests;
  take = takes;
  return kCuptiSuccess;
}
KC_EXPORT CuptiResult cuptiActivityEnable(CuptiActivityKind) {
  ++enabled;
  return kCuptiSuccess;
}
KC_EXPORT CuptiResult cuptiActivityDisable(CuptiActivityKind) {
  --enabled;
  return kCuptiSuccess;
}
KC_EXPORT int FakeCuptiEnabled() { return enabled; }
KC_EXPORT CuptiResult cuptiGetTimestamp(std::uint64_t* time) {
  *time = Now();
  return kCuptiSuccess;
}
KC_EXPORT CuptiResult cuptiGetResultString(CuptiResult, const char** text) {
  *text = "an error";
  return kCuptiSuccess;
}
KC_EXPORT CuptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes,
                                                 CuptiRecord** record) {
  constexpr std::size_t kFirst = sizeof(CuptiKernel);
  if (*record == nullptr) {
    *record = reinterpret_cast<CuptiRecord*>(buffer);
    return kCuptiSuccess;
  }
  if (reinterpret_cast<std::uint8_t*>(*record) == buffer && bytes > kFirst) {
    *record = reinterpret_cast<CuptiRecord*>(buffer + kFirst);
    return kCuptiSuccess;
  }
  return 1;
}
KC_EXPORT CuptiResult cuptiActivityFlushAll(std::uint32_t) {
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0;
  std::size_t most = 0;
  request(&buffer, &bytes, &most);
  CuptiKernel kernel{};
  kernel.kind = kCuptiConcurrentKernel;
  kernel.start = Now() - 10'000'000;
  kernel.end = kernel.start + 3'000'000;
  kernel.stream = 7;
  kernel.grid[0] = kernel.grid[1] = kernel.grid[2] = 1;
  kernel.block[0] = 32;
  kernel.block[1] = kernel.block[2] = 1;
  kernel.name = "symbol_of_kernel";
  CuptiTransfer copy{};
  copy.kind = kCuptiMemcpy;
  copy.copy_kind = kCuptiDeviceToHost;
  copy.bytes = 4096;
  copy.start = kernel.end;
  copy.end = copy.start + 1'000'000;
  copy.stream = 7;
  std::memcpy(buffer, &kernel, sizeof kernel);
  std::memcpy(buffer + sizeof kernel, &copy, sizeof copy);
  take(nullptr, 0, buffer, bytes, sizeof kernel + sizeof copy);
  return kCuptiSuccess;
}

}  // extern "C"
