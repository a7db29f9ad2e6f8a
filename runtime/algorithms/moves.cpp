#include "runtime/algorithms/moves.h"

#include <limits>

namespace kernelc::algorithms {
namespace {

constexpr std::uint32_t kThreads = 256;

std::uint64_t BlocksFor(const DeviceArrayAny& array) {
  return Divided(static_cast<std::uint64_t>(array.size()), kThreads);
}

}  // namespace

ScalarKind MovedKind(const Call& call, const char* name, const DeviceArrayAny& array) {
  switch (array.element_size()) {
    case 1:
      return ScalarKind::UInt8;
    case 2:
      return ScalarKind::UInt16;
    case 4:
      return ScalarKind::UInt32;
    case 8:
      return ScalarKind::UInt64;
    case 16:
      return ScalarKind::Complex128;
  }
  Throw(ErrorCode::TypeMismatch, call.operation(),
        std::string("`") + name + "` has elements of " + ToString(array.element()) + " with " +
            std::to_string(array.element_size()) + " bytes, expected 1, 2, 4, 8 or 16");
}

ScalarKind PlaceKind(std::int64_t size) {
  return size <= std::int64_t{std::numeric_limits<std::uint32_t>::max()} ? ScalarKind::UInt32
                                                                         : ScalarKind::UInt64;
}

void FillPlaces(const Call& call, const DeviceArrayAny& places) {
  call.Launch("fill_places", {places.kind()}, BlocksFor(places), kThreads, places);
}

void Gather(const Call& call, const DeviceArrayAny& from, const DeviceArrayAny& places,
            const DeviceArrayAny& out) {
  call.Launch("gather", {from.kind(), places.kind()}, BlocksFor(places), kThreads, from, places,
              out);
}

}  // namespace kernelc::algorithms
